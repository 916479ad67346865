#include "memory/touched_others.h"

#include <math.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "memory/touched.h"

#define SHARED          1.1 /* times; a little over 1 are sectors at the edges of blocks */
#define SECTORS_IN_PAGE (TOUCHED_PAGE / TOUCHED_SECTOR)

/* An allocation that blocks share. */
struct shared_allocation {
    uint64_t first, end; /* pages */
    double times;        /* how often its sectors are touched, on average: over 1 */
};

static struct {
    struct shared_allocation *list; /* ascending */
    unsigned count, room;
} others;

/* The sectors that were touched, from the first up to the end. */
static uint64_t count_touched(uint64_t first, uint64_t end)
{
    uint64_t count = 0;
    for (uint64_t sector = first; sector < end; sector++) {
        uint64_t page = sector / SECTORS_IN_PAGE;
        if (!touched.page[page])
            sector = (page + 1) * SECTORS_IN_PAGE - 1;
        else
            count += touched.sector[sector] != 0;
    }
    return count;
}

static void look_at(const struct allocation *a, double each)
{
    uint64_t first = (a->start - memory.base) / TOUCHED_SECTOR;
    uint64_t sectors = (a->size + TOUCHED_SECTOR - 1) / TOUCHED_SECTOR;
    double times =
        sectors ? each * (double)count_touched(first, first + sectors) / (double)sectors : 0;
    if (times <= SHARED)
        return;
    if (others.count == others.room) {
        others.room = others.room ? 2 * others.room : 16;
        others.list = allocate_again(others.list, others.room * sizeof *others.list);
    }
    others.list[others.count++] = (struct shared_allocation){
        first / SECTORS_IN_PAGE, (first + sectors + SECTORS_IN_PAGE - 1) / SECTORS_IN_PAGE, times};
}

void touched_others_look(double each)
{
    size_t count;
    struct allocation **list = allocation_list(&count);
    others.count = 0;
    for (size_t i = 0; each > 1 && i < count; i++)
        look_at(list[i], each);
}

/* How often the page's sectors are touched, on average; 1 if its allocation is not shared. */
static double times_of(uint64_t page)
{
    for (unsigned i = 0; i < others.count; i++)
        if (page >= others.list[i].first && page < others.list[i].end)
            return others.list[i].times;
    return 1;
}

double touched_others_part(uint64_t page)
{
    return 1 / times_of(page);
}

double touched_others_chance(uint64_t sector, uint64_t block)
{
    uint64_t mixed = (sector * 0x9E3779B97F4A7C15u) ^ (block * 0xC2B2AE3D27D4EB4Fu);
    mixed *= 0x9E3779B97F4A7C15u; /* 2^64 / golden ratio */
    return (double)(mixed >> 40) / (double)(1 << 24);
}

int touched_others_have(uint64_t sector, uint64_t block, double from, double to)
{
    double times = times_of(sector / SECTORS_IN_PAGE);
    double random = touched_others_chance(sector, block);
    /* Of independent blocks, a part x leaves a sector alone with the probability e^(-times x). */
    return times > 1 && random >= exp(-times * to) && random < exp(-times * from);
}
