#include "by_gcc.h"

#include "command.h"
#include "copied_pieces.h"
#include "files.h"
#include "process.h"
#include "reached.h"
#include "unseen_loads.h"
#include "unseen_stores.h"

#include <stdlib.h>
#include <string.h>

/* Flags with which g++ makes all functions parts of their callers that it may. */
static const char *const inlining[] = {"-finline-functions",
                                       "-finline-small-functions",
                                       "--param=early-inlining-insns=100000",
                                       "--param=inline-min-speedup=0",
                                       "--param=inline-unit-growth=100000",
                                       "--param=large-function-growth=100000",
                                       "--param=max-inline-insns-auto=100000",
                                       "--param=max-inline-insns-single=100000",
                                       NULL};

/*
 * A copy of the text that asks g++ for this: flags alone do not reach functions behind precompiled
 * headers. The next line names its own place in the source.
 */
static char *with_inlining(const char *translated)
{
    static const char headers[] = "#pragma GCC pch_preprocess",
                      asked[] = "#pragma GCC optimize (\"inline-functions\", "
                                "\"inline-small-functions\")\n";
    struct text text = read_file(translated), changed = {0};
    const char *at = strstr(text.data, headers);
    char *path = temporary_file(".ii");

    at = at ? at + strcspn(at, "\n") + 1 : text.data;
    text_add(&changed, text.data, (size_t)(at - text.data));
    text_add_string(&changed, asked);
    text_add_string(&changed, at);
    write_file(path, &changed);
    free(text.data);
    free(changed.data);
    return path;
}

/* Gives hooks of copies, in the assembly, the names that say of which pieces these are. */
static void name_pieces(const char *instructions, const struct text *listed, const char *assembly)
{
    struct text made = read_file(instructions), pieces = {0};

    find_copied_pieces(&made, listed, &pieces);
    if (pieces.length > 1) {
        struct text code = read_file(assembly);

        name_copied_pieces(&pieces, &code);
        write_file(assembly, &code);
        free(code.data);
    }
    free(made.data);
    free(pieces.data);
}

/*
 * Runs g++ from the translated text to assembly, in which hooks of copies then have the names of
 * copied_pieces.h; *listed is its listing of its work.
 */
static int run_gcc(const struct options *options, const struct strings *command,
                   const char *const *flags, const char *translated, const char *assembly,
                   struct text *messages, struct text *listed)
{
    char *listing = temporary_file(".listing"), *instructions = temporary_file(".listing");
    char *flag = text_format("-fdump-tree-optimized=%s", listing);
    char *other_flag = text_format("-fdump-rtl-final=%s", instructions);
    struct strings all = {0};

    strings_add_all(&all, (const char *const *)command->data);
    strings_add_all(&all, flags);
    strings_add_all(
        &all, (const char *const[]){flag, other_flag, "-S", translated, "-o", assembly, NULL});
    int status = run_command(&all, options, messages);

    free(listed->data);
    *listed = status || options->dry_run ? (struct text){0} : read_file(listing);
    if (listed->length)
        name_pieces(instructions, listed, assembly);
    free(other_flag);
    free(instructions);
    free(flag);
    free(listing);
    return status;
}

/* Whether a kernel that is judged, or what it calls, has a load without a hook (unseen_loads.h). */
static int has_unseen_load(const struct toolchain *toolchain, const struct options *options,
                           const struct text *listed, const char *assembly, struct text *function)
{
    int is_chosen = options->reached && toolchain->machine != MACHINE_ARM64; /* as in assemble() */
    struct text reached = {0};

    if (!options->device_only || !find_unseen_load(listed, NULL, function))
        return 0;
    function->length = 0;
    if (is_chosen) {
        struct text code = read_file(assembly);

        text_add(&reached, "", 0);
        add_reached(&code, options->reached, &reached);
        free(code.data);
    }
    int is_found = find_unseen_load(listed, is_chosen ? &reached : NULL, function);

    free(reached.data);
    return is_found;
}

int compile_by_gcc(const struct toolchain *toolchain, const struct options *options,
                   const struct strings *command, const char *translated, const char *assembly,
                   struct text *messages, struct text *unseen)
{
    static const char *const none[] = {NULL};
    struct text listed = {0}, function = {0}, again = {0};
    int status = run_gcc(options, command, none, translated, assembly, messages, &listed);

    if (!status && has_unseen_load(toolchain, options, &listed, assembly, &function)) {
        char *text = with_inlining(translated);

        status = run_gcc(options, command, inlining, text, assembly, &again, &listed);
        free(text);
        function.length = 0;
        if (!status && has_unseen_load(toolchain, options, &listed, assembly, &function)) {
            text_add_format(messages,
                            "%s: error: in %s a structure that a function takes by value comes "
                            "straight from memory: such a load is not seen. Copy it to a variable "
                            "first\n",
                            options->inputs[0].path, function.data);
            status = 1;
        }
    }
    find_unseen_stores(&listed, unseen);
    free(listed.data);
    free(function.data);
    free(again.data);
    return status;
}
