/*
 * The idea of the exercise with any type, for the operators to which the limits do not apply.
 */
#include <math.h>
#include <string.h>

#include "counted_else.h"
#include "draw.h"
#include "grading.h"
#include "measures.h"

enum { WARP = 32 };
#define PARTED 1.25 /* requests, for each that whole warps would make */

static char *const untimed[] = {"SIM_CLOCK=0", NULL};

/*
 * Whole tiles of each operator but the one that course/rules.c is about, all of one block: of each
 * size one, besides that for maps, of which a tile has one part. Returns how many.
 */
static size_t draw_whole_tiles(const struct subject *subject, struct run_case *cases)
{
    enum { SIZES = 5 };
    struct draw draw = draw_begin(subject->grading->seed, "idea-operators");
    unsigned size = draw_between(&draw, 0, SIZES - 1);
    size_t count = 0;

    for (enum reduction reduction = FLOAT_SUM + 1; reduction < REDUCTIONS; reduction++) {
        if (!is_drawn(reduction))
            continue;
        int is_alone = reduction >= ALONE;
        unsigned tiles = is_alone ? 1 : draw_between(&draw, 2, 7);
        unsigned block = 64u << size % SIZES;

        size += reductions[reduction].warps > 1;
        cases[count++] = (struct run_case){
            .reduction = reduction,
            .n = tiles * tile_elements(reduction),
            .block = is_alone ? 32 * reductions[reduction].warps : block,
            .grid = 1,
            .launches = 1,
            .kind = ANY,
        };
    }
    return count;
}

/*
 * Tiles for several warps of the block that is the last of a group: of the smallest ones, as many
 * blocks as tiles.
 */
static struct run_case draw_meeting(struct draw *draw)
{
    enum reduction smallest = FLOAT_SUM;
    unsigned tiles = draw_between(draw, 3 * WARP, 5 * WARP);

    for (enum reduction it = FLOAT_SUM; it < REDUCTIONS; it++)
        if (is_drawn(it) && it < ALONE && tile_elements(it) < tile_elements(smallest))
            smallest = it;
    return (struct run_case){.reduction = smallest,
                             .n = tiles * tile_elements(smallest),
                             .block = 64u << draw_between(draw, 0, 2),
                             .grid = tiles,
                             .launches = 1,
                             .kind = ANY};
}

/* The values of a group are taken by all warps, where that is done by atomics of many lanes. */
static int judge_meeting(const struct phases *phases, const struct run_case *it, size_t place,
                         FILE *details)
{
    unsigned words = reductions[it->reduction].words, warps = it->block / WARP;
    unsigned parts = (it->grid - 1) / WARP + 1, most = ((parts - 1) / warps + 1) * WARP * words;
    double total, taken = most_taken(phases, (unsigned)place, &total);
    int is_kept = total < it->grid * words || taken <= most;

    if (!is_kept)
        fprintf(
            details,
            "    BAD     where %u tiles meet, all %u warps take the values of others: one takes "
            "%g, at most %u\n",
            it->grid, warps, taken, most);
    return is_kept;
}

/*
 * An operator's launch: each load of a warp has 16 bytes for each lane, and each part of a tile is
 * combined by exchanges; each row of it, where the operator is not commutative. Where the values
 * make the lanes of a warp part, it loads by two requests what it would by one: PARTED leaves room
 * for these, as long as all lanes together load no more often.
 */
static int judge_operator(const struct csv *counters, const struct run_case *it, FILE *details)
{
    const struct reduction_kind *kind = &reductions[it->reduction];
    size_t tiles = tiles_of(it->reduction, it->n), parts = tiles * kind->warps;
    size_t rows = parts * kind->loads * kind->rounds;
    size_t combined = kind->is_commutative ? parts : rows * 5 * kind->words;
    size_t most = 5 * kind->words * ((kind->is_commutative ? parts : rows) + tiles + 17), row = 0;
    /* where the tiles meet a warp loads their values, word by word */
    size_t most_loads = rows + (tiles > kind->words ? tiles : kind->words);
    char name[128];

    snprintf(name, sizeof name, "(%s)", kind->name);
    while (row < counters->count && (strstr(csv_text(counters, row, "kernel"), name) == NULL ||
                                     csv_number(counters, row, "grid") != it->grid))
        row++;
    if (row == counters->count) {
        fprintf(details, "    MISSING %s: counters of its launch\n", kind->name);
        return 0;
    }
    double loads = csv_number(counters, row, "global_load_requests");
    double exchanges = csv_number(counters, row, "warp_exchanges");
    int are_shared_out =
        loads <= (double)most_loads ||
        (loads <= PARTED * (double)most_loads &&
         csv_number(counters, row, "global_load_lanes") <= (double)(WARP * most_loads));
    int is_kept = are_shared_out && exchanges >= (double)combined && exchanges <= (double)most;

    fprintf(details,
            "    %-7s %s: global_load_requests is %g, at most %zu; warp_exchanges is %g, from %zu "
            "to %zu\n",
            is_kept ? "GOOD" : "BAD", kind->name, loads, most_loads, exchanges, combined, most);
    return is_kept;
}

/*
 * Whether the values of others are taken by all warps, and by many lanes at once, where one tile
 * runs or two of a group: the others have left theirs.
 */
static int is_meeting_shared_out(const struct phases *phases, const struct run_case *it,
                                 unsigned place, FILE *details)
{
    unsigned words = reductions[it->reduction].words, warps = it->block / WARP;
    size_t most = 0, most_requests = 8, at = it->blocks[0]; /* some wait for a value */
    double total, taken = most_taken(phases, place, &total);
    double requests = phase_sum(phases, place, "global_atomic_requests");

    for (size_t count = it->grid; count > 1; count = (count - 1) / TILES_OF_GROUP + 1) {
        size_t first = at / TILES_OF_GROUP * TILES_OF_GROUP;
        size_t members = count - first < TILES_OF_GROUP ? count - first : TILES_OF_GROUP;
        size_t parts = (members - 1) / WARP + 1;

        most += ((parts - 1) / warps + 1) * WARP * words;
        most_requests += 2 * (parts * words + (words + 2) * it->chosen);
        at /= TILES_OF_GROUP;
    }
    if (taken > (double)most)
        fprintf(details,
                "    BAD     where %u tiles meet, all %u warps take the values of others: one "
                "takes %g, at most %zu\n",
                it->grid, warps, taken, most);
    else if (requests > (double)most_requests)
        fprintf(details,
                "    BAD     where %u tiles meet, a warp takes the values of 32 others at once: "
                "global_atomic_requests is %g, at most %zu\n",
                it->grid, requests, most_requests);
    else
        return 1;
    return 0;
}

/* Elements of a warp's part of a tile. */
static size_t part_elements(const struct run_case *it)
{
    return tile_elements(it->reduction) / reductions[it->reduction].warps;
}

/* The loads of a lane for so many elements, taken one by one. */
static double loads_of_elements(const struct run_case *it, size_t elements)
{
    size_t size = reductions[it->reduction].element;

    return (double)(size > sizeof(float) ? elements * (size / sizeof(float)) : elements);
}

/*
 * The most that a warp loads whose parts of a tile, as many as its turns, lie side by side: of a
 * last tile that is not full it may have the first ones, or the last one, which is taken element by
 * element, if not all of them are. loads: of all warps; they tell whether elements come one by one
 * or 16 bytes at a time.
 */
static double most_in_a_row(const struct run_case *it, double loads, double turns)
{
    size_t tile = tile_elements(it->reduction), part = part_elements(it);
    size_t full = it->n / tile, rest = it->n % tile, parts = (rest + part - 1) / part;
    double wide = 1.0 / pack_elements(it->reduction), single = loads_of_elements(it, 1);
    double each = loads / (double)it->n < (wide + single) / 2 ? wide : single;
    double of_part = (double)part * each, of_rest = 0;

    if (loads - (double)(full * tile) * each >= (double)rest * (wide + single) / 2)
        of_rest = fmin((double)rest, turns * (double)part) * single;
    else if (parts > 0)
        of_rest = (fmin((double)parts, turns) - 1) * of_part +
                  fmax(of_part, loads_of_elements(it, rest % part));
    return (double)full * turns * of_part + of_rest;
}

int is_operator_shared_out(const struct phases *phases, const struct run_case *it, unsigned place,
                           FILE *details)
{
    if (it->chosen > 0)
        return is_meeting_shared_out(phases, it, place, details);
    const struct reduction_kind *kind = &reductions[it->reduction];
    size_t tiles = tiles_of(it->reduction, it->n), full = it->n / tile_elements(it->reduction);
    unsigned rows = kind->loads * kind->rounds, warps = it->block / WARP;
    /* exchanges for all parts, or for each row of them; what a last tile lacks may be left out */
    unsigned each = kind->is_commutative ? 1 : rows, of_value = 5 * kind->words;
    size_t least = full * kind->warps * (kind->is_commutative ? 1 : rows * of_value);
    size_t most = of_value * (tiles * kind->warps * each + tiles + 17);
    double exchanges = phase_sum(phases, place, "warp_exchanges");
    double loads = phase_sum(phases, place, "global_load_lanes");
    double of_warp = measure(phases, place, 1, 0, "loads_of_a_warp");
    double turns = (kind->warps - 1) / warps + 1, share = loads * turns / kind->warps;
    /* a last tile that is not full may have no more than its first part, which may be loaded number
     * by number: a map has two */
    double of_rest =
        it->n % tile_elements(it->reduction) > 0 ? loads_of_elements(it, part_elements(it)) : 0;
    double of_values = (double)(tiles * kind->words); /* of all tiles, if they are loaded */
    double most_loads =
        of_values + fmax(1.05 * share + of_rest, 1.05 * most_in_a_row(it, loads, turns));

    if (exchanges < (double)least || exchanges > (double)most)
        fprintf(details, "    BAD     %s: warp_exchanges is %g, from %zu to %zu\n", kind->name,
                exchanges, least, most);
    else if (of_warp > most_loads)
        fprintf(
            details,
            "    BAD     %s: all warps take parts of a tile: one loads %g elements, at most %g\n",
            kind->name, of_warp, most_loads);
    else
        return 1;
    return 0;
}

int judge_operators(struct subject *subject, FILE *details)
{
    struct subject again = *subject;
    struct run_case cases[REDUCTIONS + 1];
    struct draw draw = draw_begin(subject->grading->seed, "idea-meeting");
    size_t count = draw_whole_tiles(subject, cases), meeting = count;
    int is_kept = 1;

    cases[count++] = draw_meeting(&draw);

    if (!count_launches(&again, "idea-operators", untimed, cases, count, details))
        return 0;
    subject->drawn = again.drawn;
    for (size_t i = 0; i < count; i++)
        is_kept &= judge_operator(&again.counters, &cases[i], details);
    for (unsigned i = 0; i < meeting; i++)
        is_kept &= is_operator_shared_out(&again.phases, &cases[i], i, details);
    return is_kept & judge_meeting(&again.phases, &cases[meeting], meeting, details);
}
