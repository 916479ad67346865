// Surfaces, textures with layers, cubes.
// out: surface of floats: 0 5 63
// out: clamped 7 and 56, zero 0
// out: three dimensions 123, layers 4 and 21
// out: colours 3 2 1 4
// out: layers of a line: 3 13 23, of an image: 15.5 115.5
// out: cube: 13 124 203 323 402 501
// out: refused: invalid argument, invalid argument
// out: described: 1 32, 8 8 0
static cudaArray_t array_of(const cudaChannelFormatDesc &format, int width, int height, int depth,
                            unsigned flags)
{
    cudaArray_t array = nullptr;

    if (cudaMalloc3DArray(&array, &format, make_cudaExtent(width, height, depth), flags))
        printf("no array\n");
    return array;
}

static cudaResourceDesc resource_of(cudaArray_t array)
{
    cudaResourceDesc resource = {};

    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

static cudaSurfaceObject_t surface_of(cudaArray_t array)
{
    cudaResourceDesc resource = resource_of(array);
    cudaSurfaceObject_t surface = 0;

    cudaCreateSurfaceObject(&surface, &resource);
    return surface;
}

static cudaTextureObject_t texture_of(cudaArray_t array, cudaTextureFilterMode filter)
{
    cudaResourceDesc resource = resource_of(array);
    cudaTextureDesc description = {};
    cudaTextureObject_t texture = 0;

    description.filterMode = filter;
    description.readMode = cudaReadModeElementType;
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    cudaCreateTextureObject(&texture, &resource, &description, nullptr);
    return texture;
}

/* Puts the numbers 0, 1 ... into an array, layer after layer; 100 to a layer if asked for. */
static void number(cudaArray_t array, int width, int height, int layers, int step)
{
    float values[512];
    int rows = height ? height : 1;
    cudaMemcpy3DParms copy = {};

    for (int i = 0; i < width * rows * layers; i++)
        values[i] = i % (width * rows) + i / (width * rows) * step;
    copy.srcPtr = make_cudaPitchedPtr(values, width * sizeof(float), width, rows);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(width, rows, layers);
    copy.kind = cudaMemcpyHostToDevice;
    if (cudaMemcpy3D(&copy))
        printf("no copy\n");
}

__global__ void fill(cudaSurfaceObject_t surface)
{
    surf2Dwrite((float)(threadIdx.y * 8 + threadIdx.x), surface, threadIdx.x * 4, threadIdx.y);
}

__global__ void look(cudaSurfaceObject_t surface, float *to)
{
    to[0] = surf2Dread<float>(surface, 7 * 4, 0) + surf2Dread<float>(surface, 4, 8 - 1) - 64;
    surf2Dread(&to[1], surface, 99 * 4, -3, cudaBoundaryModeClamp);
    surf2Dread(&to[2], surface, -4, 99, cudaBoundaryModeClamp);
    surf2Dread(&to[3], surface, 8 * 4, 0, cudaBoundaryModeZero);
    surf2Dwrite(-1.0f, surface, 8 * 4, 3, cudaBoundaryModeZero);
}

__global__ void deep(cudaSurfaceObject_t box, cudaSurfaceObject_t line, cudaSurfaceObject_t image,
                     float *to)
{
    surf3Dwrite(123.0f, box, 4, 2, 3);
    surf3Dread(&to[0], box, 4, 2, 3);
    surf1DLayeredwrite(4.0f, line, 8, 1);
    to[1] = surf1DLayeredread<float>(line, 8, 1);
    surf2DLayeredwrite(21.0f, image, 0, 1, 2);
    to[2] = surf2DLayeredread<float>(image, 0, 1, 2);
}

__global__ void turn(cudaSurfaceObject_t surface, uchar4 *to)
{
    surf1Dwrite(make_uchar4(1, 2, 3, 4), surface, 4);
    uchar4 colour = surf1Dread<uchar4>(surface, 4);
    *to = make_uchar4(colour.z, colour.y, colour.x, colour.w);
}

__global__ void layered(cudaTextureObject_t line, cudaTextureObject_t image, float *to)
{
    to[0] = tex1DLayered<float>(line, 3.5f, -1);
    tex1DLayered(&to[1], line, 3.5f, 1);
    to[2] = tex1DLayered<float>(line, 3.5f, 7);
    to[3] = tex2DLayered<float>(image, 4.0f, 2.0f, 0);
    tex2DLayered(&to[4], image, 4.0f, 2.0f, 1);
}

__global__ void cube(cudaTextureObject_t texture, float *to)
{
    const float3 directions[] = {{2, -0.1f, -1}, {-1, -1, 1},     {1, 3, -2.9f},
                                 {1, -2, -1.9f}, {0.1f, 1, 1.5f}, {1, 1.9f, -2}};

    for (int i = 0; i < 6; i++)
        to[i] = texCubemap<float>(texture, directions[i].x, directions[i].y, directions[i].z);
}

int main()
{
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t plane = array_of(format, 8, 8, 0, cudaArraySurfaceLoadStore);
    cudaSurfaceObject_t surface = surface_of(plane);
    float *to, values[64];

    cudaMallocManaged(&to, 64 * sizeof *to);
    fill<<<1, dim3(8, 8)>>>(surface);
    cudaMemcpy2DFromArray(values, 32, plane, 0, 0, 32, 8, cudaMemcpyDeviceToHost);
    printf("surface of floats: %g %g %g\n", values[0], values[5], values[63]);
    look<<<1, 1>>>(surface, to);
    cudaDeviceSynchronize();
    printf("clamped %g and %g, zero %g\n", to[1], to[2], to[0] + to[3]);

    deep<<<1, 1>>>(
        surface_of(array_of(format, 4, 4, 4, cudaArraySurfaceLoadStore)),
        surface_of(array_of(format, 4, 0, 2, cudaArraySurfaceLoadStore | cudaArrayLayered)),
        surface_of(array_of(format, 4, 4, 3, cudaArraySurfaceLoadStore | cudaArrayLayered)), to);
    cudaDeviceSynchronize();
    printf("three dimensions %g, layers %g and %g\n", to[0], to[1], to[2]);

    uchar4 *colour;
    cudaMallocManaged(&colour, sizeof *colour);
    turn<<<1, 1>>>(
        surface_of(array_of(cudaCreateChannelDesc<uchar4>(), 4, 0, 0, cudaArraySurfaceLoadStore)),
        colour);
    cudaDeviceSynchronize();
    printf("colours %d %d %d %d\n", colour->x, colour->y, colour->z, colour->w);

    cudaArray_t line = array_of(format, 4, 0, 3, cudaArrayLayered);
    cudaArray_t image = array_of(format, 8, 4, 2, cudaArrayLayered);
    number(line, 4, 0, 3, 10);
    number(image, 8, 4, 2, 100);
    layered<<<1, 1>>>(texture_of(line, cudaFilterModePoint),
                      texture_of(image, cudaFilterModeLinear), to);
    cudaDeviceSynchronize();
    printf("layers of a line: %g %g %g, of an image: %g %g\n", to[0], to[1], to[2], to[3], to[4]);

    cudaArray_t faces = array_of(format, 5, 5, 6, cudaArrayCubemap);
    number(faces, 5, 5, 6, 100);
    cube<<<1, 1>>>(texture_of(faces, cudaFilterModePoint), to);
    cudaDeviceSynchronize();
    printf("cube: %g %g %g %g %g %g\n", to[0], to[1], to[2], to[3], to[4], to[5]);

    cudaResourceDesc resource = resource_of(line);
    cudaSurfaceObject_t none = 0;
    cudaArray_t lopsided = nullptr;
    cudaError_t no_surface = cudaCreateSurfaceObject(&none, &resource);
    cudaError_t no_cube =
        cudaMalloc3DArray(&lopsided, &format, make_cudaExtent(4, 5, 6), cudaArrayCubemap);
    printf("refused: %s, %s\n", cudaGetErrorString(no_surface), cudaGetErrorString(no_cube));

    cudaChannelFormatDesc found = {};
    cudaExtent extent = {};
    cudaGetSurfaceObjectResourceDesc(&resource, surface);
    cudaGetChannelDesc(&found, resource.res.array.array);
    cudaArrayGetInfo(nullptr, &extent, nullptr, resource.res.array.array);
    printf("described: %d %d, %d %d %d\n", resource.res.array.array == plane, found.x,
           (int)extent.width, (int)extent.height, (int)extent.depth);
    cudaDestroySurfaceObject(surface);
    return 0;
}
