# make doctor on other machines, and the one list of packages that CI, the container and the doctor
# share: its packages are there, and are enough to build with.
use strict;
use warnings;
use lib 'tests/lib';
use Cwd;
use Lab;
use Test::More;

my $folder = scratch();
my $here = getcwd;
sub write_file {
    my ($name, $text) = @_;
    open my $file, '>', "$folder/$name" or die;
    print $file $text;
    close $file;
    return "$folder/$name";
}

# ---- Which distribution it is ---------------------------------------------------------------------
my %releases = (
    "ID=debian\n"                                        => 'debian',
    "NAME=\"Ubuntu\"\nID=ubuntu\nID_LIKE=debian\n"       => 'debian',
    "ID=pop\nID_LIKE=\"ubuntu debian\"\n"                => 'debian',
    "ID=fedora\nVERSION_ID=41\n"                         => 'fedora',
    "ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n"     => 'fedora',
    "ID=arch\n"                                          => 'arch',
    "ID=somethingnew\nID_LIKE=arch\n"                    => 'arch',
    "ID=\"opensuse-tumbleweed\"\nID_LIKE=\"suse\"\n"     => 'opensuse',
    "ID=\"opensuse-leap\"\nID_LIKE=\"suse opensuse\"\n"  => 'opensuse',
    "ID=nixos\n"                                         => 'unknown',
    ''                                                   => 'unknown',
);
for (sort keys %releases) {
    my ($status, $out, $errors) =
        run('tools/machine/distribution.sh ' . write_file('os-release', $_) . ' Linux');
    is("$status$out$errors", "0$releases{$_}\n", 'distribution: ' . s/\n/ /gr);
}
for (['Darwin', 'macos'], ['MINGW64_NT-10.0', 'windows'], ['CYGWIN_NT-10.0', 'windows']) {
    is((run("tools/machine/distribution.sh $folder/os-release $_->[0]"))[1], "$_->[1]\n", $_->[0]);
}

# ---- What the doctor says there ---------------------------------------------------------------------
# A folder with nothing but what the scripts need: compilers and make are missing.
mkdir "$folder/bare";
for (qw(sh sed grep awk tr dirname id cat head printf uname env)) {
    chomp(my $path = (run("command -v $_"))[1]);
    symlink $path, "$folder/bare/$_" if $path =~ m{^/};
}
my %commands = (
    "ID=debian\n"              => 'sudo apt-get install gcc g++ make binutils perl',
    "ID=fedora\n"              => 'sudo dnf install gcc gcc-c++ make binutils perl',
    "ID=arch\n"                => 'sudo pacman -S --needed gcc make binutils perl',
    "ID=opensuse-tumbleweed\n" => 'sudo zypper install gcc gcc-c++ make binutils perl',
);
for (sort keys %commands) {
    my $release = write_file('os-release', $_);
    my ($status, $out) =
        run("PATH=$folder/bare tools/machine/doctor.sh nvcc cc $release Linux");
    is($status, 1, "doctor, $_: something is missing");
    like($out, qr/^MISSING +make +builds: sudo /m, 'it says what');
    like($out, qr/^    \Q$commands{$_}\E$/m, 'and the command for all at once');
}
# Without perl there are no tests; all else is there.
run("mkdir -p $folder/no_perl && find /usr/bin/ -mindepth 1 -maxdepth 1 ! -name 'prove*' ! -name 'perl*' -exec ln -s -t $folder/no_perl {} +");
SKIP: {
    skip 'the tools are elsewhere', 2 if grep { !-e "$folder/no_perl/$_" } qw(make cc g++ addr2line);
    my ($status, $out) = run("PATH=$folder/no_perl tools/machine/doctor.sh nvcc cc " . write_file('os-release', "ID=debian\n") . ' Linux');
    is($status, 0, 'without perl nothing is missing');
    like($out, qr/^absent +prove +runs the tests: sudo apt-get install perl$/m, 'but for the tests');
}
# Ubuntu is like Debian, but for the browser; a compiler that is too old is as good as none.
for (["ID=ubuntu\nID_LIKE=debian\n", 'chromium-browser'], ["ID=debian\n", 'chromium'], ["ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", 'chromium']) {
    my $release = write_file('os-release', $_->[0]);
    like((run("PATH=$folder/bare tools/machine/doctor.sh nvcc cc $release Linux"))[1],
         qr/^absent +chromium .*: sudo apt-get install $_->[1]$/m, "the browser's package, $_->[0]");
}
for (['gcc', 10, 'GNUC__ 10', 1], ['gcc', 11, 'GNUC__ 11', 0], ['clang', 13, 'clang_major__ 13', 1], ['clang', 14, 'clang_major__ 14', 0]) {
    my ($name, $version, $macro, $is_old) = @$_;
    # clang says that it is gcc 4 as well
    write_file('old', "#!/bin/sh\necho '#define __$macro'\n" . ($name eq 'clang' ? "echo '#define __GNUC__ 4'\n" : ''));
    chmod 0755, "$folder/old";
    my ($status, $out) = run("CXX=$folder/old tools/machine/doctor.sh nvcc cc");
    my $said = qr/^MISSING +\S+old +.*: this is $name $version, and gcc 11 or clang 14 is the oldest that will do; name a newer one in CXX=$/m;
    $is_old ? like($out, $said, "$name $version is too old") : unlike($out, qr/^MISSING +\S+old/m, "$name $version will do");
    is($status, 1, 'which everything needs') if $is_old;
}
# Graphviz without its layouts, as Debian installs it without what is recommended
mkdir "$folder/layouts";
for ([1, qr/^absent +neato .*libgvplugin-neato-layout8$/m], [0, qr/^ok +neato /m]) {
    write_file('layouts/neato', "#!/bin/sh\nexit $_->[0]\n");
    chmod 0755, "$folder/layouts/neato";
    like((run("PATH=$folder/layouts:\$PATH tools/machine/doctor.sh nvcc cc"))[1], $_->[1], "neato that ends with $_->[0]");
}
like((run("tools/machine/doctor.sh nvcc cc $folder/os-release Darwin"))[1],
     qr/^macOS cannot run it itself\. In a container: docker build/m, 'macOS: a container');
like((run("tools/machine/doctor.sh nvcc cc $folder/os-release MINGW64_NT"))[1],
     qr/wsl --install.*\n.*sudo apt-get install gcc/, 'Windows: WSL, and then as on Ubuntu');
my ($status, undef, $errors) = run('tools/machine/packages.sh plan9 needed');
is("$status$errors", "2packages: debian, fedora, arch or opensuse, not 'plan9'\n", 'another distribution');
($status, undef, $errors) = run('tools/machine/packages.sh debian nothing');
is("$status$errors", "2packages: nothing is for 'nothing'\n", 'another purpose');

# ---- One list for all ----------------------------------------------------------------------------------
for ('.ci/run', 'Containerfile', '.github/workflows/check.yml', 'tools/machine/doctor.sh') {
    like(read_file($_), qr{packages\.sh}, "$_ takes the packages of the list");
}
unlike(read_file('Containerfile') . read_file('.ci/run'), qr/install[^\n\$]* (?:g\+\+|gcc|make|perl)\b/,
       'and names none of its own');
like(read_file('.devcontainer/devcontainer.json'), qr{"dockerfile": "\.\./Containerfile"},
     'the browser editor opens the same container');
for my $line (grep { /^\w/ } split /\n/, read_file('tools/machine/packages.txt')) {
    my @columns = split ' ', $line;
    is(scalar @columns, 5, "a package of each distribution: $line");
}

# ---- Debian's packages are there, and are enough ------------------------------------------------------
sub lines_of { return split /\n/, (run($_[0]))[1] }
my @named = split ' ', (run('tools/machine/packages.sh debian needed tests pages compilers habits'))[1];
SKIP: {
    # what is installed is known without a list, too
    skip 'no list of packages here', 1 unless lines_of('apt-cache madison make 2>/dev/null');
    my %known = map { /^Package: (\S+)/ ? ($1 => 1) : () } lines_of("apt-cache show @named 2>/dev/null");
    is(join(' ', grep { !$known{$_} } @named), '', 'Debian has them all');
}
SKIP: {
    skip 'no dpkg here', 4 unless lines_of('dpkg-query -W make 2>/dev/null');
    # what is installed with them, and what every Debian has
    my (%depends, %in_base);
    for (lines_of(q(dpkg-query -W -f '${Package}|${Essential}|${Priority}|${Depends}, ${Pre-Depends}|${Provides}\n'))) {
        my ($package, $essential, $priority, $depends) = split /\|/, s/ \| [^,|]*//gr;
        $depends{$package} = [map { s/[ (:].*//r } split /, */, $depends // ''];
        $in_base{$package} = 1 if $essential eq 'yes' || $priority eq 'required';
    }
    my %closed;
    my @todo = ((split ' ', (run('tools/machine/packages.sh debian needed tests'))[1]), keys %in_base);
    while (defined(my $package = pop @todo)) {
        push @todo, @{$depends{$package}} if $depends{$package} && !$closed{$package}++;
    }
    mkdir "$folder/clean";
    for (lines_of('dpkg -L ' . join(' ', sort keys %closed) . ' 2>/dev/null')) {
        symlink $_, "$folder/clean/$1" if m{^(?:/usr)?/s?bin/([^/]+)$} && -x && !-d;
    }
    symlink '/usr/bin/mawk', "$folder/clean/awk" if $closed{mawk};    # an alternative, no file
    my @tools = grep { !-e "$folder/clean/$_" } qw(cc c++ gcc g++ make addr2line prove);
    symlink 'gcc', "$folder/clean/cc" unless -e "$folder/clean/cc";   # the same
    is(join(' ', grep { !/^c(?:c|\+\+)$/ } @tools), '', 'they bring the tools');
    # Most objects are those that are here: one folder of them is compiled, and whatever is made of them.
    my $objects = join ' ', grep { -e } map { "build/simcc/$_" } qw(flags objects units relocatable); # the last, where the toolkit is built
    is((run("mkdir $folder/build && cp -pR $objects $folder/build && rm -rf $folder/build/objects/devices"))[0], 0, 'of what is here one folder is left out');
    my ($status, $out, $errors) =
        run("env -i PATH=$folder/clean HOME=$folder make -s -C simulator BUILD=$folder/build simulator && " .
            "env -i PATH=$folder/clean HOME=$folder $folder/build/simcc " .
            "simulator/tests/simcc/ok_own_names.cu -o $folder/own && env -i PATH=$folder/clean $folder/own", 300);
    my @compiled = glob "$folder/build/objects/devices/*.o";
    cmp_ok(scalar @compiled, '>', 2, 'with these alone C is compiled');
    is("$status$out$errors", "03 4\n", 'with them alone the simulator is built, and a program runs');
}

done_testing;
