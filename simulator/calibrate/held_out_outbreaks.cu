/*
 * Held out of every fit: outbreaks: who catches a disease from the people he meets, the course of
 * an illness from day to day, regions as equations, travel between cities. The
 * words of a case's name behind the dot say which of several versions of the same work it is.
 */
#include "held_out.h"

enum { CONTACTS = 8, STATES = 5, DAYS = 16, CITIES = 256, TRAITS = 3 };
enum { HEALTHY, EXPOSED, ILL, IMMUNE, DEAD };

typedef unsigned char byte;
typedef unsigned int word;

/* A person, and how many days he has been in his state. */
struct person {
    int state, days, age;
};

__host__ __device__ static inline word mixed(word a)
{
    a = (a ^ a >> 16) * 0x7feb352du;
    a = (a ^ a >> 15) * 0x846ca68bu;
    return a ^ a >> 16;
}

/* Whether two people come close enough today. */
__device__ static inline int meet(int a, int b)
{
    word low = min(a, b), high = max(a, b);
    return (mixed(low * 2654435769u + high) & 7) == 0;
}

/* Who catches it: everyone looks at his contacts until one was ill ... */
__global__ void contactsPull(byte *to, const byte *ill, const int *contacts, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    byte caught = 0;
    for (int k = 0; k < CONTACTS; k++) {
        int other = contacts[i * CONTACTS + k];
        if (ill[other] && meet(i, other)) {
            caught = 1;
            break;
        }
    }
    to[i] = caught;
}

/* ... or at all of them, 32 people to a word ... */
__global__ void contactsBits(byte *to, const word *ill, const int4 *contacts, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int4 near = contacts[2 * i], far = contacts[2 * i + 1];
    const int others[CONTACTS] = {near.x, near.y, near.z, near.w, far.x, far.y, far.z, far.w};
    word caught = 0;
#pragma unroll
    for (int k = 0; k < CONTACTS; k++)
        caught |= ill[others[k] / 32] >> (others[k] % 32) & meet(i, others[k]);
    to[i] = (byte)(caught & 1);
}

/* ... or the ill look for whom they infect, and set bits of theirs that are 0 before. */
__global__ void contactsPush(word *to, const byte *ill, const int *contacts, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count || !ill[i])
        return;
    for (int k = 0; k < CONTACTS; k++) {
        int other = contacts[i * CONTACTS + k];
        if (meet(i, other))
            atomicOr(&to[other / 32], 1u << other % 32);
    }
}

/* A day in a person's life. */
__device__ static inline void live(int who, int *state, int *days, int age)
{
    word chance = mixed((word)who) % 100;
    int next = *state;
    switch (*state) {
    case HEALTHY: next = chance < 3 ? EXPOSED : HEALTHY; break;
    case EXPOSED: next = *days >= 4 ? ILL : EXPOSED; break;
    case ILL:
        if (*days >= 6 + age / 20)
            next = chance < (word)age / 4 ? DEAD : IMMUNE;
        break;
    case IMMUNE: next = *days >= 90 ? HEALTHY : IMMUNE; break;
    }
    *days = next == *state ? min(*days + 1, 200) : 0;
    *state = next;
}

/* A day of all people, who are structures ... */
__global__ void daysStructures(person *to, const person *from, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    person own = from[i];
    live(i, &own.state, &own.days, own.age);
    to[i] = own;
}

/* ... or rows of bytes, four people to a thread. */
__global__ void daysVectors(uchar4 *to, const uchar4 *from, int quads)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads)
        return;
    uchar4 states = from[i], lengths = from[quads + i], ages = from[2 * quads + i];
    int state[4] = {states.x, states.y, states.z, states.w};
    int days[4] = {lengths.x, lengths.y, lengths.z, lengths.w};
    const int age[4] = {ages.x, ages.y, ages.z, ages.w};
#pragma unroll
    for (int k = 0; k < 4; k++)
        live(4 * i + k, &state[k], &days[k], age[k]);
    to[i] = make_uchar4(state[0], state[1], state[2], state[3]);
    to[quads + i] = make_uchar4(days[0], days[1], days[2], days[3]);
    to[2 * quads + i] = ages;
}

/* The part of a region that is ill after 16 days: healthy, exposed and ill parts flow into each
 * other; a region for a thread. */
template <typename Real>
__global__ void regionsScalar(float *to, const float *speeds, const float *starts, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    Real speed = speeds[i], ill = starts[i] * Real(0.125), exposed = 0, healthy = 1 - ill;
    for (int day = 0; day < DAYS; day++) {
        Real caught = speed * healthy * ill, broke = exposed / 4, left = ill / 8;
        healthy -= caught;
        exposed += caught - broke;
        ill += broke - left;
    }
    to[i] = (float)ill;
}

/* The same with two regions for a thread, in halves. */
__global__ void regionsHalves(float2 *to, const float2 *speeds, const float2 *starts, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    const half2 fourth = __float2half2_rn(0.25f), eighth = __float2half2_rn(0.125f);
    half2 speed = __float22half2_rn(speeds[i]);
    half2 ill = __hmul2(__float22half2_rn(starts[i]), eighth);
    half2 exposed = __float2half2_rn(0), healthy = __hsub2(__float2half2_rn(1), ill);
    for (int day = 0; day < DAYS; day++) {
        half2 caught = __hmul2(__hmul2(speed, healthy), ill);
        half2 broke = __hmul2(exposed, fourth), left = __hmul2(ill, eighth);
        healthy = __hsub2(healthy, caught);
        exposed = __hadd2(exposed, __hsub2(caught, broke));
        ill = __hadd2(ill, __hsub2(broke, left));
    }
    to[i] = __half22float2(ill);
}

/* How many travellers reach a village from 256 cities: fewer from afar. By a power ... */
__global__ void travelGlobal(float *to, const float3 *villages, const float3 *cities, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float sum = 0;
    for (int k = 0; k < CITIES; k++) {
        float right = cities[k].x - villages[i].x, down = cities[k].y - villages[i].y;
        sum += cities[k].z / powf(right * right + down * down + 0.01f, 1.5f);
    }
    to[i] = sum * villages[i].z;
}

/* ... or a root, cities in shared memory. */
__global__ void travelShared(float *to, const float3 *villages, const float3 *cities, int count)
{
    __shared__ float3 all[CITIES];
    for (int k = threadIdx.x; k < CITIES; k += blockDim.x)
        all[k] = cities[k];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float3 own = villages[i];
    float sum = 0;
#pragma unroll 8
    for (int k = 0; k < CITIES; k++) {
        float right = all[k].x - own.x, down = all[k].y - own.y;
        float close = rsqrtf(right * right + down * down + 0.01f);
        sum += all[k].z * close * close * close;
    }
    to[i] = sum * own.z;
}

static byte *h_ill, *d_ill, *h_rows, *d_rows;
static word *h_bits, *d_bits;
static int *h_contacts, *d_contacts, *h_shuffled;
static person *h_people, *d_people;
static float *h_floats, *d_floats;
static void *d_to;
static int at_hand; // how many people or regions the case at hand has

static double is_caught(size_t i)
{
    int caught = 0;
    for (size_t k = i * CONTACTS; k < (i + 1) * CONTACTS; k++) {
        word other = h_contacts[k], own = (word)i;
        word pair = own < other ? own * 2654435769u + other : other * 2654435769u + own;
        caught += mixed(pair) % 8 == 0 && (h_bits[other / 32] & 1u << other % 32);
    }
    return caught > 0;
}

/* The same of 32 people, a bit for each. */
static double are_caught(size_t i)
{
    word bits = 0;
    for (size_t who = 32 * i; who < 32 * i + 32 && who < (size_t)at_hand; who++)
        bits |= (word)is_caught(who) << who % 32;
    return bits;
}

/* State, days or age of a person tomorrow, from what he is today. */
template <int VECTORS> static double tomorrow(size_t i)
{
    size_t who = VECTORS ? i % at_hand : i / TRAITS, trait = VECTORS ? i / at_hand : i % TRAITS;
    person own = h_people[who];
    int chance = (int)(mixed((word)who) % 100), wait = own.age / 20 + 6;
    const int lasts[STATES] = {0, 4, wait, 90, 1000};
    const int follows[STATES] = {EXPOSED, ILL, chance < own.age / 4 ? DEAD : IMMUNE, HEALTHY, DEAD};
    int is_over = own.days >= lasts[own.state] && (own.state != HEALTHY || chance < 3);
    if (trait == 0)
        return is_over ? follows[own.state] : own.state;
    return trait == 2 ? own.age : is_over ? 0 : own.days + 1;
}

static double ill_part(size_t i)
{
    double ill = h_floats[i + at_hand] / 8, exposed = 0, gone = 0;
    for (int day = 0; day < DAYS; day++) {
        double caught = h_floats[i] * ill * (1 - ill - exposed - gone);
        gone += ill / 8;
        ill = ill * 7 / 8 + exposed / 4;
        exposed = exposed * 3 / 4 + caught;
    }
    return ill;
}

static double travellers(size_t i)
{
    const float *own = h_floats + 3 * CITIES + 3 * i;
    double sum = 0;
    for (const float *city = h_floats; city < h_floats + 3 * CITIES; city += 3) {
        double apart = hypot(hypot(city[0] - own[0], city[1] - own[1]), 0.1);
        sum += city[2] * own[2] / (apart * apart * apart);
    }
    return sum;
}

/* Contacts are mutual: people stand in a circle in an order of chance, and everyone meets those who
 * stand so many places before and behind him. */
static void make_contacts(int count)
{
    const int steps[CONTACTS / 2] = {1, 2, 37, 1009};
    for (int i = 0; i < count; i++) {
        int other = (int)(mixed((word)i) % (i + 1));
        h_shuffled[i] = h_shuffled[other];
        h_shuffled[other] = i;
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < CONTACTS; k++) {
            int step = k % 2 ? steps[k / 2] : count - steps[k / 2];
            h_contacts[h_shuffled[i] * CONTACTS + k] = h_shuffled[(i + step) % count];
        }
    CHECK(
        cudaMemcpy(d_contacts, h_contacts, sizeof(int) * CONTACTS * count, cudaMemcpyHostToDevice));
}

static void time_contacts(size_t n)
{
    byte *to = (byte *)d_to;
    int count = at_hand = (int)(n / 32);
    size_t bytes = (size_t)count * (5 * CONTACTS + 1);
    make_contacts(count);
    if (run_case("contacts.pull", n, blocks_for(count, 128), 128, bytes, contactsPull, to, d_ill,
                 d_contacts, count))
        check_numbers(to, count, is_caught, 0);
    if (run_case("contacts.bits", n, blocks_for(count, 128), 128, bytes, contactsBits, to, d_bits,
                 (const int4 *)d_contacts, count))
        check_numbers(to, count, is_caught, 0);
    word *bits = (word *)d_to;
    CHECK(cudaMemset(bits, 0, count / 8 + sizeof *bits));
    if (run_case("contacts.push", n, blocks_for(count, 128), 128, bytes, contactsPush, bits, d_ill,
                 d_contacts, count))
        check_numbers(bits, blocks_for(count, 32), are_caught, 0);
}

static void time_days(size_t n)
{
    int *traits = (int *)d_to, quads = (int)(n / 32), count = at_hand = 4 * quads;
    byte *rows = (byte *)d_to;
    size_t all = (size_t)TRAITS * count;
    for (int i = 0; i < count; i++) {
        h_rows[i] = (byte)h_people[i].state;
        h_rows[count + i] = (byte)h_people[i].days;
        h_rows[2 * count + i] = (byte)h_people[i].age;
    }
    CHECK(cudaMemcpy(d_rows, h_rows, all, cudaMemcpyHostToDevice));
    if (run_case("days.structures", n, blocks_for(count, 256), 256, 8 * all, daysStructures,
                 (person *)d_to, d_people, count))
        check_numbers(traits, all, tomorrow<0>, 0);
    if (run_case("days.vectors", n, blocks_for(quads, 256), 256, 2 * all, daysVectors,
                 (uchar4 *)d_to, (const uchar4 *)d_rows, quads))
        check_numbers(rows, all, tomorrow<1>, 0);
}

static void time_regions(size_t n)
{
    float *to = (float *)d_to;
    int pairs = (int)(n / 64), count = at_hand = 2 * pairs, villages = (int)(n / 256);
    size_t bytes = 12 * (size_t)count, read = (size_t)villages * 16;
    const float *starts = d_floats + count;
    if (run_case("regions.double", n, blocks_for(count, 64), 64, bytes, regionsScalar<double>, to,
                 d_floats, starts, count))
        check_numbers(to, count, ill_part, 1e-4);
    if (run_case("regions.float", n, blocks_for(count, 64), 64, bytes, regionsScalar<float>, to,
                 d_floats, starts, count))
        check_numbers(to, count, ill_part, 1e-4);
    if (run_case("regions.halves", n, blocks_for(pairs, 64), 64, bytes, regionsHalves, (float2 *)to,
                 (const float2 *)d_floats, (const float2 *)starts, pairs))
        check_numbers(to, count, ill_part, 2e-2);
    const float3 *cities = (const float3 *)d_floats;
    if (run_case("travel.global", n, blocks_for(villages, 32), 32, read, travelGlobal, to,
                 cities + CITIES, cities, villages))
        check_numbers(to, villages, travellers, 1e-3);
    if (run_case("travel.shared", n, blocks_for(villages, 256), 256, read, travelShared, to,
                 cities + CITIES, cities, villages))
        check_numbers(to, villages, travellers, 1e-3);
}

static void make_input(size_t largest)
{
    for (size_t i = 0; i < largest / 16; i++) {
        h_ill[i] = mixed((word)i) % 5 == 0;
        h_bits[i / 32] = (i % 32 == 0 ? 0 : h_bits[i / 32]) | (word)h_ill[i] << i % 32;
        h_floats[i] = 0.05f + mixed((word)i + 7) % 4096 / 4500.0f;
    }
    for (size_t i = 0; i < largest / 8; i++)
        h_people[i] = {(int)(mixed((word)i + 3) % STATES), input_number(i) % 100,
                       input_number(3 * i + 1) % 96};
}

int main(int argc, char **argv)
{
    start_family("held_out_outbreaks", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 4099, 1 << 24}, largest = scaled(1 << 24);
    h_ill = (byte *)host_memory(largest / 16);
    h_bits = (word *)host_memory(largest / 16 / 32 * sizeof(word));
    h_contacts = (int *)host_memory(largest / 32 * CONTACTS * sizeof(int));
    h_shuffled = (int *)host_memory(largest / 32 * sizeof(int));
    h_people = (person *)host_memory(largest / 8 * sizeof(person));
    h_rows = (byte *)host_memory(largest / 8 * TRAITS);
    h_floats = (float *)host_memory(largest / 16 * sizeof(float));
    make_input(largest);
    d_ill = copy_to_device(h_ill, largest / 16);
    d_bits = copy_to_device(h_bits, largest / 16 / 32);
    d_people = copy_to_device(h_people, largest / 8);
    d_floats = copy_to_device(h_floats, largest / 16);
    d_contacts = zeros_on_device(largest / 32 * CONTACTS);
    d_rows = (byte *)zeros_on_device(largest / 32 * TRAITS);
    d_to = zeros_on_device(largest / 8 * TRAITS);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_contacts(scaled(size));
        time_days(scaled(size));
        time_regions(scaled(size));
    }
    for (void *memory : {(void *)d_ill, (void *)d_bits, (void *)d_people, (void *)d_floats,
                         (void *)d_contacts, (void *)d_rows, d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
