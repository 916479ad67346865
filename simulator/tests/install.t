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
    is($status, FOUND, "$name: the finding makes the program fail");
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

make_ok("uninstall PREFIX='$folder/two'", 'make uninstall');
is((run("find '$folder/two'"))[1], "$folder/two\n", 'leaves nothing');

# What is others' stays. (With DESTDIR no headers are kept, which would take longer than all else.)
my $three = "install PREFIX=/three DESTDIR='$folder'";
make_path("$folder/three/bin", "$folder/three/lib");
run("echo theirs >'$folder/three/bin/nvcc'; echo theirs >'$folder/three/lib/other'");
($status, $out, my $errors) = run("make -s $three WITH_NVCC=1");
isnt($status, 0, "another's nvcc is in the way");
like($errors, qr{^\Q$folder\E/three/bin/nvcc is there already, and not simcc's: }m, 'which is said');
ok(!-e "$folder/three/bin/simcc", 'and nothing installed');
make_ok($three, 'beside it');
make_ok("un$three", 'and away again');
is((run("cat '$folder/three/bin/nvcc' '$folder/three/lib/other'"))[1], "theirs\ntheirs\n", "others' files stay");

# For who makes a package.
make_ok("install PREFIX=/usr DESTDIR='$folder/stage'", 'DESTDIR');
is(join(' ', sort map { s{.*/}{}r } glob "\Q$folder\E/stage/*"), 'usr', 'all goes there');
works("$folder/stage/usr/bin/simcc", 'from there');
my $kept = "$folder/stage/usr/lib/simcc/headers";
ok(!-e $kept, 'and no headers are kept for a place that is not theirs');

# Again over itself, and with nvcc as a second name.
make_path($kept);
make_ok("install PREFIX=/usr DESTDIR='$folder/stage' WITH_NVCC=1", 'again, with WITH_NVCC=1');
ok(!-e $kept, 'headers that were kept of what was there before are gone');
works("$folder/stage/usr/bin/nvcc", 'as nvcc');
make_ok("uninstall PREFIX=/usr DESTDIR='$folder/stage'", 'uninstall, with DESTDIR');
is((run("find '$folder/stage/usr'"))[1], "$folder/stage/usr\n", 'leaves nothing, nor nvcc');

# A tarball, and a Debian package, each unpacked in an empty folder and, where that can be done, tried there as the root
# of all files, with only the system's compiler beside it.
my ($made, $paths, $said) = run('make -s package', 300);
is("$made$said", '0', 'make package');
chomp(my $version = read_file('VERSION'));
my ($tarball) = $paths =~ m{^(build/packages/simcc-\Q$version\E-linux-\w+\.tar\.gz)$}m;
ok($tarball, 'a tarball') or diag($paths);
make_path("$folder/unpacked");
is((run("tar -C '$folder/unpacked' -xzf $tarball"))[0], 0, 'it can be unpacked');
my ($top) = glob "\Q$folder\E/unpacked/*";
works("$top/bin/simcc", 'the tarball');
SKIP: {
    my ($package) = $paths =~ m{^(build/packages/simcc_\Q$version\E_\w+\.deb)$}m;
    skip 'needs dpkg-deb', 6 if system('command -v dpkg-deb >/dev/null');
    ok($package, 'a Debian package');
    like((run("dpkg-deb --info $package"))[1], qr/^ Version: \Q$version\E\n.*^ Depends: .*g\+\+/ms, 'with its version and what it needs');
    my $root = "$folder/root";
    make_path("$root/tmp");
    is((run("dpkg-deb -x $package '$root' && dpkg-deb -e $package '$root/control'"))[0], 0, 'it can be unpacked');
    skip 'needs root, mount namespaces and a Debian for x86-64 with its own g++', 3 if $> || !-d '/usr/lib/x86_64-linux-gnu' || `sh -c "command -v g++"` !~ m{^/usr/bin/} || system('unshare -m true 2>/dev/null');
    # the system's compiler and libraries are seen, of /usr/local and of here nothing
    my $script = "set -e; cd '$root'; mkdir -p bin lib lib64 proc dev etc usr/include usr/bin usr/lib etc/alternatives; " .
        'ln -t usr/bin /usr/bin/* 2>/dev/null || cp -an /usr/bin/. usr/bin/; ' .
        'for f in /usr/lib/x86_64-linux-gnu /usr/lib/gcc /usr/libexec/gcc /usr/include; do [ -e $f ] || continue; mkdir -p .$f; mount --bind $f .$f; done; ' .
        'for f in bin lib lib64; do if [ -L /$f ]; then rmdir $f; cp -a /$f $f; else mount --bind /$f $f; fi; done; ' .
        'mkdir -p usr/lib64; [ ! -e /usr/lib64 ] || mount --bind /usr/lib64 usr/lib64; mount --bind /etc/alternatives etc/alternatives; ' .
        "mount --bind /proc proc; mount --bind /dev dev; cp '$here/docs/sum.cu' tmp; " .
        'chroot . /bin/sh -c "sh /control/postinst configure && cd /tmp && simcc -o sum sum.cu && ls /usr/lib/simcc/headers && ./sum"';
    my ($status, $out, $errors) = run("unshare -m sh -c '" . $script =~ s/'/'\\''/gr . "'", 300);
    is($status, FOUND, 'in a root of its own: compiles, runs, fails by its finding') or diag("$out$errors");
    like($out, qr/^root\nsim\n/m, 'the headers were kept when it was installed');
    like($errors, qr/^simulator: race: sum\.cu:9 and sum\.cu:12 in sum$/m, 'and the race is found');
}

# Places that cannot be.
for (['here', qr/^PREFIX must be a path that begins with \/, not 'here'$/m], ['/proc/none', qr{^cannot write to /proc/none: choose another PREFIX}m]) {
    my ($prefix, $words) = @$_;
    ($status, $out, $errors) = run("make -s install PREFIX=$prefix");
    isnt($status, 0, "PREFIX=$prefix: refused");
    like($errors, $words, 'with a reason');
}

done_testing;
