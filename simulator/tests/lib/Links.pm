package Links;
# The links of a page, and the places in it that links lead to.
use strict;
use warnings;
use Exporter 'import';
use File::Basename;
use Run;

our @EXPORT = qw(anchor_of links_of resolved broken_links);

# The anchor of a heading: the one that it sets, or the one that code-hosting sites make of its words.
sub anchor_of {
    my ($heading) = @_;
    return $1 if $heading =~ /<a id="([^"]+)">/;
    $heading =~ s/\[([^\]]*)\]\([^)]*\)/$1/g;
    $heading = lc $heading;
    $heading =~ s/[^\w\- ]//g;
    return $heading =~ tr/ /-/r;
}

# The anchors of a page: those that it sets, and those of its headings.
sub anchors {
    my ($page) = @_;
    my %anchors = map { $_ => 1 } read_file($page) =~ /<a id="([^"]+)">/g;
    $anchors{anchor_of($_)} = 1 for read_file($page) =~ /^#+ (.+)$/mg;
    return \%anchors;
}

# Where a page's links and pictures lead, but for those in blocks of code.
sub links_of {
    my ($page) = @_;
    my $text = read_file($page) =~ s/^```.*?^```$//smgr;
    return $text =~ /\]\(([^)\s]+)\)/g;
}

# The file that a link in a page leads to, from the folder in which the tests run, and its anchor:
# "docs/clock.md#the-constants". Begins with ../ where the link leads out of that folder.
sub resolved {
    my ($page, $link) = @_;
    return $link if $link =~ m{^https?://};
    my ($path, $anchor) = $link =~ /^([^#]*)(#?.*)$/;
    return "$page$anchor" if $path eq '';
    my @parts;
    for (split m{/}, dirname($page) . "/$path") {
        if ($_ eq '..' && @parts && $parts[-1] ne '..') { pop @parts } elsif ($_ ne '.') { push @parts, $_ }
    }
    return join('/', @parts) . $anchor;
}

# The links of a page that lead to nothing, or out of the folder in which the tests run.
sub broken_links {
    my ($page) = @_;
    my @broken;
    for my $link (links_of($page)) {
        next if $link =~ m{^https?://};
        my ($target, $anchor) = resolved($page, $link) =~ /^([^#]*)#?(.*)$/;
        push @broken, $link if $target =~ m{^\.\./} || ($target ne '' && !-e $target) ||
                               ($anchor ne '' && !anchors($target)->{$anchor});
    }
    return @broken;
}

1;
