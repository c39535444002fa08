// The unit tests: pure rooms, agents against real child processes, components in happy-dom.
import { defineConfig } from 'vitest/config';

// A config file is the one place where the tool asks for a default export.
export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // Those need an extension host or a browser, and have runners of their own.
    exclude: ['test/{bench,e2e,integration}/**'],
    testTimeout: 20_000,
    // Many tests wait for processes: on few cores one worker less would be half of them.
    maxWorkers: '100%',
    reporters: ['default'],
  },
});
