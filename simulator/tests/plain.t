# simcc --plain: threads of a warp that run as a loop do what they do one by one, with -g, and what they do counted;
# also where some of them wait, leave, spin, launch, or fail.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

delete @ENV{grep { /^SIM_/ } keys %ENV};
system('make -s') == 0 or die "the simulator does not build\n";
my $folder = scratch();
my $source = 'tests/plain/loops.cu';
my %flags = (loop => '--plain', one => '--plain -g', counted => '');
for (sort keys %flags) {
    is(join('', run("build/simcc $flags{$_} -o $folder/$_ $source")), '0', "$_: compiles");
}
like((run("nm $folder/loop"))[1], qr/4loopEPv$/m, 'with --plain there is a loop');
unlike((run("nm $folder/one"))[1], qr/4loopEPv$/m, 'for a debugger there is none');

my ($status, $expected, $errors) = run("$folder/counted");
is("$status$errors" =~ s/^simulator: times are modelled.*\n//mr, '0', 'counted: no findings');
is(scalar(() = $expected =~ /no error/g), 12, 'all kernels run');
for my $threads (1, 2, 5) {
    for my $program ('loop', 'one') {
        my ($status, $out, $errors) = run("SIM_THREADS=$threads $folder/$program");
        is("$status$out$errors", "0$expected", "$program, $threads host threads: the same results");
    }
}
is((run("SIM_ORDER=adversarial $folder/loop"))[1], $expected, 'in the hostile order, too');

for my $program ('loop', 'one') {
    my ($status, undef, $errors) = run("$folder/$program wild");
    is($status, FOUND, "$program: a wild store ends the program");
    like($errors, qr/^simulator: thread 37 of block [01] of wild, /m, 'and is that thread\'s');
    ($status, undef, $errors) = run("$folder/$program trap");
    is($status, FOUND, "$program: a trap");
    like($errors, qr/^  thread 37 of block 0 has called __trap\(\)$/m, 'is that thread\'s');
}

done_testing;
