/*
 * The table of missing names: see missing.h.
 */
#include "missing.h"

#include <ctype.h>
#include <string.h>

static const char ASK_LIST[] = "docs/programs.md lists what there is";
static const char GONE[] = "it is gone in CUDA 13, too";
static const char BLAS[] = "such part of cuBLAS, or its header is missing";
static const char OLD_BLAS[] = "old interface of cuBLAS";
static const char OLD_BLAS_HERE[] = "include cublas_v2.h, and make a handle with cublasCreate";
static const char BLAS_HERE[] = "cublas_v2.h has axpy, dot, gemv, ger, gemm and more: "
                                "docs/programs.md lists the parts that there are";
static const char DRIVER[] = "driver API";
static const char RUNTIME[] = "use the runtime API: cudaMalloc, kernel<<<grid, block>>>";
static const char SOBOL[] = "such quasi-random numbers";
static const char SOBOL_HERE[] = "there is CURAND_RNG_QUASI_SOBOL32, and curandStateSobol32";
static const char TEXTURES[] = "textures of this kind";
static const char TEXTURES_HERE[] =
    "there are tex1Dfetch, tex1D, tex2D, tex3D, their layered forms and texCubemap";

/* The first entry that fits counts. */
static const struct missing table[] = {
    {"__shfl", "shuffles without a mask", "since CUDA 9 it is __shfl_sync(mask, value, lane)"},
    {"__shfl_up", "shuffles without a mask", "since CUDA 9 it is __shfl_up_sync(mask, ...)"},
    {"__shfl_down", "shuffles without a mask", "since CUDA 9 it is __shfl_down_sync(mask, ...)"},
    {"__shfl_xor", "shuffles without a mask", "since CUDA 9 it is __shfl_xor_sync(mask, ...)"},
    {"__any", "votes without a mask", "since CUDA 9 it is __any_sync(mask, predicate)"},
    {"__all", "votes without a mask", "since CUDA 9 it is __all_sync(mask, predicate)"},
    {"__ballot", "votes without a mask", "since CUDA 9 it is __ballot_sync(mask, predicate)"},
    {"cudaBindTexture*", "texture references", "make a texture object: cudaCreateTextureObject"},
    {"cudaUnbindTexture*", "texture references", "make a texture object: cudaCreateTextureObject"},
    {"cudaReadMode*", "texture references", "make a texture object: cudaCreateTextureObject"},
    {"texture", "texture references", "make a texture object: cudaCreateTextureObject"},
    {"surface", "surface references", "make a surface object: cudaCreateSurfaceObject"},
    {"cudaBindSurface*", "surface references", "make a surface object: cudaCreateSurfaceObject"},
    {"tex1D*", TEXTURES, TEXTURES_HERE},
    {"tex2D*", TEXTURES, TEXTURES_HERE},
    {"tex3D*", TEXTURES, TEXTURES_HERE},
    {"texCubemap*", TEXTURES, TEXTURES_HERE},
    {"cudaMipmapped*", "mipmaps", "textures of one level: cudaMallocArray"},
    {"cudaMallocMipmapped*", "mipmaps", "textures of one level: cudaMallocArray"},
    {"cudaIpc*", "memory that processes share", "use one process, or compile for a GPU"},
    {"cudaImportExternal*", "external memory", "compile for a GPU"},
    {"cudaExternal*", "external memory", "compile for a GPU"},
    {"cudaGraphics*", "graphics", "compile for a GPU with a display"},
    {"cudaGL*", "graphics", "compile for a GPU with a display"},
    {"cudaEGL*", "graphics", "compile for a GPU with a display"},
    {"cudaGraphConditional*", "conditional graph nodes",
     "choose on the host which graph to launch"},
    {"cudaGraph*", "such part of CUDA graphs", "capture a stream: cudaStreamBeginCapture"},
    {"cudaUserObject*", "user objects of graphs", "free what a graph uses after the graph"},
    {"cudaMemPool*", "such part of memory pools", "there are cudaMallocAsync and cudaFreeAsync"},
    {"cudaLaunchCooperativeKernelMultiDevice", NULL, "launch on each device by itself"},
    {"cudaLaunchAttributeCluster*", "thread block clusters", "use blocks and the grid"},
    {"cudaOccupancyMax*Clusters", "thread block clusters", "use blocks and the grid"},
    {"__cluster*", "thread block clusters", "use blocks and the grid"},
    {"cluster_group", "thread block clusters", "use blocks and the grid"},
    {"this_cluster", "thread block clusters", "use blocks and the grid"},
    {"barrier_arrive", "barriers in two parts but a block's", "use sync()"},
    {"barrier_wait", "barriers in two parts but a block's", "use sync()"},
    {"multi_grid_group", "groups over several devices", "use grid_group; CUDA 13 has none, too"},
    {"this_multi_grid", "groups over several devices", "use grid_group; CUDA 13 has none, too"},
    {"experimental", "experimental parts of the libraries",
     "since CUDA 12 block_tile_memory and tiles above a warp are in cooperative_groups itself"},
    {"wmma", "tensor cores (wmma)", "multiply by hand, or compile for a GPU"},
    {"nvcuda", "tensor cores (wmma)", "multiply by hand, or compile for a GPU"},
    {"cudaStreamWaitValue*", "waiting on memory", "use cudaStreamWaitEvent"},
    {"cudaGetDriverEntryPoint*", "the driver API", "use the runtime API"},
    {"cudaLibrary*", "libraries of kernels", "compile the kernels into the program"},
    {"cudaKernel*", "libraries of kernels", "compile the kernels into the program"},
    {"cudaProfilerInitialize", NULL, GONE},
    {"__sad*", NULL, "compute max(x, y) - min(x, y) + z"},
    {"__vadd*", NULL, ASK_LIST},
    {"__nv_fp8*", "8-bit floating point", "use __half or __nv_bfloat16"},
    {"curandStateMtgp32*", "the generator MTGP32", "use curandStateXORWOW_t or Philox"},
    {"CURAND_RNG_QUASI*", SOBOL, SOBOL_HERE},
    {"curandStateSobol*", SOBOL, SOBOL_HERE},
    {"curandStateScrambledSobol*", SOBOL, SOBOL_HERE},
    {"CURAND_DIRECTION_VECTORS*", SOBOL, SOBOL_HERE},
    {"CURAND_SCRAMBLED_DIRECTION*", SOBOL, SOBOL_HERE},
    {"CURAND_SCRAMBLE*", SOBOL, SOBOL_HERE},
    {"CURAND_RNG_PSEUDO_MT*", "generators MT19937 and MTGP32", "use XORWOW, Philox or MRG32k3a"},
    {"curand*", NULL, ASK_LIST},
    {"cublasInit", OLD_BLAS, OLD_BLAS_HERE},
    {"cublasShutdown", OLD_BLAS, OLD_BLAS_HERE},
    {"cublasAlloc", OLD_BLAS, OLD_BLAS_HERE},
    {"cublasFree", OLD_BLAS, OLD_BLAS_HERE},
    {"cublasGetError", OLD_BLAS, OLD_BLAS_HERE},
    {"cublasSetKernelStream", OLD_BLAS, OLD_BLAS_HERE},
    {"cublasStatus", OLD_BLAS, OLD_BLAS_HERE},
    {"cublas*", BLAS, BLAS_HERE},
    {"CUBLAS*", BLAS, BLAS_HERE},
    {"nvtx*", NULL, "leave it out: NVTX's marks do nothing here"},
    {"cuda*", NULL, ASK_LIST},
    {"CUdevice*", DRIVER, RUNTIME},
    {"CUcontext*", DRIVER, RUNTIME},
    {"CUmodule*", DRIVER, RUNTIME},
    {"CUfunction*", DRIVER, RUNTIME},
    {"CUresult*", DRIVER, RUNTIME},
    {"CUDA_*", DRIVER, RUNTIME},
    {"CU_*", DRIVER, RUNTIME},
    /* with ::, of a member of a known type */
    {"cub::", "such part of CUB", "docs/programs.md lists the parts that there are"},
    {"thrust::", "such part of Thrust, or its header is missing",
     "docs/programs.md lists the parts that there are"},
    {"cooperative_groups::", "such part of cooperative groups", ASK_LIST},
    {"cg::", "such part of cooperative groups", ASK_LIST},
    {"cub", "CUB", "include <cub/cub.cuh>"},
    {"thrust", "Thrust", "include its header, as in <thrust/device_vector.h>"},
    {"cooperative_groups", "cooperative groups", "include <cooperative_groups.h>"},
};

/* Beginnings of names that are CUDA's own in device code. */
static const char *const device_names[] = {
    "atomic", "__nv_",    "__nanosleep", "__cvta",  "__pipeline",   "__h",
    "__half", "__float2", "__double2",   "__int2",  "__uint2",      "__ld",
    "__st",   "__v",      "__dp",        "__fns",   "__brev",       "__byte",
    "__prof", "__is",     "__reduce",    "__match", "__syncthreads"};

static int fits(const char *pattern, const char *name, size_t length)
{
    const char *star = strchr(pattern, '*');
    size_t before = star ? (size_t)(star - pattern) : strlen(pattern);
    size_t after = star ? strlen(star + 1) : 0;

    if (length < before + after || strncmp(pattern, name, before))
        return 0;
    return star ? !strncmp(star + 1, name + length - after, after) : length == before;
}

const struct missing *find_missing(const char *name, size_t length)
{
    static const struct missing of_driver = {"cu*", DRIVER, RUNTIME};
    static const struct missing of_device = {"*", NULL, ASK_LIST};

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (fits(table[i].name, name, length))
            return &table[i];
    if (length > 3 && !strncmp(name, "cu", 2) && isupper((unsigned char)name[2]) &&
        islower((unsigned char)name[3]))
        return &of_driver;
    for (size_t i = 0; i < sizeof device_names / sizeof *device_names; i++)
        if (length > strlen(device_names[i]) &&
            !strncmp(name, device_names[i], strlen(device_names[i])))
            return &of_device;
    return NULL;
}
