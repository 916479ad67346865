// The compiler's own messages name the user's line, after launches and macros of several lines.
// fails: 13: error:
// fails: unknown_name
#define THREE \
    one(); \
    one();
static void one() {}
__global__ void k(int *p, int n) { __shared__ int s[4]; s[0] = n; *p = s[0]; }
int main()
{
    k<<<1,
        1>>>(NULL, 2);
    k<<<1, 1>>>(unknown_name, 3);
    THREE
    return 0;
}
