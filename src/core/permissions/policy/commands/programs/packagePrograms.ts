// Programs of projects in JavaScript: package managers, compilers, test runners, linters.
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

/** What a package manager has of itself. By any other word, pnpm and Yarn run a script of the project. */
interface OwnWords {
  readonly source: string;
  readonly test: string;
  /** The subcommands that only look. */
  readonly looking: string;
}

const OF_NPM: OwnWords = {
  source: 'https://docs.npmjs.com/cli/commands',
  test: 'test t tst',
  looking: 'ls list outdated why explain view info show doctor ping root bin prefix whoami fund query',
};
const OF_PNPM: OwnWords = {
  source: 'https://pnpm.io/pnpm-cli',
  test: 'test t tst',
  looking: 'ls list outdated why root bin',
};
/** What all versions have: `yarn list` and `yarn audit` are scripts to those since 2. */
const OF_YARN: OwnWords = {
  source: 'https://yarnpkg.com/cli',
  test: 'test',
  looking: 'why info bin',
};

function packageManager(options: string, { source, test, looking }: OwnWords): Program {
  return {
    source,
    options: `${options} -v,--version --help`,
    runs: 'arguments',
    subcommands: {
      [test]: script(options),
      'start stop restart': { ...script(options), isNamed: true },
      // Scripts of the project: which one, a rule has to say.
      'run run-script rum': { ...script(options), operands: 'script argument*', isNamed: true },
      'install i ci clean-install add': {
        options: `${options} --ignore-scripts --prefer-offline --offline --package-lock-only --legacy-peer-deps --frozen-lockfile --immutable --omit:dev|optional|peer --dry-run --no-save -D,--save-dev -E,--save-exact`,
        isNamed: true,
      },
      [looking]: {
        options: `${options} -a,--all -g,--global --depth:number -l,--long -p,--parseable --omit:dev --audit-level:word`,
        operands: 'word*',
      },
      'lint build typecheck check format': { ...script(options), isNamed: true },
      config: { isNamed: true, subcommands: { 'get list ls': { options, operands: 'word*' } } },
    },
  };
}

function withAudit(manager: Program, options: string): Program {
  const audit = { options: `${options} --audit-level:word --omit:dev --prod,--production` };
  return { ...manager, subcommands: { ...manager.subcommands, audit } };
}

const VITEST =
  '-t,--testNamePattern:text -w,--watch?false --run --coverage --no-coverage -c,--config:protected --coverage.enabled?true|false --coverage.reporter:text|lcov|html|json|json-summary|text-summary|clover|cobertura ' +
  '--bail:number --retry:number --silent?true|false|passed-only --hideSkippedTests --passWithNoTests --no-file-parallelism --changed?revision ' +
  '--reporter:default|basic|verbose|dot|json|tap|tap-flat|junit|hanging-process|github-actions|tree|agent|minimal|blob ' +
  '--testTimeout:number --hookTimeout:number --teardownTimeout:number --maxWorkers:number --project:word --shard:text ' +
  '--no-color --color --allowOnly --dangerouslyIgnoreUnhandledErrors --logHeapUsage --sequence.shuffle --sequence.seed:number --expandSnapshotDiff -v,--version -h,--help';

export const PACKAGE_PROGRAMS: ProgramTable = {
  npm: withAudit(packageManager(NPM, OF_NPM), NPM),
  pnpm: withAudit(packageManager(PNPM, OF_PNPM), PNPM),
  yarn: packageManager(YARN, OF_YARN),
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
      '--noEmit --pretty:?true|false --strict --skipLibCheck -w,--watch:?true|false --incremental:false|off -p,--project:protected --listFiles --listFilesOnly --explainFiles --noErrorTruncation --traceResolution --diagnostics ' +
      '--extendedDiagnostics --showConfig -v,--version -h,--help --all --noUnusedLocals --noUnusedParameters --noImplicitAny --noImplicitReturns ' +
      '--strictNullChecks --noUncheckedIndexedAccess --exactOptionalPropertyTypes --isolatedModules --esModuleInterop --allowJs --checkJs ' +
      '-t,--target:word -m,--module:word --moduleResolution:word --jsx:word --lib:word --preserveWatchOutput --noFallthroughCasesInSwitch',
    // What it writes, the imports of the files say.
    operandsWith: { '--noEmit': 'path*' },
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
};
