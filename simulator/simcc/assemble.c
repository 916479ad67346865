/*
 * See assemble.h.
 */
#include "assemble.h"

#include "ahead.h"
#include "batches.h"
#include "command.h"
#include "endless.h"
#include "files.h"
#include "host_callees.h"
#include "host_code.h"
#include "operations.h"
#include "pairing.h"
#include "process.h"
#include "read_only.h"
#include "reached.h"
#include "relocatable.h"
#include "shared_sizes.h"
#include "unseen_stores.h"

#include <stdlib.h>

/* The compiler's output as it is to run: see endless.h, host_code.h. translated: its input. */
static struct text read_assembly(const char *assembly, const char *translated)
{
    struct text whole = read_file(assembly), source = read_file(translated);
    struct text announced = {0}, code = {0};

    announce_endless_loops(&whole, &source, &announced);
    free(source.data);
    free(whole.data);
    drop_hooks_of_host(&announced, &code);
    free(announced.data);
    return code;
}

/* Adds tables to arm64's assembly. model: that of x86-64, or NULL. unseen: see unseen_stores.h. */
static void rewrite_arm64(const struct options *options, const char *translated,
                          const char *assembly, const char *model, const struct text *unseen)
{
    struct text code = read_assembly(assembly, translated), output = {0};

    if (model) {
        struct text listing = read_assembly(model, translated);

        add_operations_of_model(&listing, &code, &output);
        free(listing.data);
    } else {
        text_add(&output, code.data, code.length);
    }
    add_shared_sizes(&code, &output);
    mark_unseen_stores(unseen, &output);
    mark_read_only_loads(&output);
    if (options->position_independent)
        make_relocatable(&output);
    write_file(assembly, &output);
    free(code.data);
    free(output.data);
}

/* Of the assembly, for x86-64, the code without hooks in functions that only the host calls. */
static void drop_hooks_of_its_callees(struct text *code, const char *translated)
{
    struct text source = read_file(translated), output = {0};

    drop_hooks_of_callees(code, &source, &output);
    free(source.data);
    free(code->data);
    *code = output;
}

/* Adds tables to the compiler's output: of operations, of shared memory. */
static int rewrite_assembly(const struct options *options, const char *translated,
                            const char *assembly, const struct text *unseen)
{
    struct text code = read_assembly(assembly, translated), output = {0};

    drop_hooks_of_its_callees(&code, translated);
    if (options->reached) {
        struct text reached = {0};
        int status = keep_reached(&code, options->reached, &reached);
        free(code.data);
        code = reached;
        if (status)
            return status;
    }
    mark_unseen_stores(unseen, &code);
    add_operations(&code, &output);
    add_shared_sizes(&code, &output);
    mark_read_only_loads(&output);
    if (!options->debug) /* a debugger finds each thread where it waits, and at its hooks */
        let_run_ahead(&output);
    if (!options->debug && !options->for_library)
        put_in_batches(&output, options->position_independent);
    if (options->position_independent)
        make_relocatable(&output);
    write_file(assembly, &output);
    free(code.data);
    free(output.data);
    return 0;
}

int assemble(const struct toolchain *toolchain, const struct options *options,
             const struct strings *compiled, const char *translated, const char *assembly,
             const struct text *unseen, const char *object)
{
    struct strings command;
    int status = 0;

    if (toolchain->machine == MACHINE_ARM64) {
        char *model = toolchain->model.count ? temporary_file(".s") : NULL;
        int has_model = model && !compile_model(toolchain, options, compiled, translated, model);

        if (!options->dry_run)
            rewrite_arm64(options, translated, assembly, has_model ? model : NULL, unseen);
        free(model);
    } else if (!options->dry_run) {
        status = rewrite_assembly(options, translated, assembly, unseen);
    }
    if (status)
        return status;
    start_command(&command, toolchain, "assembler");
    if (toolchain->family == COMPILER_CLANG) /* it warns of its own .file directives */
        strings_add(&command, "-Wa,--no-warn");
    strings_add_all(&command, (const char *const[]){"-c", assembly, "-o", object, NULL});
    return run_command(&command, options, NULL);
}
