# Mutants of the solutions that a program makes, tests/lib/Mutate.pm: each that is wrong for some launch loses points.
# Here are a few of them, others for each step; tests/mutants.pl grades as many as there is time for, and
# docs/results/mutants.tsv keeps what became of them.
use strict;
use warnings;
use lib 'tests/lib';
use Brute;
use Course;
use Drawn;
use Lab;
use Mutate;
use Test::More;

build_grader();

# ---- the generator -----------------------------------------------------------------------------------
my $source = read_file(folder_of('04') . '/reduce.cu');
my @mutants = mutants_of($source);
cmp_ok(scalar @mutants, '>', 100, 'a solution has many mutants');
is(scalar(grep { $_->[4] eq $source } @mutants), 0, 'none is the solution');
my %kinds = map { $_->[0] => 1 } @mutants;
is(join(' ', sort keys %kinds),
   'barrier bound condition exit index launch number operator statement stride type', 'of these kinds');
my ($main) = $source =~ /^(int main\(.*)\z/ms;
is(scalar(grep { index($_->[4], $main) < 0 } @mutants), 0, 'main stays as it is');

# ---- a few of them, graded -----------------------------------------------------------------------------
my %every = ('02' => 41, '05' => 53, '09' => 149, 10 => 113, 12 => 157, 13 => 163);
for my $number (drawn(sort keys %every)) {
    my ($status, $out, $err) = run("perl tests/mutants.pl 7 $every{$number} 19 $number", 300);
    is("$status$err", '0', "$number: none survives") or diag($out);
    cmp_ok(scalar(() = $out =~ /\t(sum-\w+|clean|idea)$/mg), '>=', 1, 'and points are lost');
}
is((run('perl tests/mutants.pl 7 x'))[0], 2, 'bad usage');

# ---- brute force ------------------------------------------------------------------------------------------
my $scratch = scratch();
my %made = (same => $source, other => $source =~ s/blockIdx\.x \* blockDim\.x \+ tid/(gridDim.x - 1 - blockIdx.x) * blockDim.x + tid/r,
            wrong => $source =~ s/if \(tid < stride\)/if (tid < stride && gridDim.x != 7)/r);
for my $name (sort keys %made) {
    mkdir "$scratch/$name";
    mkdir "$scratch/$name/" . folder_of('04');
    write_file("$scratch/$name/" . folder_of('04') . '/reduce.cu', $made{$name});
    run(grade_command($name, "$scratch/$name", '04', 'builds'));
}
my %program = map { $_ => "$scratch/graded/$_/" . folder_of('04') } keys %made;
is(first_difference('04', $program{same}, $program{same}, 7), '', 'a program does what it does');
isnt(first_difference('04', $program{wrong}, $program{same}, 7), '', 'a mistake at one number of blocks is found');
isnt(first_difference('04', $program{other}, $program{same}, 7), '', 'and sums in the places of others');

# ---- the record ----------------------------------------------------------------------------------------------
my @lines = grep { !/^#/ } split /\n/, read_file('docs/results/mutants.tsv');
cmp_ok(scalar @lines, '>', 150, 'a record of mutants');
is(scalar(grep { !/^\d\d\t\w+\t\d+\t.*\t.*\t(no result|does not compile|equivalent|sum-\w+|clean|idea|predict)$/ } @lines), 0,
   'of which none survives');

done_testing();
