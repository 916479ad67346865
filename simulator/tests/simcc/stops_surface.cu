// A store beyond a surface stops the kernel, at its line.
// err: out of bounds: stops_surface.cu:7
// err: of the 64 bytes from stops_surface.cu:17
// exit: 86
__global__ void k(cudaSurfaceObject_t surface)
{
    surf2Dwrite(1.0f, surface, 4 * 4, 0); /* x is in bytes; the next row begins here */
}

int main()
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaResourceDesc resource = {};
    cudaSurfaceObject_t surface;

    cudaMallocArray(&array, &format, 4, 4, cudaArraySurfaceLoadStore);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaCreateSurfaceObject(&surface, &resource);
    k<<<1, 1>>>(surface);
    return cudaDeviceSynchronize() == cudaSuccess;
}
