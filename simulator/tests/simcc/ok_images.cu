// The samples' helpers for files: images and numbers go there and come back.
// flags: -std=c++17
// out: grey 1 3 2: 0 51 255 102 7 9
// out: between 0 and 1: 0.2 1
// out: colours 1 2 1: 1 2 3 0 7 8 9 0
// out: with a comment 1: 2 1, 65 66
// out: numbers 1 3: 1.5 -2 1e+10
// out: of three 1: 7 8 9, of four 1
// out: sdkDumpBin: </dev/null>
// out: compared 0 1 0 1, as floats 1 0
// out: none 0 0 0 0
#include <helper_image.h>
#include <unistd.h>

static void write_text(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");

    fputs(text, file);
    fclose(file);
}

int main()
{
    char grey_name[] = "/tmp/simcc-test-XXXXXX";
    unsigned char grey[] = {0, 51, 255, 102, 7, 9}, colours[] = {1, 2, 3, 4, 7, 8, 9, 10};
    unsigned char *bytes = NULL;
    float *numbers = NULL, *colour_numbers = NULL;
    unsigned int width = 0, height = 0;

    close(mkstemp(grey_name));
    sdkSavePGM(grey_name, grey, 3, 2);
    bool read = sdkLoadPGM(grey_name, &bytes, &width, &height);
    printf("grey %d %u %u: %d %d %d %d %d %d\n", read, width, height, bytes[0], bytes[1], bytes[2],
           bytes[3], bytes[4], bytes[5]);
    sdkLoadPGM(grey_name, &numbers, &width, &height);
    printf("between 0 and 1: %g %g\n", numbers[1], numbers[2]);

    sdkSavePPM4ub(grey_name, colours, 2, 1);
    read = sdkLoadPPM4ub(grey_name, &bytes, &width, &height);
    printf("colours %d %u %u:", read, width, height);
    for (int i = 0; i < 8; i++)
        printf(" %d", bytes[i]);
    printf("\n");

    bytes = NULL;
    write_text(grey_name, "P5\n# made by hand\n2 # columns\n1\n255\nAB");
    read = sdkLoadPGM(grey_name, &bytes, &width, &height);
    printf("with a comment %d: %u %u, %d %d\n", read, width, height, bytes[0], bytes[1]);

    const float values[] = {1.5f, -2, 1e10f};
    unsigned int count = 0;
    numbers = NULL;
    read = sdkWriteFile(grey_name, values, 3, 0.0f, false) &&
           sdkReadFile(grey_name, &numbers, &count, false);
    printf("numbers %d %u: %g %g %g\n", read, count, numbers[0], numbers[1], numbers[2]);

    sdkSavePPM4ub(grey_name, colours, 2, 1);
    bool same = sdkComparePPM(grey_name, grey_name, 0.0f, 0.0f, true);
    sdkLoadPPMub(grey_name, &bytes, &width, &height);
    sdkLoadPPM4(grey_name, &colour_numbers, &width, &height);
    printf("of three %d: %d %d %d, of four %g\n", same, bytes[3], bytes[4], bytes[5],
           colour_numbers[0] * 255);

    float binary[] = {1, 2, 3};
    sdkDumpBin(binary, sizeof binary, "/dev/null");
    const int few[] = {1, 2, 3, 4}, other_few[] = {1, 2, 3, 6};
    printf("compared %d %d %d %d, as floats %d %d\n", compareData(few, other_few, 4, 0.15f, 0.0f),
           compareData(few, other_few, 4, 2, 0.0f), compareData(few, other_few, 4, 0.15f, 0.2f),
           compareData(few, other_few, 4, 0.15f, 0.5f),
           compareDataAsFloatThreshold(values, values, 3, 0.0f, 0.0f),
           compareDataAsFloatThreshold<int, float>(few, other_few, 4, 1.5f, 0.15f));

    freopen("/dev/null", "w", stderr); /* what is said of them */
    write_text(grey_name, "P5\n2 9\n255\nAB");
    bool cut = sdkLoadPGM(grey_name, &bytes, &width, &height);
    bool unequal = sdkComparePPM(grey_name, NULL, 0.0f, 0.0f, true) ||
                   sdkComparePGM(grey_name, grey_name, 0.0f, 0.0f, true) ||
                   sdkCompareBin2BinFloat(grey_name, grey_name, 999, 0.0f, 0.0f, grey_name) ||
                   sdkCompareBin2BinUint(grey_name, "no-such-file", 1, 0.0f, 0.0f, grey_name) ||
                   sdkReadFileBlocks("no-such-file", &bytes, &count, 0, 8, true);
    bool other = sdkLoadPPM4ub(grey_name, &bytes, &width, &height);
    remove(grey_name);
    printf("none %d %d %d %d\n", cut, unequal, other, sdkLoadPGM(grey_name, &bytes, &width, &height));
    return 0;
}
