// Functions that CUDA has beyond C's library. What is near 1 is a quotient by the true value.
// out: erfinv: 1.0000000000 1.0000000000 1.0000000000 0 inf -inf 1
// out: erfcinv: 1.0000000000 1.0000000000 1.0000000000 inf -inf
// out: normcdfinv: 1.0000000000 1.0000000000 0 1.00000
// out: erfcx: 1.0000000000 1.0000000000 1.0000000000
// out: bessel: 1.0000000000 1.0000000000 1.00000
// out: norms: 13 0.5 3 0.1 1 13
// out: pi: 1 0 0 -1
// out: words: 04030201 7f80feff 7fff8001 00ff00ff 00010000 10 6
// out: of three: 4 7 0 2 5 1
// out: bits: 5 14 -1, products 29 -13
__global__ void k(double *d, float *f, unsigned int *w)
{
    int i = 0;

    d[i++] = erfinv(0.25) / 0.225312055012178104725014013952;
    d[i++] = erfinv(-0.99) / -1.82138636771844967304021031862;
    d[i++] = erfinv(1e-10) / 8.86226925452758013649083741688e-11;
    d[i++] = erfinv(0.0);
    d[i++] = erfinv(1.0);
    d[i++] = erfinv(-1.0);
    d[i++] = isnan(erfinv(1.5));
    d[i++] = erfcinv(1e-100) / 15.0655747024950110;
    d[i++] = erfcinv(0.75) / 0.225312055012178104725014013952;
    d[i++] = erfcinv(1.99) / -1.82138636771844967304021031862;
    d[i++] = erfcinv(0.0);
    d[i++] = erfcinv(2.0);
    d[i++] = normcdfinv(0.975) / 1.95996398454005423552459443052;
    d[i++] = normcdfinv(1e-9) / -5.99780701500768687156233204772;
    d[i++] = normcdfinv(0.5);
    d[i++] = normcdfinvf(0.975f) / 1.95996398454f;
    d[i++] = erfcx(0.5) / 0.615690344192925874870793422684;
    d[i++] = erfcx(10.0) / 0.0561409927438225833;
    d[i++] = erfcx(100.0) / 0.00564161378298943290355645700695;
    d[i++] = cyl_bessel_i0(2.0) / 2.27958530233606726743720444082;
    d[i++] = cyl_bessel_i1(2.0) / 1.59063685463732906338225442500;
    d[i++] = cyl_bessel_i0f(1.0f) / 1.2660658777520083f;
    const double numbers[] = {3, 4, 12};
    const float floats[] = {6, 8};
    f[0] = norm(3, numbers);
    f[1] = rnorm4d(1, 1, 1, 1);
    f[2] = norm4df(2, 2, 1, 0);
    f[3] = rnormf(2, floats);
    f[4] = rnorm(1, numbers) * 3;
    f[5] = norm3d(3, 4, 12);
    sincospif(0.5f, f + 6, f + 7);
    double sine, cosine;
    sincospi(1.0, &sine, &cosine);
    f[8] = sine;
    f[9] = cosine;
    w[0] = __vavgu4(0x03020100, 0x05040302);
    w[1] = __vaddss4(0x70801020, 0x7080eedf);
    w[2] = __vsubss2(0x70008001, 0xf0000000);
    w[3] = __vcmpgtu4(0x00ff00ff, 0x00000000);
    w[4] = __vsetles2(0xffff0001, 0xffff8000);
    w[5] = __vsadu4(0x01020304, 0x04030201) + 2;
    w[6] = __vabsdiffs4(3, 0xfffffffd) & 0xff;
    w[7] = __vimax3_s32(-5, 4, 2);
    w[8] = __viaddmax_s32(3, 4, 5);
    w[9] = __viaddmin_s32_relu(-7, 3, 5);
    w[10] = __vimin3_u32(3, 2, 4);
    bool first;
    w[11] = __vibmax_s32(5, 5, &first);
    w[12] = first;
    w[13] = __fns(0xf0f0, 4, 2);
    w[14] = __fns(0xf0f0, 31, -2);
    w[15] = __fns(0xf0f0, 31, 1);
    w[16] = __dp2a_lo(0x00020003, 0x00000405, 6);
    w[17] = __dp2a_hi(0x00020003, (int)0xfffe0000, -5);
}

int main()
{
    double *d;
    float *f;
    unsigned int *w;

    cudaMallocManaged(&d, 32 * sizeof *d);
    cudaMallocManaged(&f, 32 * sizeof *f);
    cudaMallocManaged(&w, 32 * sizeof *w);
    k<<<1, 1>>>(d, f, w);
    cudaDeviceSynchronize();
    printf("erfinv: %.10f %.10f %.10f %g %g %g %g\n", d[0], d[1], d[2], d[3], d[4], d[5], d[6]);
    printf("erfcinv: %.10f %.10f %.10f %g %g\n", d[7], d[8], d[9], d[10], d[11]);
    printf("normcdfinv: %.10f %.10f %g %.5f\n", d[12], d[13], fabs(d[14]), d[15]);
    printf("erfcx: %.10f %.10f %.10f\n", d[16], d[17], d[18]);
    printf("bessel: %.10f %.10f %.5f\n", d[19], d[20], d[21]);
    printf("norms: %g %g %g %g %g %g\n", f[0], f[1], f[2], f[3], f[4], f[5]);
    printf("pi: %g %.0f %.0f %g\n", f[6], fabsf(f[7]), fabsf(f[8]), f[9]);
    printf("words: %08x %08x %08x %08x %08x %u %u\n", w[0], w[1], w[2], w[3], w[4], w[5], w[6]);
    printf("of three: %d %d %d %u %d %u\n", (int)w[7], (int)w[8], (int)w[9], w[10], (int)w[11],
           w[12]);
    printf("bits: %u %u %d, products %d %d\n", w[13], w[14], (int)w[15], (int)w[16], (int)w[17]);
    return 0;
}
