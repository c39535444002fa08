// Where paths really lead, on a real disk with real links.
import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resolvePath } from '../../src/files/containedPath.ts';
import { makeSessionFolder, refusal } from '../support/sessionFolder.ts';

const onLinux = it.skipIf(process.platform !== 'linux');

let base: string;
let root: string;
let outside: string;

beforeEach(async () => {
  ({ base, root, outside } = await makeSessionFolder());
});

afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

describe('R78 where a path leads', () => {
  it('is inside for files, missing files and files in missing folders of a root', async () => {
    await writeFile(join(root, 'a'), '');
    for (const name of ['a', 'missing', 'new/folder/a']) {
      const path = join(root, name);
      expect(await resolvePath(path, [root])).toEqual({ real: path, inside: true });
    }
  });

  it('is inside for any of several roots, also one that is itself reached by a link', async () => {
    await symlink(outside, join(base, 'alias'));
    const roots = [root, join(base, 'alias')];
    const expected = { real: join(outside, 'x'), inside: true };
    expect(await resolvePath(join(base, 'alias', 'x'), roots)).toEqual(expected);
    expect(await resolvePath(join(outside, 'x'), roots)).toEqual(expected);
  });

  it('is outside for other absolute paths, and for a folder whose name only begins like the root', async () => {
    expect((await resolvePath('/etc/passwd', [root])).inside).toBe(false);
    expect((await resolvePath(`${root}x`, [root])).inside).toBe(false);
    expect((await resolvePath(join(outside, 'secret'), [root])).inside).toBe(false);
  });

  it('is nowhere inside without roots, or with roots that do not exist', async () => {
    expect((await resolvePath(join(root, 'a'), [])).inside).toBe(false);
    expect((await resolvePath(join(base, 'no', 'a'), [join(base, 'no')])).inside).toBe(false);
  });

  it('is where a link to a file leads', async () => {
    await symlink(join(outside, 'secret'), join(root, 'link'));
    expect(await resolvePath(join(root, 'link'), [root])).toEqual({
      real: join(outside, 'secret'),
      inside: false,
    });
  });

  it('is where a link to a folder leads, for files that do not exist yet too', async () => {
    await symlink(outside, join(root, 'dir'));
    for (const name of ['secret', 'new', 'new/folder/a']) {
      expect(await resolvePath(join(root, 'dir', name), [root])).toEqual({
        real: join(outside, name),
        inside: false,
      });
    }
  });

  it('follows links of links, and comes back in where they do', async () => {
    await symlink(root, join(outside, 'back'));
    await symlink(join(outside, 'back'), join(root, 'there'));
    expect(await resolvePath(join(root, 'there', 'a'), [root])).toEqual({
      real: join(root, 'a'),
      inside: true,
    });
  });

  it('is ambiguous for a link to nothing and for a circle of links', async () => {
    await symlink(join(outside, 'not-there'), join(root, 'dangling'));
    await symlink(join(root, 'b'), join(root, 'a'));
    await symlink(join(root, 'a'), join(root, 'b'));
    for (const name of ['dangling', 'dangling/x', 'a', 'a/x']) {
      expect(await refusal(resolvePath(join(root, name), [root]))).toBe('ambiguous');
    }
  });

  it('is refused for spellings that are no path of a file', async () => {
    const spellings = ['a', `${root}/../outside/secret`, `file://${root}/a`, `${root}/a\0`, `${root}/a/`];
    for (const path of spellings) {
      expect(await refusal(resolvePath(path, [root]))).toBe('invalid-path');
    }
  });

  it('is refused for another computer on Windows before anything is touched', async () => {
    const path = '\\\\server\\share\\a';
    expect(await refusal(resolvePath(path, ['C:\\ws'], 'windows'))).toBe('outside');
  });

  onLinux('is what a name of the process file system stands for', async () => {
    const path = `/proc/self/root${outside}/secret`;
    expect(await resolvePath(path, [root])).toEqual({ real: join(outside, 'secret'), inside: false });
  });

  it('is not found where a part of the path is a file', async () => {
    await writeFile(join(root, 'a'), '');
    expect(await refusal(resolvePath(join(root, 'a', 'b'), [root]))).toBe('not-found');
  });

  it('is refused for a name that no disk can hold', async () => {
    expect(await refusal(resolvePath(join(root, 'x'.repeat(5000)), [root]))).toBe('invalid-path');
  });
});
