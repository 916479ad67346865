// Headers of the compiler's library that Thrust's include: programs do not ask for them again.
// out: 6 2 3
#include <stdio.h>
#include <thrust/device_vector.h>

int main()
{
    thrust::device_vector<int> numbers(3, 2);
    std::atomic_int sum(0);
    std::array<int, 3> copy;
    std::unique_ptr<int> two(new int(2));
    std::tuple<int, int> pair(1, 3);

    thrust::copy(numbers.begin(), numbers.end(), copy.begin());
    for (int number : copy)
        sum += number;
    printf("%d %d %d\n", (int)sum, *two, std::get<1>(pair));
    return 0;
}
