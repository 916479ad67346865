# What a busy part of the device costs in the clock: the units of integers, an issue in order and with waits, the lines before L2 and the memory.
use strict;
use warnings;
use lib 'tests/lib';
use Clock;
use Run;
use Test::More;

skip_without_operations();
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};
system('make -s') == 0 or die "the simulator does not build\n";
my $folder = scratch();
for my $name (qw(units walk)) {
    my ($status, undef, $errors) = run("build/simcc -o $folder/$name tests/clock/$name.cu");
    is("$status$errors", '0', "$name.cu compiles");
}

# The modelled times of a program's kernels in nanoseconds, with these constants beside some that fits do not change.
sub modelled_times {
    my ($command, %constant) = @_;
    %constant = (clock => 1000, block_start => 100, comparison_wait => 0.001, branch_wait => 0.001, l2_size => 1024, memory_latency => 600, l2_latency => 250, %constant);
    my $constants = join ',', map { "$_=$constant{$_}" } sort keys %constant;
    return map { $_->{kernel} => 1000 * $_->{modelled_us} } modelled("SIM_DEVICE=h100,$constants $folder/$command");
}

{
    my %two = modelled_times('units', integer_units => 2);
    my %one = modelled_times('units', integer_units => 1);
    near($one{sums} / $two{sums}, 2, 0.1, 'sums on two units take half as long as on one');
    near($one{shifts} / $two{shifts}, 1, 0.05, 'logic and shifts to the right have one unit');
    near($one{products} / $two{products}, 1, 0.02, 'products have one unit');
}
{
    my %time = map { my $ahead = $_; $ahead => {modelled_times('units chains', issued_ahead => $ahead, latency => 20)} } 1, 2, 4, 64;
    my ($one, $two, $all) = map { $time{$_}{chains} } 1, 2, 64;
    near($one / $all, 4, 0.15, 'four chains of one warp take four times as long where each result is waited for');
    near($two / $all, 2, 0.15, 'and twice as long with one instruction in between');
    near($time{4}{chains} / $all, 1, 0.15, 'with four they go on side by side');
    near($time{1}{shifts} / $time{64}{shifts}, 1, 0.05, 'where other warps issue meanwhile, that costs nothing');
}
{
    my ($alone, $many) = map {
        my $warps = $_;
        my ($now, $later) = map { (+{modelled_times("units $warps", issue_wait => $_, latency => 1)}->{halves}) } 0.001, 3;
        $later / $now;
    } 'one', 'many';
    near($alone, 4, 0.2, 'a warp alone takes four times as long if it waits three cycles behind each instruction');
    near($many, 1, 0.2, 'where other warps issue meanwhile, that costs next to nothing: at the end the youngest is alone');
    my ($now, $later) = map { (+{modelled_times('units one', issue_wait => $_, issued_ahead => 64)}->{chains}) } 0.001, 3;
    near($later, $now, 0.05, 'nor in an unrolled loop');
    ($now, $later) = map { +{modelled_times('units one', comparison_wait => $_, issued_ahead => 64)} } 0.001, 100;
    my $steps = 524;
    cmp_ok($later->{halves} - $now->{halves}, '>=', $steps * 100, 'a warp waits behind each comparison');
    near($later->{chains}, $now->{chains}, 0.05, 'not so in an unrolled loop');
}
{
    my $walk = sub { return +{modelled_times("walk $_[0]", clock => 1745, memory_queue => $_[1])}->{walk} };
    my ($empty, $line, $longer) = map { $walk->(264, $_) } 1, 100, 200;
    cmp_ok($line, '>', 1.05 * $empty, 'where the memory is busy most of the time, loads wait in line');
    cmp_ok($longer, '>', 1.03 * $line, 'the longer that line is');
    near($walk->(4, 200), $walk->(4, 1), 0.01, 'four blocks alone meet nobody');
    near($walk->(1024, 150), $walk->(1024, 1), 0.05, 'with enough under way the memory is busy all the time, line or no line');
    my ($l2, $l2_line) = map { (+{modelled_times('walk 264', clock => 1745, l2_size => 1 << 20, l2_queue => $_)}->{walk}) } 1, 100;
    cmp_ok($l2_line, '>', 1.02 * $l2, 'L2 has such a line, too');
}
done_testing();
