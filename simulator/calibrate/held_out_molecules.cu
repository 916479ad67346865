/*
 * Held out of every fit: molecules: likeness of fingerprints, energies of neighbours, masses of
 * formulas, scores of where a molecule would dock. The words of a case's name behind the dot say
 * which of several versions of the same work it is.
 */
#include "held_out.h"

enum { PRINT = 32, NEIGHBOURS = 16, KINDS = 4, LETTERS = 16 };
enum { ATOMS = 32, SIDE = 64 };

typedef unsigned char byte;
typedef unsigned int word;

struct Atom {
    float x, y, z, charge;
    int kind;
};

static const float CUTOFF = 6.25f; // a distance squared; beyond it atoms do not act on each other

__constant__ word query[PRINT];
__constant__ float depths[KINDS * KINDS];

/* Where item k of i's is: behind i's others, or beside those of others. */
template <int TOGETHER, int ITEMS>
__host__ __device__ static inline size_t at(int i, int k, int count)
{
    return TOGETHER ? (size_t)k * count + i : (size_t)i * ITEMS + k;
}

/* How alike a molecule's fingerprint is to the query's: bits in both over bits in either
 * (Tanimoto). A thread for a fingerprint of 32 words ... */
template <int TOGETHER>
__global__ void fingerprintsThreads(float *to, const word *prints, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int both = 0, either = 0;
    for (int k = 0; k < PRINT; k++) {
        word own = prints[at<TOGETHER, PRINT>(i, k, count)];
        both += __popc(own & query[k]);
        either += __popc(own | query[k]);
    }
    to[i] = (float)both / either;
}

/* ... or half a warp, which adds both counts in one word. */
__global__ void fingerprintsGroups(float *to, const uint2 *prints, int count)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 16;
    if (thread / 16 >= count)
        return;
    uint2 own = prints[thread];
    word first = query[2 * lane], second = query[2 * lane + 1];
    int counts = (__popc(own.x & first) + __popc(own.y & second)) << 16;
    counts += __popc(own.x | first) + __popc(own.y | second);
    word mask = 0xFFFFu << (threadIdx.x & 16);
    for (int step = 8; step > 0; step /= 2)
        counts += __shfl_down_sync(mask, counts, step, 16);
    if (lane == 0)
        to[thread / 16] = (float)(counts >> 16) / (counts & 0xFFFF);
}

/* The energy of two atoms: attraction and repulsion (Lennard and Jones), and their charges; it
 * fades to 0 at the cutoff. */
template <typename Real>
__host__ __device__ static inline Real pair_energy(Real squared, Real charges, Real depth)
{
    if (squared >= CUTOFF)
        return 0;
    Real near = 1 / squared, sixth = near * near * near, fades = 1 - squared / CUTOFF;
    return fades * fades * (4 * depth * (sixth * sixth - sixth) + charges * sqrt(near));
}

/* The energy of an atom with each of its 16 neighbours: atoms as structures of 20 bytes ... */
__global__ void energiesStructures(float *to, const Atom *atoms, const int *neighbours, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    Atom own = atoms[i];
    float energy = 0;
    for (int k = 0; k < NEIGHBOURS; k++) {
        Atom other = atoms[neighbours[(size_t)k * count + i]];
        float x = own.x - other.x, y = own.y - other.y, z = own.z - other.z;
        energy += pair_energy(x * x + y * y + z * z, own.charge * other.charge,
                              depths[own.kind * KINDS + other.kind]);
    }
    to[i] = energy;
}

/* ... or as vectors of four, and the kinds in bytes. */
template <int TOGETHER>
__global__ void energiesVectors(float *to, const float4 *places, const byte *kinds,
                                const int *neighbours, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float4 own = places[i];
    const float *own_depths = depths + kinds[i] * KINDS;
    float energy = 0;
#pragma unroll 4
    for (int k = 0; k < NEIGHBOURS; k++) {
        int neighbour = neighbours[at<TOGETHER, NEIGHBOURS>(i, k, count)];
        float4 other = places[neighbour];
        float x = own.x - other.x, y = own.y - other.y, z = own.z - other.z;
        energy += pair_energy(x * x + y * y + z * z, own.w * other.w, own_depths[kinds[neighbour]]);
    }
    to[i] = energy;
}

/* In thousandths; of two letters the second says how much the element outweighs that of the first
 * alone. */
__host__ __device__ static inline int unit_of(char letter)
{
    switch (letter) {
    case 'H': return 1008;
    case 'B': return 10811;
    case 'C': return 12011;
    case 'N': return 14007;
    case 'O': return 15999;
    case 'F': return 18998;
    case 'P': return 30974;
    case 'S': return 32065;
    case 'a': return 22990 - 14007; // sodium, Na
    case 'l': return 35453 - 12011; // chlorine, Cl
    case 'r': return 79904 - 10811; // bromine, Br
    default: return 0;
    }
}

/* The mass of a formula like C6H12O6, in at most 16 letters: letter by letter from global memory
 * ... */
__global__ void massesSwitch(int *to, const char *formulas, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const char *formula = formulas + (size_t)i * LETTERS;
    int mass = 0, unit = 0, times = 0;
    for (int k = 0; k < LETTERS && formula[k] != 0; k++) {
        char letter = formula[k];
        if (letter >= '0' && letter <= '9') {
            times = times * 10 + letter - '0';
        } else if (letter >= 'a') {
            unit += unit_of(letter);
        } else {
            mass += unit * (times > 0 ? times : 1);
            unit = unit_of(letter);
            times = 0;
        }
    }
    to[i] = mass + unit * (times > 0 ? times : 1);
}

/* ... or from one load of all of them, with a table; some blocks do all. */
__global__ void massesTable(int *to, const uint4 *formulas, int count)
{
    __shared__ int table[128]; // as many as threads
    table[threadIdx.x] = unit_of((char)threadIdx.x);
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        uint4 formula = formulas[i];
        word parts[4] = {formula.x, formula.y, formula.z, formula.w};
        int mass = 0, unit = 0, times = 0;
#pragma unroll
        for (int k = 0; k < LETTERS; k++) {
            int letter = parts[k / 4] >> (k % 4 * 8) & 127;
            int is_digit = letter - '0' < 10u, is_new = !is_digit & (letter < 'a');
            mass += is_new ? unit * max(times, 1) : 0;
            unit = (is_new ? 0 : unit) + table[letter];
            times = is_digit ? times * 10 + letter - '0' : is_new ? 0 : times;
        }
        to[i] = mass + unit * max(times, 1);
    }
}

/* What a grid of half precision says of a place between its points. */
__host__ __device__ static inline float score_at(const half *grid, float3 place)
{
    int x = (int)place.x, y = (int)place.y, z = (int)place.z;
    float right = place.x - x, above = place.y - y, behind = place.z - z, score = 0;
#pragma unroll
    for (int corner = 0; corner < 8; corner++) {
        int i = (corner >> 2) & 1, j = (corner >> 1) & 1, k = corner & 1;
        float weight =
            (k ? right : 1 - right) * (j ? above : 1 - above) * (i ? behind : 1 - behind);
        score += weight * __half2float(grid[((z + i) * SIDE + y + j) * SIDE + x + k]);
    }
    return score;
}

/* The score of a molecule of 32 atoms in the grid of a protein: a thread for an atom, and the warp
 * adds ... */
__global__ void dockingWarps(float *to, const half *grid, const float3 *places, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float score = i < count ? score_at(grid, places[i]) : 0;
    for (int step = 16; step > 0; step /= 2)
        score += __shfl_down_sync(0xFFFFFFFF, score, step);
    if (threadIdx.x % 32 == 0 && i < count)
        to[i / 32] = score;
}

/* ... or a thread for a molecule. */
__global__ void dockingLoops(float *to, const half *grid, const float3 *places, int molecules)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= molecules)
        return;
    float score = 0;
    for (int k = 0; k < ATOMS; k++)
        score += score_at(grid, places[(size_t)i * ATOMS + k]);
    to[i] = score;
}

static const size_t LARGEST = 1 << 24;
static word h_prints[LARGEST * 2], *d_prints;
static Atom h_atoms[LARGEST / 16], *d_atoms;
static float *d_to, h_depths[KINDS * KINDS] = {0.5f, 0.6f, 0.9f,  0.7f, 0.6f, 0.8f,  1,    0.75f,
                                               0.9f, 1,    1.25f, 1.1f, 0.7f, 0.75f, 1.1f, 0.8f};
static float4 h_vectors[LARGEST / 16], *d_vectors;
static byte h_kinds[LARGEST / 16], *d_kinds;
static int h_neighbours[LARGEST], *d_neighbours, at_hand;
static char h_formulas[LARGEST * 2], *d_formulas;
static half h_grid[SIDE * SIDE * SIDE], *d_grid;
static float3 h_places[LARGEST / 4], *d_places;

template <int TOGETHER> static double likeness(size_t i)
{
    int both = 0, all = 0;
    for (int k = 0; k < PRINT; k++) {
        word own = h_prints[at<TOGETHER, PRINT>((int)i, k, at_hand)];
        both += __builtin_popcount(own & h_prints[k]);
        all += __builtin_popcount(own) + __builtin_popcount(h_prints[k]);
    }
    return (double)both / (all - both);
}

template <int TOGETHER> static double energy_of(size_t i)
{
    double energy = 0;
    for (int k = 0; k < NEIGHBOURS; k++) {
        int neighbour = h_neighbours[at<TOGETHER, NEIGHBOURS>((int)i, k, at_hand)];
        Atom a = h_atoms[i], b = h_atoms[neighbour];
        double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z, squared = x * x + y * y + z * z;
        energy += pair_energy(squared, (double)a.charge * b.charge,
                              (double)h_depths[a.kind * KINDS + b.kind]);
    }
    return energy;
}

static double mass_of(size_t i)
{
    double mass = 0;
    const char *end = h_formulas + (i + 1) * LETTERS;
    for (char *letter = h_formulas + i * LETTERS; letter < end && *letter != 0;) {
        int unit = unit_of(*letter++);
        unit += *letter >= 'a' ? unit_of(*letter++) : 0;
        mass += unit * (*letter >= '0' && *letter <= '9' ? (double)strtol(letter, &letter, 10) : 1);
    }
    return mass;
}

static double score_of(size_t molecule)
{
    double score = 0;
    for (int k = 0; k < ATOMS; k++)
        score += score_at(h_grid, h_places[molecule * ATOMS + k]);
    return score;
}

static void time_likeness(size_t n)
{
    int count = at_hand = (int)(n / 16);
    size_t bytes = 132 * (size_t)count;
    if (run_case("fingerprints.apart", n, blocks_for(count, 128), 128, bytes,
                 fingerprintsThreads<0>, d_to, d_prints, count))
        check_numbers(d_to, count, likeness<0>, 1e-5);
    if (run_case("fingerprints.together", n, blocks_for(count, 128), 128, bytes,
                 fingerprintsThreads<1>, d_to, d_prints, count))
        check_numbers(d_to, count, likeness<1>, 1e-5);
    if (run_case("fingerprints.groups", n, blocks_for(16 * (size_t)count, 256), 256, bytes,
                 fingerprintsGroups, d_to, (const uint2 *)d_prints, count))
        check_numbers(d_to, count, likeness<0>, 1e-5);
}

/* Gives each atom 16 neighbours of the places around its own, in a box of 16 by 16 atoms and as
 * many layers as there are. */
template <int TOGETHER> static void wire_atoms(int count)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < NEIGHBOURS; k++) {
            int around = input_number(7 * ((size_t)i * NEIGHBOURS + k) + 3) % 62;
            int step = around % 5 - 2 + 16 * (around / 5 % 5 - 2) + 256 * (around / 25 - 2);
            h_neighbours[at<TOGETHER, NEIGHBOURS>(i, k, count)] = (i + 2 * count + step) % count;
        }
    CHECK(cudaMemcpy(d_neighbours, h_neighbours, sizeof(int) * NEIGHBOURS * count,
                     cudaMemcpyHostToDevice));
}

static void time_energies(size_t n)
{
    int count = at_hand = (int)(n / 16);
    size_t atoms = (size_t)count * (NEIGHBOURS + 1);
    wire_atoms<0>(count);
    if (run_case("energies.apart", n, blocks_for(count, 128), 128, 21 * atoms, energiesVectors<0>,
                 d_to, d_vectors, d_kinds, d_neighbours, count))
        check_numbers(d_to, count, energy_of<0>, 1e-3);
    wire_atoms<1>(count);
    if (run_case("energies.together", n, blocks_for(count, 128), 128, 21 * atoms,
                 energiesVectors<1>, d_to, d_vectors, d_kinds, d_neighbours, count))
        check_numbers(d_to, count, energy_of<1>, 1e-3);
    if (run_case("energies.structures", n, blocks_for(count, 128), 128, 24 * atoms,
                 energiesStructures, d_to, d_atoms, d_neighbours, count))
        check_numbers(d_to, count, energy_of<1>, 1e-3);
}

static void time_molecules(size_t n)
{
    int count = (int)(n / 8), molecules = (int)(n / 4 / ATOMS), *masses = (int *)d_to;
    size_t bytes = (size_t)count * (LETTERS + 4);
    if (run_case("masses.switch", n, blocks_for(count, 64), 64, bytes, massesSwitch, masses,
                 d_formulas, count))
        check_numbers(masses, count, mass_of, 0);
    if (run_case("masses.table", n, 1056, 128, bytes, massesTable, masses,
                 (const uint4 *)d_formulas, count))
        check_numbers(masses, count, mass_of, 0);
    count = molecules * ATOMS;
    if (run_case("docking.warps", n, blocks_for(count, 512), 512, 28 * (size_t)count, dockingWarps,
                 d_to, d_grid, d_places, count))
        check_numbers(d_to, molecules, score_of, 1e-3);
    if (run_case("docking.loops", n, blocks_for(molecules, 32), 32, 28 * (size_t)count,
                 dockingLoops, d_to, d_grid, d_places, molecules))
        check_numbers(d_to, molecules, score_of, 1e-3);
}

static void make_atoms(size_t largest)
{
    for (size_t i = 0; i < largest / 16; i++) {
        float x = i % 16 + input_number(3 * i) / 16384.0f;
        float y = i / 16 % 16 + input_number(3 * i + 1) / 16384.0f;
        float z = i / 256 + input_number(3 * i + 2) / 16384.0f;
        h_kinds[i] = input_number(5 * i + 1) % KINDS;
        h_atoms[i] = {x, y, z, input_number(11 * i) / 2048.0f - 1, h_kinds[i]};
        h_vectors[i] = make_float4(x, y, z, h_atoms[i].charge);
    }
    for (size_t i = 0; i < largest / 4; i++) { // near the molecule's middle
        float *axes = (float *)&h_places[i];
        for (size_t k = 0; k < 3; k++)
            axes[k] = input_number(3 * (i / ATOMS) + k) / 75.0f + input_number(7 * i + k) / 512.0f;
    }
}

static void make_rest(size_t largest)
{
    const char *known[] = {"H2O",    "CO2",   "C6H12O6", "NaCl",          "C8H10N4O2",
                           "NaHCO3", "CHCl3", "CBrClF2", "C10H16N5O13P3", "C55H72N4O5"};
    for (size_t i = 0; i < largest / 8; i++)
        strncpy(h_formulas + i * LETTERS, known[input_number(i) % 10], LETTERS);
    for (size_t i = 0; i < largest * 2; i++) {
        word mixed = (word)i * 2654435769u;
        h_prints[i] = (mixed ^ mixed >> 13) * 2246822519u & mixed * 3266489917u;
    }
    for (int i = 0; i < SIDE * SIDE * SIDE; i++)
        h_grid[i] = __float2half(input_number(i) / 4096.0f);
    CHECK(cudaMemcpyToSymbol(query, h_prints, sizeof query));
    CHECK(cudaMemcpyToSymbol(depths, h_depths, sizeof h_depths));
}

int main(int argc, char **argv)
{
    start_family("held_out_molecules", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 4099, LARGEST}, largest = scaled(LARGEST);
    make_atoms(largest);
    make_rest(largest);
    d_prints = copy_to_device(h_prints, largest * 2);
    d_atoms = copy_to_device(h_atoms, largest / 16);
    d_vectors = copy_to_device(h_vectors, largest / 16);
    d_kinds = copy_to_device(h_kinds, largest / 16);
    d_neighbours = zeros_on_device(largest);
    d_formulas = copy_to_device(h_formulas, largest * 2);
    d_grid = copy_to_device(h_grid, SIDE * SIDE * SIDE);
    d_places = copy_to_device(h_places, largest / 4);
    d_to = (float *)zeros_on_device(largest / 8);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_likeness(scaled(size));
        time_energies(scaled(size));
        time_molecules(scaled(size));
    }
    for (void *memory :
         {(void *)d_prints, (void *)d_atoms, (void *)d_vectors, (void *)d_kinds,
          (void *)d_neighbours, (void *)d_formulas, (void *)d_grid, (void *)d_places, (void *)d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
