// The end-to-end tests but those of agents that only `npm run test:agents` installs.
import { defineConfig } from 'vitest/config';
import { endToEnd } from './harness/config.ts';

// A config file is the one place where the tool asks for a default export.
export default defineConfig({
  test: {
    ...endToEnd,
    dir: import.meta.dirname,
    exclude: ['**/realAgents/**'],
    tags: [{ name: 'journey', description: 'One for each main feature, which `npm test` runs.' }],
  },
});
