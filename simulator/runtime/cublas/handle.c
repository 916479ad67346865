/*
 * Handles: see handle.h.
 */
#include "cublas/handle.h"

#include <stdlib.h>

#include "base/api_lock.h"
#include "base/current_device.h"
#include "base/errors.h"
#include "cublas/call.h"

static struct cublasContext *handles;

const char *handle_wrong(cublasHandle_t handle)
{
    if (!handle)
        return "is NULL: cublasCreate was not called, or failed";
    for (const struct cublasContext *known = handles; known; known = known->next)
        if (known == handle)
            return known->destroyed ? "was destroyed" : NULL;
    return "was never created";
}

cublasStatus_t cublasCreate(cublasHandle_t *handle)
{
    if (!handle)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (error_sticky())
        return CUBLAS_STATUS_NOT_INITIALIZED;
    struct cublasContext *made = calloc(1, sizeof *made);
    if (!made)
        return CUBLAS_STATUS_ALLOC_FAILED;
    api_lock();
    made->device = current_device();
    made->next = handles;
    *handle = handles = made;
    api_unlock();
    return CUBLAS_STATUS_SUCCESS;
}

/* The handle, or no handle and the call's status, which the caller returns. */
static cublasHandle_t known(cublasHandle_t handle, const char *name, uintptr_t pc)
{
    struct call call = {.handle = handle, .name = name, .pc = pc};
    call_open_handle(&call);
    return call_close(&call) ? NULL : handle;
}

/* A function that only sets or asks something of the handle. */
#define WITH_HANDLE(name, action)                                                                  \
    do {                                                                                           \
        if (!known(handle, name, CALLER))                                                          \
            return CUBLAS_STATUS_NOT_INITIALIZED;                                                  \
        action;                                                                                    \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    } while (0)

#define ASK(name, pointer, value)                                                                  \
    WITH_HANDLE(name, if (!(pointer)) return CUBLAS_STATUS_INVALID_VALUE; *(pointer) = (value))

cublasStatus_t cublasDestroy(cublasHandle_t handle)
{
    if (!handle) /* as after a failed cublasCreate: no mistake */
        return CUBLAS_STATUS_NOT_INITIALIZED;
    WITH_HANDLE("cublasDestroy", handle->destroyed = 1);
}

cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version)
{
    WITH_HANDLE("cublasGetVersion", if (!version) return CUBLAS_STATUS_INVALID_VALUE;
                *version = CUBLAS_VERSION);
}

cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream)
{
    WITH_HANDLE("cublasSetStream", handle->stream = stream);
}

cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream)
{
    ASK("cublasGetStream", stream, handle->stream);
}

cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode)
{
    if (mode != CUBLAS_POINTER_MODE_HOST && mode != CUBLAS_POINTER_MODE_DEVICE)
        return CUBLAS_STATUS_INVALID_VALUE;
    WITH_HANDLE("cublasSetPointerMode", handle->pointer_mode = mode);
}

cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode)
{
    ASK("cublasGetPointerMode", mode, handle->pointer_mode);
}

cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode)
{
    if (mode != CUBLAS_ATOMICS_NOT_ALLOWED && mode != CUBLAS_ATOMICS_ALLOWED)
        return CUBLAS_STATUS_INVALID_VALUE;
    WITH_HANDLE("cublasSetAtomicsMode", handle->atomics_mode = mode);
}

cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode)
{
    ASK("cublasGetAtomicsMode", mode, handle->atomics_mode);
}

cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode)
{
    int without_flag = (int)mode & ~(int)CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION;
    if (without_flag < CUBLAS_DEFAULT_MATH || without_flag > CUBLAS_TF32_TENSOR_OP_MATH)
        return CUBLAS_STATUS_INVALID_VALUE;
    WITH_HANDLE("cublasSetMathMode", handle->math_mode = mode);
}

cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode)
{
    ASK("cublasGetMathMode", mode, handle->math_mode);
}

cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t size)
{
    (void)workspace;
    (void)size;
    WITH_HANDLE("cublasSetWorkspace", );
}
