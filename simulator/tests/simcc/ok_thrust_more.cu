// More of Thrust, for vectors of the host and of the device: both must print the same.
// out: keys 1 2 3
// out: sums 3 12 6
// out: inclusive 1 3 3 7 12 6
// out: exclusive 10 11 10 13 17 10
// out: parted 2 4 6 1 3 5, at 3
// out: reversed 5 3 1 6 4 2
// out: bounds 2 5 1 0
// out: histogram 0 2 3 1 0
// out: equal 1 0, found 5 2 6, extrema 1 6, chosen 6
// out: keys 1 2 3
// out: sums 3 12 6
// out: inclusive 1 3 3 7 12 6
// out: exclusive 10 11 10 13 17 10
// out: parted 2 4 6 1 3 5, at 3
// out: reversed 5 3 1 6 4 2
// out: bounds 2 5 1 0
// out: histogram 0 2 3 1 0
// out: equal 1 0, found 5 2 6, extrema 1 6, chosen 6
// out: random 399268537 1043618065, in bounds 1 1, mean 1
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/extrema.h>
#include <thrust/find.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/transform_reduce.h>

struct is_even : thrust::unary_function<int, bool> {
    __host__ __device__ bool operator()(int x) const
    {
        return x % 2 == 0;
    }
};

struct above {
    int limit;
    __host__ __device__ bool operator()(int x) const
    {
        return x > limit;
    }
};

struct draw {
    __host__ __device__ float operator()(unsigned int seed) const
    {
        thrust::default_random_engine numbers(seed);
        thrust::normal_distribution<float> distribution(1, 0.5f);

        numbers.discard(seed);
        return distribution(numbers);
    }
};

template <class vector> static void print(const char *name, const vector &v, const char *end = "\n")
{
    printf("%s", name);
    for (size_t i = 0; i < v.size(); i++)
        printf(" %d", (int)v[i]);
    printf("%s", end);
}

template <template <class, class...> class vector> static void go()
{
    const int some_keys[] = {1, 1, 2, 2, 2, 3}, some_values[] = {1, 2, 3, 4, 5, 6};
    vector<int> keys(some_keys, some_keys + 6), values(some_values, some_values + 6);
    vector<int> keys_to(6), to(6), bins(5), order(3);

    auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), keys_to.begin(),
                                      to.begin());
    keys_to.resize(ends.first - keys_to.begin());
    print("keys", keys_to);
    to.resize(ends.second - to.begin());
    print("sums", to);
    to.resize(6);
    thrust::inclusive_scan_by_key(keys.begin(), keys.end(), values.begin(), to.begin());
    print("inclusive", to);
    to = values;
    thrust::exclusive_scan_by_key(keys.begin(), keys.end(), to.begin(), to.begin(), 10);
    print("exclusive", to);

    auto middle = thrust::stable_partition(values.begin(), values.end(), is_even());
    print("parted", values, "");
    printf(", at %d\n", (int)(middle - values.begin()));
    thrust::reverse(values.begin(), values.end());
    print("reversed", values);

    printf("bounds %d %d %d %d\n",
           (int)(thrust::lower_bound(keys.begin(), keys.end(), 2) - keys.begin()),
           (int)(thrust::upper_bound(keys.begin(), keys.end(), 2) - keys.begin()),
           thrust::binary_search(keys.begin(), keys.end(), 3),
           thrust::binary_search(keys.begin(), keys.end(), 9));
    thrust::counting_iterator<int> numbers(0);
    thrust::upper_bound(keys.begin(), keys.end(), numbers, numbers + 5, bins.begin());
    thrust::adjacent_difference(bins.begin(), bins.end(), bins.begin());
    print("histogram", bins);

    order[0] = 5;
    order[1] = 0;
    order[2] = 2;
    auto extrema = thrust::minmax_element(values.begin(), values.end());
    printf("equal %d %d, found %d %d %d, extrema %d %d, chosen %d\n",
           thrust::equal(keys.begin(), keys.end(), keys.begin()),
           thrust::equal(keys.begin(), keys.end(), values.begin()),
           (int)(thrust::find(keys.begin(), keys.end(), 3) - keys.begin()),
           (int)(thrust::find_if(keys.begin(), keys.end(), is_even()) - keys.begin()),
           (int)(thrust::find_if(keys.begin(), keys.end(), above{7}) - keys.begin()),
           (int)*extrema.first, (int)*extrema.second,
           thrust::reduce(thrust::make_permutation_iterator(keys.begin(), order.begin()),
                          thrust::make_permutation_iterator(keys.begin(), order.end())));
}

int main()
{
    go<thrust::host_vector>();
    go<thrust::device_vector>();

    /* The standard tells the 10000th number of both engines. */
    thrust::minstd_rand numbers;
    thrust::minstd_rand0 older;
    numbers.discard(9999);
    for (int i = 0; i < 9999; i++)
        older();
    printf("random %u %u", numbers(), older());

    thrust::uniform_int_distribution<int> die(1, 6);
    thrust::uniform_real_distribution<double> share(-1, 1);
    int bounded = 1, real_bounded = 1;
    for (int i = 0; i < 1000; i++) {
        int eyes = die(numbers);
        double x = share(numbers);
        bounded &= eyes >= 1 && eyes <= 6;
        real_bounded &= x >= -1 && x < 1;
    }
    float sum = thrust::transform_reduce(thrust::counting_iterator<unsigned int>(1),
                                         thrust::counting_iterator<unsigned int>(2001), draw(),
                                         0.0f, thrust::plus<float>());
    printf(", in bounds %d %d, mean %d\n", bounded, real_bounded, fabs(sum / 2000 - 1) < 0.05);
    return 0;
}
