/*
 * The host API's calls for arrays, textures and surfaces. Part of cuda_runtime_api.h.
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
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format, cudaArray_const_t array);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *format, struct cudaExtent *extent,
                             unsigned int *flags, cudaArray_t array);
/* x in bytes, y in rows; width in bytes. */
cudaError_t cudaMemcpy2DToArray(cudaArray_t target, size_t x, size_t y, const void *source,
                                size_t pitch, size_t width, size_t height,
                                enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArray(void *target, size_t pitch, cudaArray_const_t source, size_t x,
                                  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t target, size_t x, size_t y, const void *source,
                                     size_t pitch, size_t width, size_t height,
                                     enum cudaMemcpyKind kind, cudaStream_t stream SIM_DEFAULT(0));
cudaError_t cudaMemcpy2DFromArrayAsync(void *target, size_t pitch, cudaArray_const_t source,
                                       size_t x, size_t y, size_t width, size_t height,
                                       enum cudaMemcpyKind kind,
                                       cudaStream_t stream SIM_DEFAULT(0));
cudaError_t cudaMemcpyToArray(cudaArray_t target, size_t x, size_t y, const void *source,
                              size_t size, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void *target, cudaArray_const_t source, size_t x, size_t y,
                                size_t size, enum cudaMemcpyKind kind);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *description,
                                    const struct cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *description,
                                            cudaTextureObject_t texture);
/* The resource: an array of cudaArraySurfaceLoadStore. */
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface,
                                    const struct cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaSurfaceObject_t surface);

/*
 * Behind tex1D and its kind: which texels a fetch at x, y, z is made of. dimensions: 1 to 3; 0 for
 * tex1Dfetch, whose x is a whole number. 1 or 2 with SIM_TEXTURE_LAYERED: of that layer. 2 with
 * SIM_TEXTURE_CUBE: x, y, z is a direction.
 */
void sim_texture_find(cudaTextureObject_t texture, int dimensions, float x, float y, float z,
                      int layer, struct sim_texels *texels);

/*
 * Behind surf1Dread and its kind: the address of an element; bytes: its size. x in bytes, y in
 * rows, z in layers. Outside of the array it depends on the mode: NULL, the nearest element's
 * address, or one behind the array, where an access is an error.
 */
void *sim_surface_find(cudaSurfaceObject_t surface, int bytes, int x, int y, int z,
                       enum cudaSurfaceBoundaryMode mode);

#endif
