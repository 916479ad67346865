/*
 * Held out of every fit: pictures that are made, resized, turned and smoothed. The words of a
 * case's name behind the dot say which of several versions of the same work it is.
 */
#include "cases.h"

enum { SPHERES = 24, ROUNDS = 128, LEVELS = 256, REACH = 2 };

__constant__ float4 constantSpheres[SPHERES];
__constant__ float nearness[LEVELS];

/* A picture at 3/4 of its size in each direction, between four points each: four channels side by
 * side, or a plane for each. Places are in 1/256. */
__host__ __device__ static inline int between(int a, int b, int c, int d, int x, int y)
{
    return (a * (256 - x) * (256 - y) + b * x * (256 - y) + c * (256 - x) * y + d * x * y) >> 16;
}

__global__ void resizePixels(uchar4 *to, const uchar4 *from, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int fromX = x * 341, fromY = y * 341, row = width * 4 / 3;
    const uchar4 *first = from + fromY / 256 * row + fromX / 256;
    uchar4 a = first[0], b = first[1], c = first[row], d = first[row + 1], pixel;
    fromX %= 256;
    fromY %= 256;
    pixel.x = between(a.x, b.x, c.x, d.x, fromX, fromY);
    pixel.y = between(a.y, b.y, c.y, d.y, fromX, fromY);
    pixel.z = between(a.z, b.z, c.z, d.z, fromX, fromY);
    pixel.w = between(a.w, b.w, c.w, d.w, fromX, fromY);
    to[y * width + x] = pixel;
}

__global__ void resizePlanes(unsigned char *to, const unsigned char *from, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int fromX = x * 341, fromY = y * 341, row = width * 4 / 3;
    from += fromY / 256 * row + fromX / 256;
    for (int channel = 0; channel < 4; channel++) {
        to[y * width + x] =
            between(from[0], from[1], from[row], from[row + 1], fromX % 256, fromY % 256);
        to += width * height;
        from += row * (height * 4 / 3);
    }
}

/* How many rounds a point needs to leave the circle: the Mandelbrot set. Each block has a piece of
 * a row, or a square. */
__host__ __device__ static inline int rounds_of(int x, int y, int width, int height)
{
    float real = 3.0f * x / width - 2.2f, imaginary = 2.4f * y / height - 1.2f, a = 0, b = 0;
    int round = 0;
    while (round < ROUNDS && a * a + b * b < 4) {
        float next = a * a - b * b + real;
        b = 2 * a * b + imaginary;
        a = next;
        round++;
    }
    return round;
}

__global__ void mandelbrot(unsigned char *to, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        to[y * width + x] = rounds_of(x, y, width, height);
}

/* Which sphere a ray along z meets first: the spheres in constant memory, or in global. */
__host__ __device__ static inline int first_sphere(float x, float y, const float4 *spheres)
{
    float nearest = 1e30f;
    int found = SPHERES; // none
    for (int k = 0; k < SPHERES; k++) {
        float4 sphere = spheres[k];
        float square =
            sphere.w * sphere.w - (x - sphere.x) * (x - sphere.x) - (y - sphere.y) * (y - sphere.y);
        if (square > 0 && sphere.z - sqrtf(square) < nearest) {
            nearest = sphere.z - sqrtf(square);
            found = k;
        }
    }
    return found;
}

template <bool ARE_CONSTANT>
__global__ void castRays(int *to, const float4 *spheres, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        to[y * width + x] = first_sphere((float)x / width, (float)y / height,
                                         ARE_CONSTANT ? constantSpheres : spheres);
}

/* A mean of the pixels around, in which those of like brightness weigh more: the weights computed,
 * or from a table. */
template <bool IS_BY_TABLE>
__global__ void smoothAlike(unsigned char *to, const unsigned char *from, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int own = from[y * width + x];
    float sum = 0, weights = 0;
    for (int dy = -REACH; dy <= REACH; dy++)
        for (int dx = -REACH; dx <= REACH; dx++) {
            int otherX = min(max(x + dx, 0), width - 1), otherY = min(max(y + dy, 0), height - 1);
            int other = from[otherY * width + otherX], difference = abs(other - own);
            float weight =
                IS_BY_TABLE ? nearness[difference] : expf(-difference * difference / 800.0f);
            sum += weight * other;
            weights += weight;
        }
    to[y * width + x] = (unsigned char)(sum / weights + 0.5f);
}

/* Three bytes of colour as one of grey: a pixel for each thread, or four in three words. */
__host__ __device__ static inline unsigned int grey(int red, int green, int blue)
{
    return (unsigned int)(77 * red + 150 * green + 29 * blue) >> 8;
}

__global__ void greyEach(unsigned char *to, const unsigned char *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = grey(from[3 * i], from[3 * i + 1], from[3 * i + 2]);
}

__global__ void greyFours(unsigned int *to, const unsigned int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 4)
        return;
    unsigned int a = from[3 * i], b = from[3 * i + 1], c = from[3 * i + 2];
    to[i] = grey(a & 255, a >> 8 & 255, a >> 16 & 255) | grey(a >> 24, b & 255, b >> 8 & 255) << 8 |
            grey(b >> 16 & 255, b >> 24, c & 255) << 16 |
            grey(c >> 8 & 255, c >> 16 & 255, c >> 24) << 24;
}

/* Turns a picture by some 30 degrees around its middle; what lies outside is 0. */
__host__ __device__ static inline int turned_place(int x, int y, int side)
{
    int fromX = (56756 * (x - side / 2) - 32768 * (y - side / 2)) / 65536 + side / 2;
    int fromY = (32768 * (x - side / 2) + 56756 * (y - side / 2)) / 65536 + side / 2;
    bool isInside = fromX >= 0 && fromY >= 0 && fromX < side && fromY < side;
    return isInside ? fromY * side + fromX : -1;
}

__global__ void turn(int *to, const int *from, int side)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= side || y >= side)
        return;
    int place = turned_place(x, y, side);
    to[y * side + x] = place < 0 ? 0 : from[place];
}

static unsigned char *d_bytes, *h_bytes;
static int *d_to, *d_ints, *h_ints, side_at_hand;
static float4 *d_spheres, h_spheres[SPHERES];

/* The bytes that the last case has left, n of them; overwritten on the device. */
static unsigned char *taken_bytes(size_t n)
{
    unsigned char *bytes = (unsigned char *)copy_to_host(d_to, n);
    CHECK(cudaMemset(d_to, 0xFF, n));
    return bytes;
}

/* Channel c of pixel i is byte i * stride + c * plane, of what was and what has become. */
static int is_resized(int side, size_t stride, size_t plane, size_t fromPlane)
{
    int row = side * 4 / 3, is_right = 1;
    unsigned char *to = taken_bytes((size_t)side * side * 4);
    for (int i = 0; i < side * side; i++)
        for (int channel = 0; channel < 4; channel++) {
            int x = i % side * 341, y = i / side * 341;
            const unsigned char *from =
                h_bytes + channel * fromPlane + ((size_t)(y / 256) * row + x / 256) * stride;
            is_right &= to[i * stride + channel * plane] ==
                        between(from[0], from[stride], from[row * stride], from[(row + 1) * stride],
                                x % 256, y % 256);
        }
    free(to);
    return is_right;
}

static void time_resizing(int side)
{
    size_t n = (size_t)side * side, row = side * 4 / 3, rows = row;
    dim3 block(32, 8), grid(side / 32, side / 8);
    for (start_case("resize.pixels", n, grid.x * grid.y, 256, 20 * n); next_launch();)
        resizePixels<<<grid, block>>>((uchar4 *)d_to, (uchar4 *)d_bytes, side, side);
    if (launches() > 0)
        check_case(is_resized(side, 4, 1, 1));
    for (start_case("resize.planes", n, grid.x * grid.y, 256, 20 * n); next_launch();)
        resizePlanes<<<grid, block>>>((unsigned char *)d_to, d_bytes, side, side);
    if (launches() > 0)
        check_case(is_resized(side, 1, n, row * rows));
}

/* One in 200 points may have other rounds, of those that there are: they lie where rounding
 * decides. */
static int is_set_right(int side)
{
    unsigned char *to = taken_bytes((size_t)side * side);
    int wrong = 0, is_right = 1;
    for (int i = 0; i < side * side; i++) {
        wrong += to[i] != rounds_of(i % side, i / side, side, side);
        is_right &= to[i] <= ROUNDS;
    }
    free(to);
    return is_right && wrong <= side * side / 200;
}

static void time_sets(int side)
{
    size_t n = (size_t)side * side;
    dim3 square(16, 16), squares(side / 16, side / 16), rows(side / 256, side);
    for (start_case("mandelbrot.rows", n, rows.x * rows.y, 256, n); next_launch();)
        mandelbrot<<<rows, 256>>>((unsigned char *)d_to, side, side);
    if (launches() > 0)
        check_case(is_set_right(side));
    for (start_case("mandelbrot.squares", n, squares.x * squares.y, 256, n); next_launch();)
        mandelbrot<<<squares, square>>>((unsigned char *)d_to, side, side);
    if (launches() > 0)
        check_case(is_set_right(side));
}

/* One in 500 rays may meet another sphere, at an edge. */
static int are_rays_right(int side)
{
    int *to = (int *)copy_to_host(d_to, (size_t)side * side * sizeof(int)), wrong = 0, is_right = 1;
    for (int i = 0; i < side * side; i++) {
        float x = (float)(i % side) / side, y = (float)(i / side) / side;
        wrong += to[i] != first_sphere(x, y, h_spheres);
        is_right &= to[i] >= 0 && to[i] <= SPHERES;
    }
    free(to);
    CHECK(cudaMemset(d_to, 0xFF, (size_t)side * side * sizeof(int)));
    return is_right && wrong <= side * side / 500;
}

static void time_rays(int side)
{
    size_t n = (size_t)side * side;
    dim3 block(16, 8), grid(side / 16, side / 8);
    for (start_case("rays.constant", n, grid.x * grid.y, 128, 4 * n); next_launch();)
        castRays<true><<<grid, block>>>(d_to, d_spheres, side, side);
    if (launches() > 0)
        check_case(are_rays_right(side));
    for (start_case("rays.global", n, grid.x * grid.y, 128, 4 * n); next_launch();)
        castRays<false><<<grid, block>>>(d_to, d_spheres, side, side);
    if (launches() > 0)
        check_case(are_rays_right(side));
}

/* A sum may be rounded the other way. */
static int is_smooth(int side)
{
    unsigned char *to = taken_bytes((size_t)side * side);
    int is_right = 1;
    for (int i = 0; i < side * side; i++) {
        int x = i % side, y = i / side, own = h_bytes[i];
        float sum = 0, weights = 0;
        for (int k = 0; k < 25; k++) {
            int otherX = x + k % 5 - REACH, otherY = y + k / 5 - REACH;
            otherX = otherX < 0 ? 0 : otherX >= side ? side - 1 : otherX;
            otherY = otherY < 0 ? 0 : otherY >= side ? side - 1 : otherY;
            int other = h_bytes[otherY * side + otherX];
            float weight = expf(-(float)((other - own) * (other - own)) / 800);
            sum += weight * other;
            weights += weight;
        }
        is_right &= fabsf(to[i] - sum / weights) < 0.51f;
    }
    free(to);
    return is_right;
}

static void time_smoothing(int side)
{
    size_t n = (size_t)side * side;
    dim3 block(32, 8), grid(side / 32, side / 8);
    for (start_case("smooth.computed", n, grid.x * grid.y, 256, 27 * n); next_launch();)
        smoothAlike<false><<<grid, block>>>((unsigned char *)d_to, d_bytes, side, side);
    if (launches() > 0)
        check_case(is_smooth(side));
    for (start_case("smooth.table", n, grid.x * grid.y, 256, 27 * n); next_launch();)
        smoothAlike<true><<<grid, block>>>((unsigned char *)d_to, d_bytes, side, side);
    if (launches() > 0)
        check_case(is_smooth(side));
}

static int is_grey(size_t n)
{
    unsigned char *to = taken_bytes(n);
    int is_right = 1;
    for (size_t i = 0; i < n; i++)
        is_right &= to[i] == grey(h_bytes[3 * i], h_bytes[3 * i + 1], h_bytes[3 * i + 2]);
    free(to);
    return is_right;
}

static void time_greys(size_t n)
{
    unsigned int grid = blocks_for(n, 256), fewer = blocks_for(n / 4, 256);
    for (start_case("grey.each", n, grid, 256, 4 * n); next_launch();)
        greyEach<<<grid, 256>>>((unsigned char *)d_to, d_bytes, (int)n);
    if (launches() > 0)
        check_case(is_grey(n));
    for (start_case("grey.fours", n, fewer, 256, 4 * n); next_launch();)
        greyFours<<<fewer, 256>>>((unsigned int *)d_to, (unsigned int *)d_bytes, (int)n);
    if (launches() > 0)
        check_case(is_grey(n));
}

static int turned_pixel(size_t i)
{
    int place = turned_place((int)i % side_at_hand, (int)i / side_at_hand, side_at_hand);
    return place < 0 ? 0 : h_ints[place];
}

static void time_turns(int side)
{
    size_t n = (size_t)side * side;
    dim3 block(16, 16), grid(side / 16, side / 16);
    side_at_hand = side;
    for (start_case("turn", n, grid.x * grid.y, 256, 8 * n); next_launch();)
        turn<<<grid, block>>>(d_to, d_ints, side);
    if (launches() > 0)
        check_case(ints_are(d_to, n, turned_pixel));
}

int main(int argc, char **argv)
{
    start_family("held_out_pictures", argc, argv);
    size_t largest = scaled((size_t)1 << 22), bytes = 8 * largest;
    float table[LEVELS];
    for (int k = 0; k < LEVELS; k++)
        table[k] = expf(-(float)(k * k) / 800);
    for (int k = 0; k < SPHERES; k++)
        h_spheres[k] = make_float4(input_number(k) / 4096.0f, input_number(7 * k + 1) / 4096.0f,
                                   input_number(5 * k + 2) / 4096.0f, 0.03f + k * 0.008f);
    CHECK(cudaMemcpyToSymbol(nearness, table, sizeof table));
    CHECK(cudaMemcpyToSymbol(constantSpheres, h_spheres, sizeof h_spheres));
    CHECK(cudaMalloc((void **)&d_spheres, sizeof h_spheres));
    CHECK(cudaMemcpy(d_spheres, h_spheres, sizeof h_spheres, cudaMemcpyHostToDevice));
    h_bytes = (unsigned char *)host_memory(bytes);
    for (size_t i = 0; i < bytes; i++)
        h_bytes[i] = (unsigned char)(input_number(i) / 32 + i / 64 % 128);
    CHECK(cudaMalloc((void **)&d_bytes, bytes));
    CHECK(cudaMemcpy(d_bytes, h_bytes, bytes, cudaMemcpyHostToDevice));
    d_ints = ints_on_device(largest);
    h_ints = (int *)copy_to_host(d_ints, largest * sizeof(int));
    CHECK(cudaMalloc((void **)&d_to, largest * sizeof(int)));
    CHECK(cudaMemset(d_to, 0xFF, largest * sizeof(int)));
    for (int side = harness.is_small ? 256 : 512; (size_t)side * side <= largest; side *= 4) {
        time_resizing(side * 3 / 4);
        time_sets(side);
        time_rays(side > 512 ? side / 2 : side);
        time_smoothing(side);
        time_greys(2 * (size_t)side * side);
    }
    time_turns(harness.is_small ? 512 : 2048);
    CHECK(cudaFree(d_bytes));
    CHECK(cudaFree(d_ints));
    CHECK(cudaFree(d_to));
    CHECK(cudaFree(d_spheres));
    free(h_bytes);
    free(h_ints);
    return end_family();
}
