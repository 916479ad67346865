/*
 * Any type: what its two files share.
 */
#ifndef ANY_TYPE_H
#define ANY_TYPE_H

#include "shapes.h"

enum {
    ELEMENTS_OF_TEST = 24000, /* of a case, about */
    TILES_NAMED = 602,        /* at most, where a number of the kernel's code asks for them */
    GROUP = TILES_OF_GROUP    /* tiles that meet each other first */
};

extern const struct work work_of_any_type;

/* A launch for elements of some reduction, of any grid and block that it may have. */
struct run_case launch_of(struct draw *draw, enum reduction reduction, unsigned n, unsigned block);

/*
 * Each number as n, of all reductions where it is large and compared with; as the number of tiles,
 * and of blocks. And launches of many tiles, of which some run (course/shapes/any_type_named.c).
 */
size_t draw_named_of_any_type(const struct exercise *exercise, const struct named *named,
                              struct draw *draw, struct run_case cases[FAR_CASES_MOST]);

/* Tiles of a half sum, of which one or two run. */
struct run_case draw_meeting(struct draw *draw);

/* Chooses one tile or two, of one group; of the last one where a case asks for two. */
void choose_tiles(const struct run_case *it, struct draw *draw, struct chosen_blocks *chosen);

/* Any number of elements of a tile or two, and of tiles, of which one runs. */
size_t draw_any_of_any_type(const struct exercise *exercise, const struct named *named,
                            struct draw *draw, struct run_case cases[ANY_CASES_MOST]);

#endif
