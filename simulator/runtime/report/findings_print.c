/*
 * How findings are printed.
 */
#include <stdio.h>
#include <stdlib.h>

#include "report/chinese.h"
#include "report/findings.h"
#include "report/shown.h"
#include "sim/sim.h"

static unsigned error_count, note_count, kernel_count; /* printed so far */

static void print_line(FILE *to, struct line line)
{
    const char *text = line_text(line);
    if (line.number && *text)
        fprintf(to, "  %s:%d: %s\n", line.file, line.number, text);
}

/* 1 if its count is that of pairs of accesses: one access may race with many. */
static int is_of_pairs(enum finding_kind kind)
{
    return kind == FINDING_RACE || kind == FINDING_RACE_BETWEEN_BLOCKS;
}

/* The finding itself, how often there is such a one in the launch, and the advice. */
static void print_texts(FILE *to, const struct finding *finding, uint64_t count)
{
    fprintf(to, "  %s", finding->what);
    if (count > 1)
        fprintf(to, " (%llu %s in this launch, this is the first)", (unsigned long long)count,
                is_of_pairs(finding->kind) ? "such pairs" : "times");
    fprintf(to, "\n  %s\n", shown_advice(finding));
}

static void print_texts_in_chinese(FILE *to, const struct finding *finding, uint64_t count)
{
    fputs("  ", to);
    put_chinese(to, SENTENCES_SENTENCES, finding->what);
    if (count > 1)
        fprintf(to,
                is_of_pairs(finding->kind) ? "（这次启动中有 %llu 对这样的访问，这是第一对）"
                                           : "（这次启动中出现 %llu 次，这是第一次）",
                (unsigned long long)count);
    fputs("\n  ", to);
    put_chinese(to, SENTENCES_ADVICES, shown_advice(finding));
    fputc('\n', to);
}

/* Its first line begins the same in all languages. */
static void print(FILE *to, const struct finding *finding, const char *kernel)
{
    struct line line = line_of(finding->pc), other = shown_other_line(finding);
    int is_chinese = speaks_chinese();
    fprintf(to, "simulator: %s%s: %s:%d", finding->level == FINDING_NOTE ? "note: " : "",
            kind_name(finding->kind), line.file, line.number);
    if (shown_has_two_lines(finding))
        fprintf(to, " and %s:%d", other.file, other.number);
    if (kernel)
        fprintf(to, " in %s", kernel);
    if (is_chinese) {
        fputs("（", to);
        put_chinese(to, SENTENCES_KINDS, kind_name(finding->kind));
        fputs("）", to);
    }
    fprintf(to, "\n");
    print_line(to, line);
    if (!same_line(line, other))
        print_line(to, other);
    (is_chinese ? print_texts_in_chinese : print_texts)(to, finding, shown_times(finding));
}

/* In one go: other processes may print at the same time. */
static void print_at_once(const struct finding *finding, const char *kernel)
{
    char *text = NULL;
    size_t size;
    FILE *whole = open_memstream(&text, &size);
    print(whole ? whole : stderr, finding, kernel);
    if (whole && !fclose(whole))
        fputs(text, stderr);
    free(text);
}

void findings_print(const char *kernel)
{
    unsigned count, before = error_count + note_count;
    const struct finding *list = findings_list(&count);
    if (!count)
        return;
    fflush(stdout);
    shown_ask_lines();
    for (unsigned i = 0; i < count; i++) {
        if (!shown_take(&list[i]))
            continue;
        print_at_once(&list[i], kernel);
        findings_mark_shown(i);
        *(list[i].level == FINDING_NOTE ? &note_count : &error_count) += 1;
    }
    if (kernel)
        kernel_count += error_count + note_count > before;
}

unsigned findings_count(void)
{
    return error_count;
}

static int status = SIM_FINDINGS_STATUS;

int findings_status(void)
{
    return status;
}

void sim_findings_end_with(int wanted)
{
    if (wanted >= 1 && wanted <= 255)
        status = wanted;
}

/* "2 errors" */
static void print_number(unsigned count, const char *of)
{
    fprintf(stderr, "%u %s%s", count, of, count == 1 ? "" : "s");
}

static void print_summary_in_chinese(void)
{
    fputs("simulator: ", stderr);
    if (kernel_count)
        fprintf(stderr, "%u 次核函数启动中有 ", kernel_count);
    if (error_count)
        fprintf(stderr, "%u 个错误", error_count);
    if (note_count)
        fprintf(stderr, "%s%u 条提示", error_count ? "，" : "", note_count);
    fputc('\n', stderr);
}

void findings_summary(void)
{
    if (!error_count && !note_count)
        return;
    if (speaks_chinese()) {
        print_summary_in_chinese();
        return;
    }
    fprintf(stderr, "simulator: ");
    if (error_count)
        print_number(error_count, "error");
    if (error_count && note_count)
        fprintf(stderr, " and ");
    if (note_count)
        print_number(note_count, "note");
    if (kernel_count) {
        fprintf(stderr, " in ");
        if (kernel_count == 1)
            fprintf(stderr, "1 kernel launch");
        else
            fprintf(stderr, "%u kernel launches", kernel_count);
    }
    fprintf(stderr, "\n");
}
