// Where paths lead on Windows and macOS: letter case, junctions, short names, drives, shares, composed letters.
import { posix, win32 } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FileAccessError } from '../../src/core/ports/fileAccess.ts';
import type { PathStyle } from '../../src/core/paths/pathContainment.ts';
import { resolvePath, type Links } from '../../src/files/containedPath.ts';

/** A disk that finds names whatever their letter case and composition, and reports them as they are written on it. */
class Disk implements Links {
  readonly touched: string[] = [];
  readonly #style: PathStyle;
  readonly #names = new Map<string, string>();
  readonly #links = new Map<string, string>();

  constructor(style: PathStyle, folders: readonly string[], links: Readonly<Record<string, string>> = {}) {
    this.#style = style;
    for (const folder of folders) this.#add(folder);
    for (const [link, target] of Object.entries(links)) this.#links.set(plain(link), target);
  }

  async realpath(path: string): Promise<string> {
    this.touched.push(path);
    const paths = this.#style === 'windows' ? win32 : posix;
    const { root } = paths.parse(path);
    let real = this.#names.get(plain(root)) ?? root;
    for (const part of partsOf(path.slice(root.length), this.#style)) {
      const next = paths.join(real, part);
      const link = this.#links.get(plain(next));
      const found = link ?? this.#names.get(plain(next));
      if (found === undefined) throw Object.assign(new Error(next), { code: 'ENOENT' });
      real = link === undefined ? found : await this.realpath(link);
    }
    return real;
  }

  async isLink(path: string): Promise<boolean> {
    return this.#links.has(plain(path));
  }

  #add(folder: string): void {
    const paths = this.#style === 'windows' ? win32 : posix;
    for (let path = folder; !this.#names.has(plain(path)); path = paths.dirname(path))
      this.#names.set(plain(path), path);
  }
}

function partsOf(path: string, style: PathStyle): readonly string[] {
  return path.split(style === 'windows' ? /[\\/]+/ : /\/+/).filter((name) => name !== '');
}

function plain(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** Whether it is inside, or the refusal. */
async function verdict(path: string, root: string, style: PathStyle, disk: Disk): Promise<string> {
  return resolvePath(path, [root], style, disk).then(
    ({ inside }) => (inside ? 'inside' : 'outside'),
    (error: unknown) => (error instanceof FileAccessError ? error.refusal : String(error)),
  );
}

describe('R78 on Windows', () => {
  const root = 'C:\\Work\\Tea';
  const folders = [`${root}\\src`, 'C:\\Work\\Teapot', 'C:\\Windows', 'D:\\Other', 'C:\\Program Files\\App'];
  const links = {
    'C:\\Work\\Tea\\junction': 'D:\\Other',
    'C:\\Work\\Tea\\back': 'C:\\Work\\Tea\\src',
    'C:\\Work\\Tea\\gone': 'D:\\Not there',
    'C:\\PROGRA~1': 'C:\\Program Files',
    'C:\\Work\\TEA~1': 'C:\\Work\\Teapot',
    'S:\\': 'C:\\Windows',
  };

  test.each([
    ['a file', 'C:\\Work\\Tea\\src', 'inside'],
    ['a file that is not there yet', 'C:\\Work\\Tea\\src\\new.ts', 'inside'],
    ['a file in a folder that is not there yet', 'C:\\Work\\Tea\\a\\b\\new.ts', 'inside'],
    ['other slashes', 'C:/Work/Tea/src/new.ts', 'inside'],
    ['another letter case', 'c:\\WORK\\tea\\SRC\\new.ts', 'inside'],
    ['a folder whose name only begins like the root', 'C:\\Work\\Teapot\\a', 'outside'],
    ['the same in a short name', 'C:\\Work\\TEA~1\\a', 'outside'],
    ['another drive', 'D:\\Work\\Tea\\src\\a', 'outside'],
    ['a junction that leads out', 'C:\\Work\\Tea\\junction\\a', 'outside'],
    ['a junction that leads out, in another letter case', 'C:\\Work\\Tea\\JUNCTION\\new\\a', 'outside'],
    ['a junction that leads back in', 'C:\\Work\\Tea\\back\\a', 'inside'],
    ['a link to nothing', 'C:\\Work\\Tea\\gone', 'ambiguous'],
    ['below a link to nothing', 'C:\\Work\\Tea\\gone\\a', 'ambiguous'],
    ['a device', 'C:\\Work\\Tea\\NUL', 'invalid-path'],
    ['a device with an ending', 'C:\\Work\\Tea\\com1.txt', 'invalid-path'],
    ['a stream of a file', 'C:\\Work\\Tea\\a.txt:secret', 'invalid-path'],
    ['the stream of a folder', 'C:\\Work\\Tea::$INDEX_ALLOCATION\\a', 'invalid-path'],
    ['a dot at the end', 'C:\\Work\\Tea\\a.txt.', 'invalid-path'],
    ['a space at the end of a folder', 'C:\\Work\\Tea \\a.txt', 'invalid-path'],
    ['the way up', 'C:\\Work\\Tea\\..\\Teapot\\a', 'invalid-path'],
    ['the way up with the other slash', 'C:/Work/Tea/../Teapot/a', 'invalid-path'],
    ['relative to a drive', 'C:a.txt', 'invalid-path'],
    ['relative to the current drive', '\\Work\\Tea\\a', 'invalid-path'],
    ['the namespace that switches checks off', '\\\\?\\C:\\Work\\Tea\\a', 'invalid-path'],
    ['a path of another system', '/etc/passwd', 'invalid-path'],
  ])('%s: %s is %s', async (_name, path, expected) => {
    expect(await verdict(path, root, 'windows', new Disk('windows', folders, links))).toBe(expected);
  });

  test.each(['\\\\server\\share\\a', '//server/share/a', '\\\\10.0.0.1\\c$\\a'])(
    'another computer is not even asked: %s',
    async (path) => {
      const disk = new Disk('windows', folders, links);
      expect(await verdict(path, root, 'windows', disk)).toBe('outside');
      expect(disk.touched).toEqual([]);
    },
  );

  test('a session on a share works there, and on no other', async () => {
    const share = '\\\\server\\share\\tea';
    const disk = new Disk('windows', [`${share}\\src`, '\\\\server\\other\\a']);
    expect(await verdict(`${share}\\src\\new.ts`, share, 'windows', disk)).toBe('inside');
    expect(await verdict('\\\\server\\other\\a', share, 'windows', disk)).toBe('outside');
  });
});

describe('R78 on a Mac', () => {
  const root = '/Users/ada/Tea';
  const disk = () =>
    new Disk('posix', [`${root}/src`, `${root}/caf\u0065\u0301`, '/Users/ada/Teapot', '/private/etc'], {
      '/etc': '/private/etc',
      '/Users/ada/Tea/out': '/Users/ada/Teapot',
    });

  test.each([
    ['another letter case', '/users/ADA/tea/SRC/new.ts', 'inside'],
    ['a composed letter for one in two parts', `${root}/caf\u00e9/new.ts`, 'inside'],
    ['a link that leads out, in another letter case', '/Users/ada/Tea/OUT/a', 'outside'],
    ['a folder of the system', '/etc/hosts', 'outside'],
    ['a folder whose name only begins like the root', '/Users/ada/Teapot/a', 'outside'],
    ['the way up', '/Users/ada/Tea/../Teapot/a', 'invalid-path'],
  ])('%s: %s is %s', async (_name, path, expected) => {
    expect(await verdict(path, root, 'posix', disk())).toBe(expected);
  });
});
