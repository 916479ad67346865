package Letters;
# Whether a picture of a page can be read on a phone.
use strict;
use warnings;
use Exporter 'import';

our @EXPORT = qw(letters_on_phone);

# The height in pixels of a picture's smallest letters on a phone, where a page leaves a picture 400 pixels.
sub letters_on_phone {
    my ($svg) = @_;
    my ($width) = $svg =~ /<svg[^>]*?\bviewBox="\S+ \S+ (\S+) /s or die "a picture without a width\n";
    my @sizes = (16);    # of the elements around the place, as a reader's program has it where nothing is said
    my $least;
    for my $part ($svg =~ s/<!--.*?-->|<style.*?<\/style>//gsr =~ /(<[^>]*>|[^<]+)/g) {
        if ($part =~ m{^</}) {
            pop @sizes;
        } elsif ($part =~ m{^<[^?!]}) {
            push @sizes, $part =~ /\bfont-size[=:]\s*"?([\d.]+)/ ? $1 : $sizes[-1] if $part !~ m{/>$};
        } elsif ($part =~ /\S/) {
            $least = $sizes[-1] if !defined $least || $sizes[-1] < $least;
        }
    }
    return ($least // 0) * ($width > 400 ? 400 / $width : 1);
}

1;
