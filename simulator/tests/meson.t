# simcc as Meson's compiler for CUDA: the sources of tests/cmake, with its static and its shared library.
use strict;
use warnings;
use Cwd qw(abs_path);
use lib 'tests/lib';
use Run;
use Test::More;

delete @ENV{grep { /^SIM_/ } keys %ENV};
delete @ENV{qw(CXX CUDA_HOME CUDA_PATH)};
my ($status, $version) = run('meson --version && ninja --version');
plan skip_all => 'needs Meson 1.0 or newer and Ninja' if $status || $version !~ /^(\d+)/ || $1 < 1;
system('make -s simulator toolkit') == 0 or die "the simulator does not build\n";
my $toolkit = abs_path('build/toolkit');
my $folder = scratch();

open my $file, '>', "$folder/simcc.ini" or die;
print $file "[binaries]\ncuda = '$toolkit/bin/nvcc'\n";
close $file or die;

my ($out, $errors);
($status, $out, $errors) = run("CUDA_PATH=$toolkit meson setup --native-file $folder/simcc.ini -Dtoolkit=$toolkit $folder/built tests/cmake", 300);
is($status, 0, 'configures') or diag("$out$errors");
like($out, qr/Cuda compiler for the host machine: \Q$toolkit\E\/bin\/nvcc \(nvcc 13\.0/, 'simcc is taken for nvcc 13.0');
like($out, qr{Run-time dependency CUDA .*YES 13\.0 \(\Q$toolkit\E[/)]}, 'and its toolkit is found');
($status, $out, $errors) = run("ninja -C $folder/built", 300);
is($status, 0, 'builds') or diag("$out$errors");
unlike("$out$errors", qr/warning/, 'without a warning');
($status, $out, $errors) = run("meson test -C $folder/built", 300);
is($status, 0, 'all programs are right') or diag("$out$errors");
like($out, qr/Ok:\s+4\s/, 'all four of them');

done_testing;
