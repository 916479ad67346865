// The samples' helpers for files: images and numbers go there and come back.
// flags: -std=c++17
// out: grey 1 3 2: 0 51 255 102 7 9
// out: between 0 and 1: 0.2 1
// out: colours 1 2 1: 1 2 3 0 7 8 9 0
// out: with a comment 1: 2 1, 65 66
// out: numbers 1 3: 1.5 -2 1e+10
// out: none 0 0 0
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
    float *numbers = NULL;
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
    read = sdkWriteFile(grey_name, values, 3, 0.0f, false) &&
           sdkReadFile(grey_name, &numbers, &count, false);
    printf("numbers %d %u: %g %g %g\n", read, count, numbers[0], numbers[1], numbers[2]);

    freopen("/dev/null", "w", stderr); /* what is said of them */
    write_text(grey_name, "P5\n2 9\n255\nAB");
    bool cut = sdkLoadPGM(grey_name, &bytes, &width, &height);
    bool other = sdkLoadPPM4ub(grey_name, &bytes, &width, &height);
    remove(grey_name);
    printf("none %d %d %d\n", cut, other, sdkLoadPGM(grey_name, &bytes, &width, &height));
    return 0;
}
