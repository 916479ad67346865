/*
 * The first step of a .cu file: macros and included files, by the compiler's own
 * preprocessor, with the CUDA headers in front as nvcc has it.
 */
#include "command.h"

#include "process.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a CUDA program sees defined; 900: compute capability 9.0, as an H100. */
static const char *const cuda_macros[] = {"-D__CUDACC__",
                                          "-D__SIMCC__",
                                          "-D__CUDA_ARCH__=900",
                                          "-D__CUDACC_VER_MAJOR__=13",
                                          "-D__CUDACC_VER_MINOR__=0",
                                          NULL};

/* A library that is included and is not here: says so, beside the compiler's own message. */
static void explain_missing_header(const char *messages)
{
    static const struct {
        const char *folder;
        const char *name;
    } libraries[] = {
        {"thrust/", "Thrust"},
        {"cub/", "CUB"},
        {"cuda/", "libcu++ (cuda::, cuda::std::)"},
        {"cublas", "cuBLAS"},
        {"curand", "cuRAND"},
        {"cufft", "cuFFT"},
        {"cusparse", "cuSPARSE"},
        {"mma.h", "tensor cores (wmma)"},
        {"cuda_fp16", "half precision"},
        {"cuda_bf16", "bfloat16"},
        {"nvrtc", "NVRTC"},
        {"cooperative_groups/memcpy_async", "asynchronous copies to shared memory"},
    };
    const char *line = strstr(messages, "fatal error: ");

    if (!line)
        return;
    line += strlen("fatal error: ");
    line += *line == '\'';
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        if (!strncmp(line, libraries[i].folder, strlen(libraries[i].folder))) {
            fprintf(stderr, "simcc: the simulator has no %s\n", libraries[i].name);
            return;
        }
    }
}

int preprocess(const struct toolchain *toolchain, const struct options *options, const char *path,
               const char *object, const char *preprocessed, int exceptions)
{
    struct strings command;
    struct text messages = {0};
    int status;

    start_command(&command, toolchain, "c++");
    strings_add(&command, "-E");
    add_standard(&command, options);
    strings_add_all(&command, cuda_macros);
    add_folders(&command, toolchain);
    strings_add_all(&command, (const char *const[]){"-include", "cuda_runtime.h", NULL});
    add_strings(&command, &options->preprocessor);
    add_dependencies(&command, options, object);
    add_strings(&command, &options->compiling);
    if (!exceptions)
        strings_add(&command, "-fno-exceptions");
    strings_add_all(&command, (const char *const[]){path, "-o", preprocessed, NULL});
    status = run_command(&command, options->verbose, &messages);
    if (status && messages.length)
        explain_missing_header(messages.data);
    free(messages.data);
    return status;
}
