/*
 * The headers that a submission may include above main: of CUDA, of standard C and C++, and a few
 * of the system. Others could bring instructions of the CPU that are not counted.
 */
#define _GNU_SOURCE
#include <string.h>

#include "kernel_headers.h"

/* The lab's own and CUDA's. */
static const char *const of_cuda[] = {"../common/lab.h",
                                      "../common/result.h",
                                      "../common/rows/row_check.h",
                                      "../common/rows/rows.h",
                                      "lanes.h",
                                      "meeting.h",
                                      "operators.h",
                                      "order.h",
                                      "segments.h",
                                      "setting.h",
                                      "shapes.h",
                                      "task.h",
                                      "cooperative_groups.h",
                                      "cooperative_groups/memcpy_async.h",
                                      "cooperative_groups/reduce.h",
                                      "cooperative_groups/scan.h",
                                      "builtin_types.h",
                                      "cuComplex.h",
                                      "cuda.h",
                                      "cuda_awbarrier.h",
                                      "cuda_bf16.h",
                                      "cuda_device_runtime_api.h",
                                      "cuda_fp16.h",
                                      "cuda_pipeline.h",
                                      "cuda_pipeline_primitives.h",
                                      "cuda_profiler_api.h",
                                      "cuda_runtime.h",
                                      "cuda_runtime_api.h",
                                      "curand.h",
                                      "curand_kernel.h",
                                      "device_functions.h",
                                      "device_launch_parameters.h",
                                      "device_types.h",
                                      "driver_types.h",
                                      "host_defines.h",
                                      "math_constants.h",
                                      "math_functions.h",
                                      "vector_functions.h",
                                      "vector_types.h",
                                      "helper_cuda.h",
                                      "helper_functions.h",
                                      "helper_image.h",
                                      "helper_math.h",
                                      "helper_string.h",
                                      "helper_timer.h"};

/* Folders of CUDA's libraries: what they do in a kernel is counted as all else is. */
static const char *const cuda_folders[] = {"cub/", "cuda/", "nv/", "nvtx3/", "thrust/"};

/* Standard C, and headers of POSIX and OpenMP for main. */
static const char *const of_c[] = {
    "assert.h",   "complex.h",  "ctype.h",       "errno.h",   "fenv.h",    "float.h",
    "inttypes.h", "iso646.h",   "limits.h",      "locale.h",  "math.h",    "setjmp.h",
    "signal.h",   "stdalign.h", "stdarg.h",      "stdbool.h", "stddef.h",  "stdint.h",
    "stdio.h",    "stdlib.h",   "stdnoreturn.h", "string.h",  "time.h",    "uchar.h",
    "wchar.h",    "wctype.h",   "getopt.h",      "omp.h",     "pthread.h", "strings.h",
    "sys/stat.h", "sys/time.h", "sys/types.h",   "unistd.h"};

/* Standard C++, up to C++20. */
static const char *const of_cpp[] = {"algorithm",
                                     "any",
                                     "array",
                                     "atomic",
                                     "bit",
                                     "bitset",
                                     "cassert",
                                     "cctype",
                                     "cerrno",
                                     "cfenv",
                                     "cfloat",
                                     "charconv",
                                     "chrono",
                                     "cinttypes",
                                     "climits",
                                     "clocale",
                                     "cmath",
                                     "compare",
                                     "complex",
                                     "concepts",
                                     "condition_variable",
                                     "csetjmp",
                                     "csignal",
                                     "cstdarg",
                                     "cstddef",
                                     "cstdint",
                                     "cstdio",
                                     "cstdlib",
                                     "cstring",
                                     "ctime",
                                     "cuchar",
                                     "cwchar",
                                     "cwctype",
                                     "deque",
                                     "exception",
                                     "filesystem",
                                     "forward_list",
                                     "fstream",
                                     "functional",
                                     "future",
                                     "initializer_list",
                                     "iomanip",
                                     "ios",
                                     "iosfwd",
                                     "iostream",
                                     "istream",
                                     "iterator",
                                     "limits",
                                     "list",
                                     "locale",
                                     "map",
                                     "memory",
                                     "memory_resource",
                                     "mutex",
                                     "new",
                                     "numbers",
                                     "numeric",
                                     "optional",
                                     "ostream",
                                     "queue",
                                     "random",
                                     "ranges",
                                     "ratio",
                                     "regex",
                                     "scoped_allocator",
                                     "set",
                                     "shared_mutex",
                                     "source_location",
                                     "span",
                                     "sstream",
                                     "stack",
                                     "stdexcept",
                                     "streambuf",
                                     "string",
                                     "string_view",
                                     "system_error",
                                     "thread",
                                     "tuple",
                                     "type_traits",
                                     "typeindex",
                                     "typeinfo",
                                     "unordered_map",
                                     "unordered_set",
                                     "utility",
                                     "valarray",
                                     "variant",
                                     "vector",
                                     "version"};

static int is_one_of(const char *name, size_t length, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(names[i]) == length && strncmp(name, names[i], length) == 0)
            return 1;
    return 0;
}

#define IS_ONE_OF(names) is_one_of(name, length, names, sizeof(names) / sizeof *(names))

/* Whether a name leads into one of the folders, and not out of it again. */
static int is_in_folder(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof cuda_folders / sizeof *cuda_folders; i++)
        if (strlen(cuda_folders[i]) < length &&
            strncmp(name, cuda_folders[i], strlen(cuda_folders[i])) == 0)
            return memmem(name, length, "..", 2) == NULL;
    return 0;
}

int header_allowed(const char *name, size_t length)
{
    return is_in_folder(name, length) || IS_ONE_OF(of_cuda) || IS_ONE_OF(of_c) || IS_ONE_OF(of_cpp);
}
