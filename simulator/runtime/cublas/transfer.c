/*
 * Copies of vectors and matrices between host and device.
 */
#include "cublas/call.h"

#include "base/api_lock.h"
#include "base/settings.h"
#include "cuda_api/copied.h"
#include "cuda_api/copies.h"
#include "launch/graph.h"
#include "launch/handles.h"
#include "report/findings.h"

/* A copy of `columns` pieces of `bytes` each, which lie that many bytes apart. */
struct pieces {
    const char *source;
    char *target;
    size_t bytes, columns;
    size_t source_step, target_step;
    enum cudaMemcpyKind kind;
};

static cublasStatus_t transfer(const struct pieces *p, cudaStream_t stream, int waits, uintptr_t pc,
                               const char *name)
{
    cudaError_t error = cudaSuccess;
    if (!p->bytes || !p->columns)
        return CUBLAS_STATUS_SUCCESS;
    if (stream_check(stream, pc, name))
        return CUBLAS_STATUS_MAPPING_ERROR;
    if (graph_of_stream(stream)) {
        if (settings.checks)
            finding_on_host(FINDING_INVALID_BLAS_CALL, pc,
                            "%s: the stream is captured into a graph, and the simulator's graphs "
                            "have no calls of cuBLAS",
                            name);
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    api_lock();
    int is_one = p->source_step == p->bytes && p->target_step == p->bytes;
    size_t pieces = is_one ? 1 : p->columns, bytes = is_one ? p->bytes * p->columns : p->bytes;
    for (size_t i = 0; i < pieces && !error; i++)
        error = copy_bytes(p->target + i * p->target_step, p->source + i * p->source_step, bytes,
                           p->kind, pc, name);
    error = copy_timed(error, p->target, p->source, p->bytes * p->columns, stream, waits);
    api_unlock();
    return error ? CUBLAS_STATUS_MAPPING_ERROR : CUBLAS_STATUS_SUCCESS;
}

/* A number that makes no sense: CUBLAS_STATUS_INVALID_VALUE, with a finding. */
static int is_wrong(const char *argument, int value, int least, uintptr_t pc, const char *name)
{
    if (value >= least)
        return 0;
    if (settings.checks)
        finding_on_host(FINDING_INVALID_BLAS_CALL, pc, "%s: %s is %d: it must be at least %d", name,
                        argument, value, least);
    return 1;
}

static cublasStatus_t copy_vector(int n, int size, const void *x, int incx, void *y, int incy,
                                  enum cudaMemcpyKind kind, cudaStream_t stream, int waits,
                                  uintptr_t pc, const char *name)
{
    if (is_wrong("n", n, 0, pc, name) || is_wrong("elemSize", size, 1, pc, name) ||
        is_wrong("incx", incx, 1, pc, name) || is_wrong("incy", incy, 1, pc, name))
        return CUBLAS_STATUS_INVALID_VALUE;
    size_t bytes = (size_t)size;
    struct pieces pieces = {x,   y, bytes, (size_t)n, bytes * (size_t)incx, bytes * (size_t)incy,
                            kind};
    return transfer(&pieces, stream, waits, pc, name);
}

static cublasStatus_t copy_matrix(int rows, int columns, int size, const void *a, int lda, void *b,
                                  int ldb, enum cudaMemcpyKind kind, cudaStream_t stream, int waits,
                                  uintptr_t pc, const char *name)
{
    if (is_wrong("rows", rows, 0, pc, name) || is_wrong("cols", columns, 0, pc, name) ||
        is_wrong("elemSize", size, 1, pc, name) ||
        is_wrong("lda", lda, rows > 1 ? rows : 1, pc, name) ||
        is_wrong("ldb", ldb, rows > 1 ? rows : 1, pc, name))
        return CUBLAS_STATUS_INVALID_VALUE;
    size_t bytes = (size_t)size;
    struct pieces pieces = {
        a,   b, bytes * (size_t)rows, (size_t)columns, bytes * (size_t)lda, bytes * (size_t)ldb,
        kind};
    return transfer(&pieces, stream, waits, pc, name);
}

#define TO_DEVICE cudaMemcpyHostToDevice
#define TO_HOST   cudaMemcpyDeviceToHost

cublasStatus_t cublasSetVector(int n, int elemSize, const void *x, int incx, void *devicePtr,
                               int incy)
{
    return copy_vector(n, elemSize, x, incx, devicePtr, incy, TO_DEVICE, NULL, 1, CALLER,
                       "cublasSetVector");
}

cublasStatus_t cublasGetVector(int n, int elemSize, const void *x, int incx, void *y, int incy)
{
    return copy_vector(n, elemSize, x, incx, y, incy, TO_HOST, NULL, 1, CALLER, "cublasGetVector");
}

cublasStatus_t cublasSetMatrix(int rows, int cols, int elemSize, const void *A, int lda, void *B,
                               int ldb)
{
    return copy_matrix(rows, cols, elemSize, A, lda, B, ldb, TO_DEVICE, NULL, 1, CALLER,
                       "cublasSetMatrix");
}

cublasStatus_t cublasGetMatrix(int rows, int cols, int elemSize, const void *A, int lda, void *B,
                               int ldb)
{
    return copy_matrix(rows, cols, elemSize, A, lda, B, ldb, TO_HOST, NULL, 1, CALLER,
                       "cublasGetMatrix");
}

cublasStatus_t cublasSetVectorAsync(int n, int elemSize, const void *hostPtr, int incx,
                                    void *devicePtr, int incy, cudaStream_t stream)
{
    return copy_vector(n, elemSize, hostPtr, incx, devicePtr, incy, TO_DEVICE, stream, 0, CALLER,
                       "cublasSetVectorAsync");
}

cublasStatus_t cublasGetVectorAsync(int n, int elemSize, const void *devicePtr, int incx,
                                    void *hostPtr, int incy, cudaStream_t stream)
{
    return copy_vector(n, elemSize, devicePtr, incx, hostPtr, incy, TO_HOST, stream, 0, CALLER,
                       "cublasGetVectorAsync");
}

cublasStatus_t cublasSetMatrixAsync(int rows, int cols, int elemSize, const void *A, int lda,
                                    void *B, int ldb, cudaStream_t stream)
{
    return copy_matrix(rows, cols, elemSize, A, lda, B, ldb, TO_DEVICE, stream, 0, CALLER,
                       "cublasSetMatrixAsync");
}

cublasStatus_t cublasGetMatrixAsync(int rows, int cols, int elemSize, const void *A, int lda,
                                    void *B, int ldb, cudaStream_t stream)
{
    return copy_matrix(rows, cols, elemSize, A, lda, B, ldb, TO_HOST, stream, 0, CALLER,
                       "cublasGetMatrixAsync");
}
