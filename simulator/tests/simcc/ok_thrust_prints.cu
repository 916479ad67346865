// Thrust's vectors bring the streams that programs print them with.
// out: 7
#include <thrust/device_vector.h>

int main()
{
    thrust::device_vector<int> v(1, 7);

    std::cout << v[0] << std::endl;
    return 0;
}
