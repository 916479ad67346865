#include "kernel_files.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char *const frames[] = {"sum", "rows", "map", "stencil"};

/* Two saves at once are one after the other: each looks first at what is there. */
static pthread_mutex_t saving = PTHREAD_MUTEX_INITIALIZER;

static int is_word(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)text[i]) && text[i] != '_' && text[i] != '-')
            return 0;
    return length > 0 && text[0] != '-';
}

static int is_step(const char *name)
{
    struct path path = path_of("%s/%s/reduce.cu", settings.lab, name);

    return strncmp(name, "step", 4) == 0 && access(path.text, R_OK) == 0;
}

/* In a handout the exercises are those steps that its list names. */
static int is_handed_out(const char *step)
{
    struct path path = path_of("%s/course/steps", settings.lab);
    char number[16];
    int is_listed = 0;

    if (!settings.is_handout)
        return 0;
    FILE *file = fopen(path.text, "r");
    while (file != NULL && fscanf(file, "%15s", number) == 1)
        is_listed |= strncmp(step + 4, number, strlen(number)) == 0 && strlen(number) == 2;
    if (file != NULL)
        fclose(file);
    return is_listed;
}

static int find_step(struct kernel_file *file, const char *kind)
{
    int is_exercise = strcmp(kind, "exercise") == 0;

    if (!is_step(file->step) || (!is_exercise && *kind != '\0'))
        return 0;
    strcpy(file->frame, "step");
    file->path = path_of("%s/%s.cu", settings.own, file->name);
    file->original = path_of("%s/%s/reduce.cu", settings.lab, file->step);
    if (is_handed_out(file->step)) {
        file->path = path_of("%s/%s/reduce.cu", settings.lab, file->step);
        return !is_exercise;
    }
    if (is_exercise)
        file->original = path_of("%s/build/playground/exercises/%s.cu", settings.lab, file->step);
    return access(file->original.text, R_OK) == 0;
}

static int find_in_frame(struct kernel_file *file, const char *kind)
{
    for (size_t i = 0; i < sizeof frames / sizeof frames[0]; i++)
        if (strcmp(kind, frames[i]) == 0) {
            strcpy(file->frame, frames[i]);
            file->path = path_of("%s/%s.cu", settings.own, file->name);
            file->original = path_of("%s/playground/frames/%s_kernel.cu", settings.lab, frames[i]);
            return 1;
        }
    return 0;
}

int find_kernel_file(const char *name, struct kernel_file *file)
{
    size_t stem = strcspn(name, ".");
    const char *kind = name[stem] == '.' ? name + stem + 1 : "";

    memset(file, 0, sizeof *file);
    if (strlen(name) > 60 || !is_word(name, stem) ||
        (*kind != '\0' && !is_word(kind, strlen(kind))))
        return 0;
    strcpy(file->name, name);
    memcpy(file->step, name, stem);
    if (find_step(file, kind))
        return 1;
    int is_found = find_in_frame(file, kind) && !is_step(file->step);

    file->step[0] = '\0';
    return is_found;
}

static void version_of(const char *text, size_t length, char version[VERSION_BYTES])
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a */

    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
    snprintf(version, VERSION_BYTES, "%016llx", (unsigned long long)hash);
}

/* A text of a file that is no folder or device, and not longer than is allowed. */
static char *read_text(const char *path, size_t *length, char version[VERSION_BYTES])
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status;
    char *text = malloc(SOURCE_MOST + 1);
    ssize_t got;

    *length = 0;
    if (descriptor < 0 || text == NULL || fstat(descriptor, &status) != 0 ||
        !S_ISREG(status.st_mode) || status.st_size > SOURCE_MOST) {
        free(text);
        if (descriptor >= 0) {
            close(descriptor);
            errno = EFBIG;
        }
        return NULL;
    }
    while (*length <= SOURCE_MOST &&
           (got = read(descriptor, text + *length, SOURCE_MOST + 1 - *length)) > 0)
        *length += (size_t)got;
    close(descriptor);
    version_of(text, *length, version);
    return text;
}

char *read_original(const struct kernel_file *file, size_t *length, char version[VERSION_BYTES])
{
    return read_text(file->original.text, length, version);
}

char *read_kernel_file(const struct kernel_file *file, size_t *length, char version[VERSION_BYTES])
{
    char *text = read_text(file->path.text, length, version);

    if (text != NULL || errno != ENOENT)
        return text;
    text = read_original(file, length, version);
    strcpy(version, "none");
    return text;
}

static int write_all(int descriptor, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(descriptor, text, length);

        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return 0;
        text += written;
        length -= (size_t)written;
    }
    return 1;
}

/* A reader of the file sees the old text or the new one. Links stay links, and rights as they
 * are. */
static int replace(const char *path, const char *text, size_t length)
{
    char *real = realpath(path, NULL);
    const char *place = real != NULL ? real : path;
    struct path other = path_of("%s.part", place);
    const char *part = other.text;
    struct stat status;

    unlink(part);
    int descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    int is_done = descriptor >= 0 && write_all(descriptor, text, length);

    if (is_done && stat(place, &status) == 0)
        is_done = fchmod(descriptor, status.st_mode & 0777) == 0;
    if (descriptor >= 0)
        is_done &= close(descriptor) == 0;
    is_done = is_done && rename(part, place) == 0;
    if (!is_done)
        unlink(part);
    free(real);
    return is_done;
}

enum saved save_kernel_file(const struct kernel_file *file, const char *text, size_t length,
                            char version[VERSION_BYTES])
{
    char there[VERSION_BYTES] = "";
    size_t before;
    enum saved saved = CHANGED_MEANWHILE;

    pthread_mutex_lock(&saving);
    char *old = read_kernel_file(file, &before, there);
    if (old != NULL && strcmp(there, version) == 0) {
        mkdir(settings.own, 0777);
        saved = replace(file->path.text, text, length) ? SAVED : NOT_SAVED;
    }
    pthread_mutex_unlock(&saving);
    free(old);
    if (saved == SAVED)
        version_of(text, length, version);
    return saved;
}

int keep_aside(const struct kernel_file *file, const char *text, size_t length)
{
    time_t now = time(NULL);
    struct tm moment;
    char when[32];

    strftime(when, sizeof when, "%Y%m%d-%H%M%S", localtime_r(&now, &moment));
    mkdir(settings.own, 0777);
    for (int i = 0; i < 100; i++) { /* several in a second have numbers */
        struct path aside = i == 0 ? path_of("%s.%s~", file->path.text, when)
                                   : path_of("%s.%s-%d~", file->path.text, when, i);
        int descriptor = open(aside.text, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);

        if (descriptor < 0 && errno == EEXIST)
            continue;
        int is_done = descriptor >= 0 && write_all(descriptor, text, length);

        return descriptor >= 0 && close(descriptor) == 0 && is_done;
    }
    return 0;
}
