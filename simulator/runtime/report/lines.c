/*
 * Asks addr2line (it comes with the compiler) for the lines of the program's
 * code and keeps the answers; reads source files.
 */
#define _GNU_SOURCE
#include "report/lines.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/program.h"
#include "report/line_helper.h"
#include "report/tool.h"

#define BYTES_BEFORE 256 /* of code, searched for an instruction with a line */

static const struct line no_line = {"?", 0, 0};

struct answer {
    uintptr_t pc;
    struct line line;
    const char *text; /* of the line, where the helper has read it */
};
static struct answer *answers;
static size_t answer_count;
/* Several host threads may have found something at once; a signal may come to one of them here. */
static pthread_mutex_t answers_lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

struct source {
    const char *path; /* by which it was read ahead, or NULL */
    char *name;
    char **lines;
    int count;
    struct source *next;
};
static struct source *sources;

/* The short name of a path that was read ahead, else the path. */
static const char *known_name(const char *path)
{
    for (const struct source *s = sources; s; s = s->next)
        if (s->path && !strcmp(s->path, path))
            return s->name;
    return path;
}

/* Cuts the working directory off a path, and resolves "." and ".." in it. */
static const char *short_name(const char *path)
{
    char resolved[PATH_MAX], here[PATH_MAX];
    if (line_helper_runs()) /* nothing may be asked of the system any more */
        return known_name(path);
    if (!realpath(path, resolved))
        return allocate_string(path);
    if (getcwd(here, sizeof here)) {
        size_t length = strlen(here);
        if (!strncmp(resolved, here, length) && resolved[length] == '/')
            return allocate_string(resolved + length + 1);
    }
    return allocate_string(resolved);
}

static struct answer *find(uintptr_t pc)
{
    for (size_t i = 0; i < answer_count; i++)
        if (answers[i].pc == pc)
            return &answers[i];
    return NULL;
}

static void keep(uintptr_t pc, struct line line, const char *text)
{
    answers = allocate_again(answers, (answer_count + 1) * sizeof *answers);
    answers[answer_count++] = (struct answer){pc, line, text};
}

/* "path:line (discriminator 2)" to a line; path is cut off within text. */
static struct line parse(char *text)
{
    char *colon = strrchr(text, ':');
    if (!colon || text[0] == '?')
        return no_line;
    *colon = 0;
    return (struct line){short_name(text), atoi(colon + 1), atoi(colon + 1)};
}

/*
 * 1 for a line of the simulator's headers of CUDA that have code, or of its libraries. By their
 * names: a program may have been compiled by a simcc that was moved since the runtime was built,
 * and has an include/ of its own.
 */
static int is_in_headers(const char *line)
{
    static const char *const names[] = {
        "/include/sim/",
        "/include/cooperative_groups",
        "/include/cuda_fp16.h",
        "/include/cuda_bf16.h",
        "/include/cuda_pipeline.h",
        "/include/cuda_runtime",
        "/include/cuComplex.h",
        "/include/vector_",
        "/include/cmath",
        "/libraries/cub/cub/",
        "/libraries/curand/",
        "/libraries/libcu++/",
        "/libraries/samples/",
        "/libraries/thrust/thrust/",
        "/libraries/nccl/nccl.h",
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(line, names[i]))
            return 1;
    return 0;
}

int lines_are_of_headers(const char *file)
{
    char path[PATH_MAX +
              2]; /* from the root on, or from here: with a slash before its first folder */
    snprintf(path, sizeof path, "/%s", file);
    return is_in_headers(path);
}

/* Reads addr2line -a -i: an address, then one line for each frame, innermost first. */
static void read_answers(FILE *pipe, uintptr_t above)
{
    char text[PATH_MAX + 64];
    uintptr_t pc = 0;
    struct line line = no_line;
    int settled = 1;
    while (fgets(text, sizeof text, pipe)) {
        if (!strncmp(text, "0x", 2)) {
            if (pc)
                keep(pc, line, NULL);
            pc = strtoull(text, NULL, 16) + above + 1;
            line = no_line;
            settled = 0;
        } else {
            char *discriminator = strstr(text, " (");
            if (discriminator)
                *discriminator = 0;
            int own = is_in_headers(text);
            struct line frame = parse(text);
            if (!settled)
                line = frame;
            line.outer = frame.outer;
            settled = settled || (!own && line.number);
        }
    }
    if (pc)
        keep(pc, line, NULL);
}

static void ask(const uintptr_t *pcs, size_t count)
{
    enum { FIRST = 5, DIGITS = 20 };
    struct program_file file = program_file();
    char own[32], *texts = allocate(count * DIGITS);
    const char **command = allocate((FIRST + count + 1) * sizeof *command);
    snprintf(own, sizeof own, "/proc/%ld/exe", (long)getpid());
    const char *first[FIRST] = {"addr2line", "-a", "-i", "-e", *file.path ? file.path : own};
    memcpy(command, first, sizeof first);
    for (size_t i = 0; i < count; i++) {
        char *text = texts + i * DIGITS;
        snprintf(text, DIGITS, "%#lx", (unsigned long)(pcs[i] - file.above - 1));
        command[FIRST + i] = text;
    }
    struct tool tool = tool_start(command);
    if (tool.says) {
        read_answers(tool.says, file.above);
        tool_end(tool);
    }
    free(command);
    free(texts);
}

static void keep_answer(uintptr_t pc, struct line line, const char *text)
{
    line.file = allocate_string(line.file);
    keep(pc, line, allocate_string(text));
}

void lines_prepare(const uintptr_t *pcs, size_t count)
{
    uintptr_t *unknown = allocate((count + 1) * sizeof *unknown);
    size_t unknown_count = 0;
    pthread_mutex_lock(&answers_lock);
    for (size_t i = 0; i < count; i++)
        if (pcs[i] && !find(pcs[i]))
            unknown[unknown_count++] = pcs[i];
    for (size_t i = 0; i < unknown_count; i += LINES_AT_ONCE) {
        size_t now = unknown_count - i < LINES_AT_ONCE ? unknown_count - i : LINES_AT_ONCE;
        if (line_helper_runs())
            line_helper_ask(unknown + i, now, keep_answer);
        else
            ask(unknown + i, now);
    }
    pthread_mutex_unlock(&answers_lock);
    free(unknown);
}

static struct answer *answer_of(uintptr_t pc)
{
    if (!find(pc))
        lines_prepare(&pc, 1);
    return find(pc);
}

struct line line_prepared(uintptr_t pc)
{
    pthread_mutex_lock(&answers_lock);
    const struct answer *answer = find(pc);
    struct line line = answer ? answer->line : no_line;
    pthread_mutex_unlock(&answers_lock);
    return line;
}

/* The line of the nearest instruction before the pc that has one. */
static struct line line_before(uintptr_t pc)
{
    struct line line = no_line;
    uintptr_t before[BYTES_BEFORE];
    for (unsigned i = 0; i < BYTES_BEFORE; i++)
        before[i] = pc - 1 - i;
    lines_prepare(before, BYTES_BEFORE);
    for (unsigned i = 0; i < BYTES_BEFORE && !line.number; i++)
        line = line_prepared(before[i]);
    return line;
}

static struct line known_line_of(uintptr_t pc)
{
    struct answer *answer = pc ? answer_of(pc) : NULL;
    if (!answer || answer->line.number || !strcmp(answer->line.file, no_line.file))
        return answer ? answer->line : no_line;
    struct line line = line_before(pc); /* which may have moved the answers */
    if (line.number)
        answer_of(pc)->line = line;
    return line.number ? line : answer_of(pc)->line;
}

struct line line_of(uintptr_t pc)
{
    pthread_mutex_lock(&answers_lock);
    struct line line = known_line_of(pc);
    pthread_mutex_unlock(&answers_lock);
    return line;
}

static uintptr_t place_of(struct line line)
{
    for (size_t i = 0; i < answer_count; i++)
        if (answers[i].line.number == line.number && !strcmp(answers[i].line.file, line.file))
            return answers[i].pc;
    uintptr_t pc = (uintptr_t)allocate(1); /* any address that no code has */
    keep(pc, line, NULL);
    return pc;
}

uintptr_t lines_place(const char *file, int number)
{
    struct line line = {short_name(file), number, number};
    pthread_mutex_lock(&answers_lock);
    uintptr_t pc = place_of(line);
    pthread_mutex_unlock(&answers_lock);
    return pc;
}

struct line line_near(uintptr_t pc)
{
    struct line line = line_of(pc);
    return line.number || !pc ? line : line_before(pc);
}

static struct source *source_of(const char *file)
{
    for (struct source *s = sources; s; s = s->next)
        if (!strcmp(s->name, file))
            return s;
    struct source *source = allocate(sizeof *source);
    source->name = allocate_string(file);
    source->next = sources;
    sources = source;
    FILE *stream = fopen(file, "r");
    if (!stream)
        return source;
    char *text = NULL;
    size_t room = 0;
    while (getline(&text, &room, stream) >= 0) {
        text[strcspn(text, "\r\n")] = 0;
        source->lines =
            allocate_again(source->lines, (size_t)(source->count + 1) * sizeof *source->lines);
        source->lines[source->count++] = allocate_string(text);
    }
    free(text);
    fclose(stream);
    return source;
}

int file_lines(const char *file)
{
    return source_of(file)->count;
}

const char *file_line(const char *file, int number)
{
    struct source *source = source_of(file);
    return number >= 1 && number <= source->count ? source->lines[number - 1] : "";
}

void file_read_ahead(const char *file)
{
    source_of(short_name(file))->path = file;
}

/* The text of a line that the helper has read; "" for any other line. */
static const char *cached_text(struct line line)
{
    const char *text = NULL;
    pthread_mutex_lock(&answers_lock);
    for (size_t i = 0; i < answer_count && !text; i++)
        if (answers[i].line.number == line.number && !strcmp(answers[i].line.file, line.file))
            text = answers[i].text;
    pthread_mutex_unlock(&answers_lock);
    return text ? text : "";
}

const char *line_text(struct line line)
{
    if (line_helper_runs())
        return cached_text(line);
    const char *text = file_line(line.file, line.number);
    while (isspace((unsigned char)*text))
        text++;
    return text;
}
