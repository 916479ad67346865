/*
 * Step 16 for every type, operator and kind of values, at odd sizes and in different shapes of
 * launch, all in one process: on a GPU most of a small run is the start of its program. Each result
 * is held against the exact one and, bit by bit, against the order on the host. Names the runs that
 * are wrong, and ends with 1 if there are any. Takes step 16's options; of these --seed counts.
 */
#define main step16_main
#include "../../step16_any_type/reduce.cu"
#undef main

static const unsigned long long sizes[] = {1,    2,     3,     7,     31,     33,
                                           255,  513,   1023,  4095,  4097,   8191,
                                           8193, 16385, 32769, 65537, 131073, 300007};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* Enough for several rounds in each tile, of elements of 8 bytes. */
static const unsigned long long large_size = 9000011;

static int reduce_pair(const struct setting *setting)
{
    bool is_maps = setting->operation == OPERATION_AFFINE;

    switch (setting->type) {
    case ELEMENT_UNSIGNED:
        return is_maps ? reduce_maps<unsigned int>(setting) : reduce_numbers<unsigned int>(setting);
    case ELEMENT_FLOAT:
        return is_maps ? reduce_maps<float>(setting) : reduce_numbers<float>(setting);
    case ELEMENT_DOUBLE:
        return is_maps ? reduce_maps<double>(setting) : reduce_numbers<double>(setting);
    case ELEMENT_INT64: return reduce_numbers<long long>(setting);
    case ELEMENT_HALF: return reduce_numbers<__half>(setting);
    case ELEMENT_BFLOAT16: return reduce_numbers<__nv_bfloat16>(setting);
    default: return reduce_numbers<int>(setting);
    }
}

/* How many runs there were, and how many of them were wrong. */
struct tally {
    int runs, wrong;
};

/* Runs the pair of the setting with so many elements, in a shape of launch that the turn chooses.
 */
static void run(struct setting *setting, unsigned long long n, struct tally *tally)
{
    static const unsigned long long grids[] = {0, 1, 3, 0, 7, 200, 0};

    setting->options.n = setting->options.n_of_text = n;
    setting->options.block = BLOCK_MIN << tally->runs % 5;
    setting->grid = grids[tally->runs % 7];
    tally->runs++;
    if (reduce_pair(setting) == EXIT_RIGHT_SUM)
        return;
    tally->wrong++;
    fprintf(stderr, "wrong: -n %llu --type %s --op %s --values %s -b %u --grid %llu --seed %u\n", n,
            element_names[setting->type], operation_names[setting->operation],
            values_names[setting->values], setting->options.block, setting->grid,
            setting->options.seed);
}

int main(int argc, char **argv)
{
    struct setting setting = read_setting(argc, argv);
    struct tally tally = {};
    int pairs = 0;

    setting.options.csv = "-"; // a row for each run, which nobody wants to read
    setting.options.repeat = 0;
    if (freopen("/dev/null", "w", stdout) == NULL)
        return EXIT_CUDA_FAILURE;
    for (int type = 0; type < ELEMENT_TYPES; type++)
        for (int operation = 0; operation < OPERATIONS; operation++) {
            if (!operation_takes((enum operation)operation, (enum element_type)type))
                continue;
            pairs++;
            setting.type = type;
            setting.operation = operation;
            for (int values = 0; values_names[values] != NULL; values++) {
                if (!values_exist((enum values)values, (enum element_type)type))
                    continue;
                setting.values = values;
                for (int size = 0; size < SIZES; size++)
                    run(&setting, sizes[size], &tally);
            }
            setting.values = VALUES_PLAIN;
            if (type == ELEMENT_INT64 || type == ELEMENT_DOUBLE)
                run(&setting, large_size, &tally);
        }
    fprintf(stderr, "%s: %d runs of %d pairs of type and operator: %d wrong\n", setting.device.name,
            tally.runs, pairs, tally.wrong);
    return tally.wrong > 0 ? EXIT_WRONG_SUM : EXIT_RIGHT_SUM;
}
