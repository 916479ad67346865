/*
 * Held out of every fit: arrays that are mapped, one or several at a time: blends, records kept
 * whole or by their fields, hues of colours, copies from odd places, blocks small and large. The
 * words of a case's name behind the dot say which of several versions of the same work it is.
 */
#include "held_out.h"

enum { BLOCK = 256, FEW_BLOCKS = 1056, KINDS = 8, SHIFT = 1, STEP = 3 };

typedef unsigned char byte;

__host__ __device__ static inline float blended(float a, float b, float weight)
{
    return b + weight * (a - b);
}

/* Two arrays blended by the weights of a third: a thread for each number ... */
__global__ void blendEach(float *to, const float *a, const float *b, const float *weights, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = blended(a[i], b[i], weights[i]);
}

/* ... or for four ... */
__global__ void blendFours(float4 *to, const float4 *a, const float4 *b, const float4 *weights,
                           int fours)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= fours)
        return;
    float4 x = a[i], y = b[i], w = weights[i];
    to[i] = make_float4(blended(x.x, y.x, w.x), blended(x.y, y.y, w.y), blended(x.z, y.z, w.z),
                        blended(x.w, y.w, w.w));
}

/* ... or few blocks, which go through the arrays together. */
__global__ void blendStrides(float *to, const float *a, const float *b, const float *weights, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        to[i] = blended(a[i], b[i], weights[i]);
}

/* What an order costs; each kind has its discount. */
struct order {
    double price;
    int amount;
    byte kind;
};

__constant__ double discounts[KINDS];
static double h_discounts[KINDS];

/* The costs of orders: kept whole ... */
__global__ void ordersWhole(double *to, const order *orders, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    order own = orders[i];
    to[i] = own.price * own.amount * (1 - discounts[own.kind]);
}

/* ... or each of their fields in an array of its own. */
__global__ void ordersFields(double *to, const double *prices, const int *amounts,
                             const byte *kinds, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = prices[i] * amounts[i] * (1 - discounts[kinds[i]]);
}

/* The hue of a colour, from 0 to 255. */
__host__ __device__ static inline byte hue_of(int red, int green, int blue)
{
    int largest = red > green ? red : green, smallest = red < green ? red : green;
    largest = largest > blue ? largest : blue;
    smallest = smallest < blue ? smallest : blue;
    int range = largest - smallest;
    if (range == 0)
        return 0;
    if (largest == red)
        return (byte)(43 * (green - blue) / range);
    if (largest == green)
        return (byte)(85 + 43 * (blue - red) / range);
    return (byte)(171 + 43 * (red - green) / range);
}

/* Hues: the three colours of a point side by side ... */
__global__ void hueTriples(byte *to, const byte *points, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = hue_of(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
}

/* ... or a plane for each ... */
__global__ void huePlanes(byte *to, const byte *red, const byte *green, const byte *blue, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = hue_of(red[i], green[i], blue[i]);
}

/* ... of which a thread takes four points. */
__global__ void hueFours(uchar4 *to, const uchar4 *red, const uchar4 *green, const uchar4 *blue,
                         int fours)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= fours)
        return;
    uchar4 r = red[i], g = green[i], b = blue[i];
    to[i] = make_uchar4(hue_of(r.x, g.x, b.x), hue_of(r.y, g.y, b.y), hue_of(r.z, g.z, b.z),
                        hue_of(r.w, g.w, b.w));
}

/* A copy that begins SHIFT numbers later. */
__global__ void shifted(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + SHIFT];
}

/* A copy of one number in STEP. */
__global__ void stepped(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[STEP * i];
}

/* Brightness as a screen shows it, by blocks of any size. */
__global__ void brightness(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = powf(from[i], 0.45f);
}

static void *d_to;
static float *d_floats;
static byte *d_points; /* of a point, its three colours, or three planes one behind the other */
static order *d_orders;
static double *d_prices;
static int *d_amounts;
static byte *d_kinds;
static size_t apart; /* from one array to the next in the same memory */

static float float_at(size_t i)
{
    return (float)input_number(i) / 4096;
}

static byte colour_at(size_t i)
{
    return (byte)(input_number(i) / 16);
}

static order order_at(size_t i)
{
    return {input_number(i) / 64.0, input_number(2 * i + 5) % 100, (byte)(input_number(i) % KINDS)};
}

static double blend(size_t i)
{
    return blended(float_at(i), float_at(apart + i), float_at(2 * apart + i));
}

static double cost(size_t i)
{
    order own = order_at(i);
    return own.price * own.amount * (1 - h_discounts[own.kind]);
}

static double hue_of_triple(size_t i)
{
    return hue_of(colour_at(3 * i), colour_at(3 * i + 1), colour_at(3 * i + 2));
}

static double hue_of_planes(size_t i)
{
    return hue_of(colour_at(i), colour_at(apart + i), colour_at(2 * apart + i));
}

static double shifted_number(size_t i)
{
    return float_at(i + SHIFT);
}

static double stepped_number(size_t i)
{
    return float_at(STEP * i);
}

static double bright(size_t i)
{
    return pow(float_at(i), 0.45);
}

static void time_blends(size_t n)
{
    float *to = (float *)d_to, *a = d_floats, *b = a + apart, *weights = b + apart;
    const float4 *a4 = (float4 *)a, *b4 = (float4 *)b, *weights4 = (float4 *)weights;
    if (run_case("blend.each", n, blocks_for(n, BLOCK), BLOCK, 16 * n, blendEach, to, a, b, weights,
                 (int)n))
        check_numbers(to, n, blend, 1e-4);
    if (run_case("blend.fours", n, blocks_for(n / 4, BLOCK), BLOCK, 16 * n, blendFours,
                 (float4 *)to, a4, b4, weights4, (int)(n / 4)))
        check_numbers(to, n / 4 * 4, blend, 1e-4);
    if (run_case("blend.strides", n, FEW_BLOCKS, BLOCK, 16 * n, blendStrides, to, a, b, weights,
                 (int)n))
        check_numbers(to, n, blend, 1e-4);
}

static void time_orders(size_t n)
{
    int count = (int)(n / 2);
    double *to = (double *)d_to;
    if (run_case("orders.whole", n, blocks_for(count, 128), 128, 12 * n, ordersWhole, to, d_orders,
                 count))
        check_numbers(to, count, cost, 1e-12);
    if (run_case("orders.fields", n, blocks_for(count, 128), 128, 21 * n / 2, ordersFields, to,
                 d_prices, d_amounts, d_kinds, count))
        check_numbers(to, count, cost, 1e-12);
}

static void time_hues(size_t n)
{
    byte *to = (byte *)d_to, *red = d_points, *green = red + apart, *blue = green + apart;
    const uchar4 *red4 = (uchar4 *)red, *green4 = (uchar4 *)green, *blue4 = (uchar4 *)blue;
    if (run_case("hue.triples", n, blocks_for(n, BLOCK), BLOCK, 4 * n, hueTriples, to, d_points,
                 (int)n))
        check_numbers(to, n, hue_of_triple, 0);
    if (run_case("hue.planes", n, blocks_for(n, BLOCK), BLOCK, 4 * n, huePlanes, to, red, green,
                 blue, (int)n))
        check_numbers(to, n, hue_of_planes, 0);
    if (run_case("hue.fours", n, blocks_for(n / 4, BLOCK), BLOCK, 4 * n, hueFours, (uchar4 *)to,
                 red4, green4, blue4, (int)(n / 4)))
        check_numbers(to, n / 4 * 4, hue_of_planes, 0);
}

static void time_copies(size_t n)
{
    float *to = (float *)d_to;
    if (run_case("shifted", n, blocks_for(n, 512), 512, 8 * n, shifted, to, d_floats, (int)n))
        check_numbers(to, n, shifted_number, 0);
    if (run_case("stepped", n, blocks_for(n, 512), 512, 8 * n, stepped, to, d_floats, (int)n))
        check_numbers(to, n, stepped_number, 0);
    if (run_case("brightness.64", n, blocks_for(n, 64), 64, 8 * n, brightness, to, d_floats,
                 (int)n))
        check_numbers(to, n, bright, 1e-4);
    if (run_case("brightness.1024", n, blocks_for(n, 1024), 1024, 8 * n, brightness, to, d_floats,
                 (int)n))
        check_numbers(to, n, bright, 1e-4);
}

static void make_orders(size_t count)
{
    order *orders = (order *)host_memory(count * sizeof(order));
    double *prices = (double *)host_memory(count * sizeof(double));
    int *amounts = (int *)host_memory(count * sizeof(int));
    byte *kinds = (byte *)host_memory(count);
    for (size_t i = 0; i < count; i++) {
        orders[i] = order_at(i);
        prices[i] = orders[i].price;
        amounts[i] = orders[i].amount;
        kinds[i] = orders[i].kind;
    }
    d_orders = copy_to_device(orders, count);
    d_prices = copy_to_device(prices, count);
    d_amounts = copy_to_device(amounts, count);
    d_kinds = copy_to_device(kinds, count);
    for (void *memory : {(void *)orders, (void *)prices, (void *)amounts, (void *)kinds})
        free(memory);
    for (int kind = 0; kind < KINDS; kind++)
        h_discounts[kind] = kind / 32.0;
    CHECK(cudaMemcpyToSymbol(discounts, h_discounts, sizeof h_discounts));
}

int main(int argc, char **argv)
{
    start_family("held_out_arrays", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 1111, 1 << 24}, many = scaled(1 << 26);
    apart = many;
    d_floats = floats_on_device(3 * apart);
    byte *points = (byte *)host_memory(3 * apart);
    for (size_t i = 0; i < 3 * apart; i++)
        points[i] = colour_at(i);
    d_points = copy_to_device(points, 3 * apart);
    make_orders(scaled(1 << 24) / 2);
    CHECK(cudaMalloc(&d_to, many * sizeof(float)));
    for (size_t size : sizes) {
        size_t n = scaled(size);
        time_empty(n);
        time_blends(n);
        time_orders(n);
        time_hues(n);
        time_copies(n);
    }
    time_empty(many);
    time_blends(many);
    for (void *memory : {d_to, (void *)d_floats, (void *)d_points, (void *)d_orders,
                         (void *)d_prices, (void *)d_amounts, (void *)d_kinds})
        CHECK(cudaFree(memory));
    free(points);
    return end_family();
}
