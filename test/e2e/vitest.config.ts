// The end-to-end tests: the packaged extension in code-server, one window at a time.
import { defineConfig } from 'vitest/config';

// A config file is the one place where the tool asks for a default export.
export default defineConfig({
  test: {
    dir: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['./test/e2e/harness/globalSetup.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 30_000,
    expect: { poll: { timeout: 20_000, interval: 50 } },
  },
});
