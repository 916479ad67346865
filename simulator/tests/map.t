# docs/map.md names each file of the simulator itself once, and none that is not there.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

# A heading names the folder; the first cell of a row, the files.
my ($folder, %times) = ('');
for (split /\n/, read_file('docs/map.md')) {
    if (/^##/) {
        $folder = /`(\S+?)\/`/ ? "$1/" : '';
    } elsif (/^\|([^|]*)\|/) {
        $times{"$folder$_"}++ for $1 =~ /`([^`]+)`/g;
    }
}
my %there = map { $_ => 1 }
    split /\n/, (run('find simcc include libraries runtime view devices -type f ! -name ".*"'))[1];

cmp_ok(scalar keys %there, '>', 100, 'the simulator has files');
is(join(' ', grep { !$times{$_} } sort keys %there), '', 'all of them are named');
is(join(' ', grep { !$there{$_} } sort keys %times), '', 'those that are named are there');
is(join(' ', grep { $times{$_} > 1 } sort keys %times), '', 'each is named once');

done_testing;
