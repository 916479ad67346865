// Floating-point intrinsics: directed rounding against exact arithmetic, conversions at their edges.
// out: wrong: 0
#include <math.h>
#include <stdio.h>

__device__ int wrong;

#define TRUE(condition)                                                                  \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            printf("line %d: not %s\n", __LINE__, #condition);                           \
            wrong++;                                                                     \
        }                                                                                \
    } while (0)
#define NEAR(value, expected) TRUE(fabs((double)(value) - (expected)) <= 1e-6 * fabs(expected))

/* The four roundings of an operation enclose its exact value as tightly as they can. */
#define ENCLOSED(name, exact, parameters)                                                \
    do {                                                                                 \
        long double truth = (exact);                                                     \
        auto nearest = name##_rn parameters;                                             \
        auto down = name##_rd parameters, up = name##_ru parameters;                     \
        auto zero = name##_rz parameters;                                                \
        TRUE(down <= truth && truth <= up);                                              \
        TRUE(down == up || nextafter(down, up) == up);                                   \
        TRUE(nearest == down || nearest == up);                                          \
        TRUE(zero == (truth < 0 ? up : down));                                     \
    } while (0)

__device__ void arithmetic(float x, float y, float z)
{
    double a = x, b = y, c = z;

    ENCLOSED(__fadd, (long double)x + y, (x, y));
    ENCLOSED(__fsub, (long double)x - y, (x, y));
    ENCLOSED(__fmul, (long double)x * y, (x, y));
    ENCLOSED(__fdiv, (long double)x / y, (x, y));
    ENCLOSED(__fmaf, (long double)((double)x * y) + z, (x, y, z));
    ENCLOSED(__frcp, 1.0L / x, (x));
    ENCLOSED(__fsqrt, sqrtl((long double)fabsf(x)), (fabsf(x)));
    ENCLOSED(__dadd, (long double)a + b, (a, b));
    ENCLOSED(__dsub, (long double)a - b, (a, b));
    ENCLOSED(__dmul, (long double)a * b, (a, b));
    ENCLOSED(__ddiv, (long double)a / b, (a, b));
    ENCLOSED(__fma, (long double)a * b + c, (a, b, c));
    ENCLOSED(__drcp, 1.0L / a, (a));
    ENCLOSED(__dsqrt, sqrtl((long double)fabs(a)), (fabs(a)));
    NEAR(__frsqrt_rn(fabsf(x)), 1 / sqrt(fabs(a)));
}

__device__ void conversions()
{
    ENCLOSED(__int2float, 16777217.0L, (16777217));
    ENCLOSED(__uint2float, 4294967295.0L, (4294967295u));
    ENCLOSED(__ll2float, -123456789012345.0L, (-123456789012345ll));
    ENCLOSED(__ull2float, 18446744073709551615.0L, (18446744073709551615ull));
    ENCLOSED(__ll2double, 9007199254740993.0L, (9007199254740993ll));
    ENCLOSED(__ull2double, 9007199254740993.0L, (9007199254740993ull));
    ENCLOSED(__double2float, 0.1L, (0.1));
    TRUE(__int2double_rn(-7) == -7.0 && __uint2double_rn(4294967295u) == 4294967295.0);

    TRUE(__float2int_rn(2.5f) == 2 && __float2int_rn(3.5f) == 4 && __float2int_rn(-2.5f) == -2);
    TRUE(__float2int_rz(-2.9f) == -2 && __float2int_ru(2.1f) == 3 && __float2int_rd(-2.1f) == -3);
    TRUE(__float2int_rz(3e9f) == 2147483647 && __float2int_rz(-3e9f) == -2147483647 - 1);
    TRUE(__float2int_rz(NAN) == 0 && __float2uint_rz(-1.0f) == 0 && __float2uint_rn(5e9f) == 4294967295u);
    TRUE(__float2uint_rz(4294967040.0f) == 4294967040u && __float2ll_rz(1e30f) == 9223372036854775807ll);
    TRUE(__float2ull_rz(1e30f) == 18446744073709551615ull && __float2ll_rd(-1.5f) == -2);
    TRUE(__double2int_rn(-0.5) == 0 && __double2int_rz(1e10) == 2147483647);
    TRUE(__double2uint_ru(1.25) == 2 && __double2ll_rn(2.5) == 2 && __double2ull_rz(-3.0) == 0);
    TRUE(__double2ll_rz(-9.3e18) == -9223372036854775807ll - 1);

    TRUE(__float_as_int(1.0f) == 0x3f800000 && __int_as_float(0x40000000) == 2.0f);
    TRUE(__float_as_uint(-0.0f) == 0x80000000u && __uint_as_float(0x7f800000u) == INFINITY);
    TRUE(__double_as_longlong(1.0) == 0x3ff0000000000000ll);
    TRUE(__longlong_as_double(0x4000000000000000ll) == 2.0);
    TRUE(__double2hiint(1.0) == 0x3ff00000 && __double2loint(0.1) == (int)0x9999999a);
    TRUE(__hiloint2double(0x3fb99999, (int)0x9999999a) == 0.1);
}

__device__ void functions()
{
    float s, c;

    NEAR(__expf(1.5f), exp(1.5));
    NEAR(__exp10f(1.5f), pow(10.0, 1.5));
    NEAR(__logf(3.0f), log(3.0));
    NEAR(__log2f(3.0f), log2(3.0));
    NEAR(__log10f(3.0f), log10(3.0));
    NEAR(__powf(3.0f, 1.5f), pow(3.0, 1.5));
    NEAR(__sinf(0.5f), sin(0.5));
    NEAR(__cosf(0.5f), cos(0.5));
    NEAR(__tanf(0.5f), tan(0.5));
    __sincosf(0.5f, &s, &c);
    TRUE(s == sinf(0.5f) && c == cosf(0.5f));
    sincosf(0.5f, &s, &c);
    TRUE(s == sinf(0.5f) && c == cosf(0.5f));
    NEAR(__fdividef(1.0f, 3.0f), 1 / 3.0);
    TRUE(__saturatef(-1) == 0 && __saturatef(0.25f) == 0.25f && __saturatef(2) == 1 && __saturatef(NAN) == 0);
    NEAR(rsqrtf(2.0f), 1 / sqrt(2.0));
    TRUE(rsqrt(2.0) == 1 / sqrt(2.0));
    NEAR(rcbrt(5.0), 1 / cbrt(5.0));
    NEAR(norm3df(1, 2, 2), 3.0);
    NEAR(rnorm3d(1, 2, 2), 1 / 3.0);
    NEAR(rhypot(3.0, 4.0), 0.2);
    NEAR(sinpi(0.5), 1.0);
    NEAR(cospif(1.0f), -1.0);
    NEAR(normcdf(0.0), 0.5);
    NEAR(exp10(2.0), 100.0);
    TRUE(min(1.0f, 2.0f) == 1 && max(1.0f, 2.0) == 2 && min(NAN, 2.0f) == 2 && fmaxf(1, 2) == 2);
    TRUE(abs(-2.5f) == 2.5f && fabsf(-2.5f) == 2.5f && abs(-3) == 3);
    TRUE(isnan(NAN) && !isinf(1.0f) && signbit(-1.0f));
}

__global__ void all()
{
    const float values[] = {1.0f, 3.0f, 0.1f, -0.7f, 1e-20f, -123456.7f, 1e10f};

    for (float x : values)
        for (float y : values)
            arithmetic(x, y, 0.1f);
    conversions();
    functions();
}

int main()
{
    int result;

    all<<<1, 1>>>();
    cudaMemcpyFromSymbol(&result, wrong, sizeof result);
    printf("wrong: %d\n", result);
    return result != 0;
}
