// Assignments in device code, which simcc looks at: they mean what they meant.
// flags: -Wall -Wextra -Werror
// out: 15 6 3 8 -2 7 1 9 10 42 4 5 2 6 3 12 1 2 8 6 11
#include <stdio.h>

enum colour { red = 1, green = 2 };
struct bits { unsigned low : 4, high : 4; };
struct point {
    int x, y;
    __device__ point operator+(const point &o) const { return {x + o.x, y + o.y}; }
    __device__ point operator-(const point &o) const { return {x - o.x, y - o.y}; }
    __device__ point &operator=(int v) { x = y = v; return *this; }
    __device__ int &at(int i) { return i ? y : x; }
};
struct only_movable {
    int v;
    __device__ only_movable(int value) : v(value) {}
    only_movable(const only_movable &) = delete;
    __device__ only_movable &operator=(only_movable &&o) { v = o.v; return *this; }
};
struct to_point { __device__ operator point() const { return point{8, 9}; } };
union number { int i; float f; };
__device__ int over(int a) { return a; }
__device__ float over(float a) { return a; }
__device__ int twice(int a) { return 2 * a; }
__device__ point make(int x, int y = 1) { return point{x, y}; }
template <int A, int B> __device__ point made() { return make(A, B); }
template <class T> __device__ T last(T a, T b) { a = a + b - a; return a; }
template <class A, class B> struct both_of { static const int value = 1; };
__device__ constexpr int squared(int a) { int b = 0; b = a * a; return b; }

__global__ void assignments(int *out)
{
    int n = 0, *p = out, a[4] = {1, 2, 3, 4}, (*f)(int) = twice, k;
    point s, t = make(3), *q = &s;
    int &r = a[n + 1], m = over(2);
    bits b;
    number u;
    only_movable one(1), two = only_movable(5);
    colour c;
    bool flag;
    volatile int v;
    to_point other;
    const int size = squared(3);
    int sized[squared(2)];
    auto [first, second] = make(6, 7);

    for (int i = 0, j = twice(1); i < 5; i++, j = j + 1)
        n = n + j;                          // 2 3 4 5 6: 20
    *p++ = n - 5;
    *p++ = (s = make(6)).x;
    b.low = a[0] + 2, b.high = b.low;
    *p++ = b.high;
    f = over;
    s = made<2, 8>();
    p[0] = f(s.y), p++;
    (*q).x = -s.x;
    *p++ = q->x;
    if ((k = over(7)) != 0)
        *p++ = k;
    flag = n < 5 || over(1) == 1;
    *p++ = flag;
    s = t + make(6, 2) ;
    *p++ = s.x;
    s = over(10);
    *p++ = s.y;
    u.i = 41 + 1;
    number w = u;
    u = w;
    *p++ = u.i;
    r = twice(2);
    *p++ = a[1] + m - 2;
    one = static_cast<only_movable &&>(two);
    *p++ = one.v;
    c = (colour)(red | green);
    c = flag ? green : red;
    *p++ = c;
    v = first + 0 * second;
    *p++ = v;
    s = last(s, t);
    *p++ = s.x;
    s.at(1) = s.at(0) = n - 8;
    *p++ = s.y;
    auto lambda = [=, extra = twice(1)](int z = over(1)) { int l; l = z * (extra - 1); return l; };
    *p++ = lambda();
    n = both_of<int, float>::value + 1, n = n * 1;
    *p++ = n;
    s = other;
    *p++ = s.x;
    sized[0] = sizeof(int) + 2;
    *p++ = sized[0];
    switch (size) {
    case 9: k = size + 2; break;
    default: k = -1;
    }
    *p++ = k;
    p = nullptr;
    p = (int *)0;
}

int main()
{
    int *out;
    cudaMallocManaged(&out, 21 * sizeof *out);
    assignments<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 21; i++)
        printf("%d%c", out[i], i < 20 ? ' ' : '\n');
    return 0;
}
