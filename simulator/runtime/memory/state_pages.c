/*
 * Pages of one state: see state_pages.h. A file without a name has LARGE_PAGE bytes of the state;
 * it is mapped side by side, private, so that the system copies a page when it is written to.
 */
#define _GNU_SOURCE
#include "memory/state_pages.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/allocate.h"
#include "memory/memory.h"

/* Bytes: fewer are filled in less time than they are mapped. */
#define LEAST ((size_t)1 << 20)

/* The system lets a process have some 65,000 mappings; each large page with views has one to three.
 */
#define VIEWED_MOST 16384
static uint8_t *is_viewed; /* large pages of the state that have views */
static size_t viewed;      /* their number */

/* A number that few programs have for a file of theirs, so that theirs stay as they are. */
#define FILE_NUMBER 700

static struct pattern {
    int file, is_there;
    struct stat identity; /* the program may close any file, and open another in its place */
} patterns[STATE_WRITTEN + 1];

static int are_refused; /* files are */

void state_without_files(void)
{
    are_refused = 1;
}

static int make_file(uint8_t state)
{
    int low = memfd_create("state", MFD_CLOEXEC);
    if (low < 0)
        return -1;
    int file = fcntl(low, F_DUPFD_CLOEXEC, FILE_NUMBER);
    close(low);
    char *bytes = MAP_FAILED;
    if (file >= 0 && !ftruncate(file, LARGE_PAGE))
        bytes = mmap(NULL, LARGE_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (bytes == MAP_FAILED)
        return -1;
    memset(bytes, state, LARGE_PAGE);
    munmap(bytes, LARGE_PAGE);
    return file;
}

/* The file of that state, or -1 if there can be none. */
static int file_of(uint8_t state)
{
    struct pattern *pattern = &patterns[state];
    struct stat now;
    if (are_refused)
        return -1;
    if (!pattern->is_there) {
        pattern->is_there = 1;
        pattern->file = make_file(state);
        if (pattern->file >= 0)
            fstat(pattern->file, &pattern->identity);
    }
    if (pattern->file < 0 || fstat(pattern->file, &now) || now.st_ino != pattern->identity.st_ino ||
        now.st_dev != pattern->identity.st_dev)
        return -1;
    return pattern->file;
}

/* Bytes from there to the end of the large page, at most size. */
static size_t rest_of_page(const uint8_t *at, size_t size)
{
    size_t rest = LARGE_PAGE - (size_t)(at - memory.state) % LARGE_PAGE;
    return rest < size ? rest : size;
}

static void note_viewed(const uint8_t *at, int is_now)
{
    uint8_t *before = &is_viewed[(size_t)(at - memory.state) / LARGE_PAGE];
    viewed = viewed - *before + (size_t)is_now;
    *before = (uint8_t)is_now;
}

/* Whole pages read as zeros again, and take no memory. */
static int clear(uint8_t *first, size_t size)
{
    void *pages = mmap(first, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    if (pages == MAP_FAILED)
        return 0;
    madvise(first, size, MADV_HUGEPAGE);
    for (size_t at = 0, piece; is_viewed && at < size; at += piece) {
        piece = rest_of_page(first + at, size - at);
        if (piece == LARGE_PAGE)
            note_viewed(first + at, 0);
    }
    return 1;
}

/* Maps views of that state; 0 if they are not all of them. */
static int map_views(uint8_t *first, size_t size, uint8_t state)
{
    int file = file_of(state);
    if (file < 0)
        return 0;
    if (!is_viewed)
        is_viewed = allocate_pages(memory.size / LARGE_PAGE + 1, "");
    for (size_t at = 0, piece; at < size; at += piece) {
        piece = rest_of_page(first + at, size - at);
        if (viewed >= VIEWED_MOST ||
            mmap(first + at, piece, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE | MAP_FIXED,
                 file, 0) == MAP_FAILED)
            return 0;
        note_viewed(first + at, 1);
    }
    return 1;
}

static int is_all(const uint8_t *bytes, size_t size, uint8_t state)
{
    return *bytes == state && !memcmp(bytes, bytes + 1, size - 1);
}

static void fill_many(uint8_t *bytes, size_t size, uint8_t state)
{
    size_t before = -(uintptr_t)bytes % memory.page, pages = (size - before) & -memory.page;
    memset(bytes, state, before);
    if (!is_all(bytes + before, pages, state) &&
        !(state == STATE_INVALID ? clear(bytes + before, pages)
                                 : map_views(bytes + before, pages, state)))
        memset(bytes + before, state, pages);
    memset(bytes + before + pages, state, size - before - pages);
}

void state_fill(uintptr_t start, size_t size, uint8_t state)
{
    uint8_t *bytes = memory.state + (start - memory.base);
    if (size < LEAST)
        memset(bytes, state, size);
    else
        fill_many(bytes, size, state);
}
