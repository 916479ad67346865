package Json;
# Reads JSON, as strictly as JSON::PP and several times as fast: a view's data is some hundred thousand numbers,
# most of them in lists of nothing else. JSON::PP reads the words that are not plain.
use strict;
use warnings;
use Exporter 'import';
use JSON::PP ();

our @EXPORT_OK = qw(json_decode);

my $space = qr/[ \t\r\n]*/;
my $number = qr/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/;
my $plain = qr/"([ !#-\[\]-~]*)"/;
my $reader = JSON::PP->new->utf8->allow_nonref;

# All of these read $_ from where the last match has ended.

sub string {
    return $1 if /\G$plain/gc;
    my $from = pos // 0;
    /\G"/gc or die "no string at byte $from\n";
    1 while /\G(?:[^"\\]++|\\.){1,10000}+/gcs; # Perl repeats a group at most 65534 times
    /\G"/gc or die "no end of a string at byte $from\n";
    return $reader->decode(substr $_, $from, pos() - $from);
}

sub list {
    my @list;
    if (/\G([-+.eE0-9,]+)\]/gc) {
        @list = split /,/, $1, -1;
        die "no number in a list\n" if grep { !/\A$number\z/ } @list;
        $_ += 0 for @list;
        return \@list;
    }
    return \@list if /\G$space\]/gc;
    do { push @list, value() } while /\G,/gc;
    /\G\]/gc or die "no end of a list at byte " . (pos // 0) . "\n";
    return \@list;
}

sub object {
    my %object;
    return \%object if /\G$space\}/gc;
    do {
        /\G$space/gc;
        my $name = string();
        /\G$space:/gc or die "no value at byte " . (pos // 0) . "\n";
        $object{$name} = value();
    } while /\G,/gc;
    /\G\}/gc or die "no end of an object at byte " . (pos // 0) . "\n";
    return \%object;
}

# One value, and the blanks around it.
sub value {
    /\G$space/gc;
    my $value = /\G\[/gc       ? list()
              : /\G\{/gc       ? object()
              : /\G($number)/gc ? 0 + $1
              : /\G"/          ? string()
              : /\G(true|false|null)/gc ? $reader->decode($1)
              : die 'no value at byte ' . (pos // 0) . "\n";
    /\G$space/gc;
    return $value;
}

# The value that a text of bytes in UTF-8 stands for; dies where it is no JSON.
sub json_decode {
    local ($_) = @_;
    pos = 0;
    my $value = value();
    die 'more text at byte ' . pos . "\n" if pos != length;
    return $value;
}

1;
