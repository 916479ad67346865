/*
 * Lines that blocks share, by the sample: which they are, and where their atomics meet.
 */
#ifndef LINE_SHARING_H
#define LINE_SHARING_H

#include "clock/line_cache.h"
#include "clock/sample.h"

struct line_sharing {
    struct line_list units;         /* of L2, with atomics: line_sharing_load */
    struct line_list swapped;       /* words: an entry for each */
    struct line_list swapped_units; /* of L2, that have such words */
    double unit_bytes;
    uint64_t origin;  /* the first line with atomics */
    unsigned sampled; /* blocks */
    unsigned warps;   /* of these blocks */
    double swapping;  /* users of all entries of swapped */
    double adding;    /* the same of units */
    double alike;     /* units with about as many users as the mean... */
    double hot;       /* ... and with clearly more */
    double in_order;  /* units that blocks come to at a time, one after another; 0: in no order */
};

/* Marks the traced blocks' lines that several of them touch: once for all runs of the model. */
void line_sharing_mark(const struct sample *sample);

/* unit_bytes: of global memory in a row, whose atomics one part of L2 performs. */
void line_sharing_open(struct line_sharing *sharing, double unit_bytes);
void line_sharing_close(struct line_sharing *sharing);

/*
 * Looks at the atomics of the sampled blocks. follows[k]: the part of the blocks that are followed
 * for which the k-th sampled one stands; blocks: how many the device has at a time. To be called
 * once.
 */
void line_sharing_find(struct line_sharing *sharing, const struct sample *sample,
                       const double *follows, double blocks);

/* The unit of L2 that performs the line's atomics: two units have memory by turns. */
uint64_t line_sharing_unit(const struct line_sharing *sharing, uint64_t line);

/* The atomics that the unit of L2 has which performs a line's. */
struct unit_load {
    double followed; /* those of any block over those of a followed one; 0: most units have those
                        of one sampled block */
    double alike;    /* how many units have about as many as this one at a time, itself with them;
                        0: it has clearly more or fewer than most, or each block comes to most */
    double hot;      /* how many units have clearly more than most, if this one does; else 0 */
    int in_order;    /* these are units one after another, and others later */
};

/* Few blocks are sampled: which unit has more of them is a matter of chance, unless their number is
 * clearly another. */
struct unit_load line_sharing_load(struct line_sharing *sharing, const struct trace_line *line);

/* A word that warps compare and swap until they succeed. */
struct swapped_word {
    int is_hot;   /* clearly more warps do so than at the mean of all such words */
    double warps; /* the part of the warps that do: at this word, if it is hot, else the mean */
    double alike; /* how many such words there are, */
    double units; /* and parts of L2 that have some of them */
};

/*
 * The first one of the line. Few warps are sampled: which word has more of them is a matter of
 * chance, unless it is hot.
 */
struct swapped_word line_sharing_swapped(struct line_sharing *sharing,
                                         const struct trace_line *line);

#endif
