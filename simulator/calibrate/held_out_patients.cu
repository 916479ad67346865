/*
 * Held out of every fit: patients: dates of birth in writing, names that differ by a few letters,
 * readings of blood pressure, doses of a drug, risks. The words of a case's name behind the dot say
 * which of several versions of the same work it is.
 */
#include "held_out.h"
#include <algorithm>
#include <time.h>

enum { LETTERS = 8, READINGS = 7 };
enum { DATE = 12, NAME = 16, NAMES_BLOCK = 64, MOST_DOSES = 31, HOURS = 72 };

/* All that a table of patients has, row by row. */
struct Patient {
    int id;
    float age, height, weight, systolic, diastolic, cholesterol, glucose;
    unsigned char smokes, sex, ward, bed;
    float pulse;
};

__constant__ int days_before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

/* Days from the first of January 1900, from a date such as 1972-11-05, a blank and a 0: letter
 * by letter, with a table of months ... */
__global__ void datesLetters(const char *dates, int *days, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const char *letter = dates + (size_t)i * DATE;
    int numbers[3] = {0, 0, 0}, part = 0;
    while (*letter != ' ') {
        if (*letter == '-')
            part++;
        else
            numbers[part] = 10 * numbers[part] + (*letter - '0');
        letter++;
    }
    int year = numbers[0], month = numbers[1], leaps = (year - 1) / 4 - (year - 1) / 100;
    leaps += (year - 1) / 400 - 460; // 460 before 1900
    if (month > 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0))
        leaps++;
    days[i] = 365 * (year - 1900) + leaps + days_before[month - 1] + numbers[2] - 1;
}

/* ... or four letters at a time, with years that begin in March. */
__global__ void datesWords(const unsigned *dates, int *days, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    unsigned one = dates[3 * i] & 0x0F0F0F0F, two = dates[3 * i + 1] & 0x0F0F0F0F;
    unsigned three = dates[3 * i + 2] & 0x0F0F0F0F;
    int year = (one & 15) * 1000 + (one >> 8 & 15) * 100 + (one >> 16 & 15) * 10 + (one >> 24);
    int month = (two >> 8 & 15) * 10 + (two >> 16 & 15),
        day = (three & 15) * 10 + (three >> 8 & 15);
    int isEarly = month < 3;
    year -= isEarly;
    month += isEarly ? 9 : -3;
    days[i] =
        365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 693902;
}

/* How many letters must be changed, added or left out to make one name of another: a row of the
 * table of all beginnings at a time ... */
__global__ void namesRows(const char *names, const char *others, int *distances, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const char *name = names + (size_t)i * NAME, *other = others + (size_t)i * NAME;
    int row[NAME + 1], length = 0;
    row[0] = 0;
    for (; length < NAME && name[length]; length++)
        row[length + 1] = length + 1;
    for (int y = 0; y < NAME && other[y] != '\0'; y++) {
        int corner = row[0];
        row[0] = y + 1;
        for (int x = 1; x <= length; x++) {
            int changed = corner + (name[x - 1] != other[y]);
            corner = row[x];
            row[x] = min(changed, min(row[x], row[x - 1]) + 1);
        }
    }
    distances[i] = row[length];
}

/* ... or a bit for each step of a row, up or down (Myers). Of each letter, a block keeps where it
 * is in the names. */
__global__ void namesBits(const char *names, const char *others, int *distances, int count)
{
    __shared__ unsigned places[LETTERS][NAMES_BLOCK];
    unsigned own = threadIdx.x, i = blockIdx.x * NAMES_BLOCK + own, length = 0;
    if (i >= (unsigned)count)
        return;
    for (int letter = 0; letter < LETTERS; letter++)
        places[letter][own] = 0;
    for (const char *c = names + (size_t)i * NAME; length < NAME && *c; c++)
        places[*c - 'a'][own] |= 1u << length++;
    unsigned up = ~0u, down = 0, distance = length, last = 1u << (length - 1);
    for (int y = 0; y < NAME; y++) {
        char letter = others[(size_t)i * NAME + y];
        if (letter == 0)
            break;
        unsigned same = places[letter - 'a'][own], level = same | down;
        unsigned flat = (((same & up) + up) ^ up) | same;
        unsigned rises = down | ~(flat | up), falls = up & flat;
        distance += ((rises & last) != 0) - ((falls & last) != 0);
        rises = rises << 1 | 1;
        up = falls << 1 | ~(level | rises);
        down = rises & level;
    }
    distances[i] = (int)distance;
}

/* The middle one of seven readings: sorted one by one into those before ... */
__global__ void mediansInsertion(const short *readings, short *medians, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    short sorted[READINGS];
    for (int k = 0; k < READINGS; k++) {
        short reading = readings[i * READINGS + k];
        int place = k;
        while (place > 0 && sorted[place - 1] > reading) {
            sorted[place] = sorted[place - 1];
            place--;
        }
        sorted[place] = reading;
    }
    medians[i] = sorted[READINGS / 2];
}

/* ... or by exchanges of neighbours, always the same ones. */
__global__ void mediansExchanges(const short *readings, short *medians, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int own[READINGS];
#pragma unroll
    for (int k = 0; k < READINGS; k++)
        own[k] = readings[i * READINGS + k];
#pragma unroll
    for (int round = 0; round < READINGS; round++)
#pragma unroll
        for (int k = round % 2; k + 1 < READINGS; k += 2) {
            int lower = min(own[k], own[k + 1]);
            own[k + 1] = max(own[k], own[k + 1]);
            own[k] = lower;
        }
    medians[i] = (short)own[READINGS / 2];
}

/* What is left of all doses (x: the hour, y: milligrams), of which a part is gone each hour: a
 * thread for a patient ... */
__global__ void dosesThreads(const float2 *doses, const int *starts, const float *rates,
                             float *levels, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        float level = 0.f;
        for (int k = starts[i]; k < starts[i + 1]; k++)
            level += doses[k].y * expf(-rates[i] * (HOURS - doses[k].x));
        levels[i] = level;
    }
}

/* ... or a warp, of which some lanes are idle. */
__global__ void dosesWarps(const float2 *doses, const int *starts, const float *rates,
                           float *levels, int count)
{
    const int lane = threadIdx.x & 31, warps = gridDim.x * (blockDim.x >> 5);
    for (int i = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5); i < count; i += warps) {
        const int start = starts[i], end = starts[i + 1];
        float level = 0.f;
        if (start + lane < end) {
            const float2 dose = doses[start + lane];
            level = dose.y * expf(-rates[i] * (HOURS - dose.x));
        }
        for (int offset = 16; offset > 0; offset >>= 1)
            level += __shfl_down_sync(0xffffffffu, level, offset);
        if (lane == 0)
            levels[i] = level;
    }
}

template <typename Real>
__host__ __device__ static inline Real risk_of(Real age, Real height, Real weight, Real systolic,
                                               Real glucose, int smokes)
{
    Real mass = weight / (height * height);
    Real sum = Real(0.06) * (age - 50) + Real(0.08) * (mass - 25) + Real(0.02) * (systolic - 125);
    sum += Real(0.3) * (glucose - 5) + (smokes ? Real(0.7) : 0) - Real(1.5);
    return 1 / (1 + exp(-sum));
}

/* The risk of a patient, from some of what is known: from rows ... */
__global__ void risksRows(const Patient *patients, float *risks, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        const Patient &own = patients[i];
        risks[i] = risk_of(own.age, own.height, own.weight, own.systolic, own.glucose, own.smokes);
    }
}

/* ... or from columns. */
__global__ void risksColumns(const float *columns, const unsigned char *smokes, float *risks,
                             int count, int stride)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        risks[i] = risk_of(columns[i], columns[stride + i], columns[2 * stride + i],
                           columns[3 * stride + i], columns[4 * stride + i], smokes[i]);
}

static char *h_dates, *d_dates, *h_names, *d_names; // of the names, the second half are the others
static short *h_readings, *d_readings;
static float2 *h_doses, *d_doses;
static int *h_starts, *d_starts;
static float *h_rates, *d_rates, *h_columns, *d_columns;
static Patient *h_patients, *d_patients;
static unsigned char *h_smokes, *d_smokes;
static void *d_to;
static size_t largest;

static double days_to(size_t i)
{
    struct tm date = {};
    sscanf(h_dates + i * DATE, "%d-%d-%d", &date.tm_year, &date.tm_mon, &date.tm_mday);
    date.tm_year -= 1900;
    date.tm_mon--;
    return (double)(timegm(&date) / 86400) + 70 * 365 + 17;
}

static double name_distance(size_t i)
{
    const char *one = h_names + i * NAME, *other = one + largest / 64 * NAME;
    int table[NAME + 1][NAME + 1], ends[2] = {(int)strnlen(one, NAME), (int)strnlen(other, NAME)};
    for (int y = 0; y <= ends[1]; y++)
        for (int x = 0; x <= ends[0]; x++)
            table[y][x] = x == 0 || y == 0 ? x + y
                                           : min(table[y - 1][x - 1] + (one[x - 1] != other[y - 1]),
                                                 min(table[y - 1][x], table[y][x - 1]) + 1);
    return table[ends[1]][ends[0]];
}

static double median(size_t i)
{
    short own[READINGS];
    memcpy(own, h_readings + i * READINGS, sizeof own);
    std::sort(own, own + READINGS);
    return own[READINGS / 2];
}

static double drug_left(size_t i)
{
    double level = 0;
    for (int k = h_starts[i]; k < h_starts[i + 1]; k++)
        level += h_doses[k].y * exp(-(double)h_rates[i] * (HOURS - h_doses[k].x));
    return level;
}

static double risk(size_t i)
{
    const Patient *own = &h_patients[i];
    return risk_of<double>(own->age, own->height, own->weight, own->systolic, own->glucose,
                           own->smokes);
}

static void time_writing(size_t n)
{
    int count = (int)(n / 4), *to = (int *)d_to;
    if (run_case("dates.letters", n, blocks_for(count, 256), 256, 15 * (size_t)count, datesLetters,
                 d_dates, to, count))
        check_numbers(to, count, days_to, 0);
    if (run_case("dates.words", n, blocks_for(count, 256), 256, 16 * (size_t)count, datesWords,
                 (const unsigned *)d_dates, to, count))
        check_numbers(to, count, days_to, 0);
    count = (int)(n / 64);
    const char *others = d_names + largest / 64 * NAME;
    if (run_case("names.rows", n, blocks_for(count, NAMES_BLOCK), NAMES_BLOCK, 100 * (size_t)count,
                 namesRows, d_names, others, to, count))
        check_numbers(to, count, name_distance, 0);
    if (run_case("names.bits", n, blocks_for(count, NAMES_BLOCK), NAMES_BLOCK, 24 * (size_t)count,
                 namesBits, d_names, others, to, count))
        check_numbers(to, count, name_distance, 0);
}

static void time_numbers(size_t n)
{
    size_t many = n / 8, bytes = 2 * many * (READINGS + 1);
    short *to = (short *)d_to;
    if (run_case("medians.insertion", n, blocks_for(many, 512), 512, bytes, mediansInsertion,
                 d_readings, to, many))
        check_numbers(to, many, median, 0);
    if (run_case("medians.exchanges", n, blocks_for(many, 1024), 1024, bytes, mediansExchanges,
                 d_readings, to, many))
        check_numbers(to, many, median, 0);
    int count = (int)(n / 32);
    float *levels = (float *)d_to;
    bytes = 16 * (size_t)count + 8 * (size_t)h_starts[count];
    if (run_case("doses.threads", n, blocks_for(count, 128), 128, bytes, dosesThreads, d_doses,
                 d_starts, d_rates, levels, count))
        check_numbers(levels, count, drug_left, 1e-4);
    if (run_case("doses.warps", n, 660, 384, bytes, dosesWarps, d_doses, d_starts, d_rates, levels,
                 count))
        check_numbers(levels, count, drug_left, 1e-4);
    count = (int)many;
    if (run_case("risks.rows", n, 1024, 192, 25 * many, risksRows, d_patients, levels, count))
        check_numbers(levels, count, risk, 1e-4);
    if (run_case("risks.columns", n, 1024, 192, 25 * many, risksColumns, d_columns, d_smokes,
                 levels, count, (int)(largest / 8)))
        check_numbers(levels, count, risk, 1e-4);
}

/* A name, and the same one as somebody misheard it. */
static void make_names(char *name, char *other, size_t seed)
{
    int length = 4 + input_number(seed) % 13, heard = 0;
    memset(other, 0, NAME);
    for (int k = 0; k < NAME; k++) {
        int chance = input_number(NAME * seed + k);
        name[k] = k < length ? (char)('a' + chance % LETTERS) : '\0';
        if (k < length && chance / 8 % 8 != 0)
            other[heard++] = chance / 64 % 4 == 0 ? (char)('a' + chance / 256 % LETTERS) : name[k];
    }
}

static void make_input(void)
{
    for (size_t i = 0; i < largest / 4; i++) {
        int year = 1925 + input_number(i) % 99, month = 1 + input_number(3 * i + 1) % 12;
        char *date = h_dates + i * DATE;
        snprintf(date, DATE, "%04d-%02d-%02d", year, month, 1 + input_number(7 * i + 2) % 28);
        date[10] = ' ';
    }
    for (size_t i = 0; i < largest / 64; i++)
        make_names(h_names + i * NAME, h_names + (largest / 64 + i) * NAME, i);
    for (size_t i = 0; i < largest / 8 * READINGS; i++)
        h_readings[i] = (short)(95 + input_number(i) % 90);
    for (size_t i = 0; i < largest / 32; i++) {
        h_starts[i + 1] = h_starts[i] + input_number(5 * i) % (MOST_DOSES + 1);
        h_rates[i] = 0.02f + input_number(i) / 40960.0f;
    }
    for (size_t i = 0; i < largest / 8; i++) {
        float chance = input_number(3 * i) / 4096.0f, other = input_number(5 * i + 1) / 4096.0f;
        Patient own = {(int)i, 20 + 70 * chance, 1.5f + other / 2, 50 + 40 * chance + 20 * other};
        own.systolic = 100 + 60 * other;
        own.glucose = 4 + 4 * chance;
        own.smokes = i % 5 == 0;
        h_patients[i] = own;
        h_smokes[i] = own.smokes;
        for (int k = 0; k < 5; k++)
            h_columns[k * (largest / 8) + i] = k < 4 ? (&own.age)[k] : own.glucose;
    }
}

int main(int argc, char **argv)
{
    start_family("held_out_patients", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 4099, 1 << 24};
    largest = scaled(1 << 24);
    h_dates = (char *)host_memory(largest / 4 * DATE);
    h_names = (char *)host_memory(largest / 32 * NAME);
    h_readings = (short *)host_memory(largest / 8 * READINGS * sizeof(short));
    h_starts = (int *)calloc(largest / 32 + 1, sizeof(int));
    h_rates = (float *)host_memory(largest / 32 * sizeof(float));
    h_columns = (float *)host_memory(largest / 8 * 5 * sizeof(float));
    h_patients = (Patient *)host_memory(largest / 8 * sizeof(Patient));
    h_smokes = (unsigned char *)host_memory(largest / 8);
    make_input();
    size_t doses = (size_t)h_starts[largest / 32];
    h_doses = (float2 *)host_memory(doses * sizeof(float2));
    for (size_t k = 0; k < doses; k++)
        h_doses[k] = make_float2(input_number(k) % (HOURS * 4) / 4.0f, 5.0f * (1 + k % 4));
    d_dates = copy_to_device(h_dates, largest / 4 * DATE);
    d_names = copy_to_device(h_names, largest / 32 * NAME);
    d_readings = copy_to_device(h_readings, largest / 8 * READINGS);
    d_starts = copy_to_device(h_starts, largest / 32 + 1);
    d_rates = copy_to_device(h_rates, largest / 32);
    d_columns = copy_to_device(h_columns, largest / 8 * 5);
    d_patients = copy_to_device(h_patients, largest / 8);
    d_smokes = copy_to_device(h_smokes, largest / 8);
    d_doses = copy_to_device(h_doses, doses);
    d_to = zeros_on_device(largest / 4);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_writing(scaled(size));
        time_numbers(scaled(size));
    }
    for (void *memory :
         {(void *)d_dates, (void *)d_names, (void *)d_readings, (void *)d_starts, (void *)d_rates,
          (void *)d_columns, (void *)d_patients, (void *)d_smokes, (void *)d_doses, d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
