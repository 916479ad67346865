/*
 * The statuses by name, and in words.
 */
#include "cublas_v2.h"

static const struct {
    cublasStatus_t status;
    const char *name, *words;
} statuses[] = {
#define STATUS(status, words)                                                                      \
    {                                                                                              \
        status, #status, words                                                                     \
    }
    STATUS(CUBLAS_STATUS_SUCCESS, "success"),
    STATUS(CUBLAS_STATUS_NOT_INITIALIZED, "the library was not initialized"),
    STATUS(CUBLAS_STATUS_ALLOC_FAILED, "the resource allocation failed"),
    STATUS(CUBLAS_STATUS_INVALID_VALUE,
           "an unsupported value or parameter was passed to the function"),
    STATUS(CUBLAS_STATUS_ARCH_MISMATCH, "the function requires a feature that the device lacks"),
    STATUS(CUBLAS_STATUS_MAPPING_ERROR, "an access to GPU memory space failed"),
    STATUS(CUBLAS_STATUS_EXECUTION_FAILED, "the function failed to launch on the GPU"),
    STATUS(CUBLAS_STATUS_INTERNAL_ERROR, "an internal operation failed"),
    STATUS(CUBLAS_STATUS_NOT_SUPPORTED, "the functionality requested is not supported"),
    STATUS(CUBLAS_STATUS_LICENSE_ERROR, "the functionality requested requires a license"),
#undef STATUS
};

#define STATUSES (sizeof statuses / sizeof *statuses)

const char *cublasGetStatusName(cublasStatus_t status)
{
    for (size_t i = 0; i < STATUSES; i++)
        if (statuses[i].status == status)
            return statuses[i].name;
    return "CUBLAS_STATUS_UNKNOWN";
}

const char *cublasGetStatusString(cublasStatus_t status)
{
    for (size_t i = 0; i < STATUSES; i++)
        if (statuses[i].status == status)
            return statuses[i].words;
    return "unknown error code";
}
