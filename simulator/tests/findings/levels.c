/*
 * The two levels of findings, without a simulated kernel: each argument is a launch, a
 * word of letters, each a finding: e and n are an error and a note at one line, w an error
 * there whose cure is a warp barrier; E and N an error and a note at another line. Run by
 * tests/findings.t.
 */
#include <string.h>

#include "report/findings.h"

/* The caller's line, as a pc. */
static __attribute__((noinline)) uintptr_t here(void)
{
    return (uintptr_t)__builtin_return_address(0);
}

static void keep(const struct finding *finding, const char *what, ...)
{
    va_list arguments;
    va_start(arguments, what);
    findings_keep(finding, what, arguments);
    va_end(arguments);
}

int main(int count, char **words)
{
    uintptr_t small = here();
    uintptr_t large = here();
    for (int i = 1; i < count; i++) {
        for (const char *letter = words[i]; *letter; letter++) {
            struct finding finding = {
                .count = 1,
                .kind = FINDING_RACE,
                .level = strchr("nN", *letter) ? FINDING_NOTE : FINDING_ERROR,
                .pc = strchr("EN", *letter) ? large : small,
                .other_pc = small,
                .advice = race_advice(*letter == 'w' ? RACE_ADVICE_WARP_BARRIER
                                                     : RACE_ADVICE_BLOCK_BARRIER),
            };
            keep(&finding, "letter %c", *letter);
        }
        findings_print("kernel");
    }
    return 0;
}
