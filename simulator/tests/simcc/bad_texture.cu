// fails: 2: error: the simulator has no texture references (texture): make a texture object: cudaCreateTextureObject
texture<float, 2, cudaReadModeElementType> image;
__global__ void k(float *p) { *p = tex2D(image, 0, 0); }
int main() { return 0; }
