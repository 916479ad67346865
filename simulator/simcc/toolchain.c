/*
 * Where the compiler, the CUDA headers and the runtime are: see compile.h.
 */
#include "compile.h"

#include "cache.h"
#include "text.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The simulator's folder as built; a simcc that was moved with it finds its own. */
#ifndef SIMCC_ROOT
#define SIMCC_ROOT "."
#endif

static char *own_headers, *own_libraries; /* with a slash at their ends */

/* CXX may hold several words. */
static void split_words(struct strings *words, const char *string)
{
    char *copy = text_format("%s", string);

    for (char *word = strtok(copy, " \t"); word; word = strtok(NULL, " \t"))
        strings_add(words, word);
    free(copy);
}

/* The compiler's output for these arguments; empty where it fails. */
static struct text ask(const struct toolchain *toolchain, const char *const *arguments)
{
    struct strings command = {0};
    struct text answer = {0};

    strings_add_all(&command, (const char *const *)toolchain->compiler.data);
    strings_add_all(&command, arguments);
    if (cache_ask(&command, &answer))
        answer.length = 0;
    return answer;
}

/*
 * Most compilers print it with their version, for which they need not start the compiler proper;
 * the macros show it for all.
 */
static void find_family(struct toolchain *toolchain, const char *name)
{
    struct text version = ask(toolchain, (const char *const[]){"--version", NULL});
    int is_gcc = version.length && strstr(version.data, "Free Software Foundation") &&
                 (strstr(version.data, "g++") || strstr(version.data, "(GCC)"));

    toolchain->family = is_gcc ? COMPILER_GCC : COMPILER_CLANG;
    if (!is_gcc && (!version.length || !strstr(version.data, "clang version"))) {
        struct text macros =
            ask(toolchain, (const char *const[]){"-dM", "-E", "-x", "c++", "/dev/null", NULL});

        if (!macros.length) {
            fprintf(stderr, "simcc: %s is no working C++ compiler\n", name);
            exit(3);
        }
        toolchain->family = strstr(macros.data, "__clang__") ? COMPILER_CLANG : COMPILER_GCC;
        free(macros.data);
    }
    toolchain->version = text_format("%s", version.length ? version.data : "");
    free(version.data);
}

static int has_headers(const char *root)
{
    char *header = text_format("%s/include/cuda_runtime.h", root);
    int found = !access(header, R_OK);

    free(header);
    return found;
}

const char *own_header_folder(void)
{
    return own_headers;
}

const char *own_library_folder(void)
{
    return own_libraries;
}

/* A folder: files, and the folder itself, have a point in their names. */
static int is_library(const struct dirent *entry)
{
    return !strchr(entry->d_name, '.');
}

/* Each folder in own_libraries has the headers of one library. */
static void find_libraries(struct toolchain *toolchain)
{
    struct dirent **entries;
    int count = scandir(own_libraries, &entries, is_library, alphasort);

    for (int i = 0; i < count; i++) {
        char *library = text_format("%s%s", own_libraries, entries[i]->d_name);

        strings_add(&toolchain->libraries, library);
        free(library);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

/* 1 if the folder of the precompiled headers is made of those in root: they name them by path. */
static int is_made_of(const char *folder, const char *root)
{
    char *path = text_format("%s/root", folder), made_of[PATH_MAX] = "";
    FILE *file = fopen(path, "r");

    free(path);
    if (!file)
        return 0;
    if (fgets(made_of, sizeof made_of, file))
        made_of[strcspn(made_of, "\n")] = 0;
    fclose(file);
    return !strcmp(made_of, root);
}

/* simcc's own path. */
static char *own_path(void)
{
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);

    return text_format("%.*s", length > 0 ? (int)length : 0, path);
}

static int has_runtime(const char *folder)
{
    char *library = text_format("%s/libsimulator.a", folder);
    int found = !access(library, R_OK);

    free(library);
    return found;
}

/*
 * What the build makes lies beside simcc, and the headers above it; installed, all lie above it:
 * packaging/install.sh.
 */
static void find_parts(struct toolchain *toolchain, const char *own, const char *root)
{
    const char *parts = has_runtime(own) ? own : root;
    char *headers;

    toolchain->alias_folder = text_format("%s/aliases", parts);
    toolchain->library = text_format("%s/libsimulator.a", parts);
    toolchain->toolkit = text_format("%s/toolkit", parts);
    toolchain->relocatable_library = text_format("%s/lib64/libcudart.a", toolchain->toolkit);
    headers = text_format("%s/headers", parts);
    /* headers that are kept for one machine are none for the model's */
    if (!toolchain->model.count && is_made_of(headers, root)) {
        if (toolchain->family == COMPILER_GCC)
            toolchain->precompiled_folder = text_format("%s", headers);
        else
            toolchain->clang_folder = text_format("%s/clang", headers);
    }
    free(headers);
}

void find_toolchain(struct toolchain *toolchain, const struct options *options)
{
    char *self = own_path(), whole_path[PATH_MAX];
    char *own =
        text_format("%.*s", strrchr(self, '/') ? (int)(strrchr(self, '/') - self) : 0, self);
    char *root = text_format("%s/..", own);

    *toolchain = (struct toolchain){.self = self};
    split_words(&toolchain->compiler, options->compiler);
    find_family(toolchain, options->compiler);
    find_machine(toolchain);
    if (!has_headers(root)) {
        free(root);
        root = text_format("%s", SIMCC_ROOT);
    }
    if (!has_headers(root)) {
        fprintf(stderr, "simcc: no CUDA headers in %s/../include nor in %s/include\n", own,
                SIMCC_ROOT);
        exit(3);
    }
    /* as the compiler's messages and line markers name it: without .. and links */
    if (realpath(root, whole_path)) {
        free(root);
        root = text_format("%s", whole_path);
    }
    toolchain->include_folder = text_format("%s/include", root);
    own_headers = text_format("%s/", toolchain->include_folder);
    own_libraries = text_format("%s/libraries/", root);
    find_libraries(toolchain);
    toolchain->debugger_script = text_format("%s/debugger/simcc_gdb.py", root);
    find_parts(toolchain, own, root);
    free(own);
    free(root);
}

void require_toolkit(const struct toolchain *toolchain)
{
    if (!access(toolchain->relocatable_library, R_OK))
        return;
    fprintf(stderr, "simcc: no %s: make toolkit builds it\n", toolchain->relocatable_library);
    exit(3);
}
