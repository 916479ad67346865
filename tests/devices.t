# The device that is simulated, as make and the programs take it: their heads, their rates of its peak.
use strict;
use warnings;
use lib 'tests/lib';
use Lab;
use Test::More;

plan skip_all => 'on a GPU no device is simulated' if backend() eq 'gpu';
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};

my ($status, $out, $errors) = run('make -s step05 run BACKEND=sim SIM_DEVICE=k20m N=1000 REPEAT=1');
like($out, qr/^step05_unroll2 on Tesla K20m \(simulated\), 13 multiprocessors, peak 208 GB\/s$/m,
     'make takes SIM_DEVICE');
like($out, qr{, modelled \d\.\d{4} ms \(cold cache; an empty launch: modelled 0\.\d{4} ms\), \d+\.\d GB/s = \d+\.\d % of peak: right$}m, 'and its peak');
($status, $out) = run('make -s run BACKEND=sim SIM_DEVICE=k20m N=1000 REPEAT=1');
like($out, qr/^Tesla K20m \(simulated\), 13 multiprocessors, peak 208 GB\/s$/m, 'the table names the device');
($status, $out) = run('SIM_DEVICE=k20m build/sim/step05_unroll2 -n 1000 -r 1 --csv -');
my ($time, $rate, $percent) = $out =~ /,"Tesla K20m \(simulated\)",1000,.*,right,1,modelled,cold,\d\.\d{6},(\d\.\d{6}),\d\.\d{6},\d\.\d{6},(\d+\.\d{3}),208\.000,(\d+\.\d{3}),0\.000000$/m;
cmp_ok(abs($rate - 4e-3 / $time), '<', 0.001 + 1e-3 * $rate, 'CSV: the rate is that of the time');
cmp_ok(abs($percent - $rate / 2.08), '<', 0.001, 'and the percentage one of 208 GB/s');
($status, $out) = run('SIM_CLOCK=0 SIM_DEVICE=k20m build/sim/step05_unroll2 -n 1000 -r 1 --csv -');
like($out, qr/,"Tesla K20m \(simulated\)",1000,.*,right,1,,cold,0\.000000,0\.000000,0\.000000,0\.000000,0\.000,208\.000,0\.000,0\.000000$/m,
     'no times and rates without the clock');
like((run('make -s help'))[1], qr/^  SIM_DEVICE=h100 .*h100, h200, k20m, rtx2070s/m, 'make help names it');

done_testing();
