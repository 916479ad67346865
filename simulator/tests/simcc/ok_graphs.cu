// Graphs, captured and built by hand; arrays and textures; memory pools.
// out: 6 5 3
// out: 6
// out: 11
// out: cudaErrorInvalidValue
// out: 5 15; 0.5 3 4.5; 7 0
// out: 0.0784 1.0 0.0 0.2 0.0784
#include <cstdio>
#define C(x)                                                                                       \
    do {                                                                                           \
        cudaError_t err_ = (x);                                                                    \
        if (err_) {                                                                                \
            printf("%d: %s\n", __LINE__, cudaGetErrorString(err_));                                \
        }                                                                                          \
    } while (0)
__global__ void add(int *p, int v)
{
    p[threadIdx.x] += v;
}
__global__ void twice(int *p)
{
    p[threadIdx.x] *= 2;
}
void host(void *d)
{
    ++*(int *)d;
}
__global__ void tex(cudaTextureObject_t t, cudaTextureObject_t l, cudaTextureObject_t f, float *o)
{
    int i = threadIdx.x;
    o[i] = tex2D<float>(t, i % 4 + 0.5f, i / 4 + 0.5f);
    o[32 + i] = tex2D<float>(l, i % 4 + 1.0f, i / 4 + 0.5f);
    o[64 + i] = tex1Dfetch<float>(f, i);
}
__global__ void tex2(cudaTextureObject_t t, float4 *o)
{
    o[threadIdx.x] = tex2D<float4>(t, (threadIdx.x + 0.5f) / 4, 0.25f);
}
int main()
{
    int *p, h[32];
    int calls = 0;
    cudaMalloc(&p, 128);
    cudaStream_t s, s2;
    C(cudaStreamCreate(&s));
    C(cudaStreamCreate(&s2));
    cudaEvent_t e;
    C(cudaEventCreate(&e));
    C(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    C(cudaMemsetAsync(p, 0, 128, s));
    add<<<1, 32, 0, s>>>(p, 3);
    C(cudaEventRecord(e, s));
    C(cudaStreamWaitEvent(s2, e));
    twice<<<1, 32, 0, s2>>>(p);
    C(cudaEventRecord(e, s2));
    C(cudaStreamWaitEvent(s, e));
    C(cudaMemcpyAsync(h, p, 128, cudaMemcpyDeviceToHost, s));
    C(cudaLaunchHostFunc(s, host, &calls));
    cudaGraph_t g;
    C(cudaStreamEndCapture(s, &g));
    cudaGraphExec_t x;
    C(cudaGraphInstantiate(&x, g, NULL, NULL, 0));
    size_t n;
    C(cudaGraphGetNodes(g, NULL, &n));
    for (int i = 0; i < 3; i++)
        C(cudaGraphLaunch(x, s));
    C(cudaStreamSynchronize(s));
    printf("%d %zu %d\n", h[31], n, calls);
    cudaGraph_t m;
    C(cudaGraphCreate(&m, 0));
    cudaGraphNode_t a, b, c;
    int v = 5;
    void *args[] = {&p, &v};
    cudaKernelNodeParams kp = {};
    kp.func = (void *)add;
    kp.gridDim = 1;
    kp.blockDim = 32;
    kp.kernelParams = args;
    C(cudaGraphAddKernelNode(&b, m, NULL, 0, &kp));
    cudaMemsetParams ms = {};
    ms.dst = p;
    ms.value = 1;
    ms.elementSize = 4;
    ms.width = 32;
    ms.height = 1;
    C(cudaGraphAddMemsetNode(&a, m, NULL, 0, &ms));
    C(cudaGraphAddDependencies(m, &a, &b, 1));
    C(cudaGraphAddMemcpyNode1D(&c, m, &b, 1, h, p, 128, cudaMemcpyDeviceToHost));
    cudaGraphExec_t y;
    C(cudaGraphInstantiate(&y, m, 0));
    C(cudaGraphLaunch(y, 0));
    printf("%d\n", h[0]);
    v = 10;
    C(cudaGraphExecKernelNodeSetParams(y, b, &kp));
    C(cudaGraphLaunch(y, 0));
    printf("%d\n", h[0]);
    cudaGraphAddDependencies(m, &c, &a, 1);
    printf("%s\n", cudaGetErrorName(cudaGraphInstantiate(&y, m, 0)));
    C(cudaGraphDestroy(g));
    C(cudaGraphExecDestroy(x));
    // textures
    float img[16];
    for (int i = 0; i < 16; i++)
        img[i] = i;
    cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
    cudaArray_t arr;
    C(cudaMallocArray(&arr, &d, 4, 4));
    C(cudaMemcpy2DToArray(arr, 0, 0, img, 16, 16, 4, cudaMemcpyHostToDevice));
    cudaResourceDesc rd = {};
    rd.resType = cudaResourceTypeArray;
    rd.res.array.array = arr;
    cudaTextureDesc td = {};
    td.addressMode[0] = td.addressMode[1] = cudaAddressModeClamp;
    cudaTextureObject_t t, l, f;
    C(cudaCreateTextureObject(&t, &rd, &td, NULL));
    td.filterMode = cudaFilterModeLinear;
    C(cudaCreateTextureObject(&l, &rd, &td, NULL));
    float *lin, *o;
    C(cudaMalloc(&lin, 64));
    C(cudaMemcpy(lin, img, 64, cudaMemcpyHostToDevice));
    cudaResourceDesc ld = {};
    ld.resType = cudaResourceTypeLinear;
    ld.res.linear.devPtr = lin;
    ld.res.linear.desc = d;
    ld.res.linear.sizeInBytes = 64;
    cudaTextureDesc pt = {};
    C(cudaCreateTextureObject(&f, &ld, &pt, NULL));
    C(cudaMallocManaged(&o, 512));
    tex<<<1, 32>>>(t, l, f, o);
    C(cudaDeviceSynchronize());
    printf("%g %g; %g %g %g; %g %g\n", o[5], o[31], o[32], o[35], o[36], o[64 + 7], o[64 + 20]);
    uchar4 px[8];
    for (int i = 0; i < 8; i++)
        px[i] = make_uchar4(i * 10, 255, 0, 51);
    cudaChannelFormatDesc d4 = cudaCreateChannelDesc<uchar4>();
    cudaArray_t a4;
    C(cudaMallocArray(&a4, &d4, 4, 2));
    C(cudaMemcpyToArray(a4, 0, 0, px, 32, cudaMemcpyHostToDevice));
    rd.res.array.array = a4;
    td = {};
    td.readMode = cudaReadModeNormalizedFloat;
    td.normalizedCoords = 1;
    td.addressMode[0] = cudaAddressModeWrap;
    C(cudaCreateTextureObject(&t, &rd, &td, NULL));
    float4 *o4;
    C(cudaMallocManaged(&o4, 512));
    tex2<<<1, 8>>>(t, o4);
    C(cudaDeviceSynchronize());
    printf("%.4f %.1f %.1f %.1f %.4f\n", o4[2].x, o4[2].y, o4[2].z, o4[2].w, o4[6].x);
    cudaMemPool_t pool;
    C(cudaDeviceGetDefaultMemPool(&pool, 0));
    unsigned long long th = ~0ull;
    C(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &th));
    C(cudaMallocAsync(&p, 64, s));
    C(cudaFreeAsync(p, s));
    C(cudaMallocFromPoolAsync(&p, 64, pool, s));
    C(cudaFreeAsync(p, s));
}
