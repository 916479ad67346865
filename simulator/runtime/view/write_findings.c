/*
 * Findings, errors before notes.
 */
#include <inttypes.h>

#include "view/positions.h"
#include "view/write.h"

/* The position of the access among the written steps: [block, warp, step], or null. */
static void write_place(struct json *json, const struct view_launch *launch,
                        const struct written *written, const struct view_access *access)
{
    unsigned warp = access->thread / SIM_WARP_SIZE, block = 0;
    while (block < launch->block_count && launch->blocks[block] != access->viewed)
        block++;
    if (block == launch->block_count || access->step >= written->steps[block][warp]) {
        json_null(json);
        return;
    }
    json_begin(json, '[');
    json_integer(json, block);
    json_integer(json, warp);
    json_integer(json, (int64_t)access->step);
    json_end(json, ']');
}

static void write_access(struct json *json, const struct view_launch *launch,
                         const struct written *written, const struct view_access *access)
{
    char address[32];
    json_begin(json, '{');
    json_member_string(json, "kind", access->kind);
    json_member_integer(json, "position", position_of_pc(access->pc));
    json_member_integer(json, "block", (int64_t)access->block);
    json_member_integer(json, "thread", access->thread);
    json_member_integer(json, "size", access->size);
    json_member_integer(json, "array", access->array);
    json_member_integer(json, "offset", access->offset);
    snprintf(address, sizeof address, "0x%" PRIxPTR, access->address);
    json_member_string(json, "address", launch->arrays[access->array].global ? address : NULL);
    json_member(json, "step");
    write_place(json, launch, written, access);
    json_end(json, '}');
}

static void write_finding(struct json *json, const struct finding *finding,
                          const struct view_finding *details, const struct view_launch *launch,
                          const struct written *written)
{
    unsigned position = position_of_pc(finding->pc), other = position_of_pc(finding->other_pc);
    json_begin(json, '{');
    json_member_string(json, "kind", kind_name(finding->kind));
    json_member_string(json, "level", finding->level == FINDING_NOTE ? "note" : "error");
    json_member_string(json, "text", finding->what);
    json_member_string(json, "advice", finding->advice);
    json_member_integer(json, "count", (int64_t)finding->count);
    json_member(json, "positions");
    json_begin(json, '[');
    json_integer(json, position);
    if (other && other != position)
        json_integer(json, other);
    json_end(json, ']');
    json_member(json, "block");
    if (details && details->block != UINT64_MAX)
        json_integer(json, (int64_t)details->block);
    else
        json_null(json);
    json_member(json, "accesses");
    json_begin(json, '[');
    for (unsigned i = 0; details && i < details->count; i++)
        write_access(json, launch, written, &details->access[i]);
    json_end(json, ']');
    json_end(json, '}');
}

void write_findings(struct json *json, const struct view_launch *launch,
                    const struct written *written)
{
    unsigned on_host;
    const struct finding *list = findings_on_host(&on_host);
    json_begin(json, '[');
    for (unsigned i = 0; !launch && i < on_host; i++)
        write_finding(json, &list[i], NULL, NULL, NULL);
    for (int level = FINDING_ERROR; launch && level <= FINDING_NOTE; level++)
        for (unsigned i = 0; i < launch->finding_count; i++)
            if ((int)launch->findings[i].finding.level == level)
                write_finding(json, &launch->findings[i].finding, &launch->findings[i], launch,
                              written);
    json_end(json, ']');
}
