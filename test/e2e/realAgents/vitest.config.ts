// The end-to-end tests of agents that only `npm run test:agents` installs.
import { defineConfig } from 'vitest/config';
import { endToEnd } from '../harness/config.ts';

// A config file is the one place where the tool asks for a default export.
export default defineConfig({ test: { ...endToEnd, dir: import.meta.dirname } });
