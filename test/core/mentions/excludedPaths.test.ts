import { describe, expect, it } from 'vitest';
import { excludedPaths } from '../../../src/core/mentions/excludedPaths.ts';

describe('excludedPaths', () => {
  const isExcluded = excludedPaths([
    '**/node_modules',
    '**/*.code-search',
    'out/',
    'docs/*.md',
    '[broken',
    '**/.git',
  ]);

  it.each([
    'node_modules',
    'node_modules/a/b.js',
    'x/node_modules/a.js',
    'a/b.code-search',
    'out/a.js',
    'docs/a.md',
    '.git/config',
  ])('leaves out %s', (path) => expect(isExcluded(path)).toBe(true));

  it.each(['src/a.ts', 'x/out/a.js', 'docs/x/a.md', 'node_modules.ts', ''])('has %s', (path) =>
    expect(isExcluded(path)).toBe(false),
  );
});
