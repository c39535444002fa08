// Programs of a project: package managers, compilers, test runners, linters.
import type { Program, ProgramTable } from './programSchema.ts';

const NPM_FLAGS =
  '-s,--silent -q,--quiet -d --no-color --color --no-fund --no-audit --no-progress --json --if-present';
/** Each of them has its own options with a value: what is one to npm, another takes for the name of a package. */
const NPM = `${NPM_FLAGS} --loglevel:word -w,--workspace:word --workspaces,-ws --include-workspace-root`;
const PNPM = `${NPM_FLAGS} --loglevel:word -w,--workspace-root -r,--recursive --filter:word --parallel --stream`;
/** The test runners that scripts start. */
const TESTS =
  '-t,--testNamePattern:text -g,--grep:text -k:text --watch?false --watchAll?false --run --coverage?false --no-coverage --ci --bail?number ' +
  '--silent --verbose --quiet -v -q --runInBand --passWithNoTests --help --max-warnings:number --forceExit --no-watch --reporter:dot|verbose|spec|tap|min|default';

/** These hand what they do not know to the script. */
const YARN = `${NPM_FLAGS} --recursive --parallel ${TESTS}`;
const BUN = `${NPM_FLAGS} --filter:word --watch --bail?number -t,--test-name-pattern:text --timeout:number`;

function script(options: string) {
  return { options, operands: 'argument*', passed: TESTS };
}

function packageManager(options: string): Program {
  return {
    source: 'https://docs.npmjs.com/cli/commands',
    options: `${options} -v,--version --help`,
    runs: 'arguments',
    subcommands: {
      'test t tst': script(options),
      'start stop restart': { ...script(options), isNamed: true },
      // Scripts of the project: which one, a rule has to say.
      'run run-script rum': { ...script(options), operands: 'script argument*', isNamed: true },
      'install i ci clean-install add': {
        options: `${options} --ignore-scripts --prefer-offline --offline --package-lock-only --legacy-peer-deps --frozen-lockfile --immutable --omit:dev|optional|peer --dry-run --no-save -D,--save-dev -E,--save-exact`,
        isNamed: true,
      },
      'ls list outdated why explain view info show doctor ping root bin prefix whoami fund query': {
        options: `${options} -a,--all -g,--global --depth:number -l,--long -p,--parseable --omit:dev --audit-level:word`,
        operands: 'word*',
      },
      'lint build typecheck check format': { ...script(options), isNamed: true },
      config: { isNamed: true, subcommands: { 'get list ls': { options, operands: 'word*' } } },
      audit: { options: `${options} --audit-level:word --omit:dev --prod,--production` },
    },
  };
}

const VITEST =
  '-t,--testNamePattern:text -w,--watch?false --run --coverage --no-coverage -c,--config:protected --coverage.enabled?true|false --coverage.reporter:text|lcov|html|json|json-summary|text-summary|clover|cobertura ' +
  '--bail:number --retry:number --silent?true|false|passed-only --hideSkippedTests --passWithNoTests --no-file-parallelism --changed?revision ' +
  '--reporter:default|basic|verbose|dot|json|tap|tap-flat|junit|hanging-process|github-actions|tree|agent|minimal|blob ' +
  '--testTimeout:number --hookTimeout:number --teardownTimeout:number --maxWorkers:number --project:word --shard:text ' +
  '--no-color --color --allowOnly --dangerouslyIgnoreUnhandledErrors --logHeapUsage --sequence.shuffle --sequence.seed:number --expandSnapshotDiff -v,--version -h,--help';
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
  '-j,--jobs?number -k,--keep-going -s,--silent,--quiet -n,--dry-run -B,--always-make -i,--ignore-errors -l,--load-average:number -w -q,--question -t,--touch -d -r -R -h,--help -v,--version';
const GRADLE =
  '-q,--quiet -i,--info -d,--debug -s,--stacktrace -S --continue --offline --no-daemon --daemon --parallel --no-parallel --build-cache --no-build-cache --rerun-tasks ' +
  '-m,--dry-run -x,--exclude-task:word --tests:text --console:plain|auto|rich|verbose --warning-mode:all|fail|summary|none -v,--version -h,--help';
const MAVEN =
  '-q,--quiet -B,--batch-mode -o,--offline -X,--debug -e,--errors -U -ntp -nsu -fae -ff -fn -am -amd -pl,--projects:text -rf,--resume-from:text ' +
  '-T,--threads:word -P,--activate-profiles:text -N,--non-recursive -v,--version -h,--help -DskipTests -DskipITs -Dtest?text -Dit.test?text -DskipTests?true|false ' +
  '-DfailIfNoTests?false -Dsurefire.failIfNoSpecifiedTests?false -Dmaven.test.skip?true|false';

export const PROJECT_PROGRAMS: ProgramTable = {
  npm: packageManager(NPM),
  pnpm: packageManager(PNPM),
  yarn: packageManager(YARN),
  bun: {
    // A word that is no subcommand of its own is a script or a file, which it runs.
    source: 'https://bun.com/docs/cli/run',
    options: '--silent -v,--version --help',
    runs: 'arguments',
    subcommands: {
      test: script(BUN),
      run: { ...script(BUN), operands: 'script argument*', isNamed: true },
      'install i add': { options: `${NPM_FLAGS} --frozen-lockfile --dry-run -d,--dev`, isNamed: true },
      'outdated audit': { options: '--silent --json' },
    },
  },
  tsc: {
    source: 'https://www.typescriptlang.org/docs/handbook/compiler-options.html',
    options:
      '--noEmit --pretty:?true|false --strict --skipLibCheck -w,--watch:?true|false --incremental:?false|off -p,--project:protected --listFiles --listFilesOnly --explainFiles --noErrorTruncation --traceResolution --diagnostics ' +
      '--extendedDiagnostics --showConfig -v,--version -h,--help --all --noUnusedLocals --noUnusedParameters --noImplicitAny --noImplicitReturns ' +
      '--strictNullChecks --noUncheckedIndexedAccess --exactOptionalPropertyTypes --isolatedModules --esModuleInterop --allowJs --checkJs ' +
      '-t,--target:word -m,--module:word --moduleResolution:word --jsx:word --lib:word --preserveWatchOutput --noFallthroughCasesInSwitch',
    operands: 'compiled*',
    hasLongDash: true,
  },
  eslint: {
    hasLongDash: true,
    source: 'https://eslint.org/docs/latest/use/command-line-interface',
    options:
      '--quiet --max-warnings:number --ext:text --no-color --color --cache --no-ignore --no-warn-ignored --no-error-on-unmatched-pattern --fix-dry-run ' +
      '--report-unused-disable-directives --debug --stats --no-fix --rule:text -c,--config:protected --pass-on-no-patterns -f,--format:stylish|json|html|json-with-metadata|compact|unix|tap|junit -v,--version -h,--help --exit-on-fatal-error --print-config:path',
    operands: 'path*',
  },
  prettier: {
    hasLongDash: true,
    source: 'https://prettier.io/docs/cli',
    options:
      '-c,--check -l,--list-different --no-config --config:protected --no-color --log-level:word --ignore-unknown,-u --no-error-on-unmatched-pattern --cache -v,--version -h,--help',
    operands: 'path*',
  },
  stylelint: {
    hasLongDash: true,
    source: 'https://stylelint.io/user-guide/cli',
    options:
      '-q,--quiet --cache --max-warnings:number --allow-empty-input -f,--formatter:compact|json|string|tap|unix|verbose',
    operands: 'path*',
  },
  biome: {
    source: 'https://biomejs.dev/reference/cli',
    subcommands: {
      'check lint format ci': {
        options:
          '--colors:off|force --max-diagnostics:number --diagnostic-level:word --verbose --changed --staged --no-errors-on-unmatched',
        operands: 'path*',
      },
    },
  },
  vitest: {
    hasLongDash: true,
    source: 'https://vitest.dev/guide/cli',
    options: VITEST,
    operands: 'path*',
    subcommands: {
      'run list related watch': { options: VITEST, operands: 'path*' },
      init: { isNamed: true },
    },
  },
  jest: {
    hasLongDash: true,
    source: 'https://jestjs.io/docs/cli',
    options:
      '-t,--testNamePattern:text -i,--runInBand -b,--bail?number --ci --coverage?true|false --collectCoverage?true|false --verbose --silent --watchAll?false --watch -o,--onlyChanged --config:protected --changedSince:revision ' +
      '--passWithNoTests --forceExit --detectOpenHandles --no-coverage --no-cache --listTests --testPathPattern:text --testPathPatterns:text -w,--maxWorkers:text --color --no-color ' +
      '--testTimeout:number --json --expand --errorOnDeprecated -h,--help -v,--version --shard:text',
    operands: 'path*',
  },
  mocha: {
    hasLongDash: true,
    source: 'https://mochajs.org/running/cli',
    options:
      '-g,--grep:text -f,--fgrep:text -i,--invert -b,--bail --exit --forbid-only --forbid-pending -t,--timeout:number -s,--slow:number --retries:number -j,--jobs:number -p,--parallel --recursive ' +
      '-R,--reporter:spec|dot|min|list|json|json-stream|progress|landing|nyan|tap --no-color -c,--color --dry-run --check-leaks --sort -V,--version -h,--help',
    operands: 'path*',
    subcommands: { 'init inspect': { isNamed: true } },
  },
  playwright: {
    source: 'https://playwright.dev/docs/test-cli',
    subcommands: {
      test: {
        options:
          '-g,--grep:text --grep-invert:text --project:word --headed -x --retries:number --workers,-j:number --repeat-each:number ' +
          '--reporter:list|line|dot|json|junit|github --list --last-failed --timeout:number --shard:text --max-failures:number -c,--config:protected',
        operands: 'path*',
      },
      'show-report show-trace': { isNamed: true },
    },
  },
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
  uv: {
    source: 'https://docs.astral.sh/uv/reference/cli/',
    options: '-V,--version -q,--quiet -v,--verbose',
    subcommands: {
      tree: { options: '--depth:number --outdated --frozen --locked' },
      pip: {
        isNamed: true,
        subcommands: {
          'list show freeze check tree': { options: '--format:word --outdated', operands: 'word*' },
        },
      },
    },
  },
  cargo: {
    source: 'https://doc.rust-lang.org/cargo/commands/',
    options: '-v,--verbose -q,--quiet --offline --locked -V,--version --list',
    subcommands: {
      'test t nextest': {
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
      'test vet list build': { options: GO, operands: 'package*' },
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
        operands: 'path*',
      },
    },
  },
  'docker podman nerdctl': {
    source: 'https://docs.docker.com/reference/cli/docker/',
    runs: 'arguments',
    options: '-v,--version',
    subcommands: {
      'ps images version info logs inspect top stats port history diff': {
        options:
          '-a,--all -q,--quiet -f,--follow --no-trunc --tail:number -n:number --since:word --no-stream -t -s --format:text --filter:text',
        operands: 'word*',
      },
      build: {
        options:
          '-t,--tag:image -q,--quiet --no-cache --pull --progress:auto|plain|tty -f,--file:path --target:word --platform:word --build-arg:word',
        operands: 'context',
        isNamed: true,
      },
      compose: {
        isNamed: true,
        subcommands: {
          'ps logs top images ls version': {
            options:
              '-a,--all -q,--quiet -f,--follow --tail:number -n:number --since:word -t --no-color --services --format:text',
            operands: 'word*',
          },
          config: { options: '-q,--quiet --services --images --volumes', operands: 'word*' },
        },
      },
    },
  },
  kubectl: {
    source: 'https://kubernetes.io/docs/reference/kubectl/',
    runs: 'arguments',
    subcommands: {
      'get describe logs version explain top api-resources cluster-info': {
        options:
          '-n,--namespace:word -A,--all-namespaces -o,--output:json|yaml|wide|name -l,--selector:text -w,--watch --tail:number -f -c,--container:word --previous',
        operands: 'word*',
        isNamed: true,
      },
    },
  },
  gh: {
    source: 'https://cli.github.com/manual/',
    options: '--version --help',
    subcommands: {
      'pr issue run release workflow label': {
        options:
          '--json:text -q,--jq:text -R,--repo:repository -L,--limit:number -s,--state:word -l,--label:text -a,--assignee:text -A,--author:text -S,--search:text -c,--comments --log --log-failed -B,--base:ref -H,--head:ref --name-only --exit-status -v,--verbose -j,--job:number',
        operands: 'view|list|status|diff|checks word*',
      },
      search: {
        options:
          '--json:text -L,--limit:number -R,--repo:repository --state:word --label:text --author:text --language:word --sort:word',
        operands: 'issues|prs|code|repos|commits text*',
      },
    },
  },
  pip: {
    source: 'https://pip.pypa.io/en/stable/cli/',
    options: '-V,--version -q,--quiet -v,--verbose',
    subcommands: {
      'list show freeze check': {
        options:
          '-q,--quiet -v,--verbose -o,--outdated -u,--uptodate -l,--local --not-required --format:json|columns|freeze -f,--files',
        operands: 'word*',
      },
    },
  },
  curl: {
    source: 'https://curl.se/docs/manpage.html',
    options:
      '-f,--fail -s,--silent -S,--show-error -L,--location -I,--head -i,--include -v,--verbose -g,--globoff -G,--get -# -4 -6 ' +
      '--compressed -m,--max-time:number --connect-timeout:number --retry:number -X,--request:GET|HEAD -A,--user-agent:text -V,--version --help',
  },
};
