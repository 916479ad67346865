# The rooms of the simulator's runtime are layers: a file uses what its own room and those
# below it have, and no more than four files need each other in a circle. In simcc none do.
use strict;
use warnings;
use lib 'tests/lib';
use Objects;
use Run;
use Test::More;

system('make -s simulator alone') == 0 or die "the simulator does not build\n";

my @rooms = qw(arithmetic base report memory view check warp clock launch cuda_api nccl cublas); # from the lowest
my %level = map { $rooms[$_] => $_ } 0 .. $#rooms;
my $circle_most = 4;

# The tables of devices stand beside the rooms, on the lowest floor.
$level{devices} = $level{base};
my @files = map { s{^runtime/}{}r }
    glob 'runtime/*/*.[ch] devices/*.[ch]';
# Where a file is, here or among the objects.
sub path { return $_[0] =~ m{^devices/} ? $_[0] : "runtime/$_[0]" }
my @sources = grep { /\.c$/ } @files;
sub room { return $_[0] =~ s{/.*}{}r }
is_deeply([sort keys %{{map { room($_) => 1 } @files}}], [sort @rooms, 'devices'], 'the rooms are these');

# ---- Who uses whose names -----------------------------------------------------------------
# From {object => its file}, which define over $least names: {file => {file whose names it uses
# => names}}
sub uses {
    my ($least, $source_of) = @_;
    my (%definer, %needed, %uses);
    for (split /\n/, (run('nm -P -A ' . join ' ', sort keys %$source_of))[1]) {
        my ($object, $name, $type) = /^(\S+): (\S+) (\S)/ or next;
        my $source = $source_of->{$object};
        if ($type eq 'U') {
            push @{$needed{$source}}, $name;
        } elsif ($type =~ /[A-Z]/) {
            $definer{$name} = $source;
        }
    }
    cmp_ok(scalar keys %definer, '>', $least, 'the objects define names');
    for my $source (keys %needed) {
        for (@{$needed{$source}}) {
            my $from = $definer{$_};
            push @{$uses{$source}{$from}}, $_ if defined $from && $from ne $source;
        }
    }
    return %uses;
}
my %uses = uses(300, {map { (object_of(path($_)) => $_) } @sources});

# What a file must not use: "FILE ROOM" => what it is.
my %upward;
for my $source (@sources) {
    for (sort keys %{$uses{$source}}) {
        push @{$upward{"$source " . room($_)}}, "$_: @{$uses{$source}{$_}}"
            if $level{room($_)} > $level{room($source)};
    }
}
for my $file (@files) {
    for (read_file(path($file)) =~ /^#include "(\w+\/\w+\.h)"/mg) {
        push @{$upward{"$file " . room($_)}}, $_
            if ($level{room($_)} // -1) > $level{room($file)};
    }
}
is(join("\n", map { "$_: @{$upward{$_}}" } sort keys %upward), '',
   'each file uses only its own room and those below');

# ---- Circles ----------------------------------------------------------------------------------
# The largest sets of files that need each other, directly or through others, of more than $most.
sub circles {
    my ($uses, $most) = @_;
    my (%reachable, %circles);
    for my $file (keys %$uses) {
        my @todo = ($file);
        while (defined(my $next = pop @todo)) {
            push @todo, grep { !$reachable{$file}{$_}++ } keys %{$uses->{$next}};
        }
    }
    for my $file (keys %$uses) {
        my @circle = sort grep { $reachable{$_}{$file} } keys %{$reachable{$file}};
        $circles{"@circle"} = 1 if @circle > $most;
    }
    return join "\n", sort keys %circles;
}
is(circles(\%uses, $circle_most), '', "no circle of more than $circle_most files");

my %simcc_uses = uses(100, {map { (object_of($_) => $_) }
                            glob 'simcc/*.c'});
is(circles(\%simcc_uses, 0), '', 'no circle in simcc');

# ---- Units ------------------------------------------------------------------------------------
# Of two variables that have no first value, and one name, in two files of a unit, the compiler makes one.
my @units = units();
cmp_ok(scalar @units, '>', 20, 'files are compiled together');
my @shared;
for my $unit (@units) {
    my %owner;
    for my $source (@$unit) {
        for ((run('nm ' . object_of($source)))[1] =~ /^\S+ [bd] ([A-Za-z]\w*)$/mg) {
            push @shared, "$source and $owner{$_}: $_" if $owner{$_};
            $owner{$_} = $source;
        }
    }
}
is(join("\n", @shared), '', 'no two files of a unit have variables of one name for themselves');

done_testing;
