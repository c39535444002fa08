// Programs that read files and print, and those of every system that move files.
import type { ProgramTable } from './programSchema.ts';

const COREUTILS = 'https://www.gnu.org/software/coreutils/manual/coreutils.html';
const GREP =
  '-i,--ignore-case -v,--invert-match -w,--word-regexp -x,--line-regexp -c,--count -l,--files-with-matches ' +
  '-L,--files-without-match -o,--only-matching -q,--quiet -s,--no-messages -b,--byte-offset -H,--with-filename ' +
  '-h,--no-filename -n,--line-number -T -Z,--null -z -r,--recursive -E,--extended-regexp -F,--fixed-strings ' +
  '-G,--basic-regexp -P,--perl-regexp -a,--text -I -U -# -m,--max-count:number -A,--after-context:number ' +
  '-B,--before-context:number -C,--context:number --color?auto|always|never --colour?auto|always|never ' +
  '--include:glob --exclude:text --exclude-dir:text --line-buffered -e,--regexp:text';

// Options that follow the links in a folder are not harmless: they lead out of the session's folder. So does `diff -r`.
export const TEXT_PROGRAMS: ProgramTable = {
  'grep egrep fgrep': {
    source: 'https://www.gnu.org/software/grep/manual/grep.html',
    options: GREP,
    operands: 'text path*',
    operandsWith: { '-e,--regexp -f,--file': 'path*' },
    isInert: true,
  },
  rg: {
    source: 'https://github.com/BurntSushi/ripgrep/blob/master/GUIDE.md',
    options:
      '-i,--ignore-case -S,--smart-case -s,--case-sensitive -v,--invert-match -w,--word-regexp -x,--line-regexp ' +
      '-c,--count --count-matches -l,--files-with-matches --files-without-match -o,--only-matching -q,--quiet ' +
      '-n,--line-number -N,--no-line-number -H,--with-filename -I,--no-filename -F,--fixed-strings -U,--multiline ' +
      '--multiline-dotall -P,--pcre2 -p,--pretty -u,--unrestricted -uu -uuu -. --hidden --no-ignore --no-ignore-vcs ' +
      '--files --type-list --heading --no-heading --json --stats --trim --vimgrep --column --crlf -0,--null -a,--text ' +
      '-m,--max-count:number -A,--after-context:number -B,--before-context:number -C,--context:number ' +
      '-d,--max-depth:number -j,--threads:number -M,--max-columns:number --color:auto|always|never|ansi --sort:word ' +
      '--sortr:word -g,--glob:glob --iglob:glob -t,--type:word -T,--type-not:word -r,--replace:text -e,--regexp:text',
    operands: 'text path*',
    operandsWith: { '-e,--regexp -f,--file --files --type-list': 'path*' },
  },
  ls: {
    source: COREUTILS,
    options:
      '-a,--all -A,--almost-all -b -B -c -C -d,--directory -f -F,--classify -g -G,--no-group -h,--human-readable -H ' +
      '-i,--inode -k -l -m -n -N -o -p -q -Q -r,--reverse -R,--recursive -s,--size -S -t -u -U -v -x ' +
      '-X -Z -1 -# --si --full-time --group-directories-first --color?auto|always|never --sort:word --time:word ' +
      '--time-style:word --ignore:text -I:path -w,--width:number',
    operands: 'path*',
    isInert: true,
  },
  'cat tac nl': {
    source: COREUTILS,
    options:
      '-A,--show-all -b,--number-nonblank -e -E,--show-ends -n,--number -s,--squeeze-blank -t -T,--show-tabs -u -v',
    operands: 'path*',
    isInert: true,
  },
  'head tail': {
    source: COREUTILS,
    options:
      '-n,--lines:count -c,--bytes:count -q,--quiet,--silent -v,--verbose -# -f,--follow -F -s,--sleep-interval:number',
    operands: 'path*',
    isInert: true,
  },
  wc: {
    source: COREUTILS,
    options: '-c,--bytes -m,--chars -l,--lines -L,--max-line-length -w,--words',
    operands: 'path*',
    isInert: true,
  },
  cut: {
    mayHaveOptionsFirst: true,
    source: COREUTILS,
    options:
      '-b,--bytes:text -c,--characters:text -d,--delimiter:text -f,--fields:text -s,--only-delimited --complement ' +
      '--output-delimiter:text',
    operands: 'path*',
    isInert: true,
  },
  tr: {
    source: COREUTILS,
    options: '-c,-C,--complement -d,--delete -s,--squeeze-repeats -t',
    operands: 'text text',
    isInert: true,
  },
  sort: {
    mayHaveOptionsFirst: true,
    source: COREUTILS,
    options:
      '-b,--ignore-leading-blanks -c,--check -C -d,--dictionary-order -f,--ignore-case -g,--general-numeric-sort ' +
      '-h,--human-numeric-sort -i -m,--merge -M,--month-sort -n,--numeric-sort -r,--reverse -R,--random-sort -s,--stable ' +
      '-u,--unique -V,--version-sort -z,--zero-terminated -k,--key:text -t,--field-separator:text',
    operands: 'path*',
  },
  uniq: {
    hasOptionsFirst: true,
    source: COREUTILS,
    options:
      '-c,--count -d,--repeated -D -i,--ignore-case -u,--unique -z -f,--skip-fields:number -s,--skip-chars:number ' +
      '-w,--check-chars:number',
    operands: 'path',
    isInert: true,
  },
  'cmp comm': {
    source: 'https://www.gnu.org/software/diffutils/manual/diffutils.html',
    options: '-# -b -i -l -s,--quiet,--silent',
    operands: 'path path number number',
    isInert: true,
  },
  diff: {
    source: 'https://www.gnu.org/software/diffutils/manual/diffutils.html',
    options:
      '-# -a,--text -b,--ignore-space-change -B,--ignore-blank-lines -c -C:number -i,--ignore-case -N,--new-file ' +
      '-q,--brief -s -u -U,--unified:number -w,--ignore-all-space -y,--side-by-side ' +
      '--color?auto|always|never -x,--exclude:text',
    operands: 'path path',
    isInert: true,
  },
  // Not with a file that names others: they may be anywhere.
  'file sha256sum sha1sum md5sum cksum': {
    source: COREUTILS,
    options: '-a -b,--brief,--binary -h -i -k -t -z -# --mime --mime-type --tag',
    operands: 'path*',
    isInert: true,
  },
  'stat df basename dirname realpath readlink which type': {
    source: COREUTILS,
    options:
      '-a,--all -c -e -f -h,--human-readable -i -k -L -m -n -s -t -z -# --format:text --exclude:text ' +
      '--relative-to:path',
    operands: 'path*',
    isInert: true,
  },
  du: {
    source: COREUTILS,
    options:
      '-a,--all -b,--bytes -c,--total -h,--human-readable -k -m -s,--summarize -t:count -x -0 --apparent-size ' +
      '-d,--max-depth:number --exclude:text',
    operands: 'path*',
    isInert: true,
  },
  'pwd whoami uname hostname true false id': {
    source: COREUTILS,
    options: '-a,--all -s -n -r -m -p -o -u -P -L',
    isInert: true,
  },
  date: { source: COREUTILS, operands: 'clock*', hasNoOptions: true, isInert: true },
  'sleep seq': { source: COREUTILS, operands: 'duration*', isInert: true },
  ps: {
    source: 'man 1 ps',
    options: '-e -f -a -A -x -u -l -w -p:text -o:text --sort:text --forest --no-headers',
    operands: 'word',
    isInert: true,
  },
  echo: { source: COREUTILS, operands: 'text*', hasNoOptions: true, isInert: true },
  printf: { source: COREUTILS, operands: 'format text*', hasNoOptions: true },
  'test [': {
    source: COREUTILS,
    options:
      '-b:text -c:text -d:text -e:text -f:text -g:text -h:text -n:text -p:text -r:text -s:text -u:text -w:text -x:text ' +
      '-z:text -eq:number -ne:number -lt:number -le:number -gt:number -ge:number -L:text -N:text -O:text -G:text -S:text -o -a -nt -ot -ef',
    operands: 'known*',
    hasLongDash: true,
  },
  sed: {
    mayHaveOptionsFirst: true,
    source: 'https://www.gnu.org/software/sed/manual/sed.html',
    options:
      '-n,--quiet,--silent -E,-r,--regexp-extended -s,--separate -u,--unbuffered -z,--null-data -e,--expression:sed',
    operands: 'sed path*',
    operandsWith: { '-e,--expression -f,--file': 'path*' },
  },
  'awk gawk mawk nawk': {
    hasOptionsFirst: true,
    source: 'https://www.gnu.org/software/gawk/manual/gawk.html',
    options: '-F,--field-separator:text -v,--assign:text',
    operands: 'awk path*',
    operandsWith: { '-f,--file -e,--source -E,--exec': 'path*' },
  },
  jq: {
    source: 'https://jqlang.org/manual/',
    options:
      '-r,--raw-output -j,--join-output -a,--ascii-output -C,--color-output -M,--monochrome-output -S,--sort-keys ' +
      '-c,--compact-output -e,--exit-status -n,--null-input -s,--slurp -R,--raw-input --tab --indent:number ' +
      '--arg:text:text --argjson:text:text --slurpfile:text:path --rawfile:text:path',
    operands: 'jq path*',
    operandsWith: { '-f,--from-file': 'path*' },
    isInert: true,
  },
  find: {
    source: 'https://www.gnu.org/software/findutils/manual/html_mono/find.html',
    options:
      '-H -P -name:text -iname:text -path:text -ipath:text -wholename:text -regex:text -iregex:text -type:word ' +
      '-maxdepth:number -mindepth:number -size:count -mtime:count -mmin:count -newer:path -perm:mode -user:word -group:word ' +
      '-empty -print -print0 -prune -not -o -or -a -and -depth -xdev -executable -readable -writable -quit -ls ' +
      '-printf:text -links:number',
    operands: 'found*',
    hasLongDash: true,
  },
  'fd fdfind': {
    source: 'https://github.com/sharkdp/fd',
    options:
      '-H,--hidden -I,--no-ignore -u,--unrestricted -s,--case-sensitive -i,--ignore-case -g,--glob -F,--fixed-strings ' +
      '-a,--absolute-path -l,--list-details -p,--full-path -0,--print0 -1 -q,--quiet -d,--max-depth:number ' +
      '--min-depth:number -t,--type:word -e,--extension:word -E,--exclude:text -S,--size:text -c,--color:auto|always|never',
    operands: 'text path*',
  },
  tree: {
    source: 'man 1 tree',
    options:
      '-a -d -f -i -p -s -h -u -g -D -F -J -C -n -L:number -I:text -P:text --dirsfirst --gitignore --noreport',
    operands: 'path*',
  },
  'tar bsdtar': {
    source: 'https://www.gnu.org/software/tar/manual/tar.html',
    options: '-t,--list -v,--verbose -z,--gzip -j,--bzip2 -J,--xz -f,--file:archive',
    operands: 'tf|tvf|tzf|tzvf archive*',
    obeysInput: true,
  },
  xxd: {
    hasOptionsFirst: true,
    source: 'man 1 xxd',
    options: '-a -b -c:number -e -g:number -i -l:number -o:number -p -s:number -u -E',
    operands: 'path',
    isInert: true,
  },
  shuf: { source: COREUTILS, options: '-n:count -i:word -e -z -r', operands: 'path*', isInert: true },
  od: {
    mayHaveOptionsFirst: true,
    source: COREUTILS,
    options: '-t,--format:text -A,--address-radix:word -N:number -j:number -v -a -b -c -d -o -s -x',
    operands: 'path*',
    isInert: true,
  },
  'base64 base32': {
    source: COREUTILS,
    options: '-d,--decode -w,--wrap:number',
    operands: 'path',
    isInert: true,
  },
  column: {
    mayHaveOptionsFirst: true,
    source: 'man 1 column',
    options: '-t,--table -s,--separator:text -c,--output-width:number -x -e',
    operands: 'path*',
    isInert: true,
  },
  fold: { source: COREUTILS, options: '-b -s -w,--width:number', operands: 'path*', isInert: true },
  fmt: { source: COREUTILS, options: '-s -u -w,--width:number', operands: 'path*', isInert: true },
  paste: {
    mayHaveOptionsFirst: true,
    source: COREUTILS,
    options: '-d,--delimiters:text -s,--serial -z',
    operands: 'path*',
    isInert: true,
  },
  join: {
    mayHaveOptionsFirst: true,
    source: COREUTILS,
    options: '-t:text -a:number -v:number -1:number -2:number -j:number -e:text -i',
    operands: 'path path',
    isInert: true,
  },
  expand: {
    mayHaveOptionsFirst: true,
    source: COREUTILS,
    options: '-t,--tabs:text',
    operands: 'path*',
    isInert: true,
  },
  'tsort rev': { source: COREUTILS, operands: 'path*', isInert: true },
  'less more most': {
    source: 'man 1 less',
    options: '-F -R -S -X -N -i -n -r -s -e -E -q -#',
    operands: 'pager*',
  },
  bat: {
    source: 'https://github.com/sharkdp/bat',
    options:
      '-p,--plain -n,--number -A,--show-all -l,--language:word -r,--line-range:text --color:auto|always|never --paging:never',
    operands: 'path*',
  },
  man: { source: 'man 1 man', options: '-k -f -a -w', operands: 'word*' },
  'mkdir touch': {
    source: COREUTILS,
    options: '-p,--parents -v,--verbose -c,--no-create',
    operands: 'written*',
    isInert: true,
  },
  rmdir: { source: COREUTILS, options: '-p,--parents -v,--verbose', operands: 'written*', isInert: true },
  // Their operands are what they write or remove, so that a rule names these too.
  'rm cp mv ln dd tee install csplit truncate chmod chown kill split rsync scp sftp wget zip unzip gzip gunzip xz bzip2':
    {
      source: COREUTILS,
      isInert: true,
    },
  'cd pushd': {
    source: 'https://pubs.opengroup.org/onlinepubs/9799919799/utilities/cd.html',
    operands: 'folder',
    isInert: true,
  },
  export: { source: 'man 1 bash', operands: 'display*', hasNoOptions: true, runs: 'arguments' },
  set: { source: 'man 1 bash', operands: 'switch*', hasNoOptions: true, runs: 'arguments' },
};
