# Two projects in one tree: the lab, and the simulator in simulator/. The lab includes one header of it, in two files,
# and otherwise runs its command as a user would; who names more of it is in the list below, with the reason. The
# other way, see simulator/tests/house.t. No file of the lab's has over 400 lines.
use strict;
use warnings;
use lib 'tests/lib';
use File::Find;
use Lab;
use Test::More;

my @files;
find({no_chdir => 1, wanted => sub {
    $File::Find::prune = 1 if m{^\./(?:build|simulator|\.git|site/node_modules)$};
    push @files, s{^\./}{}r if (-f || -l) && !m{^\./\.git$};
}}, '.');
@files = sort @files;
cmp_ok(scalar @files, '>', 200, 'there are files');

# ---- Includes ----------------------------------------------------------------------------------
my @including = grep { /\.(?:c|h|cuh?)$/ && read_file($_) =~ m{^\s*#\s*include\s*[<"](?:\S*/)?sim/sim\.h[>"]}m } @files;
is("@including", 'common/cool_cache.cu course/judging.c', 'two files include sim/sim.h');
my @others = grep { /\.(?:c|h|cuh?)$/ && read_file($_) =~ m{^\s*#\s*include\s*[<"](?:\S*simulator/|sim/(?!sim\.h))}m } @files;
is("@others", '', 'none includes another header of the simulator');

# ---- Paths ---------------------------------------------------------------------------------------
# What may be named, and where ('' is anywhere).
my @allowed = (
    [qr{simulator/docs/}, '', 'readers are shown its pages'],
    [qr{-Isimulator/include\b}, '', "sim/sim.h and CUDA's headers, for the host's compiler"],
    [qr{\.\./simulator/build}, 'tools/build.mk', 'the command simcc, as build/simcc'],
    [qr{simulator/view/page/page\.html}, 'tools/run/view.sh', 'two views are put into one page'],
    [qr{simulator/view/page/finding_texts\.js}, 'playground/build.mk', 'findings speak Chinese there as in the view'],
    [qr{simulator/calibrate/}, 'Makefile', 'a comment names the page on calibration'],
    [qr{simulator/calibrate/(?:measure\.sh|recordings/)}, 'tools/record/record.sh', 'recording a device measures what its clock is compared with'],
    [qr{simulator/tests/}, 'tools/test.sh', "TESTS= may name the simulator's"],
    [qr{simulator/calibrate/\*}, 'tests/pages_zh.t', 'programs that Chinese pages may name'],
    [qr{simulator/tools/refresh_pages\.sh}, 'tools/pages/refresh_pages.sh', "whose pages it is that are refreshed"],
    [qr{simulator/tools/results\.sh}, 'tools/pages/results.sh', "a comment names the script of the simulator's pages"],
    [qr{simulator/view/page/(?:finding_)?texts\.js}, 'tests/glossary_zh.t', 'its Chinese words are those of the glossary'],
    [qr{simulator/tests/simcc/ok_own_names\.cu}, 'tests/doctor.t', 'a program to compile where little is installed'],
    [qr{simulator/(?:runtime/\*/\*\.c|simcc/x\.c)}, 'tests/makefile.t', 'a simulator that does not build'],
    [qr{simulator/(?:make|simcc|Makefile)\b}, 'tests/manners.t', 'a simulator that is built at once, to look at how the lab builds'],
    [qr{simulator/runtime/report/columns\.c}, 'course/rules.h', 'a comment says where the columns come from'],
);
my $code = qr{^(?:Makefile|.*\.mk|(?:tools|course|playground|common|companions|compare|tests|step\d\d_\w+)/.*\.(?:c|h|cuh?|t|pl|pm|sh|gp|txt))$};
my $parts = join '|', map { s{^simulator/}{}r } glob 'simulator/*'; # folders and files that are there
my %is_used;
my @named;
for my $file (grep { $_ =~ $code && !-l && $_ ne 'tests/houses.t' } @files) {
    my $line = 0;
    for (split /\n/, read_file($file)) {
        $line++;
        my $rest = $_;
        for my $i (0 .. $#allowed) {
            my ($what, $where) = @{$allowed[$i]};
            $is_used{$i} = 1 if ($where eq '' || $where eq $file) && $rest =~ s{(?:\.\./)*$what\S*}{}g;
        }
        push @named, "$file:$line: $1" if $rest =~ m{\b(simulator/(?:$parts)\b[^\s'"]*)};
    }
}
is(join("\n", @named), '', 'nobody else names a path within simulator/');
is(join(' | ', map { $allowed[$_][2] } grep { !$is_used{$_} } 0 .. $#allowed), '', 'and each of those who may does');
# What the repository has at its root is known: a file that a command left there is not one of it.
SKIP: {
    my @tracked = split /\n/, (run('git ls-files'))[1];
    skip 'no list of files without git', 2 unless @tracked;
    my $known = qr{/|^(?:Makefile|LICENSE|Containerfile|Dockerfile|compile_flags\.txt|(?:README|CHANGELOG|CONTRIBUTING)(?:\.zh-CN)?\.md|\.\w[\w-]*)$};
    is(join(' ', grep { !/$known/ } @tracked), '', 'nothing else stands at the root');
    # what simcc -keep and compilers leave beside a source
    is(join(' ', grep { m{\.simcc\.[^/]*$|\.(?:ii?|o|gch|d|fatbin|cubin)$} } @tracked), '', 'and no file that a command made of another');
}
# Links to what both houses share, so that they are there once.
my @links = grep { -l && readlink =~ m{simulator/} } @files;
is(join("\n", grep { readlink !~ m{simulator/(?:tests/lib/\w+\.(?:pm|h)|tools/put_sections\.sh|make/\w+\.sh)$} } @links), '', 'links lead to what both houses share');

# ---- Length ----------------------------------------------------------------------------------------
my @long = grep { /\.(?:c|h|cuh?|t|pl|pm|sh|js|css|mk)$|(?:^|\/)Makefile$/ && !-l && (() = read_file($_) =~ /\n/g) > 400 } @files;
is(join(' ', @long), '', 'no file of code has over 400 lines');

done_testing;
