// The tests of what `npm run package` writes, which `npm run test:full` runs: they package the extension twice.
import { defineConfig } from 'vitest/config';

// A config file is the one place where the tool asks for a default export.
export default defineConfig({
  test: { dir: import.meta.dirname, include: ['**/*.test.ts'], testTimeout: 20_000 },
});
