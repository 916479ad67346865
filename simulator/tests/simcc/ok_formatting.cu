// Launches in every shape that C++ allows, and text that only looks like one.
// out: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
// out: a<<<b>>>(c)
// out: raw <<<1, 2>>>(x) "quoted"
// out: line 74
#include <cstdio>
#include <utility>

/* not_a_kernel<<<1, 1>>>(x); */
// not_a_kernel<<<1, 1>>>(x); \
   still a comment: not_a_kernel<<<1, 1>>>(x);

__global__ void add(int *p, int v) { *p = v; }
template <typename T> __global__ void typed(int *p, T v) { *p = (int)v; }
template <int N, bool Flag> __global__ void fixed(int *p) { *p = Flag ? N : -N; }
namespace outer { namespace inner { __global__ void deep(int *p, int v) { *p = v; } } }

struct table { void (*kernel)(int *, int); };
template <class T> struct wrap { typedef T type; static int one() { return 1; } };
static int size_of(int n) { return n; }

#define LAUNCH(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)
#define CHECK(statement) do { statement; if (cudaGetLastError() != cudaSuccess) puts("failed"); } while (0)
#define TWO_LINES(p, v) add<<<1, \
                              1>>>(p, v)
#define GRID 1, 1
#define COMMA ,

int main(int argc, char **)
{
    int *p;
    cudaMallocManaged(&p, 16 * sizeof(int));
    dim3 gridDim(1), blockDim = 1;          /* these names may be hidden */
    table t = {add}, *pt = &t;
    void (*pointers[])(int *, int) = {add, outer::inner::deep};
    const int flag = argc > 100;

    add<<<1, 1>>>(p, 1);
    add<<<gridDim, blockDim>>>(p + 1, 2);
    typed<float>
        <<<
            dim3(1, 1, 1) /* grid */,
            dim3(1)       // block
        >>>
        (p + 2,
         3.0f);
    typed<<<1, 1>>>(p + 3, 4.5);
    fixed<(5 > 3 ? 5 : 3), (1 < 2)><<<1, 1>>>(p + 4);
    outer::inner::deep<<<size_of((1)), 1, 0>>>(p + 5, 6);
    ::outer::inner::deep<<<1, size_of(wrap<std::pair<int, wrap<int>>>::one()), 0, 0>>>(p + 6, 7);
    LAUNCH(add, p + 7, 8);
    CHECK((add<<<1, 1>>>(p + 8, 9)));
    CHECK(add<<<1 COMMA 1>>>(p + 9, 10));
    TWO_LINES(p + 10, 11);
    add<<<GRID>>>(p + 11, 12);
    if (flag) add<<<1, 1>>>(p, -1); else add<<<1, 1>>>(p + 12, 13);
    for (int i = 0; i < 1; i++) t.kernel<<<1, 1>>>(p + 13, 14);
    pt->kernel<<<1, 1>>>(p + 14, 15);
    (*pointers[0])<<<1, 1>>>(p + 14, 0); pointers[1]<<<1, 1>>>(p + 14, 15);
    (add)<<<1, 1>>>(p + 15, [&] { return 1 << 4; }());

    cudaDeviceSynchronize();
    for (int i = 0; i < 16; i++)
        printf("%d%c", p[i], i < 15 ? ' ' : '\n');
    puts("a<<<b>>>(c)");
    puts(R"--(raw <<<1, 2>>>(x) "quoted")--");
    bool shifted = 1'000'000 << 2 > 3 && '<' < 'a';
    if (!shifted)
        puts("wrong");
#line 74
    printf("line %d\n", __LINE__);
    return 0;
}
