/*
 * Ways to store a structure, of which compilers hide some.
 *     idioms           launches each kernel four times, over what the host has set, and prints what
 *                      is in memory after each: two of the launches look like the one before them
 *     idioms read      launches each once, on new memory, and reads what it has stored
 */
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>
#include <tuple>
#include <utility>

#define BYTES (64 << 10) /* nothing else is in the array's part of memory */

struct colour {
    unsigned char r, g, b;
};
struct seven {
    unsigned char a[7];
};
struct eleven {
    unsigned char a[11];
};
struct triple {
    unsigned short x, y, z;
};
struct vector {
    float x, y, z;
};
struct five {
    int a[5];
};

template <class type> __device__ __noinline__ type make(int i)
{
    type made;
    for (size_t k = 0; k < sizeof made; k++)
        ((unsigned char *)&made)[k] = (unsigned char)(i + 3 * k + 1);
    return made;
}
template <class type> struct becomes {
    int i;
    __device__ __noinline__ operator type() const
    {
        return make<type>(i);
    }
};
template <class type> struct two {
    type a, b;
};
template <class type> struct row {
    type elements[2];
};
template <class type> union either {
    type one;
    unsigned char bytes[sizeof(type)];
};
template <class type> struct made_by_default {
    type one = make<type>(5);
};
template <class type> struct base {
    __device__ virtual type get(int i) const
    {
        return make<type>(i);
    }
    __device__ __noinline__ virtual void set(type *to, type value) const
    {
        *to = value;
    }
};
template <class type> struct derived : base<type> {
    __device__ type get(int i) const override
    {
        return make<type>(i + 1);
    }
    __device__ __noinline__ void set(type *to, type value) const override
    {
        to[0] = value;
    }
};
template <class type> __device__ __noinline__ void store(type &to, type value)
{
    to = value;
}
template <class type, class other> __device__ void assign(type &to, other &&value)
{
    to = std::forward<other>(value);
}
template <class type, class... parts> __device__ void emplace(type *to, parts &&...values)
{
    new (to) type{std::forward<parts>(values)...};
}

/* Each stores to p[i], or to p[2 * i] and p[2 * i + 1]. */
#define IDIOMS(X)                                                                                  \
    X(call, p[i] = make<type>(i))                                                                  \
    X(conversion, p[i] = becomes<type>{i})                                                         \
    X(conversion_of_variable, becomes<type> c{i}; p[i] = c)                                        \
    X(conversion_by_cast, becomes<type> c{i}; p[i] = (type)c)                                      \
    X(conversion_in_place, becomes<type> c{i}; new (p + i) type(c))                                \
    X(conversion_of_element, becomes<type> c[2] = {{i}, {i + 1}}; p[i] = c[i % 2])                 \
    X(conversion_chosen, becomes<type> c{i}, d{i + 1}; p[i] = i % 2 ? c : d)                       \
    X(conversion_by_reference, becomes<type> c{i}; type &to = p[i]; to = c)                        \
    X(conversion_forwarded, becomes<type> c{i}; assign(p[i], c))                                   \
    X(conversion_as_argument, becomes<type> c{i}; store<type>(p[i], c))                            \
    X(                                                                                             \
        lambda, auto put = [=](type t) { p[i] = t; }; put(make<type>(i)))                          \
    X(                                                                                             \
        lambda_generic, auto put = [=](auto t) { p[i] = t; }; put(make<type>(i)))                  \
    X(lambda_at_once, [&](type t) { p[i] = t; }(make<type>(i)))                                    \
    X(                                                                                             \
        lambda_capture, type t = make<type>(i); auto put = [=] { p[i] = t; }; put())               \
    X(                                                                                             \
        lambda_result, p[i] = [&] { return make<type>(i); }())                                     \
    X(function_pointer, type (*f[2])(int) = {make<type>, make<type>}; p[i] = (*f[i % 2])(i))       \
    X(virtual_result, base<type> b; derived<type> d; p[i] = (i % 2 ? &b : &d)->get(i))             \
    X(virtual_store, derived<type> d; base<type> *b = &d; b->set(p + i, make<type>(i)))            \
    X(reference, store(p[i], make<type>(i)))                                                       \
    X(chosen_result, p[i] = i % 2 ? make<type>(i) : q[i])                                          \
    X(chosen_place, (i % 2 ? p[2 * i] : p[2 * i + 1]) = make<type>(i))                             \
    X(member_pointer, type two<type>::*m = i % 2 ? &two<type>::a : &two<type>::b;                  \
      ((two<type> *)p)[i].*m = make<type>(i))                                                      \
    X(aggregate, ((two<type> *)p)[i] = {make<type>(i), q[i]})                                      \
    X(aggregate_in_place, new ((two<type> *)p + i) two<type>{.a = make<type>(i), .b = q[i]})       \
    X(aggregate_nested, new ((row<type> *)p + i) row<type>{{make<type>(i), make<type>(i + 1)}})    \
    X(aggregate_forwarded, emplace((two<type> *)p + i, make<type>(i), make<type>(i + 1)))          \
    X(default_member, new ((made_by_default<type> *)p + i) made_by_default<type>)                  \
    X(copy, p[i] = q[i])                                                                           \
    X(variable, type t = make<type>(i); p[i] = t)                                                  \
    X(variable_in_place, type t = make<type>(i); new (p + i) type(t))                              \
    X(own_operator, p[i].operator=(make<type>(i)))                                                 \
    X(statement, p[i] = ({                                                                         \
                     type t = make<type>(i);                                                       \
                     t;                                                                            \
                 }))                                                                               \
    X(copied_bytes, type t = make<type>(i); memcpy(p + i, &t, sizeof t))                           \
    X(moved_bytes, type t = make<type>(i); memmove(p + i, &t, sizeof t))                           \
    X(built_in, type t = make<type>(i); __builtin_memcpy(p + i, &t, sizeof t))                     \
    X(byte_by_byte, type t = make<type>(i);                                                        \
      for (size_t k = 0; k < sizeof t; k++)((char *)(p + i))[k] = ((char *)&t)[k])                 \
    X(filled, std::fill_n(p + i, 1, make<type>(i)))                                                \
    X(exchanged, p[2 * i] = q[i]; p[2 * i + 1] = std::exchange(p[2 * i], make<type>(i)))           \
    X(swapped, p[2 * i] = q[i]; p[2 * i + 1] = make<type>(i); std::swap(p[2 * i], p[2 * i + 1]))   \
    X(moved, type t = make<type>(i); p[i] = std::move(t))                                          \
    X(bindings, auto [a, b] = two<type>{make<type>(i), q[i]}; p[2 * i] = a; p[2 * i + 1] = b)      \
    X(tied, std::tie(p[2 * i], p[2 * i + 1]) = std::make_tuple(make<type>(i), make<type>(i + 1)))  \
    X(range, for (type & each : ((row<type> *)p)[i].elements) each = make<type>(i))                \
    X(range_of_values, int k = 2 * i; for (type each                                               \
                                           : row<type>{make<type>(i)}.elements) p[k++] = each)     \
    X(united, either<type> e; e.one = make<type>(i); ((either<type> *)p)[i] = e)                   \
    X(zeros, p[i] = {})

/* q is set; p may be new memory. */
#define KERNEL(name, ...)                                                                          \
    template <class type> __global__ void name(type *p, type *q)                                   \
    {                                                                                              \
        const int i = threadIdx.x;                                                                 \
        __VA_ARGS__;                                                                               \
    }
IDIOMS(KERNEL)

/* Reads the bytes that differ from those of new memory. */
__global__ void look(const unsigned char *bytes, const unsigned char *changed, int *sum)
{
    for (int i = threadIdx.x; i < BYTES; i += blockDim.x)
        if (changed[i])
            atomicAdd(sum, bytes[i]);
}

static unsigned char now[BYTES], changed[BYTES];
static int *sum;
static unsigned char *q, *mask;

template <class type> static void read_once(void (*kernel)(type *, type *), type *p)
{
    static unsigned char fresh[BYTES];
    cudaMemcpy(fresh, p, BYTES, cudaMemcpyDeviceToHost);
    kernel<<<1, 32>>>(p, (type *)q);
    cudaMemcpy(now, p, BYTES, cudaMemcpyDeviceToHost);
    for (int i = 0; i < BYTES; i++)
        changed[i] = now[i] != fresh[i];
    cudaMemcpy(mask, changed, BYTES, cudaMemcpyHostToDevice);
    look<<<1, 32>>>((unsigned char *)p, mask, sum);
    cudaDeviceSynchronize();
}

template <class type>
static void test(const char *name, const char *of, void (*kernel)(type *, type *), int reads)
{
    type *p;
    unsigned int hash = 0;
    cudaMalloc(&p, BYTES);
    if (reads)
        read_once(kernel, p);
    for (int round = 0; !reads && round < 4; round++) {
        cudaMemset(p, 40 + round / 2, BYTES);
        kernel<<<1, 32>>>(p, (type *)q);
        cudaMemcpy(now, p, BYTES, cudaMemcpyDeviceToHost);
        for (unsigned char byte : now)
            hash = hash * 31 + byte;
    }
    if (!reads)
        printf("%s of %s: %u\n", name, of, hash);
    cudaFree(p);
}

#define WORD(type)      #type
#define WORD_OF(type)   WORD(type)
#define TEST(name, ...) test<type>(#name, of, name<type>, reads);
template <class type> static void test_all(const char *of, int reads)
{
    IDIOMS(TEST)
}

int main(int argc, char **)
{
    cudaMalloc(&q, BYTES);
    cudaMemset(q, 5, BYTES);
    cudaMalloc(&mask, BYTES);
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    test_all<TYPE>(WORD_OF(TYPE), argc > 1);
    puts(cudaGetErrorString(cudaGetLastError()));
    return 0;
}
