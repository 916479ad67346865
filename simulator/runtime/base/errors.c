/*
 * Errors of the host API: names, texts, and which one is remembered.
 */
#include "base/errors.h"

static _Thread_local cudaError_t last;
static cudaError_t sticky;

cudaError_t error_set(cudaError_t error)
{
    if (error != cudaSuccess)
        last = error;
    return error;
}

cudaError_t error_set_sticky(cudaError_t error)
{
    sticky = error;
    return error_set(error);
}

cudaError_t error_sticky(void)
{
    return sticky;
}

void error_reset(void)
{
    last = sticky = cudaSuccess;
}

cudaError_t cudaGetLastError(void)
{
    cudaError_t error = sticky ? sticky : last;
    last = cudaSuccess;
    return error;
}

cudaError_t cudaPeekAtLastError(void)
{
    return sticky ? sticky : last;
}

const char *cudaGetErrorName(cudaError_t error)
{
    switch (error) {
#define NAME(name, number, description) \
    case cuda##name:                    \
        return "cuda" #name;
        SIM_ERROR_LIST(NAME)
#undef NAME
    }
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error)
{
    switch (error) {
#define TEXT(name, number, description) \
    case cuda##name:                    \
        return description;
        SIM_ERROR_LIST(TEXT)
#undef TEXT
    }
    return "unrecognized error code";
}
