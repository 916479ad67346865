#!/bin/sh
# Keeps the Chinese pages beside the English ones.
# usage: tools/pages/chinese_pages.sh status             the sections that have changed in English since, and
#                                                  what is missing or wrong
#        tools/pages/chinese_pages.sh stamp PAGE [ANCHOR...]
#                                                  notes that the Chinese page of the English PAGE says
#                                                  what that says now: all of it, or these sections
#        tools/pages/chinese_pages.sh update             puts code, outputs and what was measured into the
#                                                  Chinese pages as they are in the English ones
# Exit status: 0, 1 if a page cannot be stamped, 2 for bad usage.
cd "$(dirname "$0")/../.." || exit 3
usage() {
    echo 'usage: tools/pages/chinese_pages.sh status | stamp PAGE [ANCHOR...] | update' >&2
    exit 2
}
case $1 in
status | update) [ $# -eq 1 ] || usage ;;
stamp) [ $# -ge 2 ] || usage ;;
*) usage ;;
esac
exec perl -Itests/lib -MChinese -MPhrases -e '
    binmode $_, ":utf8" for *STDOUT, *STDERR;
    my ($action, $page, @anchors) = @ARGV;
    if ($action eq "stamp") {
        $page =~ s{^\./}{};
        grep { $_ eq $page } english_pages() or print STDERR "$page is not an English page that is translated\n" and exit 1;
        -e chinese_page($page) or print STDERR chinese_page($page) . " is not there\n" and exit 1;
        eval { stamp($page, @anchors); 1 } or print STDERR $@ and exit 1;
    } elsif ($action eq "update") {
        -e chinese_page($_) && update_page($_) && print chinese_page($_) . "\n" for english_pages();
        print STDERR "not translated: $_\n" for unknown_phrases();
    } else {
        my ($current, $all) = (0, 0);
        for my $page (english_pages()) {
            my ($wrong, $stale) = differences($page);
            print "wrong: $_\n" for @$wrong;
            print "stale: $_\n" for @$stale;
            $all++;
            $current++ unless @$wrong || @$stale;
        }
        print "not translated: $_\n" for unknown_phrases();
        print "$current of $all Chinese pages are current\n";
    }' -- "$@"
