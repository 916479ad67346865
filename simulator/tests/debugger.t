# gdb with a program of simcc: the sessions of docs/debugger.md, and what is not in them.
use strict;
use warnings;
use Cwd qw(abs_path);
use lib 'tests/lib';
use Drawn;
use Run;
use Test::More;

delete @ENV{grep { /^SIM_/ } keys %ENV};
delete $ENV{CXX};
my ($status, $version) = run('gdb --version');
plan skip_all => 'needs gdb' if $status;
plan skip_all => 'needs a gdb with Python' if (run(q(gdb -batch -ex 'python print(6 * 7)')))[1] ne "42\n";
plan skip_all => 'is for x86-64' if `uname -m` ne "x86_64\n";
system('make -s simulator toolkit') == 0 or die "the simulator does not build\n";
my $here = abs_path('.');
my $trust = "-iex 'add-auto-load-safe-path $here/debugger'";
# Most of a session's time goes into an index of the program's names, which a later session of the same program can have
# from here. Before gdb 13 the setting has another name.
my $kept = join ' ', map { "-iex 'set index-cache $_'" } 'directory ' . scratch() . '/index', 'enabled on';
$kept = '' if (run("gdb -q -batch $kept 2>&1"))[1] ne '';

# What gdb says to the commands, each behind its prompt, without words about host threads.
sub session {
    my ($program, @commands) = @_;
    # an error in one of them does not keep gdb from the next
    my $words = join ' ', map { "-ex '" . s/'/'\\''/gr . "'" } map { ("echo (gdb) $_\\n", $_) } @commands;
    my ($status, $out) = run("gdb -q -batch $kept $trust $words $program 2>&1");
    $out =~ s/^\[.*\]\n|^Using host libthread_db .*\n//mg;
    $out =~ s/ at 0x[0-9a-f]+: file/: file/g;
    $out =~ s/^0x[0-9a-f]{16} in //mg;
    return $out;
}

# Some virtual machines never tell of watchpoints of the processor: there sessions end before the first.
my $watches = do {
    my $folder = scratch();
    open my $file, '>', "$folder/watched.c" or die "$folder/watched.c: $!";
    print $file "int watched;\nint main(void)\n{\n    watched = 1;\n    return 0;\n}\n";
    close $file;
    run("cc -g -O0 -o $folder/watched $folder/watched.c");
    session("$folder/watched", 'break main', 'run', 'watch watched', 'continue') =~ /New value = 1/;
};
diag('gdb is told of no watchpoint on this machine: what follows one is not tried') unless $watches;

# ---- The page --------------------------------------------------------------------------------------------
for my $page ('docs/debugger.md', 'docs/zh-CN/debugger.md') {
    my $text = read_file($page);
    my @sessions = $text =~ /^```console\n\$ (build\/simcc [^\n]*-o (\S+) [^\n]*)\n```\n.*?^```text\n(.*?)^```/msg;
    is(scalar @sessions, 6, "$page: two sessions");
    while (my ($compile, $program, $shown) = splice @sessions, 0, 3) {
        is((run($compile))[0], 0, $compile);
        my @commands = $shown =~ /^\(gdb\) (.*)$/mg;
        cmp_ok(scalar @commands, '>', 3, 'a session');
        if (!$watches && $shown =~ s/^\(gdb\) watch .*//ms) {
            splice @commands, () = $shown =~ /^\(gdb\)/mg;
        }
        # managed memory lies behind that of the devices, which hangs on this machine's
        my ($said, $expected) = map { s/0x20[0-9a-f]{10}\b/ADDRESS/gr } session($program, @commands), $shown;
        is($said, $expected, "$page: gdb says what the page shows");
    }
}

# ---- Programs of all kinds ---------------------------------------------------------------------------------
my $folder = scratch();
for my $kind ('', '--plain', '-Xcompiler -fPIC') {
    is((run("build/simcc $kind -g -G -o $folder/p docs/reverse.cu"))[2], '', "simcc -g -G $kind");
    my $said = session("$folder/p", 'break reverse.cu:13 if threadIdx.x == 33', 'run', 'print t', 'print other = 7', 'next', 'print t',
                       'print part[2]', 'cuda thread 60', 'print t', 'print n', 'next', 'print t', 'cuda thread 70', 'cuda thread a', 'cuda thread 0', 'cuda thread 1,1');
    like($said, qr/^\$1 = 33\n.*^\$3 = 33\n.*^\$4 = 102\n.*^\$5 = 60\n.*^\$6 = 64\n.*^\$7 = 33\n/ms, "$kind: variables of both threads, and next stays in its own")
        or diag($said);
    like($said, qr/the block has no thread \(70,0,0\): there are 64/, 'no such thread');
    like($said, qr/cuda thread takes X, X,Y or X,Y,Z/, 'no thread at all');
    like($said, qr/thread \(0,0,0\) has ended/, 'one that has ended');
}
# at -O1, with -g alone, breakpoints and threads are there, too
run("build/simcc -g -o $folder/p docs/reverse.cu");
like(session("$folder/p", 'break reverse if threadIdx.x == 5', 'run', 'info cuda threads', 'next', 'next', 'next', 'print threadIdx.x'),
     qr/^\* \(5,0,0\) +runs: reverse at docs\/reverse\.cu:\d+\n.*^\$1 = 5\n/ms, '-g alone');
# also where the kernel is a template, over a barrier, and out of the kernel
(my $template = read_file('docs/reverse.cu')) =~ s/^__global__/template <int> __global__/m;
$template =~ s/reverse<<</reverse<1><<</;
open my $written, '>', "$folder/template.cu" or die;
print $written $template;
close $written;
for my $kind ('-g', '-g -G') {
    run("build/simcc $kind -o $folder/p $folder/template.cu");
    like(session("$folder/p", 'break template.cu:9 if threadIdx.x == 5', 'run', 'delete', ('next') x 5, 'info cuda threads'),
         qr/^9\s.*^13\s.*^14\s.*^thread \(5,0,0\) has no more code: continue .*^\* \(5,0,0\) +is outside of the kernel$/ms,
         "$kind: a template's lines, and its end");
}
run("build/simcc -g -o $folder/p docs/reverse.cu");
like(session("$folder/p", 'info cuda threads'), qr/no program of simcc runs/, 'before it runs');
like(session("$folder/p", 'break main', 'run', 'info cuda threads'), qr/this host thread runs no block: break in a kernel first/, 'outside of a kernel');

# What threads wait for, and at which line, also where calls are inlined.
open my $waiting, '>', "$folder/waiting.cu" or die;
print $waiting <<'END';
#include <cooperative_groups.h>
__global__ void waiting(int *p)
{
    p[threadIdx.x] = 1;
    cooperative_groups::this_grid().sync();
    p[threadIdx.x] = 2;
    __syncwarp();
    p[threadIdx.x] = 3;
    p[threadIdx.x] += __syncthreads_count(threadIdx.x > 3);
}
int main()
{
    int *p;
    void *arguments[] = {&p};
    cudaMalloc(&p, 256);
    cudaLaunchCooperativeKernel((void *)waiting, dim3(1), dim3(64), arguments, 0, 0);
    cudaDeviceSynchronize();
}
END
close $waiting;
for my $kind ('-g', '-g -G') {
    run("build/simcc $kind -o $folder/p $folder/waiting.cu");
    my $all = session("$folder/p", map { ("tbreak waiting.cu:$_->[0] if threadIdx.x == $_->[1]", $_->[2], 'info cuda threads') } [4, 5, 'run'], [6, 5, 'continue'], [8, 5, 'continue']);
    like($all, qr/at a barrier of the grid: waiting at \S+:5\n.*at a barrier of the grid: waiting at \S+:5\n.*at a barrier: waiting at \S+:9\n.*at a barrier of the warp: waiting at \S+:7\n/s,
         "$kind: barriers of the grid, of the block, of a warp") or diag($all);
}

# It goes on as the thread that ran, however it goes on, and the result is right.
run("build/simcc -g -G -o $folder/p docs/reverse.cu");
for my $command (drawn('continue', 'stepi', 'next', 'step', 'finish', 'until', 'advance 14')) {
    like(session("$folder/p", 'break reverse.cu:13 if threadIdx.x == 5', 'run', 'delete', 'cuda thread 40', $command, 'continue'), qr/^160$/m, "$command, while another is looked at");
}

# Two dimensions, and an access out of bounds, which stops in the kernel.
open my $file, '>', "$folder/beyond.cu" or die;
print $file <<'END';
__global__ void beyond(int *p, int n)
{
    int at = threadIdx.y * blockDim.x + threadIdx.x;
    p[at + n] = at;
}
int main()
{
    int *p;
    cudaMalloc(&p, 40 * sizeof *p);
    beyond<<<2, dim3(4, 8)>>>(p, 10);
    return cudaDeviceSynchronize() == cudaSuccess;
}
END
close $file;
run("build/simcc -g -G -o $folder/beyond $folder/beyond.cu");
my $said = session("$folder/beyond", 'break 4 if threadIdx.y == 2 && threadIdx.x == 1', 'run', 'print at', 'cuda thread 3,7', 'print threadIdx', 'delete', 'continue');
like($said, qr/^\$1 = 9\n.*has not begun.*^\$2 = \{x = 3, y = 7, z = 0\}$/ms, 'threads of two dimensions') or diag($said);
like($said, qr/^simulator: out of bounds: .*^4\s+p\[at \+ n\] = at;$/ms, 'out of bounds: stops, with the line') or diag($said);

# A program that gdb is not told to trust says how.
unlike((run("gdb -batch -ex 'info cuda threads' $folder/p 2>&1"))[1], qr/no program of simcc/, 'not trusted: no commands');
like((run("gdb -batch $folder/p 2>&1"))[1], qr/simcc_gdb\.py" auto-loading has been declined/, 'and gdb says so');

done_testing;
