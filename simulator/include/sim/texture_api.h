/*
 * The host API's calls for arrays and textures. Part of cuda_runtime_api.h.
 */
#ifndef SIM_TEXTURE_API_H
#define SIM_TEXTURE_API_H

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind);
/* A height of 0: one dimension. Rows of an array lie one after the other here. */
cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                            size_t width, size_t height SIM_DEFAULT(0),
                            unsigned int flags SIM_DEFAULT(0));
cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent extent, unsigned int flags SIM_DEFAULT(0));
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *format, struct cudaExtent *extent,
                             unsigned int *flags, cudaArray_t array);
/* x in bytes, y in rows; width in bytes. */
cudaError_t cudaMemcpy2DToArray(cudaArray_t target, size_t x, size_t y, const void *source,
                                size_t pitch, size_t width, size_t height,
                                enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArray(void *target, size_t pitch, cudaArray_const_t source, size_t x,
                                  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyToArray(cudaArray_t target, size_t x, size_t y, const void *source,
                              size_t size, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void *target, cudaArray_const_t source, size_t x, size_t y,
                                size_t size, enum cudaMemcpyKind kind);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *description,
                                    const struct cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);

/*
 * Behind tex1D and its kind: which texels a fetch at x, y, z is made of. dimensions: 1 to 3; 0 for
 * tex1Dfetch, whose x is a whole number.
 */
void sim_texture_find(cudaTextureObject_t texture, int dimensions, float x, float y, float z,
                      struct sim_texels *texels);

#endif
