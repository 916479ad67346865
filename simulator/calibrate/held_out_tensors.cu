/*
 * Held out of every fit: tensors as libraries for networks handle them: axes that are broadcast,
 * moved, summed and picked, steps of an optimiser, parts that are left out, positions that
 * turn pairs of features. The words of a case's name behind the dot say which of several versions
 * of the same work it is.
 */
#include "held_out.h"

enum {
    LANES = 32,
    BLOCK = 256,
    AXES = 4,
    CHANNELS = 24,
    SIDE = 20,
    AREA = SIDE * SIDE,
    FEATURES = 96,
    HEAD = 64,
    HEADS = 8,
    POSITIONS = 256,
    CONTEXT = 256,
    LENGTH = 128
};
enum : unsigned int { ALL = 0xFFFFFFFF };

/* A tensor's axes, and how far apart its numbers and those of the other one are along each. */
struct axes {
    int sizes[AXES], strides[AXES], others[AXES];
};

/* Adds a number of its channel to each place of images: axes that are known when it runs ... */
__global__ void biasStrides(float *to, const float *from, const float *bias, struct axes axes,
                            int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int rest = i, place = 0, other = 0;
    for (int axis = AXES - 1; axis >= 0; axis--) {
        int at = rest % axes.sizes[axis];
        rest /= axes.sizes[axis];
        place += at * axes.strides[axis];
        other += at * axes.others[axis];
    }
    to[i] = from[place] + bias[other];
}

/* ... or a block for each channel of an image. */
__global__ void biasPlanes(float *to, const float *from, const float *bias)
{
    int plane = blockIdx.x;
    float own = bias[plane % CHANNELS];
    for (int i = threadIdx.x; i < AREA; i += blockDim.x)
        to[plane * AREA + i] = from[plane * AREA + i] + own;
}

/* Channels behind each other become channels beside each other: as they are read ... */
__global__ void channelsEach(half *to, const half *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int place = i % AREA, channel = i / AREA % CHANNELS, image = i / (AREA * CHANNELS);
    to[(image * AREA + place) * CHANNELS + channel] = from[i];
}

/* ... or through shared memory, LANES places at a time. */
__global__ void channelsTiles(half *to, const half *from)
{
    __shared__ half tile[CHANNELS][LANES + 2];
    int first = blockIdx.x * LANES, image = blockIdx.y, place = first + threadIdx.x;
    if (place < AREA)
        for (int channel = threadIdx.y; channel < CHANNELS; channel += blockDim.y)
            tile[channel][threadIdx.x] = from[(image * CHANNELS + channel) * AREA + place];
    __syncthreads();
    int count = min(LANES, AREA - first) * CHANNELS;
    half *own = to + (image * AREA + first) * CHANNELS;
    for (int k = threadIdx.y * LANES + threadIdx.x; k < count; k += LANES * blockDim.y)
        own[k] = tile[k % CHANNELS][k / CHANNELS];
}

/* Rows of FEATURES numbers that a list names, one behind the other. */
__global__ void pickRows(float4 *to, const float4 *from, const int *list, int fours)
{
    const int row = FEATURES / 4;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < fours)
        to[i] = from[list[i / row] * row + i % row];
}

/* One step of Adam with decay for a weight, its gradient and their two running means. */
__device__ __host__ static void step(float *weight, float gradient, float *mean, float *square)
{
    *mean = 0.9f * *mean + 0.1f * gradient;
    *square = 0.999f * *square + 0.001f * gradient * gradient;
    float root = sqrtf(*square * 20) + 1e-6f;
    *weight -= 0.01f * (*mean * 2 / root + 0.1f * *weight);
}

/* Such steps: a weight for each thread ... */
__global__ void adamOnes(float *weights, const float *gradients, float *means, float *squares,
                         int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        step(&weights[i], gradients[i], &means[i], &squares[i]);
}

/* ... or four. */
__global__ void adamFours(float4 *weights, const float4 *gradients, float4 *means, float4 *squares,
                          int fours)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= fours)
        return;
    float4 weight = weights[i], gradient = gradients[i], mean = means[i], square = squares[i];
    step(&weight.x, gradient.x, &mean.x, &square.x);
    step(&weight.y, gradient.y, &mean.y, &square.y);
    step(&weight.z, gradient.z, &mean.z, &square.z);
    step(&weight.w, gradient.w, &mean.w, &square.w);
    weights[i] = weight;
    means[i] = mean;
    squares[i] = square;
}

/* A number in no order that depends on i alone. */
__device__ __host__ static unsigned int stirred(unsigned int i)
{
    i = (i ^ i >> 16) * 0x7FEB352Du;
    i = (i ^ i >> 15) * 0x846CA68Bu;
    return i ^ i >> 16;
}

/* Whether place i is kept: nine of ten are. */
__device__ __host__ static int is_kept(unsigned int i)
{
    return (stirred(i) >> 8) * (1.0f / (1 << 24)) >= 0.1f;
}

/* Leaves out one number of ten by chance; the others grow, and a byte says which they are. */
__global__ void dropout(half2 *to, unsigned char *kept, const float2 *from, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    float2 two = from[i];
    int first = is_kept(2 * i), second = is_kept(2 * i + 1);
    to[i] = __floats2half2_rn(first ? two.x / 0.9f : 0, second ? two.y / 0.9f : 0);
    kept[2 * i] = first;
    kept[2 * i + 1] = second;
}

/* Turns pairs of features by an angle that grows with the position: computed ... */
__global__ void rotaryComputed(float *to, const float *from, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    int row = i / (HEAD / 2), k = i % (HEAD / 2), position = row / HEADS % POSITIONS;
    float sine, cosine;
    sincosf(position * powf(10000, -2.0f * k / HEAD), &sine, &cosine);
    float left = from[row * HEAD + k], right = from[row * HEAD + HEAD / 2 + k];
    to[row * HEAD + k] = left * cosine - right * sine;
    to[row * HEAD + HEAD / 2 + k] = right * cosine + left * sine;
}

/* ... or from a table of cosines and sines. */
__global__ void rotaryTable(float *to, const float *from, const float2 *table, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    int row = i / (HEAD / 2), k = i % (HEAD / 2), position = row / HEADS % POSITIONS;
    float2 turn = table[position * (HEAD / 2) + k];
    float left = from[row * HEAD + k], right = from[row * HEAD + HEAD / 2 + k];
    to[row * HEAD + k] = left * turn.x - right * turn.y;
    to[row * HEAD + HEAD / 2 + k] = right * turn.x + left * turn.y;
}

/* Softmax of rows of which a position sees the first numbers only, as many as it is far; the others
 * become 0. A warp for each row. */
__global__ void causalRows(float *to, const float *from, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    if (row >= rows)
        return;
    int seen = row % CONTEXT + 1;
    const float *own = from + row * CONTEXT;
    float most = -1e30f, sum = 0;
    for (int k = lane; k < seen; k += LANES)
        most = fmaxf(most, own[k]);
    for (int distance = LANES / 2; distance > 0; distance /= 2)
        most = fmaxf(most, __shfl_xor_sync(ALL, most, distance));
    for (int k = lane; k < seen; k += LANES)
        sum += __expf(4 * (own[k] - most));
    for (int distance = LANES / 2; distance > 0; distance /= 2)
        sum += __shfl_xor_sync(ALL, sum, distance);
    for (int k = lane; k < CONTEXT; k += LANES)
        to[row * CONTEXT + k] = k < seen ? __expf(4 * (own[k] - most)) / sum : 0;
}

/* Running sums along the first of two axes, in double. */
__global__ void cumulative(double *to, const float *from, int columns)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= columns)
        return;
    double sum = 0;
    for (int row = 0; row < LENGTH; row++) {
        sum += from[row * columns + column];
        to[row * columns + column] = sum;
    }
}

static void *d_to, *d_other, *d_third;
static float *d_floats, *h_floats;
static half *d_halves;
static int *d_list, *h_list, columns;
static float2 *d_table;

static double with_bias(size_t i)
{
    return h_floats[i] + h_floats[i / AREA % CHANNELS + 5];
}

static double channel_last(size_t i)
{
    size_t place = i / CHANNELS % AREA, image = i / (CHANNELS * AREA);
    return h_floats[(image * CHANNELS + i % CHANNELS) * AREA + place];
}

static double picked(size_t i)
{
    return h_floats[(size_t)h_list[i / FEATURES] * FEATURES + i % FEATURES];
}

static double weight_after_steps(size_t i)
{
    float weight = h_floats[i], mean = 0, square = 0;
    for (int k = 0; k < launches(); k++)
        step(&weight, h_floats[i], &mean, &square);
    return weight;
}

static double kept_number(size_t i)
{
    return is_kept((unsigned int)i) ? h_floats[i] / 0.9 : 0;
}

static double kept_byte(size_t i)
{
    return is_kept((unsigned int)i);
}

static double turned_feature(size_t i)
{
    size_t k = i % (HEAD / 2), row = i / HEAD, position = row / HEADS % POSITIONS;
    double angle = position * pow(10000, -2.0 * k / HEAD);
    double left = h_floats[row * HEAD + k], right = h_floats[row * HEAD + HEAD / 2 + k];
    return i % HEAD < HEAD / 2 ? left * cos(angle) - right * sin(angle)
                               : right * cos(angle) + left * sin(angle);
}

static double share_of_seen(size_t i)
{
    size_t seen = i / CONTEXT % CONTEXT + 1;
    const float *own = h_floats + i / CONTEXT * CONTEXT;
    double sum = 0;
    for (size_t k = 0; k < seen; k++)
        sum += exp(4.0 * own[k]);
    return i % CONTEXT < seen ? exp(4.0 * own[i % CONTEXT]) / sum : 0;
}

static double sum_so_far(size_t i)
{
    double sum = 0;
    for (size_t row = 0; row <= i / columns; row++)
        sum += h_floats[row * columns + i % columns];
    return sum;
}

static void time_images(size_t n)
{
    int images = (int)(n / (AREA * CHANNELS)), places = images * AREA * CHANNELS;
    float *to = (float *)d_to, *bias = d_floats + 5;
    struct axes axes = {
        {images, CHANNELS, SIDE, SIDE}, {CHANNELS * AREA, AREA, SIDE, 1}, {0, 1, 0, 0}};
    if (run_case("bias.strides", n, blocks_for(places, BLOCK), BLOCK, 12 * (size_t)places,
                 biasStrides, to, d_floats, bias, axes, places))
        check_numbers(to, places, with_bias, 1e-6);
    if (run_case("bias.planes", n, images * CHANNELS, 128, 8 * (size_t)places, biasPlanes, to,
                 d_floats, bias))
        check_numbers(to, places, with_bias, 1e-6);
    half *halves = (half *)d_to;
    if (run_case("channels.each", n, blocks_for(places, 512), 512, 4 * (size_t)places, channelsEach,
                 halves, d_halves, places))
        check_numbers(halves, places, channel_last, 1e-3);
    if (run_case("channels.tiles", n, dim3(blocks_for(AREA, LANES), images), dim3(LANES, 8),
                 4 * (size_t)places, channelsTiles, halves, d_halves))
        check_numbers(halves, places, channel_last, 1e-3);
}

static void time_axes(size_t n)
{
    int rows = (int)(n / FEATURES);
    float *to = (float *)d_to;
    for (int row = 0; row < rows; row++)
        h_list[row] = stirred(row) % rows;
    CHECK(cudaMemcpy(d_list, h_list, rows * sizeof(int), cudaMemcpyHostToDevice));
    size_t picks = (size_t)rows * FEATURES;
    if (run_case("pick_rows", n, blocks_for(picks / 4, BLOCK), BLOCK, 9 * n, pickRows, (float4 *)to,
                 (const float4 *)d_floats, d_list, (int)picks / 4))
        check_numbers(to, picks, picked, 0);
    columns = (int)(n / LENGTH);
    if (run_case("cumulative", n, blocks_for(columns, 64), 64, 12 * n, cumulative, (double *)d_to,
                 d_floats, columns))
        check_numbers((double *)d_to, (size_t)columns * LENGTH, sum_so_far, 1e-9);
}

/* What a weight is before all steps. */
static void start_weights(size_t n)
{
    CHECK(cudaMemcpy(d_to, d_floats, n * sizeof(float), cudaMemcpyDeviceToDevice));
    CHECK(cudaMemset(d_other, 0, n * sizeof(float)));
    CHECK(cudaMemset(d_third, 0, n * sizeof(float)));
}

static void time_training(size_t n)
{
    float *to = (float *)d_to, *means = (float *)d_other, *squares = (float *)d_third;
    start_weights(n);
    if (run_case("adam.ones", n, blocks_for(n, BLOCK), BLOCK, 28 * n, adamOnes, to, d_floats, means,
                 squares, (int)n))
        check_numbers(to, n, weight_after_steps, 1e-4);
    start_weights(n);
    size_t fours = n / 4;
    if (run_case("adam.fours", n, blocks_for(fours, BLOCK), BLOCK, 28 * n, adamFours, (float4 *)to,
                 (const float4 *)d_floats, (float4 *)means, (float4 *)squares, (int)fours))
        check_numbers(to, 4 * fours, weight_after_steps, 1e-4);
    unsigned char *kept = (unsigned char *)d_other;
    CHECK(cudaMemset(kept, 0xFF, n));
    if (run_case("dropout", n, blocks_for(n / 2, BLOCK), BLOCK, 7 * n, dropout, (half2 *)d_to, kept,
                 (const float2 *)d_floats, (int)n / 2)) {
        check_numbers((half *)d_to, n / 2 * 2, kept_number, 1e-3);
        check_numbers(kept, n / 2 * 2, kept_byte, 0);
    }
}

static void time_attention(size_t n)
{
    int rows = (int)(n / HEAD), pairs = rows * HEAD / 2;
    float *to = (float *)d_to;
    if (run_case("rotary.computed", n, blocks_for(pairs, BLOCK), BLOCK, 8 * n, rotaryComputed, to,
                 d_floats, pairs))
        check_numbers(to, (size_t)rows * HEAD, turned_feature, 2e-3);
    if (run_case("rotary.table", n, blocks_for(pairs, BLOCK), BLOCK, 12 * n, rotaryTable, to,
                 d_floats, d_table, pairs))
        check_numbers(to, (size_t)rows * HEAD, turned_feature, 1e-4);
    rows = (int)(n / CONTEXT);
    if (run_case("causal_rows", n, blocks_for((size_t)rows * LANES, 128), 128, 10 * n, causalRows,
                 to, d_floats, rows))
        check_numbers(to, (size_t)rows * CONTEXT, share_of_seen, 1e-3);
}

int main(int argc, char **argv)
{
    start_family("held_out_tensors", argc, argv);
    const size_t sizes[] = {1 << 18, (3 << 20) + 7002, 1 << 24}, largest = scaled(1 << 24);
    d_floats = floats_on_device(largest);
    h_floats = (float *)copy_to_host(d_floats, largest * sizeof(float));
    half *h_halves = (half *)host_memory(largest * sizeof(half));
    for (size_t i = 0; i < largest; i++)
        h_halves[i] = __float2half(h_floats[i]);
    d_halves = copy_to_device(h_halves, largest);
    static float2 turns[POSITIONS * HEAD / 2];
    for (int i = 0; i < POSITIONS * HEAD / 2; i++) {
        double angle = i / (HEAD / 2) * pow(10000, -2.0 * (i % (HEAD / 2)) / HEAD);
        turns[i] = make_float2((float)cos(angle), (float)sin(angle));
    }
    d_table = copy_to_device(turns, POSITIONS * HEAD / 2);
    h_list = (int *)host_memory(largest / FEATURES * sizeof(int));
    d_list = zeros_on_device(largest / FEATURES);
    CHECK(cudaMalloc(&d_to, largest * sizeof(double)));
    CHECK(cudaMemset(d_to, 0xFF, largest * sizeof(double)));
    CHECK(cudaMalloc(&d_other, largest * sizeof(float)));
    CHECK(cudaMalloc(&d_third, largest * sizeof(float)));
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_images(scaled(size));
        time_axes(scaled(size));
        time_training(scaled(size));
        time_attention(scaled(size));
    }
    for (void *memory : {d_to, d_other, d_third, (void *)d_floats, (void *)d_halves, (void *)d_list,
                         (void *)d_table})
        CHECK(cudaFree(memory));
    for (void *memory : {(void *)h_floats, (void *)h_halves, (void *)h_list})
        free(memory);
    return end_family();
}
