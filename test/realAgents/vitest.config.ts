// The tests of real agents behind an ACP client, which `npm run test:agents` runs.
import { defineConfig } from 'vitest/config';

// A config file is the one place where the tool asks for a default export.
export default defineConfig({
  test: {
    dir: import.meta.dirname,
    include: ['**/*.test.ts'],
    testTimeout: 20_000,
    // Every agent is a process of its own that works while the test waits.
    maxWorkers: '100%',
  },
});
