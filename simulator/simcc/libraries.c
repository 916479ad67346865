/*
 * CUDA's libraries by name: see libraries.h.
 */
#include "libraries.h"

#include <stdio.h>
#include <string.h>

static const char OF_GPU[] = "compile this program with nvcc, for a GPU";
static const char BY_HAND[] = "write the kernel by hand, or compile with nvcc, for a GPU";

/* A library: its name for -l, the beginning of its headers' names, and words about it. */
static const struct {
    const char *linked, *header;
    const char *about[2]; /* its name; the advice */
} lacking[] = {
    {"cublasLt", "cublasLt", {"such part of cuBLAS", "include cublas_v2.h"}},
    {"nvblas", "cublasXt", {"such part of cuBLAS", "include cublas_v2.h"}},
    {"cufft", "cufft", {"cuFFT", OF_GPU}},
    {"cufftw", "cufftw", {"cuFFT", OF_GPU}},
    {"cusparse", "cusparse", {"cuSPARSE", BY_HAND}},
    {"cusolver", "cusolver", {"cuSOLVER", OF_GPU}},
    {"cudnn", "cudnn", {"cuDNN", OF_GPU}},
    {"nvrtc", "nvrtc", {"NVRTC (compiling while the program runs)", OF_GPU}},
    {"nvjpeg", "nvjpeg", {"nvJPEG", OF_GPU}},
    {"cutensor", "cutensor", {"cuTENSOR", OF_GPU}},
    {"nvidia-ml", "nvml", {"NVML", "ask with cudaGetDeviceProperties"}},
    {"cupti", "cupti", {"CUPTI", "SIM_REPORT=counters has counters"}},
    {"nppc", "npp", {"NPP", OF_GPU}},
    {"nppi", NULL, {"NPP", OF_GPU}},
    {"GL", "GL/", {"graphics", "compile for a GPU with a display"}},
    {"glut", "helper_gl", {"graphics", "compile for a GPU with a display"}},
    {NULL, "cuda_gl_interop", {"graphics", "compile for a GPU with a display"}},
    {NULL, "cutlass/", {"CUTLASS", BY_HAND}},
    {NULL, "cute/", {"CUTLASS", BY_HAND}},
    {NULL, "mma.h", {"tensor cores (wmma)", BY_HAND}},
    {NULL, "cuda_fp8", {"8-bit floating point", "use __half or __nv_bfloat16"}},
    {NULL, "cuda_fp4", {"4-bit floating point", "use __half or __nv_bfloat16"}},
    {NULL, "cudaGL", {"graphics", "compile for a GPU with a display"}},
    {NULL, "cudaEGL", {"graphics", "compile for a GPU with a display"}},
    {NULL, "cudaVDPAU", {"graphics", "compile for a GPU with a display"}},
    {NULL, "cuda_egl_interop", {"graphics", "compile for a GPU with a display"}},
    {NULL, "cuda_vdpau_interop", {"graphics", "compile for a GPU with a display"}},
    {NULL, "optix", {"OptiX", OF_GPU}},
    {"nvJitLink", "nvJitLink", {"nvJitLink (linking while the program runs)", OF_GPU}},
    {"nvvm", "nvvm", {"NVVM (compiling while the program runs)", OF_GPU}},
    {"nvptxcompiler_static", "nvPTXCompiler", {"PTX compiler", OF_GPU}},
    {"cufile", "cufile", {"cuFile", OF_GPU}},
    {"nvshmem", "nvshmem", {"NVSHMEM", OF_GPU}},
    {NULL, "cudaTypedefs.h", {"driver API", "use the runtime API"}},
    {NULL, "cuda_occupancy.h", {"such part of CUDA", "ask cudaOccupancyMaxPotentialBlockSize"}},
    {NULL, "cuda_awbarrier", {"such barriers", "include <cuda/barrier>"}},
    {NULL, "helper_multiprocess", {"memory that processes share", "use one process"}},
    {NULL, "cudaProfiler.h", {"driver API", "include cuda_profiler_api.h"}},
    {NULL, "helper_cuda_drvapi", {"driver API", "use the runtime API"}},
    {NULL, "torch/", {"PyTorch", OF_GPU}},
    {NULL, "ATen/", {"PyTorch", OF_GPU}},
    {NULL,
     "thrust/",
     {"such part of Thrust",
      "there are host_vector, device_vector, reduce, transform, sort, scan, sequence and more: "
      "docs/programs.md"}},
    {NULL,
     "cub/",
     {"such part of CUB",
      "there are warp, block and device reductions and scans, sort and select: docs/programs.md"}},
    {NULL,
     "cuda/",
     {"such part of libcu++", "there are cuda/atomic, cuda/barrier and cuda/pipeline"}},
    {NULL, "cooperative_groups/", {"such part of cooperative groups", "there are reduce and scan"}},
};

int is_own_library(const char *name)
{
    /* cuda, the driver API: many programs that call nothing of it are linked with it */
    static const char *const own[] = {
        "cudart",     "cudart_static", "cudadevrt", "curand", "curand_static", "culibos",
        "nvToolsExt", "nvtx3interop",  "cuda",      "nccl",   "cublas",        "cublas_static"};

    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (!strcmp(name, own[i]))
            return 1;
    for (size_t i = 0; i < sizeof lacking / sizeof *lacking; i++) {
        if (lacking[i].linked && !strcmp(name, lacking[i].linked)) {
            fprintf(stderr, "simcc: warning: -l%s: the simulator has no %s: %s\n", name,
                    lacking[i].about[0], lacking[i].about[1]);
            return 1;
        }
    }
    return 0;
}

const char *const *lacking_library(const char *header)
{
    for (size_t i = 0; i < sizeof lacking / sizeof *lacking; i++)
        if (lacking[i].header && !strncmp(header, lacking[i].header, strlen(lacking[i].header)))
            return lacking[i].about;
    return NULL;
}
