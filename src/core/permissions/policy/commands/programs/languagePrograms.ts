// Programs of projects in other languages: compilers, build tools, test runners, linters.
import type { ProgramTable } from './programSchema.ts';

const PYTEST =
  '-q,--quiet -v,--verbose -vv -vvv -x,--exitfirst -s -l,--showlocals -k:text -m:text -n:auto|logical|0|1|2|3|4|6|8|12|16 -r:word --maxfail:number ' +
  '--tb:auto|long|short|line|native|no --durations:number --lf,--last-failed --ff,--failed-first --nf,--new-first --sw,--stepwise ' +
  '--co,--collect-only --no-header --no-summary --strict-markers --strict-config --disable-warnings --color:yes|no|auto --cov?word --cov-report:term|term-missing ' +
  '--capture:fd|sys|no|tee-sys --show-capture:no|stdout|stderr|log|all --cache-clear --setup-show --markers --fixtures --version -h,--help ' +
  '-p:off -W:ignore|error|default --timeout:number -c,--config-file:protected';
const CARGO =
  '-v,--verbose -vv -q,--quiet --release -r --all,--workspace --all-targets --all-features --no-default-features -F,--features:word -p,--package:word ' +
  '--exclude:word --target:triple --lib --bins --bin:word --examples --example:word --tests --test:word --benches --doc --no-run --no-fail-fast --locked ' +
  '--offline --frozen --keep-going -j,--jobs:number --color:auto|always|never --message-format:human|short|json --profile:word';
const GO =
  '-v -race -short -failfast -x -n -a -json -cover -run:text -bench:text -benchmem -benchtime:text -count:number -timeout:text -parallel:number -p:number ' +
  '-cpu:text -shuffle:on|off -skip:text -list:text -vet:off -trimpath -tags:word -mod:readonly|vendor -m -e -deps -test';
const MAKE =
  '-j,--jobs?number -k,--keep-going -s,--silent,--quiet -n,--dry-run -B,--always-make -i,--ignore-errors -l,--load-average:number -w -q,--question -d -r -R -h,--help -v,--version';
const GRADLE =
  '-q,--quiet -i,--info -d,--debug -s,--stacktrace -S --continue --offline --no-daemon --daemon --parallel --no-parallel --build-cache --no-build-cache --rerun-tasks ' +
  '-m,--dry-run -x,--exclude-task:word --tests:text --console:plain|auto|rich|verbose --warning-mode:all|fail|summary|none -v,--version -h,--help';
const MAVEN =
  '-q,--quiet -B,--batch-mode -o,--offline -X,--debug -e,--errors -U -ntp -nsu -fae -ff -fn -am -amd -pl,--projects:text -rf,--resume-from:text ' +
  '-T,--threads:word -P,--activate-profiles:text -N,--non-recursive -v,--version -h,--help -DskipTests -DskipITs -Dtest?text -Dit.test?text -DskipTests?true|false ' +
  '-DfailIfNoTests?false -Dsurefire.failIfNoSpecifiedTests?false -Dmaven.test.skip?true|false';

export const LANGUAGE_PROGRAMS: ProgramTable = {
  pytest: {
    source: 'https://docs.pytest.org/en/stable/reference/reference.html#command-line-flags',
    options: PYTEST,
    operands: 'path*',
  },
  'json.tool': {
    source: 'https://docs.python.org/3/library/json.html#module-json.tool',
    options: '--sort-keys --no-ensure-ascii --json-lines --indent:number --tab --compact',
    operands: 'path',
  },
  unittest: {
    source: 'https://docs.python.org/3/library/unittest.html',
    options:
      '-v,--verbose -q,--quiet -f,--failfast -b,--buffer -k:text --locals -s,--start-directory:path -p,--pattern:text',
    operands: 'path*',
  },
  'mypy pyright': {
    source: 'https://mypy.readthedocs.io/en/stable/command_line.html',
    options:
      '--strict --pretty --no-error-summary --show-error-codes --ignore-missing-imports --no-incremental -v,--verbose --stats --warnings --outputjson -V,--version --python-version:word --config-file:protected',
    operands: 'path*',
  },
  'flake8 pylint pyflakes pycodestyle': {
    source: 'https://flake8.pycqa.org/en/latest/user/options.html',
    options:
      '-v,--verbose -q,--quiet --count --statistics --show-source --max-line-length:number --disable:word --enable:word --version',
    operands: 'path*',
  },
  ruff: {
    source: 'https://docs.astral.sh/ruff/configuration/#command-line-interface',
    subcommands: {
      check: {
        options:
          '--diff -q,--quiet -v,--verbose --statistics --no-fix --no-cache --select:word --ignore:word --output-format:word --exit-zero --config:protected',
        operands: 'path*',
        isNamed: true,
      },
      format: {
        options: '--diff --check -q,--quiet -v,--verbose --no-cache',
        operands: 'written*',
        operandsWith: { '--check --diff': 'path*' },
        isNamed: true,
      },
    },
  },
  black: {
    source: 'https://black.readthedocs.io/en/stable/usage_and_configuration/the_basics.html',
    options:
      '--check --diff -q,--quiet -v,--verbose --color -l,--line-length:number -t,--target-version:word --version -h,--help',
    operands: 'written*',
    operandsWith: { '--check --diff': 'path*' },
  },
  isort: {
    source: 'https://pycqa.github.io/isort/docs/configuration/options.html',
    options:
      '-c,--check-only,--check --diff --profile:word -q,--quiet -v,--verbose --version -l,--line-length:number',
    operands: 'written*',
    operandsWith: { '--check-only --diff': 'path*' },
  },
  cargo: {
    source: 'https://doc.rust-lang.org/cargo/commands/',
    options: '-v,--verbose -q,--quiet --offline --locked -V,--version --list',
    subcommands: {
      nextest: { options: CARGO, operands: 'run|list|show-config word*' },
      'test t': {
        options: CARGO,
        operands: 'word*',
        passed:
          '--nocapture --no-capture --ignored --include-ignored --exact --show-output --list --skip:word --test-threads:number -q,--quiet --color:auto|always|never',
      },
      'build b check c bench doc d': { options: `${CARGO} --no-deps`, operands: 'word*' },
      clippy: {
        options: `${CARGO} --no-deps`,
        passed: '-W:lint -A:lint -D:lint -F:lint',
      },
      'tree metadata search version locate-project pkgid': {
        options: `${CARGO} -d,--duplicates -i,--invert:word --depth:number --format-version:number --no-deps --prefix:word -e:word`,
        operands: 'word*',
      },
      fmt: { options: '--check --all -q,--quiet -v,--verbose', passed: '--check -l', isNamed: true },
      'run r': { options: CARGO, operands: 'argument*', isNamed: true },
      'add remove update fetch clean publish fix install': {
        options: '-q,--quiet -v,--verbose --dry-run --locked --offline',
        isNamed: true,
      },
    },
  },
  rustc: {
    source: 'https://doc.rust-lang.org/rustc/command-line-arguments.html',
    options: '-V,--version -vV --print:word --explain:word',
  },
  go: {
    source: 'https://pkg.go.dev/cmd/go',
    hasLongDash: true,
    subcommands: {
      'test vet list': { options: GO, operands: 'package*' },
      build: { options: GO, operands: 'built*' },
      'version doc help': { options: '-m -v -all -short -src -u', operands: 'word*' },
      env: { options: '-json -changed', operands: 'word*' },
      'mod work': { options: '-v -x', operands: 'tidy|verify|download|graph|why package*', isNamed: true },
      'fmt fix generate': { options: '-v -x -n', operands: 'package*', isNamed: true },
      run: { options: '-v -x -n -race', operands: 'ownPackage argument*', isNamed: true },
      'get install tool clean': { options: '-v -x -n', isNamed: true },
    },
  },
  gofmt: { source: 'https://pkg.go.dev/cmd/gofmt', options: '-l -d -e -s', operands: 'path*' },
  'make gmake bmake': {
    source: 'https://www.gnu.org/software/make/manual/make.html',
    options: MAKE,
  },
  ninja: {
    source: 'https://ninja-build.org/manual.html',
    options: '-j:number -k:number -l:number -n -v --quiet --version -h',
  },
  just: {
    source: 'https://just.systems/man/en',
    options: '-l,--list -n,--dry-run -q,--quiet -v,--verbose --summary --dump',
  },
  'gradle gradlew': {
    source: 'https://docs.gradle.org/current/userguide/command_line_interface.html',
    options: GRADLE,
    operands: 'gradle*',
  },
  'mvn mvnw': {
    source: 'https://maven.apache.org/ref/current/maven-embedder/cli.html',
    options: MAVEN,
    operands: 'goal*',
    hasLongDash: true,
  },
  cmake: { source: 'https://cmake.org/cmake/help/latest/manual/cmake.1.html', options: '--version --help' },
  dotnet: {
    source: 'https://learn.microsoft.com/dotnet/core/tools/',
    options: '--info --version --list-sdks',
    subcommands: {
      'build test': {
        options: '--no-restore --no-build --nologo -v,--verbosity:word -c,--configuration:word --filter:text',
        // A file of any name may be a project, the commands of which run.
        operands: 'protected*',
      },
    },
  },
};
