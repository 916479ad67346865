package Quantities;
# Numbers with their units, in English and in Chinese: whether a text has in Chinese the quantities of the
# English one. For tests/lib/Chinese.pm.
use strict;
use warnings;
use utf8;
use Exporter 'import';

our @EXPORT = qw(quantities missing_quantities);

# What is measured: a unit's name, and its words in either language. A text has the same of them in both.
my @measured = (
    ['%', '%|percent', '%'],
    ['byte', 'bytes?', '字节'],
    ['bit', 'bits?', '位'],
    (map { [$_, $_, $_] } qw(KB KiB MB MiB GB GiB TB B/s KB/s MB/s GB/s TB/s MHz GHz ms)),
    ['us', 'us|µs|microseconds?', 'us|µs|微秒'],
    ['nanosecond', 'ns|nanoseconds?', 'ns|纳秒'],
    ['second', 'seconds?', '秒'],
    ['minute', 'minutes?', '分钟'],
    ['hour', 'hours?', '小时'],
    ['cycle', 'cycles?', '(?:时钟)?周期'],
);

# What is counted: the English texts' must be in the Chinese ones, where other words may stand between.
my %counted = (
    thread => '线程', lane => '通道', warp => '线程束', block => '块', word => '字', sector => '扇区', bank => '存储体', wavefront => '波前',
    request => '请求', load => '加载', register => '寄存器', multiprocessor => '多处理器', round => '轮', barrier => '屏障', kernel => '核函数',
    row => '行', column => '列', line => '行', rank => '秩', ticket => '票号', launch => '启动', GPU => 'GPU', int => 'int', float => 'float',
    double => 'double', point => '点|分',
);

my $number = qr{(?<![A-Za-z0-9_.,^/])\d+(?:\.\d+)?(?:\^\d+)?};

# Without names in `...`, links' targets and what [step 04] leads to.
sub plain {
    my ($prose) = @_;
    $prose =~ s/`[^`]*`|\]\([^)]*\)|<[^>]*>/ /g;
    $prose =~ s/\bsteps? \d\d(?:(?:, | and | to )\d\d)*/ /gi;
    $prose =~ s/(?<=\d),(?=\d{3})//g;
    return $prose =~ s/[\s*]+/ /gr;
}

# What a text measures, as "NUMBER UNIT", each once.
sub quantities {
    my ($prose, $is_chinese) = @_;
    my $text = plain($prose);
    my %there;
    for (@measured) {
        my ($name, @words) = @$_;
        my $unit = $is_chinese ? "(?:个 ?(?:二进制)?)?(?:$words[1])" : "(?:$words[0])";
        $there{"$1 $name"} = 1 while $text =~ /($number)[ -]?$unit(?![A-Za-z\/])/g;
    }
    return \%there;
}

# Whether a Chinese text has so many of something: 65 个 32 字节的扇区, or 扇区有 65 个.
sub counts {
    my ($text, $many, $what) = @_;
    my $exactly = qr/(?<![\d.^])\Q$many\E(?![\d^]|\.\d)/;
    my $between = qr/[^，。；：（）、|]/;
    return $text =~ /$exactly$between{0,12}(?:$what)/ || $text =~ /(?:$what)$between{0,6}$exactly/;
}

# The quantities of an English text that the Chinese one lacks.
sub missing_quantities {
    my ($english, $chinese) = @_;
    my ($wanted, $there) = (quantities($english, 0), quantities($chinese, 1));
    my @lacks = grep { !$there->{$_} } sort keys %$wanted;
    my ($text, $text_zh, %seen) = (plain($english), plain($chinese));
    for my $word (sort keys %counted) {
        while ($text =~ /($number)[ -]$word(?:s|es)?(?![A-Za-z])/g) {
            push @lacks, "$1 $word" if !$seen{"$1 $word"}++ && !counts($text_zh, $1, $counted{$word});
        }
    }
    return @lacks;
}

1;
