// What a merge leaves in a file that was not finished by hand, also where a formatter has rewritten it since.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from '../../scripts/project.mjs';

const MARKERS = [/^<{7} /, /^>{7} /, /^(?:> ){7}[0-9a-f]{7}/, /^={7}$/, /^\| ={7} /];

test('no file has the markers of a merge', () => {
  const files = execFileSync('git', ['ls-files', '-z', '*.md', '*.json', '*.ts', '*.tsx', '*.mjs', '*.css'], {
    cwd: root,
    encoding: 'utf8',
  });
  const marked = files
    .split('\0')
    // Git lists a file that was deleted until that is staged.
    .filter((file) => file !== '' && existsSync(join(root, file)))
    .filter((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .some((line) => MARKERS.some((marker) => marker.test(line))),
    );
  expect(marked).toEqual([]);
});
