# make install: the simulator in a folder of its own, for other users, after being moved, where nobody may write;
# make uninstall takes all of it away.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Path qw(make_path);
use lib 'tests/lib';
use Run;
use Test::More;

delete @ENV{grep { /^SIM_/ } keys %ENV};
delete @ENV{qw(CXX DESTDIR PREFIX WITH_NVCC)};
my $here = abs_path('.');
my $folder = scratch() . '/some where';
make_path($folder);
chmod 0755, scratch();

sub make_ok {
    my ($what, $name) = @_;
    my ($status, $out, $errors) = run("umask 077; make -s $what", 300);
    is("$status$out$errors", '0', $name);
}

# Compiles and runs a program with a race by the simcc that is given, in a folder of the user's own.
sub works {
    my ($simcc, $name, %with) = @_;
    my $own = scratch() . '/user' . ($with{user} // '');
    make_path($own);
    run("cp docs/sum.cu '$own' && chmod 755 '$own'" . ($with{user} ? " && chown $with{user} '$own'" : ''));
    my $as = $with{user} ? "setpriv --reuid=$with{user} --clear-groups " : '';
    my ($status, $out, $errors) = run("cd '$own' && rm -f sum && $as env TMPDIR='$own' '$simcc' -o sum sum.cu && $as ./sum");
    is($status, 1, "$name: the finding makes the program fail");
    like($errors, qr/\Asimulator: race: sum\.cu:9 and sum\.cu:12 in sum$/m, "$name: compiles, and finds the race")
        or diag("$out$errors");
}

# The header that a command of simcc -v reads for a program: whether it is the one that was kept.
sub reads_kept {
    my ($simcc) = @_;
    return (run("'$simcc' -v -c docs/sum.cu -o '$folder/sum.o'"))[2] =~ m{ -include sim/precompiled\.h };
}

make_ok("install PREFIX='$folder/one'", 'make install says nothing');
my $simcc = "$folder/one/bin/simcc";
like((run("'$simcc' --version"))[1], qr/^simcc \d/, 'simcc is there');
ok(!-e "$folder/one/bin/nvcc", 'no nvcc unless it is asked for');
works($simcc, 'installed');
ok(reads_kept($simcc), 'the headers were kept as g++ reads them');
my ($status, $out) = run("find '$folder/one' ! -type l ! -perm -a+r -o -type d ! -perm -a+x");
is($out, '', 'all can read it, whatever the umask was');
is((run("grep -rlI '$here' '$folder/one' | grep -v '\\.md\$'"))[1], '', 'no text names the folder that it was built in');
SKIP: {
    skip 'needs root and setpriv, to be somebody else', 2 if $> || system('command -v setpriv >/dev/null');
    works($simcc, 'as another user', user => 65534);
}

# Moved, and where nobody may write.
rename "$folder/one", "$folder/two" or die;
$simcc = "$folder/two/bin/simcc";
run("chmod -R a-w '$folder/two'");
works($simcc, 'moved');
ok(!reads_kept($simcc), 'what was kept for another place is not taken');
my $before = (run("cd '$folder/two' && find . -printf '%p %s %T\@\\n' | sort"))[1];
works("$folder/two/lib/simcc/toolkit/bin/nvcc", "the toolkit's nvcc");
is((run("cd '$folder/two' && find . -printf '%p %s %T\@\\n' | sort"))[1], $before, 'nothing is written there');
run("chmod -R u+w '$folder/two'");

# The man page, as man shows it.
SKIP: {
    skip 'needs groff', 2 if system('command -v groff >/dev/null');
    ($status, $out, my $errors) = run("groff -man -ww -Tutf8 '$folder/two/share/man/man1/simcc.1'");
    is("$status$errors", '0', 'the man page is in order');
    like($out =~ s/.\x08//gr, qr/--plain/, 'and names what is simcc\'s own') or diag($out);
}

# The links of the installed README lead to files that were installed.
my @missing = grep { !-e "$folder/two/share/doc/simcc/docs/$_" }
              read_file("$folder/two/share/doc/simcc/docs/simulator.md") =~ /\]\((\w+\.md)/g;
is("@missing", '', 'the pages link to each other');

# Again over itself, and with nvcc as a second name.
make_ok("install PREFIX='$folder/two' WITH_NVCC=1", 'again, with WITH_NVCC=1');
works("$folder/two/bin/nvcc", 'as nvcc');
make_ok("uninstall PREFIX='$folder/two'", 'make uninstall');
is((run("find '$folder/two'"))[1], "$folder/two\n", 'leaves nothing');

# What is others' stays.
make_path("$folder/three/bin", "$folder/three/lib");
run("echo theirs >'$folder/three/bin/nvcc'; echo theirs >'$folder/three/lib/other'");
($status, $out, my $errors) = run("make -s install PREFIX='$folder/three' WITH_NVCC=1");
isnt($status, 0, "another's nvcc is in the way");
like($errors, qr{^\Q$folder\E/three/bin/nvcc is there already, and not simcc's: }m, 'which is said');
ok(!-e "$folder/three/bin/simcc", 'and nothing installed');
make_ok("install PREFIX='$folder/three'", 'beside it');
make_ok("uninstall PREFIX='$folder/three'", 'and away again');
is((run("cat '$folder/three/bin/nvcc' '$folder/three/lib/other'"))[1], "theirs\ntheirs\n", "others' files stay");

# For who makes a package.
make_ok("install PREFIX=/usr DESTDIR='$folder/stage'", 'DESTDIR');
is(join(' ', sort map { s{.*/}{}r } glob "\Q$folder\E/stage/*"), 'usr', 'all goes there');
works("$folder/stage/usr/bin/simcc", 'from there');
ok(!-e "$folder/stage/usr/lib/simcc/headers", 'and no headers are kept for a place that is not theirs');

# Places that cannot be.
for (['here', qr/^PREFIX must be a path that begins with \/, not 'here'$/m], ['/proc/none', qr{^cannot write to /proc/none: choose another PREFIX}m]) {
    my ($prefix, $words) = @$_;
    ($status, $out, $errors) = run("make -s install PREFIX=$prefix");
    isnt($status, 0, "PREFIX=$prefix: refused");
    like($errors, $words, 'with a reason');
}

done_testing;
