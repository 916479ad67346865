# simcc as CMake's compiler for CUDA: detection, static and shared libraries, separate compilation with a device
# link, libraries of the toolkit, programs that another compiler links.
use strict;
use warnings;
use Cwd qw(abs_path);
use lib 'tests/lib';
use Drawn;
use JSON::PP;
use Run;
use Test::More;

delete @ENV{grep { /^SIM_/ } keys %ENV};
delete @ENV{qw(CXX CUDACXX CUDAFLAGS CUDAARCHS CUDA_PATH)};
my ($status, $version) = run('cmake --version');
plan skip_all => 'needs cmake 3.18 or newer' if $status || $version !~ /version (\d+)\.(\d+)/ || $1 * 1000 + $2 < 3018;
system('make -s simulator toolkit') == 0 or die "the simulator does not build\n";
my $here = abs_path('.');
my $folder = scratch();

# Before 3.20 CMake looks for the toolkit beside the compiler.
my $compiler = $1 * 1000 + $2 < 3020 ? 'build/toolkit/bin/nvcc' : 'build/simcc';
my @programs = qw(separate calls_resolved uses_shared calls_shared from_parts host random);
for my $generator (drawn(grep { $_ ne 'Ninja' || !system('command -v ninja >/dev/null') } 'Unix Makefiles', 'Ninja')) {
    my $built = "$folder/" . $generator =~ s/\W//gr;
    # without the folders in which CMake looks for NVIDIA's toolkit
    my ($status, $out, $errors) = run("cmake -G '$generator' -S tests/cmake -B $built -DCMAKE_CUDA_COMPILER=$here/$compiler " .
                                      '-DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo', 300);
    is($status, 0, "$generator: configures") or diag("$out$errors");
    like($out, qr/CUDA compiler identification is NVIDIA 13\.0/, 'simcc is taken for nvcc 13.0');
    like($out, qr{Found CUDAToolkit: \Q$here\E/build/toolkit}, 'and its toolkit is found');
    my $cache = read_file((glob "$built/CMakeFiles/*/CMakeCUDACompiler.cmake")[0]);
    like($cache, qr/CMAKE_CUDA_HOST_LINK_LAUNCHER "\Q$here\E\/build\/(?:simcc|toolkit\/bin\/nvcc)"/, 'simcc links');
    unlike($cache, qr{/usr/local/cuda}, "nothing of NVIDIA's toolkit is known");
    ($status, $out, $errors) = run("cmake --build $built", 300);
    is($status, 0, "$generator: builds") or diag("$out$errors");
    is($errors, '', 'without a warning');
    my %commands = map { $_->{file} =~ s{.*/}{}r => $_->{command} } @{decode_json(read_file("$built/compile_commands.json"))};
    is(join(' ', sort keys %commands), 'calls.cpp half.cu host.cpp main.cu random.cu twice.cu twice_alone.cu uses.cu', 'compile_commands.json');
    my $command = $commands{'twice_alone.cu'};
    like($command, qr{^\Q$here/$compiler\E }, 'with simcc');
    like($command, qr{ \Q$_\E }, "and $_") for '-DBY=2', '-Xcompiler=-fPIC', '-std=c++14';
    ($status, $out) = run("cd $built && ctest --output-on-failure");
    like($out, qr/100% tests passed(?:, 0 tests failed)? out of @{[scalar @programs]}\n/, 'ctest: all programs are right') or diag($out);
    # a source with a mistake
    ($status, $out, $errors) = run("cp -R tests/cmake $built/broken && echo 'error' >>$built/broken/main.cu && cd $built && " .
                                   "cmake -G '$generator' -S broken -B broken/built -DCMAKE_CUDA_COMPILER=$here/build/simcc && cmake --build broken/built", 300);
    isnt($status, 0, 'a mistake in a source ends the build');
    like("$out$errors", qr/main\.cu:\d+: error: /, 'with its line');
}

# A kernel is built again when a header has changed: the rules for make are right.
my $project = "$folder/depends";
mkdir $project;
for (['CMakeLists.txt', "cmake_minimum_required(VERSION 3.18)\nproject(x LANGUAGES CUDA)\nadd_executable(p p.cu)\n"],
     ['p.cu', "#include \"value.h\"\n#include <stdio.h>\nint main() { puts(VALUE); }\n"], ['value.h', "#define VALUE \"one\"\n"]) {
    open my $file, '>', "$project/$_->[0]" or die;
    print $file $_->[1];
}
my $build = "cmake -S $project -B $project/b -DCMAKE_CUDA_COMPILER=$here/build/simcc >/dev/null && cmake --build $project/b >/dev/null && $project/b/p";
is((run($build, 300))[1], "one\n", 'a project in CUDA alone');
is((run("sleep 1; echo '#define VALUE \"two\"' >$project/value.h; $build", 300))[1], "two\n", 'a header that has changed');

done_testing;
