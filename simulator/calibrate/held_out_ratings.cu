/*
 * Held out of every fit: ratings: what somebody would think of a thing, what two people both like,
 * the best of many, players and teams that win and lose. The words of a case's name behind the dot
 * say which of several versions of the same work it is.
 */
#include "held_out.h"

enum { BLOCK = 256, LANES = 32, FEATURES = 32, PLAYERS = 1 << 14, LIKED = 48 };
enum { KINDS = 1024, SET = KINDS / 32, OFFERS = 128, BEST = 4 };
enum { TEAMS = 32, MATCHES = 512 };
enum : unsigned int { ALL = 0xFFFFFFFF };

typedef unsigned char byte;
typedef unsigned short kind;
typedef unsigned int word;

/* How a user would rate a thing: the product of their features. A thread for a pair ... */
__global__ void guessesThreads(float *to, const int2 *pairs, const float *users,
                               const float *things, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const float *user = users + pairs[i].x * FEATURES, *thing = things + pairs[i].y * FEATURES;
    float sum = 0;
    for (int k = 0; k < FEATURES; k++)
        sum += user[k] * thing[k];
    to[i] = sum;
}

/* ... or a warp ... */
__global__ void guessesWarps(float *to, const int2 *pairs, const float *users, const float *things,
                             int count)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    if (i >= count)
        return;
    int2 pair = pairs[i];
    float sum = users[pair.x * FEATURES + lane] * things[pair.y * FEATURES + lane];
    for (int distance = LANES / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(ALL, sum, distance);
    if (lane == 0)
        to[i] = sum;
}

/* ... or a thread that reads eight features of half the length at a time. */
__global__ void guessesHalves(float *to, const int2 *pairs, const uint4 *users, const uint4 *things,
                              int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int2 pair = pairs[i];
    float sum = 0;
#pragma unroll
    for (int k = 0; k < FEATURES / 8; k++) {
        uint4 a = users[pair.x * (FEATURES / 8) + k], b = things[pair.y * (FEATURES / 8) + k];
        const half2 *left = (const half2 *)&a, *right = (const half2 *)&b;
#pragma unroll
        for (int part = 0; part < 4; part++) {
            float2 product = __half22float2(__hmul2(left[part], right[part]));
            sum += product.x + product.y;
        }
    }
    to[i] = sum;
}

/* How many things two neighbours both like: their sorted lists are merged ... */
__global__ void commonLists(byte *to, const kind *liked, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const kind *own = liked + (size_t)i * LIKED, *other = liked + (size_t)((i + 1) % count) * LIKED;
    int both = 0, k = 0, m = 0;
    while (k < LIKED && m < LIKED) {
        kind a = own[k], b = other[m];
        both += a == b;
        k += a <= b;
        m += b <= a;
    }
    to[i] = both;
}

/* ... or they are sets of bits, of which a warp reads two. */
__global__ void commonBits(byte *to, const word *sets, int count)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    if (i >= count)
        return;
    size_t other = (i + 1) % count;
    word both = __popc(sets[(size_t)i * SET + lane] & sets[other * SET + lane]);
    both = __reduce_add_sync(ALL, both);
    if (lane == 0)
        to[i] = both;
}

/* The four best of 128 offers, the best first: a thread keeps them in order ... */
__global__ void bestThreads(int4 *to, const int *offers, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int own[BEST] = {-1, -1, -1, -1};
    for (int k = 0; k < OFFERS; k++) {
        int offer = offers[(size_t)i * OFFERS + k];
        if (offer <= own[BEST - 1])
            continue;
#pragma unroll
        for (int place = 0; place < BEST; place++) {
            int better = max(own[place], offer);
            offer = min(own[place], offer);
            own[place] = better;
        }
    }
    to[i] = make_int4(own[0], own[1], own[2], own[3]);
}

/* ... or a warp takes the best away, four times; no two offers are the same. */
__global__ void bestWarps(int4 *to, const int4 *offers, int count)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    if (i >= count)
        return;
    int4 own = offers[(size_t)i * (OFFERS / 4) + lane];
    int best[BEST];
#pragma unroll
    for (int place = 0; place < BEST; place++) {
        int most = max(max(own.x, own.y), max(own.z, own.w));
        for (int distance = LANES / 2; distance > 0; distance /= 2)
            most = max(most, __shfl_xor_sync(ALL, most, distance));
        best[place] = most;
        own.x = own.x == most ? -1 : own.x;
        own.y = own.y == most ? -1 : own.y;
        own.z = own.z == most ? -1 : own.z;
        own.w = own.w == most ? -1 : own.w;
    }
    if (lane == 0)
        to[i] = make_int4(best[0], best[1], best[2], best[3]);
}

/* What players gain by games (Elo): of each game, who won, x, and who lost. */
__global__ void gains(float *gained, const int2 *games, const float *strengths, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int2 game = games[i];
    float chance = 1 / (1 + exp10f((strengths[game.y] - strengths[game.x]) / 400));
    atomicAdd(&gained[game.x], 32 * (1 - chance));
}

/* A team's points for a match: its home and guest team, and the goals of both. */
__host__ __device__ static inline int points_of(uchar4 match, int team)
{
    if (match.x != team && match.y != team)
        return 0;
    int more = match.x == team ? match.z - match.w : match.w - match.z;
    return more > 0 ? 3 : more == 0;
}

/* The place of a team in its league of 32, by points and then by its number. */
__host__ __device__ static inline int place_of(const int *points, int team)
{
    int before = 0;
    for (int other = 0; other < TEAMS; other++)
        before += points[other] > points[team] || (points[other] == points[team] && other < team);
    return before;
}

/* A block for a league of 512 matches: a thread for a match at a time ... */
__global__ void leaguesMatches(byte *to, const uchar4 *matches)
{
    __shared__ int points[TEAMS];
    if (threadIdx.x < TEAMS)
        points[threadIdx.x] = 0;
    __syncthreads();
    for (int k = threadIdx.x; k < MATCHES; k += blockDim.x) {
        uchar4 match = matches[(size_t)blockIdx.x * MATCHES + k];
        atomicAdd(&points[match.x], points_of(match, match.x));
        atomicAdd(&points[match.y], points_of(match, match.y));
    }
    __syncthreads();
    if (threadIdx.x < TEAMS)
        to[blockIdx.x * TEAMS + threadIdx.x] = place_of(points, threadIdx.x);
}

/* ... or a thread for a team, which looks at all matches; two leagues to a block. */
__global__ void leaguesTeams(byte *to, const uchar4 *matches, int leagues)
{
    __shared__ int points[2][TEAMS];
    int part = threadIdx.x / TEAMS, team = threadIdx.x % TEAMS, league = blockIdx.x * 2 + part;
    int sum = 0;
    if (league < leagues)
        for (int k = 0; k < MATCHES; k++)
            sum += points_of(matches[(size_t)league * MATCHES + k], team);
    points[part][team] = sum;
    __syncthreads();
    if (league < leagues)
        to[league * TEAMS + team] = place_of(points[part], team);
}

static int2 *h_pairs, *d_pairs;
static float *h_users, *d_users, *h_things, *d_things, *h_strengths, *d_strengths;
static half *d_half_users, *d_half_things;
static kind *h_liked, *d_liked;
static word *h_sets, *d_sets;
static int *h_offers, *d_offers, at_hand;
static uchar4 *h_matches, *d_matches;
static double h_gained[PLAYERS];
static void *d_to;

static double guess(size_t i)
{
    double sum = 0;
    for (int k = 0; k < FEATURES; k++)
        sum += (double)h_users[h_pairs[i].x * FEATURES + k] * h_things[h_pairs[i].y * FEATURES + k];
    return sum;
}

static double both_like(size_t i)
{
    int both = 0;
    for (int k = 0; k < LIKED; k++) {
        kind own = h_liked[i * LIKED + k];
        const word *other = h_sets + (i + 1) % at_hand * SET;
        both += other[own / 32] >> own % 32 & 1;
    }
    return both;
}

/* The offer that has as many above it as its place says. */
static double offer_of_place(size_t i)
{
    const int *offers = h_offers + i / BEST * OFFERS;
    for (int k = 0; k < OFFERS; k++) {
        size_t above = 0;
        for (int other = 0; other < OFFERS; other++)
            above += offers[other] > offers[k];
        if (above == i % BEST)
            return offers[k];
    }
    return -1;
}

static double gained_by(size_t i)
{
    return h_gained[i] * launches();
}

static double place_of_team(size_t i)
{
    int points[TEAMS] = {0};
    for (int k = 0; k < MATCHES; k++) {
        uchar4 match = h_matches[i / TEAMS * MATCHES + k];
        points[match.x] += match.z > match.w ? 3 : match.z == match.w;
        points[match.y] += match.z < match.w ? 3 : match.z == match.w;
    }
    return place_of(points, (int)(i % TEAMS));
}

static void time_people(size_t n)
{
    int count = (int)(n / FEATURES);
    size_t bytes = (size_t)count * (8 * FEATURES + 12);
    float *to = (float *)d_to;
    if (run_case("guesses.threads", n, blocks_for(count, 128), 128, bytes, guessesThreads, to,
                 d_pairs, d_users, d_things, count))
        check_numbers(to, count, guess, 1e-3);
    if (run_case("guesses.warps", n, blocks_for(n, BLOCK), BLOCK, bytes, guessesWarps, to, d_pairs,
                 d_users, d_things, count))
        check_numbers(to, count, guess, 1e-3);
    bytes = (size_t)count * (4 * FEATURES + 12);
    if (run_case("guesses.halves", n, blocks_for(count, 128), 128, bytes, guessesHalves, to,
                 d_pairs, (const uint4 *)d_half_users, (const uint4 *)d_half_things, count))
        check_numbers(to, count, guess, 1e-2);
    count = at_hand = (int)(n / 64);
    byte *both = (byte *)d_to;
    if (run_case("common.lists", n, blocks_for(count, 64), 64, (size_t)count * (4 * LIKED + 1),
                 commonLists, both, d_liked, count))
        check_numbers(both, count, both_like, 0);
    bytes = (size_t)count * (8 * SET + 1);
    if (run_case("common.bits", n, blocks_for((size_t)count * LANES, 512), 512, bytes, commonBits,
                 both, d_sets, count))
        check_numbers(both, count, both_like, 0);
}

static void time_rankings(size_t n)
{
    int count = (int)(n / 2 / OFFERS);
    size_t bytes = (size_t)count * 4 * (OFFERS + BEST);
    if (run_case("best.threads", n, blocks_for(count, 128), 128, bytes, bestThreads, (int4 *)d_to,
                 d_offers, count))
        check_numbers((int *)d_to, (size_t)count * BEST, offer_of_place, 0);
    if (run_case("best.warps", n, blocks_for((size_t)count * LANES, 128), 128, bytes, bestWarps,
                 (int4 *)d_to, (const int4 *)d_offers, count))
        check_numbers((int *)d_to, (size_t)count * BEST, offer_of_place, 0);

    count = (int)(n / 8);
    memset(h_gained, 0, sizeof h_gained);
    for (int i = 0; i < count; i++) {
        double less = (double)h_strengths[h_pairs[i].y] - h_strengths[h_pairs[i].x];
        h_gained[h_pairs[i].x] += 32 - 32 / (1 + pow(10, less / 400));
    }
    CHECK(cudaMemset(d_to, 0, sizeof(float) * PLAYERS));
    if (run_case("gains", n, blocks_for(count, BLOCK), BLOCK, 24 * (size_t)count, gains,
                 (float *)d_to, d_pairs, d_strengths, count))
        check_numbers((float *)d_to, PLAYERS, gained_by, 1e-3);

    int leagues = (int)(n / 2 / MATCHES);
    bytes = (size_t)leagues * (4 * MATCHES + TEAMS);
    if (run_case("leagues.matches", n, leagues, 128, bytes, leaguesMatches, (byte *)d_to,
                 d_matches))
        check_numbers((byte *)d_to, leagues * TEAMS, place_of_team, 0);
    bytes = (size_t)leagues * (4 * MATCHES + 1) * TEAMS;
    if (run_case("leagues.teams", n, blocks_for(leagues, 2), 2 * TEAMS, bytes, leaguesTeams,
                 (byte *)d_to, d_matches, leagues))
        check_numbers((byte *)d_to, leagues * TEAMS, place_of_team, 0);
}

static word chance(size_t i)
{
    word number = ((word)i ^ 0xB5297A4Du) * 0x68E31DA4u + (word)i;
    number = (number ^ number >> 8) * 0x1B56C4E9u;
    return number ^ number >> 13;
}

static void make_input(size_t largest)
{
    for (int i = 0; i < PLAYERS * FEATURES; i++) {
        h_users[i] = chance(i) % 1000 / 1000.0f;
        h_things[i] = chance(i + 0x10000000) % 1000 / 1000.0f;
        h_strengths[i / FEATURES] = 1200 + chance(i) % 800;
    }
    for (size_t i = 0; i < largest / 8; i++)
        h_pairs[i] = make_int2(chance(i) % PLAYERS, chance(i + 0x20000000) % PLAYERS);
    for (size_t i = 0; i < largest / 64; i++)
        for (int k = 0, liked = 0; k < LIKED; k++) {
            liked += 1 + chance(i * LIKED + k) % 20;
            h_liked[i * LIKED + k] = (kind)liked;
            h_sets[i * SET + liked / 32] |= 1u << liked % 32;
        }
    for (size_t i = 0; i < largest / 2; i++) {
        h_offers[i] = (int)(chance(i) >> 9 << 7 | i % OFFERS);
        word match = chance(i + 0x30000000), home = match % TEAMS;
        h_matches[i] = make_uchar4(home, (home + 1 + (match >> 8) % (TEAMS - 1)) % TEAMS,
                                   (match >> 16) % 5, (match >> 24) % 4);
    }
}

int main(int argc, char **argv)
{
    start_family("held_out_ratings", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 8192, 1 << 24}, largest = scaled(1 << 24);
    h_pairs = (int2 *)host_memory(largest / 8 * sizeof(int2));
    h_users = (float *)host_memory(PLAYERS * FEATURES * sizeof(float));
    h_things = (float *)host_memory(PLAYERS * FEATURES * sizeof(float));
    h_strengths = (float *)host_memory(PLAYERS * sizeof(float));
    h_liked = (kind *)host_memory(largest / 64 * LIKED * sizeof(kind));
    h_sets = (word *)calloc(largest / 64 * SET, sizeof(word));
    h_offers = (int *)host_memory(largest / 2 * sizeof(int));
    h_matches = (uchar4 *)host_memory(largest / 2 * sizeof(uchar4));
    make_input(largest);
    half *halves = (half *)host_memory(PLAYERS * FEATURES * sizeof(half));
    for (int i = 0; i < PLAYERS * FEATURES; i++)
        halves[i] = __float2half(h_users[i]);
    d_half_users = copy_to_device(halves, PLAYERS * FEATURES);
    for (int i = 0; i < PLAYERS * FEATURES; i++)
        halves[i] = __float2half(h_things[i]);
    d_half_things = copy_to_device(halves, PLAYERS * FEATURES);
    free(halves);
    d_pairs = copy_to_device(h_pairs, largest / 8);
    d_users = copy_to_device(h_users, PLAYERS * FEATURES);
    d_things = copy_to_device(h_things, PLAYERS * FEATURES);
    d_strengths = copy_to_device(h_strengths, PLAYERS);
    d_liked = copy_to_device(h_liked, largest / 64 * LIKED);
    d_sets = copy_to_device(h_sets, largest / 64 * SET);
    d_offers = copy_to_device(h_offers, largest / 2);
    d_matches = copy_to_device(h_matches, largest / 2);
    d_to = zeros_on_device(largest / 8);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_people(scaled(size));
        time_rankings(scaled(size));
    }
    for (void *memory : {(void *)d_pairs, (void *)d_users, (void *)d_things, (void *)d_half_users,
                         (void *)d_half_things, (void *)d_strengths, (void *)d_liked,
                         (void *)d_sets, (void *)d_offers, (void *)d_matches, d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
