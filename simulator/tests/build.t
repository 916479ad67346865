# What make compiles with which flags, with a compiler that compiles nothing.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

my $compiler = scratch() . '/compiler';
open my $script, '>', $compiler or die "$compiler: $!";
print $script <<'END';
#!/bin/sh
while [ $# -gt 1 ] && [ "$1" != -o ]; do shift; done
echo '#!/bin/sh' >"$2" && chmod +x "$2"
END
close $script;
chmod 0755, $compiler;
my $simulator = "make CC=$compiler OBJCOPY=true AR=true BUILD=" . scratch() . '/simulator';
my $built = sub {    # how many objects of the simulator are compiled with these flags
    my ($flags) = @_;
    my ($status, $out) = run("$simulator V=1 CFLAGS=$flags");
    return "$status " . (() = $out =~ / \Q$flags\E .* -c -o /g);
};
my $objects = () = glob 'simcc/*.c runtime/*/*.c devices/*.c';
is($built->('-O0'), "0 $objects", 'the simulator is built with the CFLAGS that are given');
is($built->('-O0'), '0 0', 'nothing of it is built twice');
is($built->('-O1'), "0 $objects", 'other flags build it again');

done_testing;
