// The tests that need Node alone: of pure rooms and of components (`unit`), and against real child processes (`processes`).
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A worker goes on with the next file only if that wants the same environment, and starting one is what costs most. */
class EnvironmentSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const namesOne = new Set(
      sorted.filter(({ moduleId }) => readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment ')),
    );
    return [...sorted.filter((file) => !namesOne.has(file)), ...namesOne];
  }
}

const testFiles = globSync('test/**/*.test.{ts,tsx}', { cwd: import.meta.dirname }).map((file) => ({
  path: file.replaceAll('\\', '/'),
  text: readFileSync(join(import.meta.dirname, file), 'utf8'),
}));
const filesWith = (part: string): string[] =>
  testFiles.filter(({ text }) => text.includes(part)).map(({ path }) => path);

/** The rooms whose tests start processes and wait for them, most of the time without work for a processor. */
const processRooms = [
  'agents',
  'features/changes/node',
  'features/mcp/node',
  'packages',
  'process',
  'replay',
  'snapshots',
].map((room) => `test/${room}/**/*.test.{ts,tsx}`);

/** These, and the tests that do so in other rooms, for example with git or a compiler. */
const processTests = [
  ...processRooms,
  ...filesWith("from 'node:child_process'"),
  ...filesWith("from 'esbuild'"),
];

/**
 * The kinds of repositories in which the heart of changes is tested besides a plain folder, most of them in a full run. The
 * other tests of changes run in one of them by `PARLEY_TEST_REPOSITORY=crlf npx vitest run --project=processes`, except for
 * those that make repositories.
 */
const repositoryKinds =
  process.env['PARLEY_FULL_TESTS'] === undefined
    ? ['crlf']
    : ['crlf', 'lfs', 'worktree', 'submodule', 'sparse', 'two-roots'];
const changeTests = ['repositoryOfRun', 'sessionFiles', 'checkpoints/checkpointRestore'].map(
  (name) => `test/features/changes/node/${name}.test.ts`,
);

/** Files that replace a module do so for themselves alone only in a process of their own. */
const isolatedTests = filesWith('\nvi.mock(');

/** Those have configurations of their own; most need an extension host, a browser, a package or agents. */
const ownConfigurations = 'test/{bench,e2e,hostile,integration,packaging,realAgents}/**';

// A config file is the one place where the tool asks for a default export.
export default defineConfig({
  // One stand-in for all tests, because modules are shared between them.
  resolve: { alias: { vscode: join(import.meta.dirname, 'test', 'support', 'vscode.ts') } },
  test: {
    // On a busy machine; only a test that fails waits for so long.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // Loading modules anew for each file costs more than most files do.
    isolate: false,
    sequence: { sequencer: EnvironmentSequencer },
    // Most processes that tests start are our own sources: Node need not compile them each time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'compiled') },
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [ownConfigurations, ...processTests, ...isolatedTests],
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-isolated',
          include: isolatedTests,
          exclude: [ownConfigurations],
          isolate: true,
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: processTests,
          exclude: [ownConfigurations, ...isolatedTests],
          maxWorkers: 2 * availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
      ...repositoryKinds.map((kind) => ({
        extends: true as const,
        test: {
          name: `processes-${kind}`,
          include: changeTests,
          env: { PARLEY_TEST_REPOSITORY: kind },
          maxWorkers: 2 * availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      })),
    ],
  },
});
