/*
 * Lanes that access one word: see alike.h.
 */
#include "check/alike.h"

#include <string.h>

#include "check/order.h"
#include "check/verdicts.h"

struct alike alike;

static unsigned value_bit(uint64_t value)
{
    return (unsigned)(value * 0x9E3779B97F4A7C15u >> 49) % VALUE_BITS;
}

void alike_end(void)
{
    alike.is_known = 0;
}

void alike_begin(const struct exact_lists *lists, const struct access *access,
                 const struct entry *own)
{
    alike.is_known = 0;
    alike.judged.tick = 0;
    if (own->kind == ACCESS_ATOMIC || own->is_volatile || own->is_pending ||
        own->start / 4 != (own->start + own->size - 1u) / 4 || !order_is_by_barriers())
        return;
    alike.is_known = 1;
    alike.address = access->address;
    alike.number = (access->address - lists->base) / 4;
    alike.own = *own;
    alike.first_value = own->value;
    alike.followed.count = alike.near.count = 0;
    alike.has_own_value = 0;
    if (alike.has_values)
        memset(alike.values, 0, sizeof alike.values);
    alike.has_values = 0;
    verdicts_begin();
}

int alike_follows(const struct access *access, struct entry *own)
{
    uint64_t value = access->has_value ? access->value : 0;
    uint32_t lane = 1u << access->thread % SIM_WARP_SIZE;
    unsigned bit = value_bit(value);
    if (!alike.is_known || access->address != alike.address || access->site != alike.own.site ||
        access->kind != (enum access_kind)alike.own.kind || access->size != alike.own.size ||
        access->is_volatile || access->is_pending || access->has_value != alike.own.has_value ||
        access->thread / SIM_WARP_SIZE != alike.own.warp || lane <= alike.own.lanes ||
        detector.unit != alike.own.unit || order_tick(access->thread) != alike.own.tick ||
        !verdicts_are_known() || !order_is_by_barriers())
        return 0;
    if (value != alike.first_value &&
        (alike.has_own_value || (alike.values[bit / 64] >> bit % 64 & 1)))
        return 0;
    *own = alike.own;
    own->lanes = lane;
    own->value = value;
    return 1;
}

void alike_add(struct few *few, struct entry *entry)
{
    if (few->count == FEW_MOST)
        alike.is_known = 0;
    else
        few->entries[few->count++] = entry;
}

void alike_meet(const struct entry *own, const struct entry *entry)
{
    unsigned bit = value_bit(entry->value);
    alike.is_known &= entry->kind != ACCESS_ATOMIC && !entry->is_volatile;
    if (!own->has_value || !entry->has_value)
        return;
    alike.has_values = 1;
    alike.has_own_value |= entry->value == own->value;
    alike.values[bit / 64] |= (uint64_t)1 << bit % 64;
}

int alike_is_judged(const struct entry *own, const struct entry *entry)
{
    const struct entry *last = &alike.judged;
    return alike.is_known && verdicts_are_known() && last->tick && entry->tick == last->tick &&
           entry->unit == last->unit && entry->sort == last->sort &&
           !(own->has_value && entry->has_value && entry->value == own->value);
}
