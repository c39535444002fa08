// Read-only mode and the files that agents write through Parley without asking.
import { expect, test } from 'vitest';
import type { FileAccess, FileRequest } from '../../src/core/ports/fileAccess.ts';
import { unlessReadOnly } from '../../src/files/readOnlyFiles.ts';

const request: FileRequest = {
  session: { agent: 'A', id: 's', roots: ['/work'] },
  path: '/work/a',
  signal: { aborted: false, addEventListener: () => undefined },
  permit: async () => ({}),
};

test('nothing is written while it is on, and reading goes on; switching it takes effect at once', async () => {
  const written: string[] = [];
  const access: FileAccess = {
    readTextFile: async () => 'text',
    writeTextFile: async (_request, content) => void written.push(content),
  };
  let isReadOnly = true;
  const files = unlessReadOnly(access, () => isReadOnly);
  await expect(files.writeTextFile(request, 'one')).rejects.toMatchObject({ refusal: 'no-permission' });
  expect(await files.readTextFile(request)).toBe('text');
  expect(written).toEqual([]);
  isReadOnly = false;
  await files.writeTextFile(request, 'two');
  expect(written).toEqual(['two']);
});
