/*
 * Held out of every fit: reactors: cross sections at an energy, walks of neutrons, tallies, chains
 * of decays. The words of a case's name behind the dot say which of several versions of the same
 * work it is.
 */
#include "held_out.h"

enum { POINTS = 16384, ISOTOPES = 6, BUCKETS = 4096, CELLS = 1024, CHAIN = 6, STEPS = 16 };
enum { PATHS = 256, SLAB = 4096, FREE_PATH = 700, ABSORBED = 20, GROUPS = 32, TERMS = 48 };
enum fate { FLIES, BACK, THROUGH, CAUGHT };

typedef unsigned int word;

static const double LONG = 3; // what the chains have to decay

__constant__ float densities[ISOTOPES];
__constant__ double bases[CHAIN]; // how fast each nuclide of the chain decays without neutrons

/* Where the cross section of an isotope at a point of the grid of energies is: beside those of the
 * point's other isotopes, or of the isotope's other points. */
template <int TOGETHER>
__host__ __device__ static inline size_t section_place(int isotope, int point)
{
    return TOGETHER ? (size_t)point * ISOTOPES + isotope : (size_t)isotope * POINTS + point;
}

/* The sum over isotopes at an energy between two points of the grid. */
template <int TOGETHER>
__device__ static inline float section_at(float energy, int point, const float *grid,
                                          const float *sections)
{
    float sum = 0, part = (energy - grid[point]) / (grid[point + 1] - grid[point]);
    for (int isotope = 0; isotope < ISOTOPES; isotope++) {
        float low = sections[section_place<TOGETHER>(isotope, point)];
        float high = sections[section_place<TOGETHER>(isotope, point + 1)];
        sum += densities[isotope] * (low + part * (high - low));
    }
    return sum;
}

/* How likely a neutron of some energy hits a nucleus: the two points around the energy by halving
 * the grid ... */
template <int TOGETHER>
__global__ void sectionsSearch(float *to, const float *energies, const float *grid,
                               const float *sections, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float energy = energies[i];
    int low = 0, high = POINTS - 1;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (grid[middle] <= energy)
            low = middle;
        else
            high = middle;
    }
    to[i] = section_at<TOGETHER>(energy, low, grid, sections);
}

/* ... or from where the energy's bucket begins. */
__global__ void sectionsBuckets(float *to, const float *energies, const float *grid,
                                const int *firsts, const float *sections, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float energy = energies[i];
    int point = firsts[(int)(energy * BUCKETS)];
    while (grid[point + 1] <= energy)
        point++;
    to[i] = section_at<0>(energy, point, grid, sections);
}

struct neutron {
    word chance;
    int place, flights;
};

__host__ __device__ static inline struct neutron new_neutron(word seed)
{
    return {seed, SLAB / 2, 0};
}

/* One flight of a neutron in a slab, in whole numbers, and what becomes of it. */
__host__ __device__ static inline enum fate fly(struct neutron *own, const int *paths)
{
    own->chance = own->chance * 1664525 + 1013904223;
    word chance = own->chance;
    own->place += paths[chance >> 24] * ((int)(chance >> 16 & 255) - 128) >> 7;
    own->flights++;
    if (own->place < 0)
        return BACK;
    if (own->place >= SLAB)
        return THROUGH;
    return (chance >> 8 & 255) < ABSORBED ? CAUGHT : FLIES;
}

/* Neutrons on their way: how many flights each has, and what ends them. A thread for each ... */
__global__ void walksEach(int *to, const word *seeds, const int *paths, int count)
{
    __shared__ int own_paths[PATHS];
    own_paths[threadIdx.x] = paths[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    struct neutron own = new_neutron(seeds[i]);
    enum fate fate;
    do
        fate = fly(&own, own_paths);
    while (fate == FLIES);
    to[i] = own.flights * 4 + fate;
}

/* ... or some threads, each of which takes another one as soon as its own has come to an end. */
__global__ void walksRefill(int *to, const word *seeds, const int *paths, int count)
{
    __shared__ int own_paths[PATHS];
    own_paths[threadIdx.x] = paths[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    struct neutron own = new_neutron(i < count ? seeds[i] : 0);
    while (i < count) {
        enum fate fate = fly(&own, own_paths);
        if (fate == FLIES)
            continue;
        to[i] = own.flights * 4 + fate;
        i += gridDim.x * blockDim.x;
        if (i < count)
            own = new_neutron(seeds[i]);
    }
}

/* An event is a number, of which some bits say where it was, more often in the first cells, and
 * others how much energy it left there. */
__host__ __device__ static inline int cell_of(word event)
{
    return (event >> 22) * (event & (CELLS - 1)) >> 10;
}

__host__ __device__ static inline int energy_of(word event)
{
    return event >> 10 & 255;
}

/* The energy that is left in each cell: each event adds its own ... */
__global__ void tallyGlobal(int *to, const word *events, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        atomicAdd(&to[cell_of(events[i])], energy_of(events[i]));
}

/* ... or the threads of a warp that have the same cell choose one, which adds for them ... */
__global__ void tallyMatch(int *to, const word *events, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int cell = i < count ? cell_of(events[i]) : CELLS,
        energy = i < count ? energy_of(events[i]) : 0;
    word alike = __match_any_sync(0xFFFFFFFF, cell);
    int sum = __reduce_add_sync(alike, energy);
    if (cell < CELLS && __ffs(alike) - 1 == lane)
        atomicAdd(&to[cell], sum);
}

/* ... or a block has sums of its own first. */
__global__ void tallyShared(int *to, const word *events, int count)
{
    __shared__ int sums[CELLS];
    for (int cell = threadIdx.x; cell < CELLS; cell += blockDim.x)
        sums[cell] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        atomicAdd(&sums[cell_of(events[i])], energy_of(events[i]));
    __syncthreads();
    for (int cell = threadIdx.x; cell < CELLS; cell += blockDim.x)
        if (sums[cell] != 0)
            atomicAdd(&to[cell], sums[cell]);
}

/* What is left of a chain of nuclides, each of which decays to the next one, the faster the more
 * neutrons there are: sums of exponentials (Bateman) ... */
__global__ void decaysSeries(double *to, const float *fluxes, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    double rates[CHAIN], left[CHAIN], made = 1;
    for (int k = 0; k < CHAIN; k++) {
        rates[k] = bases[k] * (1 + 0.5 * fluxes[i]);
        left[k] = exp(-rates[k] * LONG);
    }
    for (int k = 0; k < CHAIN; k++) {
        double sum = 0;
        for (int j = 0; j <= k; j++) {
            double apart = 1;
            for (int m = 0; m <= k; m++)
                apart *= m == j ? 1 : rates[m] - rates[j];
            sum += left[j] / apart;
        }
        to[(size_t)k * count + i] = made * sum;
        made *= rates[k];
    }
}

/* ... or 16 steps in time (Runge and Kutta). */
__global__ void decaysSteps(double *to, const float *fluxes, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    double rates[CHAIN], held[CHAIN], step = LONG / STEPS;
    for (int k = 0; k < CHAIN; k++) {
        rates[k] = bases[k] * (1 + 0.5 * fluxes[i]);
        held[k] = k == 0;
    }
    for (int times = 0; times < STEPS; times++) {
        double slope[CHAIN] = {0}, sum[CHAIN] = {0};
        for (int part = 0; part < 4; part++) {
            double ahead = part == 0 ? 0 : part == 3 ? step : step / 2, made = 0;
            for (int k = 0; k < CHAIN; k++) {
                double lost = rates[k] * (held[k] + ahead * slope[k]);
                slope[k] = made - lost;
                sum[k] += slope[k] * (part == 0 || part == 3 ? 1 : 2);
                made = lost;
            }
        }
        for (int k = 0; k < CHAIN; k++)
            held[k] += sum[k] * (step / 6);
    }
    for (int k = 0; k < CHAIN; k++)
        to[(size_t)k * count + i] = held[k];
}

static const float h_densities[ISOTOPES] = {0.5f, 0.1f, 1.5f, 0.25f, 2, 0.75f};
static const double h_bases[CHAIN] = {0.9, 0.35, 0.62, 0.21, 0.48, 0.13};
static word *h_words, *d_words;
static float *h_floats, *d_floats;
static float h_grid[POINTS], *d_grid, h_sections[ISOTOPES * POINTS], *d_sections,
    together[ISOTOPES * POINTS], *d_together;
static int h_firsts[BUCKETS], *d_firsts, h_paths[PATHS], *d_paths, h_sums[CELLS];
static int at_hand; // how many chains the case at hand has
static void *d_to;

static float energy(size_t i)
{
    return (h_words[i] >> 8) / 16777216.0f;
}

/* From a straight line through the two points, found by the rule that made the grid. */
static double section(size_t i)
{
    int point = (int)(sqrt(energy(i)) * (POINTS - 1));
    for (point = point < 2 ? 0 : point - 2; h_grid[point + 1] <= energy(i);)
        point++;
    double sum = 0, wide = (double)h_grid[point + 1] - h_grid[point];
    for (int k = 0; k < ISOTOPES; k++)
        sum += h_densities[k] *
               (h_sections[k * POINTS + point] * ((double)h_grid[point + 1] - energy(i)) +
                h_sections[k * POINTS + point + 1] * ((double)energy(i) - h_grid[point]));
    return sum / wide;
}

static double walk(size_t i)
{
    struct neutron own = new_neutron(h_words[i]);
    enum fate fate = FLIES;
    while (fate == FLIES)
        fate = fly(&own, h_paths);
    return own.flights * 4 + fate;
}

static double given_sums(size_t cell)
{
    return (double)h_sums[cell] * launches();
}

/* By the series of the exponential of a matrix. */
static double left_of_chain(size_t i)
{
    double term[CHAIN] = {1}, sum = 0;
    for (int power = 1; power <= TERMS; power++) {
        sum += term[i / at_hand];
        for (int k = CHAIN - 1; k >= 0; k--) {
            double made = k > 0 ? h_bases[k - 1] * term[k - 1] : 0;
            term[k] =
                (made - h_bases[k] * term[k]) * (1 + 0.5 * h_floats[i % at_hand]) * LONG / power;
        }
    }
    return sum;
}

static void time_sections(size_t n)
{
    float *to = (float *)d_to;
    int count = (int)(n / 16);
    size_t bytes = 4 * (size_t)count * (4 + 2 * ISOTOPES), search = 56 * (size_t)count;
    if (run_case("sections.search", n, blocks_for(count, 256), 256, bytes + search,
                 sectionsSearch<0>, to, d_floats, d_grid, d_sections, count))
        check_numbers(to, count, section, 1e-4);
    if (run_case("sections.together", n, blocks_for(count, 256), 256, bytes + search,
                 sectionsSearch<1>, to, d_floats, d_grid, d_together, count))
        check_numbers(to, count, section, 1e-4);
    if (run_case("sections.buckets", n, blocks_for(count, 256), 256, bytes + 12 * (size_t)count,
                 sectionsBuckets, to, d_floats, d_grid, d_firsts, d_sections, count))
        check_numbers(to, count, section, 1e-4);
}

static void time_tally(const char *name, size_t n, unsigned int grid, unsigned int block,
                       size_t bytes, void (*kernel)(int *, const word *, int))
{
    CHECK(cudaMemset(d_to, 0, CELLS * sizeof(int)));
    if (run_case(name, n, grid, block, bytes, kernel, (int *)d_to, d_words, (int)(n / 4)))
        check_numbers((int *)d_to, CELLS, given_sums, 0);
}

static void time_events(size_t n)
{
    int *to = (int *)d_to, count = (int)(n / 16);
    size_t bytes = 8 * (size_t)count;
    if (run_case("walks.each", n, blocks_for(count, PATHS), PATHS, bytes + 4 * (size_t)count,
                 walksEach, to, d_words, d_paths, count))
        check_numbers(to, count, walk, 0);
    if (run_case("walks.refill", n, 264, PATHS, bytes + 264 * sizeof h_paths, walksRefill, to,
                 d_words, d_paths, count))
        check_numbers(to, count, walk, 0);
    count = (int)(n / 4), bytes = 8 * (size_t)count;
    memset(h_sums, 0, sizeof h_sums);
    for (int i = 0; i < count; i++)
        h_sums[cell_of(h_words[i])] += energy_of(h_words[i]);
    time_tally("tally.global", n, blocks_for(count, 512), 512, bytes, tallyGlobal);
    time_tally("tally.match", n, blocks_for(count, 512), 512, bytes, tallyMatch);
    time_tally("tally.shared", n, 132, 1024, bytes / 2 + 132 * sizeof h_sums, tallyShared);
}

static void time_chains(size_t n)
{
    double *left = (double *)d_to;
    size_t count = at_hand = (int)(n / 64), bytes = count * (4 + 8 * CHAIN);
    if (run_case("decays.series", n, blocks_for(count, 64), 64, bytes, decaysSeries, left, d_floats,
                 at_hand))
        check_numbers(left, CHAIN * count, left_of_chain, 1e-3);
    if (run_case("decays.steps", n, blocks_for(count, 64), 64, bytes, decaysSteps, left, d_floats,
                 at_hand))
        check_numbers(left, CHAIN * count, left_of_chain, 1e-3);
}

static void make_tables(void)
{
    for (int point = 0; point < POINTS; point++) {
        h_grid[point] = (float)pow(point / (double)(POINTS - 1), 2);
        for (int k = 0; k < ISOTOPES; k++) {
            float own = 0.1f + input_number((size_t)point * ISOTOPES + k) / 4096.0f;
            h_sections[section_place<0>(k, point)] = together[section_place<1>(k, point)] = own;
        }
    }
    for (int bucket = 0, point = 0; bucket < BUCKETS; bucket++) {
        while (h_grid[point + 1] <= bucket / (float)BUCKETS)
            point++;
        h_firsts[bucket] = point;
    }
    for (int k = 0; k < PATHS; k++)
        h_paths[k] = (int)(-FREE_PATH * log((k + 0.5) / PATHS));
    d_sections = copy_to_device(h_sections, ISOTOPES * POINTS);
    d_together = copy_to_device(together, ISOTOPES * POINTS);
    d_grid = copy_to_device(h_grid, POINTS);
    d_firsts = copy_to_device(h_firsts, BUCKETS);
    d_paths = copy_to_device(h_paths, PATHS);
    CHECK(cudaMemcpyToSymbol(densities, h_densities, sizeof h_densities));
    CHECK(cudaMemcpyToSymbol(bases, h_bases, sizeof h_bases));
}

int main(int argc, char **argv)
{
    start_family("held_out_reactors", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 4099, 1 << 24}, largest = scaled(1 << 24);
    h_words = (word *)host_memory(largest / 4 * sizeof(word));
    h_floats = (float *)host_memory(largest / 4 * sizeof(float));
    for (size_t i = 0; i < largest / 4; i++) {
        word mixed = ((word)i + 1) * 2654435769u;
        h_words[i] = (mixed ^ mixed >> 15) * 2246822519u;
        h_floats[i] = energy(i);
    }
    make_tables();
    d_words = copy_to_device(h_words, largest / 4);
    d_floats = copy_to_device(h_floats, largest / 4);
    d_to = zeros_on_device(largest / 2);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_sections(scaled(size));
        time_events(scaled(size));
        time_chains(scaled(size));
    }
    for (void *memory : {(void *)d_words, (void *)d_floats, (void *)d_sections, (void *)d_together,
                         (void *)d_grid, (void *)d_firsts, (void *)d_paths, d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
