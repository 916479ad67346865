/*
 * thrust::tuple and pair: those of C++.
 */
#ifndef SIM_THRUST_TUPLE_H
#define SIM_THRUST_TUPLE_H

#include <tuple>
#include <utility>

namespace thrust {

using std::get;
using std::make_pair;
using std::make_tuple;
using std::pair;
using std::tie;
using std::tuple;
using std::tuple_element;
using std::tuple_size;

}

#endif
