// What both configurations of end-to-end tests have in common: the packaged extension in code-server.
import { availableParallelism } from 'node:os';
import type { ViteUserConfig } from 'vitest/config';

export const endToEnd = {
  include: ['**/*.e2e.test.ts'],
  globalSetup: ['./test/e2e/harness/globalSetup.ts'],
  pool: 'forks',
  // The files of a worker share its code-server, which is a module of the harness.
  isolate: false,
  // A window waits more than it works, but two that start at once keep two cores busy.
  maxWorkers: Math.max(1, Math.min(4, availableParallelism())),
  testTimeout: 120_000,
  hookTimeout: 180_000,
  teardownTimeout: 30_000,
  expect: { poll: { timeout: 20_000, interval: 50 } },
} satisfies ViteUserConfig['test'];
