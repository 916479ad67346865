# The simulator is a project of its own: nothing under its folder names a path above it or a folder of the lab that it
# may stand in; its examples compile and print the right sums; no file has over 400 lines.
use strict;
use warnings;
use lib 'tests/lib';
use Examples;
use File::Find;
use Run;
use Test::More;

delete @ENV{grep { /^SIM_/ } keys %ENV};
system('make -s') == 0 or die "the simulator does not build\n";

my @files;
find({no_chdir => 1, wanted => sub {
    $File::Find::prune = 1 if $_ eq './build';
    push @files, s{^\./}{}r if -f || -l;
}}, '.');
@files = sort grep { !m{^build/} } @files;
cmp_ok(scalar @files, '>', 500, 'there are files');
my $is_code = qr/\.(?:c|h|hpp|cuh?|t|pl|pm|sh|js|css|mk)$|(?:^|\/)Makefile$/;
# This file names what it looks for; and a header of the samples looks for files above the program's folder.
my %left_out = map { $_ => 1 } 'tests/house.t', glob('include/helper_string.h libraries/*/helper_string.h');

# ---- Paths that lead out ----------------------------------------------------------------------
# How far a path that begins at a file leads up, at most: each ../ without a name before it.
sub steps_up { return scalar(() = $_[0] =~ /\.\./g) }

my (@above, @links, @of_lab);
for my $file (@files) {
    my $depth = $file =~ tr{/}{};
    if (-l $file) {
        push @above, $file if steps_up(readlink $file) > $depth || readlink($file) =~ m{^/};
        next;
    }
    my $text = read_file($file);
    if ($file =~ /\.md$/) {
        for my $link ($text =~ /\]\(([^)\s]+)\)/g) {
            next if $link =~ m{^(?:https?:|#)};
            push @links, "$file: $link" if $link =~ m{^/} || steps_up($link) > $depth;
        }
    }
    next if $file !~ $is_code || $left_out{$file};
    my $line = 0;
    for (split /\n/, $text) {
        $line++;
        push @above, "$file:$line" if grep { steps_up($_) > $depth } m{(?<![\w./])((?:\.\./)+)}g, m{((?:/\.\.)+)(?![\w.])}g;
        push @of_lab, "$file:$line: $1"
            if m{(\bstep\d\d_[a-z]{2,}|(?<![\w/.-])(?:companions|compare|course)/\w+|(?<![\w/.-])common/\w+\.(?:h|c|cu)\b
                 |docs/results\b|docs/(?:lecture|measuring|index|counters|texts|sources)\b
                 |(?<![\w/.-])simulator/(?:runtime|simcc|include|libraries|docs|tests|tools|view|calibrate|devices)\b
                 |build/sim/)}x;
    }
}
is(join("\n", @above), '', 'no path in code leads out of the folder');
is(join("\n", @links), '', 'nor does a link of a page');
is(join("\n", @of_lab), '', "no code names the lab's folders");

# ---- Length --------------------------------------------------------------------------------------
my @long = grep { $_ =~ $is_code && (() = read_file($_) =~ /\n/g) > 400 } grep { !-l } @files;
is(join(' ', @long), '', 'no file of code has over 400 lines');

# What simcc -keep and compilers leave beside a source is no file of the project; one that git does not know of may be
# somebody's own.
SKIP: {
    my (undef, $tracked) = run('git ls-files');
    skip 'no list of files without git', 1 if $tracked eq '';
    is(join(' ', grep { m{\.simcc\.[^/]*$|\.(?:ii?|o|gch|d|fatbin|cubin)$} } split /\n/, $tracked), '', 'no file that a command made of another');
}

# ---- The examples ----------------------------------------------------------------------------------
for my $name (examples(), 'race') {
    my $program = example($name);
    my ($status, $out, $errors) = run("$program -n 5000");
    if ($name eq 'race') {
        is($status, FOUND, 'race: the findings make it fail');
        like($errors, qr{^simulator: race: examples/race\.cu:\d+ and examples/race\.cu:\d+ in sumRacy$}m, 'and name its lines');
    } else {
        is("$status$errors", '0', "$name: runs");
        like($out, qr/\A$name: sum (\d+), expected \1: right\n\z/, "$name: the right sum");
    }
    ($status, undef, $errors) = run("$program -b 100");
    is($status, 2, "$name: a block that cannot be");
    like($errors, qr/\Ausage: $name \[-n NUMBERS\] \[-b THREADS\]\n/, "$name: says how to call it");
    like(read_file("examples/$name.cu"), qr{^ \* Try it:  simcc examples/$name\.cu -o $name && \./$name -n \d+$}m, "$name: and its comment, too");
}

done_testing;
