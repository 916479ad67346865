# What a view says of a launch beside its counters: the answers to "what if", the arrays' names, which files are the
# simulator's own; and the trace, which loses nothing.
use strict;
use warnings;
use lib 'tests/lib';
use Csv;
use Examples;
use Run;
use View;
use ViewCommands;
use JSON::PP ();
use Test::More;

delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};
system('make -s') == 0 or die "the simulator does not build\n";
my $folder = scratch();
my ($status, $out, $errors);

# ---- what if: the numbers of the clock's own file ------------------------------------------------------
for my $name (qw(neighbored two_loads last_block)) {
    unlink "$folder/a.csv";
    my ($view) = view(example($name) . ' -n 100003', "SIM_WHAT_IF_CSV=$folder/a.csv");
    my $run = $view->{runs}[0];
    my $launch = $run->{shown}[0];
    my %expected = map { ($_->{without} eq 'line' ? "$_->{file} $_->{line}" : $_->{without}, $_->{modelled_without_us}) }
                   grep { $_->{and} eq '' } rows("$folder/a.csv");
    my ($costs, $lines, @wrong) = (0, 0);
    for (@{$launch->{time}{what_if}}) {
        my ($file, $line) = @{$run->{positions}[$_->{position}]};
        my $what = $_->{without} eq 'line' ? "$run->{files}[$file]{name} $line" : $_->{without};
        $_->{without} eq 'line' ? $lines++ : $costs++;
        push @wrong, "$what: " . $_->{kernel_ns} / 1000 . ', not ' . ($expected{$what} // 'there')
            if !defined $expected{$what} || abs($_->{kernel_ns} / 1000 - $expected{$what}) > 0.00051;
    }
    is(join("\n", @wrong), '', "$name: what if as SIM_WHAT_IF_CSV has it");
    is("$costs $lines", '8 3', 'each cost, and three lines');
    # the three are the best of those in the file, but for the scatter of one run
    my @lines = sort { $a <=> $b } map { $_->{kernel_ns} / 1000 } grep { $_->{without} eq 'line' } @{$launch->{time}{what_if}};
    my @best = sort { $a <=> $b } @expected{grep { / / } keys %expected};
    cmp_ok(abs($lines[$_] / $best[$_] - 1), '<', 0.03, "line $_ gains as much as any could") for 0 .. 2;
}
compiled_for_view(qw(launches parameters));
{
    my ($view) = view("$folder/launches 40");
    is(join(' ', map { scalar @{$_->{time}{what_if}} > 8 ? 1 : 0 } @{$view->{runs}[0]{shown}}),
       join(' ', (1) x @{$view->{runs}[0]{shown}}), 'each launch that is shown has its answers');
    ($view) = view("$folder/launches 2", 'SIM_CLOCK=0');
    is($view->{runs}[0]{shown}[0]{time}, undef, 'without the clock there are none');
}

# ---- the arrays' names ---------------------------------------------------------------------------------------
my @names = ('plain in= out= counter:', 'halves low, high=', 'unnamed unnamed=', 'pack to= from= from=',
             'structure = = third=', 'dynamic values= shared', 'plain in= out= counter:');
for my $which (0 .. $#names) {
    my ($view, $status, $errors) = view("$folder/parameters $which");
    is("$status$errors", '0', "parameters $which");
    my $launch = $view->{runs}[0]{shown}[0];
    my %order = (in => 0, low => 0, unnamed => 0, to => 0, out => 1, '' => 0, from => 1, third => 2, values => 0);
    my $is = join ' ', $launch->{kernel} =~ s/<.*//r,
        sort { ($order{$a =~ s/[=:,].*//r} // 9) <=> ($order{$b =~ s/[=:,].*//r} // 9) }
        map { $_->{space} eq 'shared' ? 'shared' : $_->{name} ne '' ? "$_->{name}:$_->{parameters}" : "$_->{parameters}=" }
        @{$launch->{arrays}};
    is($is, $names[$which], "arrays by their parameters: $names[$which]");
    my ($file, $line) = @{$view->{runs}[0]{positions}[$launch->{defined}]};
    my $text = $view->{runs}[0]{files}[$file]{lines}[$line - 1];
    like($text, qr/__global__ void \Q@{[$launch->{kernel} =~ s{<.*}{}r]}\E\(/, 'the kernel is defined where it says');
}

# ---- files -----------------------------------------------------------------------------------------------
{
    mkdir "$folder/include";
    open my $header, '>', "$folder/include/own.h" or die;
    print $header "__device__ __attribute__((noinline)) int own(int *p) { return *p; }\n";
    close $header;
    open my $file, '>', "$folder/files.cu" or die;
    print $file "#include <cuda_runtime.h>\n#include \"include/own.h\"\n",
                "__global__ void k(int *p) { p[threadIdx.x] = atomicAdd(p + 32, 1) + own(p); }\n",
                "int main() { int *p; cudaMalloc(&p, 256); cudaMemset(p, 0, 256); k<<<1, 32>>>(p); return cudaDeviceSynchronize(); }\n";
    close $file;
    run("build/simcc -o $folder/files $folder/files.cu");
    my ($view) = view("$folder/files");
    my @own = map { $_->{name} =~ s{.*/}{}r } grep { !$_->{of_simulator} } @{$view->{runs}[0]{files}};
    is(join(' ', sort @own), 'files.cu own.h', 'a header of the program is none of the simulator');
    is(join(' ', grep { !m{include/|libraries/} } map { $_->{name} } grep { $_->{of_simulator} } @{$view->{runs}[0]{files}}), '',
       'the others are');
}

# ---- the trace ---------------------------------------------------------------------------------------------
for my $name (qw(neighbored last_block eight_loads)) {
    ($status, $out, $errors) = run("SIM_TRACE=$folder/trace.json " . example($name) . ' -n 200000');
    is("$status$errors", '0', "$name: a trace");
    my $text = read_file("$folder/trace.json");
    my @bars = grep { $_->{ph} eq 'X' } @{JSON::PP->new->utf8->decode($text)->{traceEvents}};
    cmp_ok(scalar @bars, '>', 500, 'it has bars');
    # As Perfetto reads them: whole nanoseconds, the rest cut off.
    my @whole = map { [map { int($_ * 1000 + 1e-6) } $_->{ts}, $_->{dur}] } @bars;
    is(scalar(grep { $_->[1] < 1 } @whole), 0, 'none is 0 long, cut to whole nanoseconds');
    is(scalar(() = $text =~ /"(?:ts|dur)":(?!\d+\.\d{3}[,}])/g), 0, 'and nothing is cut off');
    my ($view) = view(example($name) . ' -n 200000');
    my $time = $view->{runs}[0]{shown}[0]{time};
    my ($end) = sort { $b <=> $a } map { $_->{ts} + $_->{dur} } @bars;
    my ($cycles) = sort { $b <=> $a } @{$time->{blocks}{end}};
    cmp_ok(abs($end / ($cycles / $time->{mhz} * 1000) - 1), '<', 0.001, 'a microsecond there is a modelled nanosecond');
    my %end;
    my $gaps = 0;
    for (sort { $a->{ts} <=> $b->{ts} } grep { $_->{pid} % 2 == 0 } @bars) {
        my $row = "$_->{pid} $_->{tid} $_->{args}{block}";
        $gaps++ if defined $end{$row} && abs($_->{ts} - $end{$row}) > 1e-6 && $_->{ts} < $end{$row};
        $end{$row} = $_->{ts} + $_->{dur};
    }
    is($gaps, 0, 'no bar begins before the one before it has ended');
}

done_testing;
