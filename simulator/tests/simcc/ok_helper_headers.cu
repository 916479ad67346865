// The headers of C++ that NVIDIA's helper_functions.h brings with it, without an include of their
// own.
// out: doubled 2 4 6
// out: a file: 1
#include <helper_functions.h>

__global__ void double_each(int *p)
{
    p[threadIdx.x] *= 2;
}

int main()
{
    std::vector<int> numbers = {3, 1, 2};
    std::string text = "doubled";
    int *p;

    std::sort(numbers.begin(), numbers.end());
    cudaMallocManaged(&p, 3 * sizeof *p);
    std::copy(numbers.begin(), numbers.end(), p);
    double_each<<<1, 3>>>(p);
    cudaDeviceSynchronize();
    assert(p[2] == (int)fabs(-6.0));
    for (int i = 0; i < 3; i++)
        text += " " + std::to_string(p[i]);
    std::cout << text << std::endl;
    std::cout << "a file: " << std::ofstream("/dev/null").is_open() << std::endl;
    return EXIT_SUCCESS;
}
