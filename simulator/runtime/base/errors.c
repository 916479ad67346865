/*
 * Errors of the host API: names, texts, and which one is remembered.
 */
#include "base/errors.h"

#include <stdio.h>

#include "base/current_device.h"

static _Thread_local cudaError_t last;
static cudaError_t sticky[DEVICES_MOST];

/* The first refused launch, until the program asks for its error. */
static struct {
    cudaError_t error;
    const char *file;
    int line;
} refused;

cudaError_t error_set(cudaError_t error)
{
    if (error != cudaSuccess)
        last = error;
    return error;
}

cudaError_t error_set_sticky(cudaError_t error)
{
    sticky[current_device()] = error;
    return error_set(error);
}

cudaError_t error_sticky(void)
{
    return sticky[current_device()];
}

void error_of_launch(cudaError_t error, const char *file, int line)
{
    if (refused.error)
        return;
    refused.error = error;
    refused.file = file;
    refused.line = line;
}

void error_unasked(void)
{
    if (refused.error)
        fprintf(stderr,
                "simulator: note: the launch at %s:%d was refused (%s), and nobody asked: "
                "call cudaGetLastError() after a launch\n",
                refused.file, refused.line, cudaGetErrorString(refused.error));
}

static int end_status;

void error_ends_with(int status)
{
    end_status = status;
}

int error_end(void)
{
    return end_status;
}

void error_reset(void)
{
    last = sticky[current_device()] = cudaSuccess;
}

cudaError_t cudaGetLastError(void)
{
    cudaError_t error = error_sticky() ? error_sticky() : last;
    last = cudaSuccess;
    refused.error = cudaSuccess;
    return error;
}

cudaError_t cudaPeekAtLastError(void)
{
    refused.error = cudaSuccess;
    return error_sticky() ? error_sticky() : last;
}

const char *cudaGetErrorName(cudaError_t error)
{
    switch (error) {
#define NAME(name, number, description)                                                            \
    case cuda##name: return "cuda" #name;
        SIM_ERROR_LIST(NAME)
#undef NAME
    }
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error)
{
    switch (error) {
#define TEXT(name, number, description)                                                            \
    case cuda##name: return description;
        SIM_ERROR_LIST(TEXT)
#undef TEXT
    }
    return "unrecognized error code";
}
