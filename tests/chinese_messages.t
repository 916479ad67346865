# make help, make doctor, and the line that something is built first, in Chinese where the user's language is: the same commands, names and numbers as in English, and each text
# is translated by the one table, tools/run/chinese.tsv.
use strict;
use warnings;
use utf8;
use lib 'tests/lib';
use Encode qw(decode);
use Lab;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output,
                        Test::More->builder->todo_output;
delete @ENV{qw(LC_ALL LC_MESSAGES LANG LANGUAGE)};

sub said { return map { decode('UTF-8', $_ // '') } (run($_[0]))[1, 2] }
sub lines_of { return split /\n/, (said($_[0]))[0] }

# ---- the language ----------------------------------------------------------------------------------------------
for (['', 'en'], ['LANGUAGE=zh', 'zh'], ['LANG=zh_CN.UTF-8', 'zh'], ['LANG=zh', 'zh'], ['LANG=zh_TW.utf8', 'zh'], ['LANG=en_US.UTF-8', 'en'],
     ['LANGUAGE=zh_CN:en LANG=en_US.UTF-8', 'zh'], ['LANGUAGE=en:zh LANG=zh_CN.UTF-8', 'en'], ['LANGUAGE= LANG=zh_CN.UTF-8', 'zh'],
     ['LC_ALL=C LANGUAGE=zh', 'en'], ['LC_ALL=C.UTF-8 LANGUAGE=zh', 'zh'], ['LANG=C LANGUAGE=zh', 'zh'],
     ['LC_MESSAGES=en_US.UTF-8 LANG=zh_CN.UTF-8', 'en'], ['LC_ALL=zh_CN.UTF-8 LC_MESSAGES=en_US.UTF-8', 'zh'],
     ['LANG=zh_CN.GB18030', 'en'], ['LANG=zh_CN.gb2312 LANGUAGE=zh', 'en'], ['LANG=zha_CN.UTF-8', 'en']) {
    my ($settings, $language) = @$_;
    is((said("env $settings tools/run/language.sh"))[0], "$language\n", "'$settings': $language");
}

# ---- the table ---------------------------------------------------------------------------------------------------
my $table = decode('UTF-8', read_file('tools/run/chinese.tsv'));
my @rows = map { [split /\t/, $_, -1] } grep { /\t/ && !/^#/ } split /\n/, $table;
cmp_ok(scalar @rows, '>', 90, 'the table has texts');
is(join("\n", map { "@$_" } grep { @$_ != 2 || grep { $_ eq '' } @$_ } @rows), '', 'each line has two');
my %times;
$times{$_->[0]}++ for @rows;
is(join("\n", grep { $times{$_} > 1 } sort keys %times), '', 'each text stands there once');

# What is the same in both languages: numbers, options, paths, and names in capital letters.
sub kept {
    my %there = map { $_ => 1 } grep { /[\d=\/_{]|^[A-Z]{2,}/ && !/^MISSING$/ } map { s/^GPUs$/GPU/r } $_[0] =~ /[A-Za-z0-9_.\/={}^"-]*[A-Za-z0-9_=}]/g;
    return join ' ', sort keys %there;
}
is(join("\n", map { "$_->[0]: $_->[1]" } grep { kept($_->[0]) ne kept($_->[1]) } @rows), '', 'both say the same names and numbers');
is(kept('step 06 of docs/a.md, OUT=x and GPU'), '06 GPU OUT=x docs/a.md', 'which these are');

my $sources = join '', map { decode('UTF-8', read_file($_)) } 'Makefile', 'tools/run/help.sh', 'tools/machine/doctor.sh', 'tools/machine/backend.sh';
$sources =~ s/\\([`"\$])/$1/g;
my @unused = grep { my ($english) = @$_; grep { length > 2 && index($sources, $_) < 0 } split /\{\d\}/, $english =~ s/\{1\} grade$//r } @rows;
is(join("\n", map { $_->[0] } @unused), '', 'each is a text of make, make help or make doctor');

# Each alone, with words that the table has not in place of what varies.
my %expected = map { $_->[0] =~ s/\{(\d)\}/x$1/gr => $_->[1] =~ s/\{(\d)\}/x$1/gr } @rows;
my @texts = sort keys %expected;
my $asked = scratch() . '/texts';
open my $file, '>:utf8', $asked or die;
print $file "$_\n" for @texts;
close $file;
my @answers = lines_of("tools/run/in_chinese.sh <$asked");
is(join("\n", map { "$texts[$_]: $answers[$_]" } grep { $answers[$_] ne $expected{$texts[$_]} } 0 .. $#texts), '', 'each is translated');
is((said('echo nobody says this | tools/run/in_chinese.sh'))[0], "nobody says this\n", 'what is not there stays');
is((said('printf "ok       x                  needs care\nMISSING  xyz                compiles C: builds\n" | tools/run/in_chinese.sh'))[0],
   "ok       x                  needs care\n缺少     xyz                编译 C：构建\n", 'lines of the doctor keep their columns');

# ---- make help -----------------------------------------------------------------------------------------------------
# A letter of Chinese takes two columns.
sub width { return length($_[0]) + (() = $_[0] =~ /[\x{2e80}-\x{ffef}]/g) }
# What to type: up to the column where the texts begin, or to a gap behind it.
sub commands { return join "\n", map { /^(  make .{0,20}(?: |\S.*?(?=  |$))|  [A-Z].{0,17})/ ? $1 =~ s/\s+$//r : () } @_ }
my @english = lines_of('make -s help');
my @chinese = lines_of('make -s help LANGUAGE=zh');
is(commands(@chinese), commands(@english), 'make help: the same commands and variables, in the same order');
is(join("\n", grep { width($_) > 79 } @chinese), '', 'it fits into 80 columns');
# However its lines are broken. What is to be typed goes out first.
sub english_left { return grep { /[a-z]{3,} [a-z]{2,} [a-z]{2,}/ } split /\n/, join("\n", @_) =~ s/\n {20,}/ /gr =~ s/make(?: [\w.=]+| \|)+//gr }
is(join("\n", english_left(@chinese)), '', 'all of it is Chinese');
is(join('|', english_left('  make x  中文；', ' ' x 28 . 'ZH：what', ' ' x 28 . 'hints cost')), '    中文； ZH：what hints cost', 'what would be left');
is(join("\n", lines_of('LANG=zh_CN.UTF-8 make -s help')), join("\n", @chinese), 'also by the locale');
isnt((run('make -s help LANGUAGE=zh >/dev/full'))[0], 0, 'an output that cannot be written');

# ---- what is built first ---------------------------------------------------------------------------------------------
for (['the simulator', '模拟器'], ['what the programs share', '各程序共用的部分'], ['the simulator and 18 programs', '模拟器和程序（18 个）'], ['7 programs', '程序（7 个）']) {
    my ($what, $said) = @$_;
    is((said("echo 'Building $what, once: this may take a minute.' | tools/run/in_chinese.sh"))[0], "正在构建$said，只此一次，可能要一分钟。\n", "$what: built first");
}
my $copy = scratch() . '/copy';
run("mkdir $copy && cp -R Makefile tools common course step01* $copy");
for (['LANG=zh_CN.UTF-8', qr/^正在构建模拟器，只此一次/m], ['LANG=en_US.UTF-8', qr/^Building the simulator, once/m]) {
    my ($settings, $wanted) = @$_;
    like((said("cd $copy && $settings make -n step01 run BACKEND=sim"))[1], $wanted, "$settings: where there is no simulator yet");
}

# ---- the course --------------------------------------------------------------------------------------------------------
for (['LANG=zh_CN.UTF-8', qr/的提示 1\/3/], ['LANGUAGE=zh', qr/的提示 1\/3/], ['LANG=en_US.UTF-8', qr/^Hint 1 of 3/], ['LANG=zh_CN.GB18030', qr/^Hint 1 of 3/]) {
    my ($settings, $wanted) = @$_;
    like((said("$settings make -s step04 hint BACKEND=sim"))[0], $wanted, "$settings: hints");
}

# ---- make doctor ---------------------------------------------------------------------------------------------------
my %state = ('缺少' => 'MISSING', '没有' => 'absent', '注意' => 'warning', ok => 'ok');
for my $system ('', 'Darwin', 'MINGW64_NT-10.0') {
    for my $tools ('nvcc gcc', '/no/nvcc no_such_cc') {
        my $command = "tools/machine/doctor.sh $tools /etc/os-release $system";
        my ($status, $out) = run($command);
        my ($status_zh, $out_zh) = run("LANGUAGE=zh $command");
        is($status_zh, $status, "$command: the same status");
        my @there = split /\n/, decode('UTF-8', $out);
        my @lines = split /\n/, decode('UTF-8', $out_zh);
        is(scalar @lines, scalar @there, 'as many lines');
        my $first = sub { my ($line) = @_; $line =~ /^(ok|MISSING|absent|warning|缺少|没有|注意) +(\S+)/ ? ($state{$1} // $1) . " $2" : '' };
        is(join("\n", map { $first->($_) } @lines), join("\n", map { $first->($_) } @there), 'the same states and names');
        my @other = grep { kept($there[$_] =~ s/\bMISSING\b//r) ne kept($lines[$_] // '') } 0 .. $#there;
        is(join("\n", map { "$there[$_]: $lines[$_]" } @other), '', 'the same numbers, paths and options');
        is(join("\n", grep { !/^ok |^    / && /[a-z]{3,} [a-z]{2,} [a-z]{2,}/ && !/\p{Han}/ } @lines), '', 'all of it is Chinese');
    }
}

done_testing();
