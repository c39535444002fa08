// The unit tests: pure rooms, agents against real child processes, components in happy-dom.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A worker goes on with the next file only if that wants the same environment, and starting one is what costs most. */
class EnvironmentSequencer extends BaseSequencer {
  /** Components, which wait for no process, come last, so that all cores are busy to the end. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const namesOne = new Set(
      sorted.filter(({ moduleId }) => readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment ')),
    );
    return [...sorted.filter((file) => !namesOne.has(file)), ...namesOne];
  }
}

// A config file is the one place where the tool asks for a default export.
export default defineConfig({
  // One stand-in for all tests, because modules are shared between them.
  resolve: { alias: { vscode: join(import.meta.dirname, 'test', 'support', 'vscode.ts') } },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // Those have configurations of their own; most need an extension host, a browser, a package or agents.
    exclude: ['test/{bench,e2e,hostile,integration,packaging,realAgents}/**'],
    // On a busy machine; only a test that fails waits for so long.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // Loading modules anew for each file costs more than most files do.
    isolate: false,
    sequence: { sequencer: EnvironmentSequencer },
    // Many tests wait for processes: on few cores one worker less would be half of them.
    maxWorkers: '100%',
    // Most processes that tests start are our own sources: Node need not compile them each time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'compiled') },
    reporters: ['default'],
  },
});
