// A hostile agent that plays the JSON cases of `cases/`, each named after what holds.
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { playCase } from '../support/hostile/playCase.ts';

const folder = join(import.meta.dirname, 'cases');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json'))
  .sort();

describe('The agent', () => {
  test.each(
    files.map((file) => [
      file
        .replaceAll(sep, ': ')
        .replaceAll('-', ' ')
        .replace(/\.json$/, ''),
      file,
    ]),
  )('%s', async (_name, file) => {
    await playCase(readFileSync(join(folder, file), 'utf8'));
  });

  test('has cases', () => {
    expect(files.length).toBeGreaterThan(20);
  });
});
