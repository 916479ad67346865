# The rooms of the simulator's runtime are layers: a file uses what its own room and those
# below it have, and no more than four files need each other in a circle.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

system('make -s') == 0 or die "the simulator does not build\n";

my @rooms = qw(arithmetic base report memory view check warp clock launch cuda_api nccl); # from the lowest
my %level = map { $rooms[$_] => $_ } 0 .. $#rooms;
my $circle_most = 4;

# The tables of devices stand beside the rooms, on the lowest floor.
$level{devices} = $level{base};
my @files = map { s{^simulator/(?:runtime/)?}{}r }
    glob 'runtime/*/*.[ch] devices/*.[ch]';
# Where a file is, under simulator/ or among the objects.
sub path { return $_[0] =~ m{^devices/} ? $_[0] : "runtime/$_[0]" }
my @sources = grep { /\.c$/ } @files;
sub room { return $_[0] =~ s{/.*}{}r }
is_deeply([sort keys %{{map { room($_) => 1 } @files}}], [sort @rooms, 'devices'], 'the rooms are these');

# ---- Who uses whose names -----------------------------------------------------------------
my (%definer, %needed);
my %source_of = map { ('build/objects/' . (path($_) =~ s/c$/o/r) => $_) } @sources;
for (split /\n/, (run('nm -P -A ' . join ' ', sort keys %source_of))[1]) {
    my ($object, $name, $type) = /^(\S+): (\S+) (\S)/ or next;
    my $source = $source_of{$object};
    if ($type eq 'U') {
        push @{$needed{$source}}, $name;
    } elsif ($type =~ /[A-Z]/) {
        $definer{$name} = $source;
    }
}
cmp_ok(scalar keys %definer, '>', 300, 'the objects define names');

# {file => {file whose names it uses => names}}
my %uses;
for my $source (@sources) {
    for (@{$needed{$source} // []}) {
        my $from = $definer{$_};
        push @{$uses{$source}{$from}}, $_ if defined $from && $from ne $source;
    }
}

# What a file must not use: "FILE ROOM" => what it is.
my %upward;
for my $source (@sources) {
    for (sort keys %{$uses{$source}}) {
        push @{$upward{"$source " . room($_)}}, "$_: @{$uses{$source}{$_}}"
            if $level{room($_)} > $level{room($source)};
    }
}
for my $file (@files) {
    for (read_file('simulator/' . path($file)) =~ /^#include "(\w+\/\w+\.h)"/mg) {
        push @{$upward{"$file " . room($_)}}, $_
            if ($level{room($_)} // -1) > $level{room($file)};
    }
}
is(join("\n", map { "$_: @{$upward{$_}}" } sort keys %upward), '',
   'each file uses only its own room and those below');

# ---- Circles ----------------------------------------------------------------------------------
# All files that a file needs, directly or through others.
sub reachable {
    my ($from) = @_;
    my (%seen, @todo);
    @todo = ($from);
    while (defined(my $file = pop @todo)) {
        push @todo, grep { !$seen{$_}++ } keys %{$uses{$file}};
    }
    return \%seen;
}
my %reachable = map { $_ => reachable($_) } @sources;
my %large;
for my $file (@sources) {
    my @circle = sort grep { $reachable{$_}{$file} } keys %{$reachable{$file}};
    $large{"@circle"} = 1 if @circle > $circle_most;
}
is(join("\n", sort keys %large), '', "no circle of more than $circle_most files");

done_testing;
