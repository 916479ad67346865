// Thrust's less usual algorithms and iterators, for vectors of the host and of the device: both
// must print the same.
// out: zip sorted 1b 2a 2d 3c, kept 1b 3c
// out: placeholders 5 7 9, 12 15 18, largest 3
// out: own function 3 4 5, sum of 12
// out: merged 1 1 2 3 3 4 5 5
// out: union 1 1 2 3 3 4 5, common 1 3 5, only 1 3, either 1 2 3 4
// out: sorted 1 0, until 3, mismatch 2, bound 2
// out: reversed 4 3 2 1, copied 4 3 2 1
// out: chosen 1 3, without 1 3, swapped 2 for 9: 1 9 3 4, small are 0: 0 0 3 4
// out: gathered 0 30 0 10, scattered 0 20 40 0
// out: firsts 1 2 3, values 10 30 40
// out: runs 2 1 3
// out: halves 2 4 6 8, roots 2 3 4
// out: parts 2 4 and 1 3, squares 1 5 14 30
// out: vector 7 8 1 2 4, back 4, front 7
// out: zip sorted 1b 2a 2d 3c, kept 1b 3c
// out: placeholders 5 7 9, 12 15 18, largest 3
// out: own function 3 4 5, sum of 12
// out: merged 1 1 2 3 3 4 5 5
// out: union 1 1 2 3 3 4 5, common 1 3 5, only 1 3, either 1 2 3 4
// out: sorted 1 0, until 3, mismatch 2, bound 2
// out: reversed 4 3 2 1, copied 4 3 2 1
// out: chosen 1 3, without 1 3, swapped 2 for 9: 1 9 3 4, small are 0: 0 0 3 4
// out: gathered 0 30 0 10, scattered 0 20 40 0
// out: firsts 1 2 3, values 10 30 40
// out: runs 2 1 3
// out: halves 2 4 6 8, roots 2 3 4
// out: parts 2 4 and 1 3, squares 1 5 14 30
// out: vector 7 8 1 2 4, back 4, front 7
// out: managed 10, elements 6 11 x, in a kernel 11, counted 3
#include <iostream>
#include <iterator>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/mismatch.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scatter.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_scan.h>
#include <thrust/unique.h>
#include <thrust/universal_vector.h>

using namespace thrust::placeholders;

template <class vector> void print(const char *what, const vector &v, const char *end)
{
    std::cout << what;
    for (size_t i = 0; i < v.size(); i++)
        std::cout << ' ' << v[i];
    std::cout << end;
}

/* The elements up to end, where an algorithm stopped. */
template <class vector> vector up_to(const vector &v, typename vector::iterator end)
{
    return vector(v.begin(), typename vector::const_iterator(end));
}

template <class pairs> void print_pairs(const char *what, pairs first, pairs last)
{
    std::cout << what;
    for (; first != last; ++first) {
        thrust::tuple<int, char> item = *first;
        std::cout << ' ' << thrust::get<0>(item) << thrust::get<1>(item);
    }
}

/* Its operator() changes it, as those of many programs could. */
struct adds_two {
    int calls;
    __host__ __device__ int operator()(int x)
    {
        calls++;
        return x + 2;
    }
};

struct is_two {
    __host__ __device__ bool operator()(const thrust::tuple<int, char> &t) const
    {
        return thrust::get<0>(t) == 2;
    }
};

struct is_odd {
    __host__ __device__ bool operator()(int x)
    {
        return x % 2;
    }
};

struct root {
    __host__ __device__ int operator()(int x) const
    {
        return (int)sqrtf((float)x);
    }
};

template <template <class...> class vector_of> void try_pairs()
{
    vector_of<int> keys(std::vector<int>{2, 1, 3, 2});
    vector_of<char> names(std::vector<char>{'a', 'b', 'c', 'd'});
    auto first = thrust::make_zip_iterator(thrust::make_tuple(keys.begin(), names.begin()));

    thrust::sort(first, first + 4);
    print_pairs("zip sorted", first, first + 4);
    print_pairs(", kept", first, thrust::remove_if(first, first + 4, is_two()));
    std::cout << '\n';
}

template <class vector> void try_functions()
{
    vector a(std::vector<int>{1, 2, 3}), b(3), c(3);

    thrust::transform(a.begin(), a.end(), b.begin(), 2 * _1 + 3);
    print("placeholders", b, ",");
    thrust::transform(a.begin(), a.end(), b.begin(), c.begin(), (_1 - _1 % 1) + _2 + 6);
    print("", c, "");
    std::cout << ", largest " << thrust::reduce(a.begin(), a.end(), 0, thrust::maximum<int>())
              << '\n';
    thrust::transform(a.begin(), a.end(), b.begin(), adds_two());
    print("own function", b, ", sum of ");
    std::cout << thrust::transform_reduce(a.begin(), a.end(), adds_two(), 0, thrust::plus<int>())
              << '\n';
}

template <class vector> void try_sorted()
{
    vector a(std::vector<int>{1, 1, 3, 3, 5}), b(std::vector<int>{2, 4, 5}), to(8);
    vector c(std::vector<int>{1, 3, 5, 2});

    thrust::merge(a.begin(), a.end(), b.begin(), b.end(), to.begin());
    print("merged", to, "\n");
    auto end = thrust::set_union(a.begin(), a.end(), b.begin(), b.end(), to.begin());
    print("union", up_to(to, end), ",");
    end = thrust::set_intersection(a.begin(), a.end(), c.begin(), c.begin() + 3, to.begin());
    print(" common", up_to(to, end), ",");
    end = thrust::set_difference(a.begin(), a.end(), c.begin(), c.begin() + 3, to.begin());
    print(" only", up_to(to, end), ",");
    vector d(std::vector<int>{1, 3, 5}), e(std::vector<int>{2, 4, 5});
    end = thrust::set_symmetric_difference(d.begin(), d.end(), e.begin(), e.end(), to.begin());
    print(" either", up_to(to, end), "\n");
    std::cout << "sorted " << thrust::is_sorted(a.begin(), a.end()) << ' '
              << thrust::is_sorted(c.begin(), c.end()) << ", until "
              << thrust::is_sorted_until(c.begin(), c.end()) - c.begin() << ", mismatch "
              << thrust::mismatch(a.begin(), a.begin() + 4, c.begin()).first - a.begin() + 1
              << ", bound " << thrust::equal_range(a.begin(), a.end(), 2).first - a.begin() << '\n';
}

template <class vector> void try_choices()
{
    const vector a(std::vector<int>{1, 2, 3, 4});
    vector b(4), kept(4);
    typedef thrust::reverse_iterator<typename vector::const_iterator> backwards;

    thrust::copy(backwards(a.end()), backwards(a.begin()), b.begin());
    print("reversed", b, ",");
    thrust::reverse_copy(a.begin(), a.end(), b.begin());
    print(" copied", b, "\n");
    auto end = thrust::copy_if(a.begin(), a.end(), kept.begin(), is_odd());
    print("chosen", up_to(kept, end), ",");
    thrust::copy(a.begin(), a.end(), b.begin());
    end = thrust::remove_if(b.begin(), b.end(), _1 % 2 == 0);
    print(" without", up_to(b, end), ",");
    thrust::copy(a.begin(), a.end(), b.begin());
    thrust::replace(b.begin(), b.end(), 2, 9);
    print(" swapped 2 for 9:", b, ",");
    thrust::copy(a.begin(), a.end(), b.begin());
    thrust::replace_if(b.begin(), b.end(), _1 < 3, 0);
    print(" small are 0:", b, "\n");

    vector tens(std::vector<int>{10, 20, 30, 40}), places(std::vector<int>{3, 2, 1, 0});
    vector flags(std::vector<int>{0, 1, 0, 1}), into(4, 0);
    thrust::gather_if(places.begin(), places.end(), flags.begin(), tens.begin(), into.begin());
    print("gathered", into, ",");
    thrust::fill(into.begin(), into.end(), 0);
    thrust::scatter_if(tens.begin(), tens.end(), places.begin(), flags.begin(), into.begin());
    std::cout << " scattered " << into[3] << ' ' << into[2] << ' ' << into[0] << ' ' << into[1]
              << '\n';
}

template <class vector> void try_runs()
{
    vector counts(6);
    vector again(std::vector<int>{1, 1, 2, 3, 3, 3}),
        items(std::vector<int>{10, 20, 30, 40, 50, 60});
    auto left = thrust::unique_by_key(again.begin(), again.end(), items.begin());
    print("firsts", up_to(again, left.first), ",");
    print(" values", up_to(items, left.second), "\n");
    vector runs(std::vector<int>{1, 1, 2, 3, 3, 3});
    auto end = thrust::reduce_by_key(runs.begin(), runs.end(), thrust::constant_iterator<int>(1),
                                     thrust::make_discard_iterator(), counts.begin());
    print("runs", up_to(counts, end.second), "\n");

    vector a(std::vector<int>{1, 2, 3, 4}), b(4);
    thrust::copy(a.begin(), a.end(), thrust::make_transform_output_iterator(b.begin(), _1 * 2));
    print("halves", b, ",");
    vector squares(std::vector<int>{4, 9, 16});
    std::cout << " roots ";
    auto roots = thrust::make_transform_iterator(squares.begin(), root());
    thrust::copy(roots, roots + 2, std::ostream_iterator<int>(std::cout, " "));
    std::cout << roots[2] << '\n';

    vector even(4), odd(4);
    auto parts = thrust::partition_copy(a.begin(), a.end(), even.begin(), odd.begin(), _1 % 2 == 0);
    print("parts", up_to(even, parts.first), " and");
    print("", up_to(odd, parts.second), ",");
    thrust::transform_inclusive_scan(a.begin(), a.end(), b.begin(), thrust::square<int>(),
                                     thrust::plus<int>());
    print(" squares", b, "\n");
    vector more(std::vector<int>{7, 8});
    a.erase(a.begin() + 2);
    a.insert(a.begin(), more.begin(), more.end());
    print("vector", a, ", back ");
    std::cout << a.back() << ", front " << a.front() << '\n';
}

__global__ void add_ten(thrust::device_ptr<int> p)
{
    *p += 10;
}

/* In a kernel, the thread counts by itself. */
__global__ void count_small(const int *items, int n, int *result)
{
    *result = thrust::count_if(thrust::device, items, items + n, [=](int x) { return x < 4; });
}

template <template <class...> class vector_of> void try_all()
{
    try_pairs<vector_of>();
    try_functions<vector_of<int>>();
    try_sorted<vector_of<int>>();
    try_choices<vector_of<int>>();
    try_runs<vector_of<int>>();
}

int main()
{
    try_all<thrust::host_vector>();
    try_all<thrust::device_vector>();

    thrust::universal_vector<int> managed(4);
    thrust::sequence(thrust::device, managed.begin(), managed.end(), 1);
    std::cout << "managed " << thrust::reduce(thrust::device, managed.begin(), managed.end());
    thrust::device_vector<int> v(2, 5);
    thrust::device_vector<char> letter(1, 'x');
    v[0] += 1;
    v[1] *= thrust::max(2, 1);
    v[1]++;
    std::cout << ", elements " << v[0] << ' ' << v[1] << ' ' << letter[0];
    v[1] = 1;
    add_ten<<<1, 1>>>(v.data() + 1);
    std::cout << ", in a kernel " << v[1];
    count_small<<<1, 1>>>(thrust::raw_pointer_cast(managed.data()), 4, v.data().get());
    std::cout << ", counted " << v[0] << '\n';
    return 0;
}
