/*
 * Held out of every fit: orbits: where a planet is on its ellipse, flights
 * around an earth that is not round, light curves folded by a period, the light of stars in a
 * picture. The words of a case's name behind the dot say which of several versions of the same work
 * it is.
 */
#include "held_out.h"

enum { TURNS = 12, AXES = 6, FLIGHT_STEPS = 4, BINS = 64, SIDE = 2048 };
enum { INNER = 4, OUTER = 6, BOX = 2 * OUTER + 1 };

typedef unsigned short pixel;
typedef unsigned int word;

static const word SPIN = 71000009u; // the part of a period, in 2^-32, that a tick is
static const double PULL = 398600.4418, RADIUS = 6378.137, FLATTENING = 1.08263e-3, STEP = 30;

/* The angle at which a planet is on its ellipse (Kepler), from the time since it was nearest to the
 * sun, as a part of a year, and from how long the ellipse is: until it stands still ... */
template <typename Real>
__global__ void keplerUntil(float *to, const float *times, const float *lengths, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    Real mean = times[i] * Real(6.283185307179586), e = lengths[i] * Real(0.9);
    Real angle = mean + (mean < Real(3.141592653589793) ? e : -e), change;
    int turns = 0;
    do {
        change = (angle - e * sin(angle) - mean) / (1 - e * cos(angle));
        angle -= change;
    } while (fabs(change) > Real(1e-5) && ++turns < TURNS);
    to[i] = (float)angle;
}

/* ... or six times for everyone, each with sine and cosine in one. */
__global__ void keplerFixed(float *to, const float *times, const float *lengths, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float mean = times[i] * 6.2831853f, e = lengths[i] * 0.9f, s, c;
    float angle = mean + (mean < 3.1415927f ? e : -e);
#pragma unroll
    for (int turn = 0; turn < 6; turn++) {
        sincosf(angle, &s, &c);
        angle -= (angle - e * s - mean) / (1 - e * c);
    }
    to[i] = angle;
}

/* How place (the first three numbers) and speed of a satellite change, in km and s: the earth
 * pulls, and is broader than high. */
__device__ static inline void pull(double *change, const double *state)
{
    double square = 0;
    for (int k = 0; k < 3; k++)
        square += state[k] * state[k];
    double distance = sqrt(square), weight = -PULL / (square * distance);
    double broad = 1.5 * FLATTENING * RADIUS * RADIUS / square;
    double height = 5 * state[2] * state[2] / square;
    for (int k = 0; k < 3; k++) {
        change[k] = state[k + 3];
        change[k + 3] = weight * state[k] * (1 + broad * ((k < 2 ? 1 : 3) - height));
    }
}

/* Some steps of a flight (Runge and Kutta): with arrays and loops ... */
__global__ void flightsArrays(double *to, const double *from, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    double state[AXES], slopes[4][AXES], tried[AXES];
    for (int k = 0; k < AXES; k++)
        state[k] = from[(size_t)k * count + i];
    for (int step = 0; step < FLIGHT_STEPS; step++) {
        for (int part = 0; part < 4; part++) {
            double ahead = part == 0 ? 0 : part == 3 ? STEP : STEP / 2;
            for (int k = 0; k < AXES; k++)
                tried[k] = part == 0 ? state[k] : state[k] + ahead * slopes[part - 1][k];
            pull(slopes[part], tried);
        }
        for (int k = 0; k < AXES; k++)
            state[k] +=
                STEP / 6 * (slopes[0][k] + 2 * slopes[1][k] + 2 * slopes[2][k] + slopes[3][k]);
    }
    for (int k = 0; k < AXES; k++)
        to[(size_t)k * count + i] = state[k];
}

__device__ static inline double3 pulled(double3 place)
{
    double over = 1 / (place.x * place.x + place.y * place.y + place.z * place.z);
    double weight = -PULL * over * sqrt(over);
    double broad = 1.5 * FLATTENING * RADIUS * RADIUS * over;
    double height = 5 * place.z * place.z * over, flat = weight * (1 + broad * (1 - height));
    return make_double3(flat * place.x, flat * place.y, (flat + 2 * weight * broad) * place.z);
}

__device__ static inline double3 moved(double3 a, double part, double3 b)
{
    return make_double3(a.x + part * b.x, a.y + part * b.y, a.z + part * b.z);
}

/* ... or with vectors, in which the slopes of the place are summed already (Nystroem). */
__global__ void flightsVectors(double *to, const double *from, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = count;
    if (i >= count)
        return;
    double3 place = make_double3(from[i], from[i + row], from[i + 2 * row]);
    double3 speed = make_double3(from[i + 3 * row], from[i + 4 * row], from[i + 5 * row]);
    for (int step = 0; step < FLIGHT_STEPS; step++) {
        double3 half_way = moved(place, STEP / 2, speed), end = moved(place, STEP, speed);
        double3 first = pulled(place), second = pulled(half_way);
        double3 third = pulled(moved(half_way, STEP * STEP / 4, first));
        double3 fourth = pulled(moved(end, STEP * STEP / 2, second));
        double3 middle = moved(second, 1, third);
        place = moved(end, STEP * STEP / 6, moved(first, 1, middle));
        speed = moved(moved(speed, STEP / 6, moved(first, 1, fourth)), STEP / 3, middle);
    }
    to[i] = place.x;
    to[i + row] = place.y;
    to[i + 2 * row] = place.z;
    to[i + 3 * row] = speed.x;
    to[i + 4 * row] = speed.y;
    to[i + 5 * row] = speed.z;
}

/* The light of a star that changes, over 64 parts of its period, and how often it was seen in each:
 * all add to the same sums ... */
__global__ void foldsGlobal(int *to, const word *ticks, const int *light, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    word bin = ticks[i] * SPIN >> 26;
    atomicAdd(&to[bin], light[i]);
    atomicAdd(&to[BINS + bin], 1);
}

/* ... or each of some blocks to its own first. */
__global__ void foldsShared(int *to, const word *ticks, const int *light, int count)
{
    __shared__ int own[2 * BINS];
    for (int k = threadIdx.x; k < 2 * BINS; k += blockDim.x)
        own[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        word bin = ticks[i] * SPIN >> 26;
        atomicAdd(&own[bin], light[i]);
        atomicAdd(&own[BINS + bin], 1);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 2 * BINS; k += blockDim.x)
        atomicAdd(&to[k], own[k]);
}

/* What a pixel of a box around a star counts for: its light, or the sky's around it. Of the first
 * there are 49 pixels in a circle, of the other 64 in a ring. */
__device__ static inline int part_of(int x, int y, int light)
{
    int square = x * x + y * y;
    return square <= INNER * INNER ? 64 * light : square <= OUTER * OUTER ? -49 * light : 0;
}

/* 64 times the light of a star in a picture: a thread for a star ... */
__global__ void lightThreads(int *to, const pixel *picture, const int2 *places, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int2 place = places[i];
    int sum = 0;
    for (int y = -OUTER; y <= OUTER; y++)
        for (int x = -OUTER; x <= OUTER; x++)
            sum += part_of(x, y, picture[(place.y + y) * SIDE + place.x + x]);
    to[i] = sum;
}

/* ... or a warp. */
__global__ void lightWarps(int *to, const pixel *picture, const int2 *places, int count)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, sum = 0;
    if (i >= count)
        return;
    int2 place = places[i];
    for (int k = lane; k < BOX * BOX; k += 32) {
        int x = k % BOX - OUTER, y = k / BOX - OUTER;
        sum += part_of(x, y, picture[(place.y + y) * SIDE + place.x + x]);
    }
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xFFFFFFFF, sum, step);
    if (lane == 0)
        to[i] = sum;
}

static float *h_times, *d_times;
static double *h_flights, *d_flights;
static word *h_ticks, *d_ticks;
static int *h_light, *d_light, *h_sums;
static pixel *h_picture, *d_picture;
static int2 *h_places, *d_places;
static void *d_to;
static int at_hand; // how many planets or flights the case at hand has

/* By halving: the time grows with the angle. */
static double kepler_angle(size_t i)
{
    double mean = h_times[i] * 2 * M_PI, length = h_times[i + at_hand] * 0.9, low = 0,
           high = 2 * M_PI;
    for (int half = 0; half < 45; half++) {
        double middle = (low + high) / 2;
        (middle - length * sin(middle) < mean ? low : high) = middle;
    }
    return low;
}

/* In many small steps (leapfrog). */
static double flight_axis(size_t i)
{
    double place[3], speed[3];
    const int steps = 240;
    const double step = FLIGHT_STEPS * STEP / steps;
    for (int k = 0; k < 3; k++) {
        place[k] = h_flights[(size_t)k * at_hand + i % at_hand];
        speed[k] = h_flights[(size_t)(k + 3) * at_hand + i % at_hand];
    }
    for (int turn = 0; turn <= steps; turn++) {
        double far = sqrt(place[0] * place[0] + place[1] * place[1] + place[2] * place[2]);
        double bulge = 1.5 * FLATTENING * PULL * RADIUS * RADIUS / pow(far, 5);
        double slope = place[2] / far, lift = 1 - 5 * slope * slope;
        for (int k = 0; k < 3; k++) {
            double round = -PULL * place[k] / pow(far, 3);
            double force = round - bulge * place[k] * (k == 2 ? lift + 2 : lift);
            speed[k] += (turn == 0 || turn == steps ? step / 2 : step) * force;
        }
        for (int k = 0; turn < steps && k < 3; k++)
            place[k] += step * speed[k];
    }
    return i / at_hand < 3 ? place[i / at_hand] : speed[i / at_hand - 3];
}

/* Every launch adds once more. */
static double folded_sum(size_t i)
{
    return (double)h_sums[i] * launches();
}

static double star_light(size_t i)
{
    double light = 0, sky = 0;
    for (int place = 0; place < BOX * BOX; place++) {
        int x = place % BOX - OUTER, y = place / BOX - OUTER;
        double far = hypot(x, y), own = h_picture[(h_places[i].y + y) * SIDE + h_places[i].x + x];
        light += far <= INNER ? own : 0;
        sky += far > INNER && far <= OUTER ? own : 0;
    }
    return 64 * light - 49 * sky;
}

/* Flights on circles, were the earth round. */
static void make_flights(int flights)
{
    for (int i = 0; i < flights; i++) {
        double far = RADIUS + 400 + input_number(i), turn = input_number(3 * (size_t)i + 1) / 700.0;
        double tilt = input_number(5 * (size_t)i + 2) / 2000.0, speed = sqrt(PULL / far);
        const double own[AXES] = {
            far * cos(turn),    far * sin(turn) * cos(tilt),   far * sin(turn) * sin(tilt),
            -speed * sin(turn), speed * cos(turn) * cos(tilt), speed * cos(turn) * sin(tilt)};
        for (int k = 0; k < AXES; k++)
            h_flights[(size_t)k * flights + i] = own[k];
    }
    size_t bytes = (size_t)flights * AXES * sizeof(double);
    CHECK(cudaMemcpy(d_flights, h_flights, bytes, cudaMemcpyHostToDevice));
}

static void time_planets(size_t n)
{
    float *to = (float *)d_to;
    int count = at_hand = (int)(n / 64);
    size_t bytes = 12 * (size_t)count;
    if (run_case("kepler.double", n, blocks_for(count, 128), 128, bytes, keplerUntil<double>, to,
                 d_times, d_times + count, count))
        check_numbers(to, count, kepler_angle, 1e-3);
    if (run_case("kepler.float", n, blocks_for(count, 128), 128, bytes, keplerUntil<float>, to,
                 d_times, d_times + count, count))
        check_numbers(to, count, kepler_angle, 1e-3);
    if (run_case("kepler.fixed", n, blocks_for(count, 128), 128, bytes, keplerFixed, to, d_times,
                 d_times + count, count))
        check_numbers(to, count, kepler_angle, 1e-3);
    make_flights(count);
    double *flown = (double *)d_to;
    size_t axes = (size_t)count * AXES;
    if (run_case("flights.arrays", n, blocks_for(count, 64), 64, 16 * axes, flightsArrays, flown,
                 d_flights, count))
        check_numbers(flown, axes, flight_axis, 2e-4);
    if (run_case("flights.vectors", n, blocks_for(count, 64), 64, 16 * axes, flightsVectors, flown,
                 d_flights, count))
        check_numbers(flown, axes, flight_axis, 2e-4);
}

static void time_folds(size_t n, const char *name, dim3 grid, dim3 block,
                       void (*kernel)(int *, const word *, const int *, int))
{
    int *to = (int *)d_to, count = (int)(n / 8);
    memset(h_sums, 0, 2 * BINS * sizeof(int));
    for (int i = 0; i < count; i++) {
        h_sums[h_ticks[i] * SPIN >> 26] += h_light[i];
        h_sums[BINS + (h_ticks[i] * SPIN >> 26)]++;
    }
    CHECK(cudaMemset(to, 0, 2 * BINS * sizeof(int)));
    if (run_case(name, n, grid, block, 8 * (size_t)count, kernel, to, d_ticks, d_light, count))
        check_numbers(to, 2 * BINS, folded_sum, 0);
}

static void time_stars(size_t n)
{
    int *to = (int *)d_to, count = (int)(n / 256);
    size_t bytes = (size_t)count * (BOX * BOX * sizeof(pixel) + 12);
    time_folds(n, "folds.global", blocks_for(n / 8, 512), 512, foldsGlobal);
    time_folds(n, "folds.blocks", blocks_for(n / 8, 512), 512, foldsShared);
    time_folds(n, "folds.turns", 132, 512, foldsShared);
    if (run_case("light.threads", n, blocks_for(count, 32), 32, bytes, lightThreads, to, d_picture,
                 d_places, count))
        check_numbers(to, count, star_light, 0);
    if (run_case("light.warps", n, blocks_for(32 * (size_t)count, 256), 256, bytes, lightWarps, to,
                 d_picture, d_places, count))
        check_numbers(to, count, star_light, 0);
}

static void make_input(size_t largest)
{
    for (size_t i = 0; i < largest / 32; i++)
        h_times[i] = input_number(i * i % 65521 + 7 * i) / 4096.0f;
    for (size_t i = 0; i < largest / 8; i++) {
        h_ticks[i] = (word)(37 * i + input_number(i) % 16);
        h_light[i] = input_number(i + 5);
    }
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++)
        h_picture[i] = (pixel)input_number(3 * i + 1);
    const int inside = SIDE - 2 * OUTER;
    for (size_t i = 0; i < largest / 256; i++) {
        word mixed = (word)i * 2654435769u ^ 0x5bd1e995u;
        mixed = (mixed ^ mixed >> 15) * 2246822519u;
        h_places[i] = make_int2(OUTER + (int)(mixed % inside), OUTER + (int)(mixed >> 16) % inside);
    }
}

int main(int argc, char **argv)
{
    start_family("held_out_orbits", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 4099, 1 << 24}, largest = scaled(1 << 24);
    h_times = (float *)host_memory(largest / 32 * sizeof(float));
    h_flights = (double *)host_memory(largest / 64 * AXES * sizeof(double));
    h_ticks = (word *)host_memory(largest / 8 * sizeof(word));
    h_light = (int *)host_memory(largest / 8 * sizeof(int));
    h_sums = (int *)host_memory(2 * BINS * sizeof(int));
    h_picture = (pixel *)host_memory((size_t)SIDE * SIDE * sizeof(pixel));
    h_places = (int2 *)host_memory(largest / 256 * sizeof(int2));
    make_input(largest);
    d_times = copy_to_device(h_times, largest / 32);
    d_ticks = copy_to_device(h_ticks, largest / 8);
    d_light = copy_to_device(h_light, largest / 8);
    d_picture = copy_to_device(h_picture, (size_t)SIDE * SIDE);
    d_places = copy_to_device(h_places, largest / 256);
    d_flights = (double *)zeros_on_device(largest / 32 * AXES);
    d_to = zeros_on_device(largest / 32 * AXES);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_planets(scaled(size));
        time_stars(scaled(size));
    }
    for (void *memory : {(void *)d_times, (void *)d_ticks, (void *)d_light, (void *)d_picture,
                         (void *)d_places, (void *)d_flights, d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
