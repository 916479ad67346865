package Objects;
# The object of each file of code by itself. What make/units.mk has compiled together is there once more, in build/alone.
use strict;
use warnings;
use Exporter 'import';
use Run;

our @EXPORT = qw(object_of units);

# The files of each unit.
sub units {
    my $text = read_file('make/units.mk') =~ s/\\\n//gr;
    my @units;
    while ($text =~ /^\$\(call unit,([^,]+),(.*)\)$/mg) {
        my $folder = $1;
        push @units, [map { "$folder/$_.c" } split ' ', $2];
    }
    return @units;
}

my %is_united;

sub object_of {
    my ($source) = @_;
    %is_united = map { $_ => 1 } map { @$_ } units() if !%is_united;
    return ($is_united{$source} ? 'build/alone/' : 'build/objects/') . ($source =~ s/c$/o/r);
}

1;
