// The unit tests: pure rooms, agents against real child processes, components in happy-dom.
import { defineConfig } from 'vitest/config';

// A config file is the one place where the tool asks for a default export.
export default defineConfig({
  test: {
    include: [
      'test/{agentBin,agents,docs,changes,core,files,history,host,ide,process,replay,support,webview}/**/*.test.{ts,tsx}',
    ],
    testTimeout: 20_000,
    // Many tests wait for processes: on few cores one worker less would be half of them.
    maxWorkers: '100%',
    reporters: ['default'],
  },
});
