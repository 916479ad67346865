/*
 * Objects that were compiled before, and what compilers have said of themselves: see cache.h.
 *
 * An object depends on the translated text, on the compiler's flags and on the folder (-g1 names
 * it); and on what makes it: the compiler, the assembler, simcc itself, and the headers that gcc
 * has precompiled, of which the text has no more than the name. Of these files the size and the
 * time of the last change stand for what is in them.
 */
#define _GNU_SOURCE /* nanoseconds in struct stat */
#include "cache.h"

#include "process.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Two hashes of 64 bits, mixed in different ways: together as good as one of 128. */
struct hash {
    uint64_t of_sums, of_bits;
};

static void hash_word(struct hash *hash, uint64_t word)
{
    hash->of_sums = (hash->of_sums + word) * 0x9e3779b97f4a7c15u;
    hash->of_sums ^= hash->of_sums >> 29;
    hash->of_bits = (hash->of_bits ^ word) * 0xd6e8feb86659fd93u;
    hash->of_bits ^= hash->of_bits >> 32;
}

/* With its length, so that two pieces are not one. */
static void hash_bytes(struct hash *hash, const void *bytes, size_t length)
{
    uint64_t word;

    hash_word(hash, length);
    for (size_t i = 0; i < length; i += sizeof word) {
        word = 0;
        memcpy(&word, (const char *)bytes + i, length - i < sizeof word ? length - i : sizeof word);
        hash_word(hash, word);
    }
}

static void hash_string(struct hash *hash, const char *string)
{
    hash_bytes(hash, string, strlen(string));
}

/* Which file that is, not what is in it. */
static void hash_identity(struct hash *hash, const char *path)
{
    struct stat file;

    hash_string(hash, path);
    if (stat(path, &file))
        return;
    hash_word(hash, (uint64_t)file.st_size);
    hash_word(hash, (uint64_t)file.st_mtim.tv_sec);
    hash_word(hash, (uint64_t)file.st_mtim.tv_nsec);
}

/* A program by its name, as the shell would find it. */
static void hash_program(struct hash *hash, const char *name)
{
    const char *folder = getenv("PATH");

    if (strchr(name, '/')) {
        hash_identity(hash, name);
        return;
    }
    for (; folder && *folder; folder += strspn(folder, ":")) {
        size_t length = strcspn(folder, ":");
        char *path = text_format("%.*s/%s", (int)length, folder, name);
        int is_there = !access(path, X_OK);

        if (is_there)
            hash_identity(hash, path);
        free(path);
        if (is_there)
            return;
        folder += length;
    }
}

/* 0 if the file cannot be read, or asks the assembler for another file, which may change. */
static int hash_text(struct hash *hash, const char *path)
{
    FILE *file = fopen(path, "r");
    struct text text = {0};
    char buffer[1 << 16];
    size_t length;

    if (!file)
        return 0;
    text_add(&text, "", 0);
    while ((length = fread(buffer, 1, sizeof buffer, file)) > 0)
        text_add(&text, buffer, length);
    int is_whole = !ferror(file) && !strstr(text.data, ".incbin");
    fclose(file);
    hash_bytes(hash, text.data, text.length);
    free(text.data);
    return is_whole;
}

/* Others than those of warnings, -g and where code may lie may ask for files beside the object, as
   -Wa, and -Wp, may. */
static int is_without_files(const char *flag)
{
    static const char *const without[] = {"-w", "-g", "-fPIE", "-fPIC",
                                          "-fno-semantic-interposition"};
    int is_forwarded = !strncmp(flag, "-W", 2) && flag[2] && flag[3] == ',';

    for (size_t i = 0; i < sizeof without / sizeof *without; i++)
        if (!strcmp(flag, without[i]))
            return 1;
    return !strncmp(flag, "-W", 2) && !is_forwarded;
}

static int may_be_kept(const struct options *options)
{
    for (size_t i = 0; i < options->compiling.count; i++)
        if (!is_without_files(options->compiling.data[i]))
            return 0;
    return !options->keep && !options->verbose && !options->dry_run && !options->reached &&
           !options->uncounted.count;
}

static void hash_kept_headers(struct hash *hash, const struct toolchain *toolchain)
{
    static const char *const kept[] = {"counted", "counted_object", "plain", "plain_object"};
    const char *of_gcc = toolchain->precompiled_folder;
    const char *folder = of_gcc ? of_gcc : toolchain->clang_folder;

    for (size_t i = 0; folder && i < sizeof kept / sizeof *kept; i++) {
        char *header =
            text_format("%s%s/%s", folder, of_gcc ? "/sim/precompiled.h.gch" : "", kept[i]);

        hash_identity(hash, header);
        free(header);
    }
}

/* The folder, or NULL. */
static const char *cache_folder(void)
{
    const char *folder = getenv("SIMCC_CACHE");

    return folder && *folder ? folder : NULL;
}

char *cache_name(const struct toolchain *toolchain, const struct options *options,
                 const struct strings *command, const char *translated)
{
    const char *folder = cache_folder();
    struct hash hash = {0};
    char working[PATH_MAX];

    if (!folder || !may_be_kept(options) || !getcwd(working, sizeof working))
        return NULL;
    hash_string(&hash, working);
    for (size_t i = 0; i < command->count; i++)
        hash_string(&hash, command->data[i]);
    for (size_t i = 0; i < toolchain->compiler.count; i++)
        hash_program(&hash, toolchain->compiler.data[i]);
    for (size_t i = 0; i < toolchain->model.count; i++)
        hash_program(&hash, toolchain->model.data[i]);
    hash_program(&hash, "as");
    hash_identity(&hash, toolchain->self);
    hash_kept_headers(&hash, toolchain);
    hash_word(&hash, (uint64_t)options->plain * 2 + (uint64_t)options->position_independent);
    if (!hash_text(&hash, translated))
        return NULL;
    return text_format("%s/%016llx%016llx.o", folder, (unsigned long long)hash.of_sums,
                       (unsigned long long)hash.of_bits);
}

/* 0 if it fails: then there may be a part of the copy. */
static int copy(const char *from, const char *to)
{
    FILE *source = fopen(from, "r"), *target = source ? fopen(to, "w") : NULL;
    char buffer[1 << 16];
    size_t length;
    int is_whole = target != NULL;

    while (is_whole && (length = fread(buffer, 1, sizeof buffer, source)) > 0)
        is_whole = fwrite(buffer, 1, length, target) == length;
    if (source)
        is_whole = is_whole && !ferror(source);
    if (target)
        is_whole = !fclose(target) && is_whole;
    if (source)
        fclose(source);
    return is_whole;
}

int cache_take(const char *name, const char *object)
{
    if (access(name, R_OK) || !copy(name, object))
        return 0;
    utimensat(AT_FDCWD, name, NULL, 0); /* used today: who removes old ones sees it */
    return 1;
}

/* The file that a part becomes, there at once, or not at all: others may look for it now. */
static void become(const char *part, const char *name, int is_whole)
{
    if (!is_whole || rename(part, name))
        unlink(part);
}

/* Makes the folder that a name is in; 0 if there is none. */
static int make_folder(const char *name)
{
    char *folder = text_format("%.*s", (int)(strrchr(name, '/') - name), name);
    int is_there = !mkdir(folder, 0777) || errno == EEXIST;

    free(folder);
    return is_there;
}

void cache_keep(const char *name, const char *object)
{
    struct stat made;

    if (stat(object, &made) || !S_ISREG(made.st_mode)) /* -o /dev/null */
        return;

    char *part = text_format("%s.%ld", name, (long)getpid());

    become(part, name, make_folder(name) && copy(object, part));
    free(part);
}

/* The file of what a command says; NULL: nothing is to be kept. */
static char *answer_name(const struct strings *command)
{
    const char *folder = cache_folder();
    struct hash hash = {0};

    if (!folder)
        return NULL;
    for (size_t i = 0; i < command->count; i++) {
        hash_string(&hash, command->data[i]);
        if (*command->data[i] != '-')
            hash_program(&hash, command->data[i]);
    }
    return text_format("%s/%016llx%016llx.said", folder, (unsigned long long)hash.of_sums,
                       (unsigned long long)hash.of_bits);
}

/* Reads what was kept under the name: 0 if there is nothing. */
static int take_answer(const char *name, struct text *answer)
{
    FILE *file = fopen(name, "r");
    char buffer[4096];
    size_t length;

    while (file && (length = fread(buffer, 1, sizeof buffer, file)) > 0)
        text_add(answer, buffer, length);
    if (file)
        fclose(file);
    if (answer->length)
        utimensat(AT_FDCWD, name, NULL, 0);
    return answer->length > 0;
}

static void keep_answer(const char *name, const struct text *answer)
{
    char *part = text_format("%s.%ld", name, (long)getpid());
    FILE *file = make_folder(name) ? fopen(part, "w") : NULL;
    int is_whole = file && fwrite(answer->data, 1, answer->length, file) == answer->length;

    if (file)
        become(part, name, !fclose(file) && is_whole);
    free(part);
}

int cache_ask(const struct strings *command, struct text *answer)
{
    char *name = answer_name(command);
    int status = 0;

    if (!name || !take_answer(name, answer)) {
        status = read_command(command, answer);
        if (name && !status && answer->length)
            keep_answer(name, answer);
    }
    free(name);
    return status;
}
