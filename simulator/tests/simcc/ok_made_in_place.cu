// Structures that functions return go into objects where they stay: all of their bytes are written,
// and read by a later kernel.
// out: 2 2 2 2 2 2 2 2 2 2 2 2
#include <cstdio>
#include <new>

struct three_floats {
    float x, y, z;
};

struct three_bytes {
    unsigned char r, g, b;
};

template <class type> __device__ __noinline__ type counted(int i)
{
    type value;
    for (unsigned int k = 0; k < sizeof value; k++)
        ((unsigned char *)&value)[k] = (unsigned char)(i + k + 1);
    return value;
}

template <class type> struct two {
    type a, b;
};

template <class type> struct made_of_results {
    type a, b;
    __device__ made_of_results(int i) : a(counted<type>(i)), b{counted<type>(i)}
    {
    }
};

template <class type> struct made_of_values {
    type a, b;
    __device__ made_of_values(type first, type second) : a(first), b(second)
    {
    }
};

template <class type> struct counter {
    int first;
    __device__ __noinline__ type operator[](int i) const
    {
        return counted<type>(first + i);
    }
    __device__ __noinline__ type operator<<(int i) const
    {
        return counted<type>(first + i);
    }
};

template <class type, int way> __global__ void store(two<type> *p)
{
    const int i = threadIdx.x;
    if (way == 0)
        new (p + i) two<type>{counted<type>(i), counted<type>(i)};
    if (way == 1)
        new (p + i) made_of_results<type>(i);
    if (way == 2)
        new (p + i) made_of_values<type>(counted<type>(i), counted<type>(i));
    if (way == 3)
        p[i] = {counted<type>(i), counted<type>(i)};
    if (way == 4) {
        counter<type> from = {i - 1};
        p[i].a = from[1];
        p[i].b = from << 1;
    }
    if (way == 5) {
        ::new (static_cast<void *>(&p[i].a)) type(counted<type>(i));
        const type value = counted<type>(i);
        new (&p[i].b) type(value);
    }
}

struct bits {
    unsigned int few : 4;
};

/* Of which a reference cannot be had, and must be. */
struct bits_and_reference {
    unsigned int few : 4;
    int &number;
    __device__ bits_and_reference(bits from, int &other) : few(from.few), number(other) {}
};

/* How many of thread 5's two are right; all are read. */
template <class type> __global__ void look(const two<type> *p, int *right)
{
    const two<type> value = p[threadIdx.x];
    const unsigned char *a = (const unsigned char *)&value.a, *b = (const unsigned char *)&value.b;
    int is_a = 1, is_b = 0;
    bits_and_reference made(bits{1}, is_b);
    made.number = made.few;
    for (unsigned int k = 0; k < sizeof value.a; k++) {
        is_a &= a[k] == threadIdx.x + k + 1;
        is_b &= b[k] == threadIdx.x + k + 1;
    }
    if (threadIdx.x == 5)
        *right = is_a + is_b;
}

template <class type, int way> void print_right()
{
    two<type> *p;
    int *right, host;
    cudaMalloc(&p, 32 * sizeof *p);
    cudaMalloc(&right, sizeof *right);
    store<type, way><<<1, 32>>>(p);
    look<<<1, 32>>>(p, right);
    cudaMemcpy(&host, right, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d%s", host, way == 5 && sizeof(type) == 3 ? "\n" : " ");
}

template <class type> void print_all()
{
    print_right<type, 0>();
    print_right<type, 1>();
    print_right<type, 2>();
    print_right<type, 3>();
    print_right<type, 4>();
    print_right<type, 5>();
}

int main()
{
    print_all<three_floats>();
    print_all<three_bytes>();
    return 0;
}
