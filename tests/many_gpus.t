# Step 18: the sum on several GPUs, by one process and by one for each GPU; and what is missing or fails
# on the way: one clear line, the right exit status, and no process that waits forever.
use strict;
use warnings;
use lib 'tests/lib';
use Drawn;
use Lab;
use Test::More;

my $backend = backend();
my ($status, $out, $err);

SKIP: {
    skip 'the simulator has as many GPUs as one asks for', 1 if $backend eq 'gpu';
    ($status, $out) = run('SIM_DEVICES=3 build/sim/step18_many_gpus -n 2^16');
    my ($grid) = $out =~ /<<<(\d+),/;
    like($out, qr/^blocks on @{[3 * $grid]} of 396 multiprocessors, /m, 'each GPU has a grid of its own');
}

# ---- what it takes -----------------------------------------------------------------------------------
($status, $out, $err) = run('tools/machine/need.sh nccl nvcc /nowhere');
is($status, 3, 'without nccl.h: exit status 3');
like($err, qr{\AThis needs NCCL \(no /nowhere/include/nccl\.h here\): install libnccl-dev[^\n]*\n\z},
     'one line says what to do');
($status, $out, $err) = run('tools/machine/need.sh mpi no_such_mpicc');
is($status, 3, 'without MPI: exit status 3');
like($err, qr/\AThis needs MPI \(no_such_mpicc is not here\): install \w+[^\n]*\n\z/, 'one line says what to do');
is((run('tools/machine/mpi.sh no_such_mpicc'))[1], '', 'without MPI there are no flags');

# MPI's compiler, as two MPIs answer; and NCCL in a folder of its own.
my $folder = scratch();
sub write_file {
    my ($name, $text) = @_;
    open my $file, '>', "$folder/$name" or die;
    print $file $text;
    close $file;
    chmod 0755, "$folder/$name";
    return "$folder/$name";
}
my $mpicc = write_file('mpicc', "#!/bin/sh\n[ \"\$1\" = -show ] && echo gcc -g -O2 -I/m/include -L/m/lib "
                                . "-Wl,-rpath -Wl,/m/lib -Wl,--enable-new-dtags -lmpi -pthread\n");
is((run("tools/machine/mpi.sh $mpicc"))[1],
   "-DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX -I/m/include -L/m/lib -Xlinker -rpath -Xlinker /m/lib -Xlinker --enable-new-dtags -lmpi\n",
   'the flags that nvcc and simcc understand');
mkdir "$folder/$_" for 'nccl', 'nccl/include', 'nccl/lib';
write_file("nccl/$_", '') for 'include/nccl.h', 'lib/libnccl.so.2';
is((run("tools/machine/nccl.sh nvcc $folder/nccl"))[1],
   "-I$folder/nccl/include -Xlinker -rpath=$folder/nccl/lib\n", 'NCCL_HOME names the folder of NCCL');

# The shared library is opened by the first call.
my $compile = 'cc -std=gnu11 -Wall -Wextra -Werror -DSIMULATOR -Isimulator/include -Isimulator/libraries/nccl';
($status, $out, $err) =
    run("$compile -o $folder/version tests/common/nccl_version.c common/gpus/nccl.c -ldl && "
        . "$compile -shared -fPIC -o $folder/nccl/lib/libnccl.so.2 tests/common/stand_in_nccl.c");
is($status, 0, 'a program that calls NCCL') or diag($err);
is((run("LD_LIBRARY_PATH=$folder/nccl/lib $folder/version"))[1], "version 22809\n", 'finds its library');
($status, $out, $err) = run("NCCL_FAILS=1 LD_LIBRARY_PATH=$folder/nccl/lib $folder/version");
is($status, 3, 'a call of NCCL that fails: exit status 3');
like($err, qr{\Atests/common/nccl_version\.c:\d+: ncclGetVersion\(&version\) failed: unhandled system error: socket closed\n\z},
     'one line says which, and what NCCL says');
SKIP: {
    skip 'NCCL is installed here', 2 if (run('ldconfig -p 2>/dev/null'))[1] =~ /libnccl\.so\.2/;
    ($status, $out, $err) = run("env -u LD_LIBRARY_PATH $folder/version");
    is($status, 3, 'without the shared library: exit status 3');
    like($err, qr/\ANCCL is missing \(libnccl\.so\.2: [^\n]*\n\z/, 'one line says so');
}
run("cc -shared -x c -o $folder/nccl/lib/libnccl.so.2 /dev/null");
($status, $out, $err) = run("LD_LIBRARY_PATH=$folder/nccl/lib $folder/version");
is($status, 3, 'a library without that function: exit status 3');
like($err, qr/\ANCCL is missing \([^\n]*ncclGet[^\n]*\n\z/, 'one line says so');

# ---- what the page quotes of the program with a process for each GPU -------------------------------------
my %lines = map { s/^\s+|\s+$//gr => 1 } split /\n/, read_file('step18_many_gpus/ranks.cu');
my @quoted = map { split /\n/ } read_file('step18_many_gpus/README.md') =~ /^```c\n(.*?)^```$/smg;
ok(@quoted > 0, 'the page quotes ranks.cu');
is(join("\n", grep { !$lines{s/^\s+|\s+$//gr} } @quoted), '', 'as it is');

# ---- what was measured --------------------------------------------------------------------------------
for my $recording (glob 'docs/results/*/gpus.csv') {
    my ($header, @rows) = grep { !/^#/ } split /\n/, read_file($recording);
    my %speedup;
    for (@rows) {
        my %value;
        @value{split /,/, $header} = map { s/"//gr } /("[^"]*"|[^,]+)/g;
        $speedup{$value{gpus}}{$value{exponent}} = $value{speedup} if $value{joined};
    }
    cmp_ok($speedup{2}{32} // 0, '>=', 1.95, "$recording: two GPUs at 2^32 over one");
}

# ---- one process --------------------------------------------------------------------------------------
my $program = program('step18_many_gpus');
my $here = $backend eq 'gpu' ? (() = (run('nvidia-smi -L'))[1] =~ /^GPU/mg) : 8;

# The command with this number of GPUs here, as far as that can be said.
sub on {
    my ($gpus, $command) = @_;
    return $backend eq 'sim' ? "SIM_DEVICES=$gpus $command" : $command;
}

# Sizes around the number of GPUs, the shapes of the kernel, and tiles that do not come out even.
my @sizes = (1 .. 9, 15, 17, 1023, 1024, 1025, 2047, 2049, 4096, 4097, 8191, 8193, 65537, 1000003);
my $most = $here > 3 ? 3 : $here;
SKIP: {
    skip 'needs NCCL (make doctor)', 1 unless -x $program;
    my @counts = grep { $_ <= $here } 1, 2, 3, 4, 5, 7, 8;
    my @pairs = drawn(map { my $n = $_; map { [$_, $n] } @counts } @sizes);
    for my $gpus (@counts) {
        my (@wrong, @tried);
        @tried = map { $_->[1] } grep { $_->[0] == $gpus } @pairs;
        for (run_many(map { on($gpus, "$program --gpus $gpus -r 1 --seed $_ -n $_") } @tried)) {
            my ($command, $status, $out, $err) = @$_;
            my ($cpu) = $out =~ /^CPU: sum (\d+)/m;
            my ($sum) = $out =~ /^GPU: sum (\d+), .*: right$/m;
            push @wrong, "$command: status $status, $out$err"
                unless $status eq '0' && $err eq '' && defined $cpu && defined $sum && $cpu == $sum;
        }
        is(scalar @wrong, 0, "$gpus GPUs: " . @tried . ' sizes') or diag(@wrong);
    }
    ($status, $out, $err) = run(on($most, "$program -n 2^20"));
    like($out, qr/^GPU: sum 133784454, .*: right$/m, 'all GPUs, if nobody says how many');
    like($out, $most > 1 ? qr/^step18_many_gpus on $most x / : qr/^step18_many_gpus on /, 'and says so');
    my ($multiprocessors) = $out =~ /, (\d+) multiprocessors/;
    my ($of_one) = (run(on($most, "$program -n 5 --gpus 1")))[1] =~ /, (\d+) multiprocessors/;
    is($multiprocessors, $most * $of_one, 'with all their multiprocessors');
    like((run(on($most, "$program -n 1001 -d " . ($most - 1))))[1], qr/: right$/m, '-d: from that GPU on');
    my $csv = "$folder/many.csv";
    run(on($most, "$program -n 77 --csv $csv"));
    like(read_file($csv), qr/^program,.*\nstep18_many_gpus,reduceSpeedOfLight_14,.*,77,.*,right,.*\n\z/,
         '--csv: one row');
}

# What is refused.
my $too_many = $here + 1;
SKIP: {
    skip 'needs NCCL (make doctor)', 1 unless -x $program;
    for (["--gpus $too_many", 3, qr/$too_many GPUs were asked for, and this machine has $here/],
         ["-d $here", 2, qr/-d $here: the devices here are 0 to /],
         ["--gpus $here -d " . ($here - 1), $here > 1 ? 3 : 0,
          qr/$here GPUs were asked for from -d \d+ on, and this machine has $here/],
         ['--gpus 0', 2, qr/--gpus 0: not a whole number from 1 to 1024/],
         ['--gpus -1', 2, qr/--gpus -1: not/], ['--gpus two', 2, qr/--gpus two: not/],
         ['--gpus 1025', 2, qr/--gpus 1025: not/], ['--gpus', 2, qr/--gpus needs a value/],
         ['-n 12884889601', 2, qr/-n 12884889601: not a whole number/]) {
        my ($options, $wanted, $message) = @$_;
        next if $wanted == 0;
        ($status, $out, $err) = run(on($here, "$program $options"));
        is("$status$out", $wanted, "$options is refused");
        like($err, qr/\Astep18_many_gpus: $message[^\n]*\n\z/, 'by one line');
    }
    skip 'a GPU may have so much memory', 2 if $backend eq 'gpu';
    ($status, $out, $err) = run(on(2, "$program -n 12884889600"));
    is("$status$out", '3', 'more numbers than the GPUs have room for: exit status 3');
    like($err, qr/\Anot enough device memory: asked for \d+ bytes[^\n]*\n\z/, 'and one line');
}

# ---- one process for each GPU ---------------------------------------------------------------------------
my $ranks = program('ranks');
my $mpiexec = $ENV{MPIEXEC} || 'mpiexec';
# Open MPI wants to be asked by root, as which containers and CI run.
$ENV{$_} = 1 for 'OMPI_ALLOW_RUN_AS_ROOT', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM';
SKIP: {
    skip 'needs MPI (make doctor)', 1 unless -x $ranks && (run("command -v $mpiexec"))[0] == 0;
    for my $gpus (grep { $_ <= $here } 1, 2, 3) {
        my @wrong;
        for my $n (1, 2, 3, 1025, 100003) {
            ($status, $out, $err) = run(on($gpus, "tools/run/ranks.sh $backend --gpus $gpus -n $n -r 1"), 300);
            my $reports = () = $out =~ /^GPU: sum \d+, .*: right$/mg;
            push @wrong, "n = $n: status $status, $out$err" unless $status == 0 && $reports == 1 && $err eq '';
        }
        is(scalar @wrong, 0, "$gpus ranks: right, and told once") or diag(@wrong);
    }
    ($status, $out, $err) = run(on($here, "tools/run/ranks.sh $backend --gpus $too_many -n 1000"), 300);
    is("$status$out", '3', 'more ranks than GPUs: exit status 3');
    is($err, "ranks: $too_many GPUs were asked for, and this machine has $here\n", 'one rank says so');
    for my $count ('x', '0', '-1', "''") {
        ($status, $out, $err) = run("tools/run/ranks.sh $backend --gpus $count");
        is("$status$out", '2', "$count ranks: exit status 2");
        like($err, qr/\Aranks: --gpus [^\n]*: not a whole number from 1 on\n\z/, 'and one line');
    }
    my $rows = (run(on($here, "tools/run/ranks.sh $backend --gpus " . ($here > 1 ? 2 : 1) . ' -n 1000 --csv -'), 300))[1];
    like($rows, qr/\Aprogram,[^\n]*\nranks,[^\n]*,right,[^\n]*\n\z/, '--csv -: one row of all ranks');
    is((run("MPIEXEC=no_such_mpiexec tools/run/ranks.sh $backend --gpus 1"))[0], 3, 'a launcher that is not there');

    skip 'needs two GPUs', 1 if $here < 2;
    ($status, $out, $err) = run(on(2, "tools/run/ranks.sh $backend --gpus 2 -n 0"), 300);
    is("$status$out", '2', 'a bad command line: exit status 2');
    like($err, qr/\Aranks: -n 0: not a whole number[^\n]*\n\z/, 'one rank says so');

    # One of two fails, at each of several places; the other would wait for it.
    my $two = sub {
        my ($first, $second) = @_;
        return run("$mpiexec -n 1 $first : -n 1 $second", 300);
    };
    my $good = ($backend eq 'sim' ? 'env SIM_DEVICES=2 ' : '') . "$ranks -n 1000 -r 1";
    ($status, $out, $err) = $two->($good, "$good -n 12884889600");
    is($status, 3, 'a rank without enough memory ends all');
    like($err, qr/^not enough device memory|^out of host memory/m, 'and says why');
    my $killer = write_file('killer', "#!/bin/sh\nshift 2\nexec $mpiexec -n 1 \"\$@\" : -n 1 $folder/killed\n");
    write_file('killed', "#!/bin/sh\nkill -KILL \$\$\n");
    ($status, $out, $err) = run(on(2, "MPIEXEC=$killer tools/run/ranks.sh $backend --gpus 2 -n 1000"), 300);
    is($status, 3, 'a rank that is killed ends all');
    like($err, qr/^ranks: a rank was ended from outside/m, 'and a line says so');
    skip 'the simulator alone is told how many devices it has', 2 if $backend eq 'gpu';
    ($status, $out, $err) = $two->($good, "env SIM_DEVICES=1 $ranks -n 1000 -r 1");
    is($status, 3, 'a rank that finds too few GPUs ends all');
    like($err, qr/^ranks: 2 GPUs were asked for, and this machine has 1$/m, 'and says why');
}

done_testing();
