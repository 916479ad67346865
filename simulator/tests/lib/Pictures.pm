package Pictures;
# The pictures of the view: what a list such as docs/view/pictures.txt says of them, and by what one can
# tell whether they are still true.
use strict;
use warnings;
use Digest::MD5 qw(md5_hex);
use Exporter 'import';
use lib 'tests/lib';
use Run;

our @EXPORT = qw(pictures);

my @drawn_with = ('tools/snapshot.js', glob 'view/page/*');

# A hash for each picture: name, programs (a list), n ('-': none), width, height, address, shown,
# hidden; and sum: of its line and of the code that it is drawn with, without the comments.
sub pictures {
    my ($list) = @_;
    my $all = join '', map { "$_\n" . read_file($_) =~ s{/\*.*?\*/}{}gsr } sort @drawn_with;
    my @found;
    for my $line (grep { !/^#/ } split /\n/, read_file($list // 'docs/view/pictures.txt')) {
        my %picture;
        @picture{qw(name programs n size address shown hidden)} = (split(/;\s*/, $line), '')[0 .. 6];
        $picture{programs} = [split ' ', $picture{programs}];
        @picture{qw(width height)} = split ' ', delete $picture{size};
        $picture{sum} = substr md5_hex("$all$line"), 0, 12;
        push @found, \%picture;
    }
    return @found;
}

1;
