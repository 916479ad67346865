// fails: bad_in_header.cuh:5: error: the simulator has no inline PTX assembly
#include "bad_in_header.cuh"
int main() { return 0; }
