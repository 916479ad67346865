// fails: 2: error: the simulator has no textures and surfaces (cudaTextureObject_t)
__global__ void k(cudaTextureObject_t t, float *p) { *p = tex1Dfetch<float>(t, 0); }
int main() { return 0; }
