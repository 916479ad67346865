# The race detector against an oracle (tests/random): the races found in random kernels are
# those that CUDA's memory model says there are, all of them and no others.
use strict;
use warnings;
use lib 'tests/lib';
use Drawn;
use File::Path qw(make_path);
use Run;
use Test::More;

my $kernels = int(1500 / share());    # random ones, for each compiler
my $executions = int(2500 / share()); # small ones, on which the oracle is held to the axioms
my $some = int(500 / share());        # on several host threads
my ($part) = drawn(0 .. share() - 1); # of all seeds
my @printed = drawn(101 .. 120); # seeds of kernels that are also compiled as programs of their own

delete @ENV{grep { /^SIM_/ } keys %ENV};
my @compilers = grep { system("command -v $_ >/dev/null 2>&1") == 0 } qw(g++ clang++);
ok(scalar @compilers, 'there is a compiler');

# ---- The oracle itself, then the detector ------------------------------------------------
my $judged = 0;
my @tried = drawn(@compilers);
for my $compiler (@tried) {
    my ($status, $out, $errors) = run("make -s -f tests/random/build.mk CXX=$compiler", 600);
    is("$status$errors", 0, "the random tests build with $compiler");
    my $folder = "build/tests/random/$compiler";
    if (!$judged++) {    # the same programs for all compilers of kernels
        ($status, $out, $errors) = run('build/tests/random/oracle_cases');
        is("$status$errors", 0, 'the oracle judges executions written by hand rightly') or diag($out);
        ($status, $out, $errors) = run("build/tests/random/axiom_cases " . ($part * $executions + 1) . " $executions");
        is("$status$errors", 0, 'and random ones as the axioms of PTX do') or diag($out);
        ($status, $out, $errors) = run('build/tests/random/valid_cases');
        is("$status$errors", 0, 'kernels access memory in the sizes that there are types for') or diag($out);
    }
    ($status, $out, $errors) = run("SIM_THREADS=1 $folder/program_cases");
    is("$status$errors", 0, "$compiler: and programs written by hand, when they have run")
        or diag($out);

    for (["SIM_THREADS=1", $part * $kernels + 1, $kernels], ["SIM_THREADS=2", 1501 + $part * $some, $some]) {
        my ($setting, $first, $count) = @$_;
        ($status, $out, $errors) = run("$setting $folder/random_kernels $first $count");
        my ($racy, $different) = $out =~ /^$count kernels, (\d+) racy, .* (\d+) differences$/m;
        is("$status$errors", 0, "$compiler, $setting: $count kernels, races as the oracle expects")
            or diag($out);
        is($different, 0, "$compiler, $setting: no differences");
        cmp_ok(abs(($racy // 0) / $count - 0.5), '<', 0.2, 'about half of them race') if $count >= 200; # of fewer it may be any part
    }
}

my $random_kernels = "build/tests/random/$tried[0]/random_kernels";
for my $arguments ('', '1', '1 x', '--print', '--print 1 2', '-1 2') {
    my ($status, $out, $errors) = run("$random_kernels $arguments");
    is($status, 2, "'$arguments' is no way to call it");
    like($errors, qr/\Ausage: .*\n\z/, 'one line says how to');
}

# ---- The same kernels as programs of their own --------------------------------------------
my $folder = 'build/tests/random/printed';
make_path($folder);

# What the interpreter's run found, as text that is the same for both kinds of program.
sub found_by_interpreter {
    my ($text) = @_;
    my %found = map { $_ => 1 } $text =~ m{^// found: (.+)$}mg;
    # A program does not name a race within a block at lines that race between blocks as badly.
    for my $lines (map { /^race between blocks(: .*)/ ? $1 : () } keys %found) {
        delete @found{"race$lines", "note: race$lines"};
    }
    delete @found{map { /^note: race between blocks(: .*)/ ? "note: race$1" : () } keys %found};
    return join "\n", sort keys %found;
}

# A program does not name what spans others: lines that race with one between them, which
# races with both, as badly or worse. Every line is named all the same.
sub without_spanning {
    my %found = map { $_ => 1 } split /\n/, $_[0];
    my %rest = %found;
    for (keys %found) {
        my ($kind, $i, $j) = /^(.+): (\d+) and (\d+)$/;
        my $is_found = sub { $found{"$kind: $_[0]"} || $kind eq 'race' && $found{"race between blocks: $_[0]"} };
        delete $rest{$_} if grep { $is_found->("$i and $_") && $is_found->("$_ and $j") } $i + 1 .. $j - 1;
    }
    return join "\n", sort keys %rest;
}

sub found_by_program {
    my ($errors) = @_;
    my %found;
    while ($errors =~ /^simulator: ((?:note: )?[a-z ]+): \S+?:(\d+) and \S+?:(\d+) in /mg) {
        my ($kind, @lines) = ($1, sort { $a <=> $b } $2, $3);
        next if $kind eq 'read-only memory written'; # no question of order: tests/broken has it
        $kind =~ s/^copy not waited for$/race/;    # for the oracle it is one
        $found{"$kind: $lines[0] and $lines[1]"} = 1;
    }
    # The oracle has one level for each pair.
    delete @found{map { /^race(.*)/ ? "note: race$1" : () } keys %found};
    # Lines that race between blocks are enough, as above; a copy that is not waited for is named beside.
    delete @found{map { /^race between blocks(: .*)/ ? "race$1" : () } keys %found};
    return join "\n", sort keys %found;
}

my (%expected, @compile);
for my $seed (@printed) {
    my ($status, $out) = run("SIM_THREADS=1 $random_kernels --print $seed");
    is($status, 0, "kernel $seed is printed");
    open my $file, '>', "$folder/$seed.cu" or die "$folder/$seed.cu: $!";
    print $file $out;
    close $file;
    $expected{$seed} = found_by_interpreter($out);
    push @compile, "build/simcc $folder/$seed.cu -o $folder/$seed";
}
is("$_->[1]$_->[2]$_->[3]", '0', $_->[0]) for run_many(@compile);
cmp_ok((scalar grep { $_ } values %expected), '>=', @printed / 4, 'some of them race') if @printed >= 20; # of fewer it may be any part

my @threads = (1, 2, 7);
my @results = run_many(map { my $seed = $_; map { "SIM_THREADS=$_ $folder/$seed" } @threads }
                       @printed);
for my $seed (@printed) {
    my ($one, @others) = map { "$_->[1]\n$_->[2]$_->[3]" } splice @results, 0, @threads;
    is(without_spanning(found_by_program($one)), without_spanning($expected{$seed}),
        "kernel $seed as a program: the same findings");
    is($_, $one, "kernel $seed: the same on one host thread and on several") for @others;
}

done_testing();
