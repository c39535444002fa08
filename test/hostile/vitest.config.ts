// The hostile suite: what an agent, a repository and bad luck may do, against Parley below VS Code's interface.
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { isLong } from '../support/hostile/isLong.ts';

// A config file is the one place where the tool asks for a default export.
export default defineConfig({
  resolve: { alias: { vscode: join(import.meta.dirname, '..', 'support', 'vscode.ts') } },
  test: {
    dir: import.meta.dirname,
    include: ['**/*.test.ts'],
    // On a busy machine; only a test that fails waits for so long.
    testTimeout: isLong ? 1_800_000 : 120_000,
    maxWorkers: '100%',
  },
});
