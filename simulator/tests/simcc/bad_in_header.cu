// fails: bad_in_header.cuh:5: error: the simulator has no PTX instruction ldmatrix.sync.aligned.m8n8.x1.shared.b16
#include "bad_in_header.cuh"
int main() { return 0; }
