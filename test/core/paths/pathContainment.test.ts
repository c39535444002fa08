// Which paths are absolute, and which lie in which folder.
import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isAbsolutePath,
  isInside,
  isNetworkPath,
  pathStyleOf,
  relativePath,
} from '../../../src/core/paths/pathContainment.ts';
import { pathProblem } from '../../../src/core/paths/pathProblem.ts';
import { propertyRuns } from '../../support/cases/fullRun.ts';

describe('The spelling of an absolute path', () => {
  it.each([
    ['/ws', 'posix'],
    ['C:\\ws', 'windows'],
    ['c:/ws', 'windows'],
    ['\\\\server\\share', 'windows'],
  ])('of %j is that of %s', (path, style) => {
    expect(pathStyleOf(path)).toBe(style);
  });

  it.each([
    ['/a', true, true],
    ['a', false, false],
    ['./a', false, false],
    ['C:\\a', false, true],
    ['C:a', false, true],
    ['\\a', false, true],
    ['\\\\server\\share', false, true],
    ['', false, false],
  ])('%j is absolute on POSIX: %s, on Windows: %s', (path, onPosix, onWindows) => {
    expect(isAbsolutePath(path, 'posix')).toBe(onPosix);
    expect(isAbsolutePath(path, 'windows')).toBe(onWindows);
  });

  it('knows which paths lead to another computer', () => {
    expect(isNetworkPath('\\\\server\\share\\a', 'windows')).toBe(true);
    expect(isNetworkPath('//server/share/a', 'windows')).toBe(true);
    expect(isNetworkPath('C:\\a', 'windows')).toBe(false);
    expect(isNetworkPath('//a', 'posix')).toBe(false);
  });
});

describe('R78 what lies in a folder', () => {
  it.each([
    ['/ws', '/ws', true],
    ['/ws', '/ws/a', true],
    ['/ws/', '/ws/a', true],
    ['/', '/etc/passwd', true],
    ['/ws', '/wsx/a', false],
    ['/ws', '/w', false],
    ['/ws', '/', false],
    ['/ws', '/WS/a', false],
    ['/ws', '/a/ws/b', false],
  ])('POSIX: %j and %j: %s', (root, path, inside) => {
    expect(isInside(root, path, 'posix')).toBe(inside);
  });

  it.each([
    ['C:\\ws', 'c:\\ws\\a', true],
    ['C:\\ws', 'C:\\WS\\a', false],
    ['C:\\ws', 'D:\\ws\\a', false],
    ['C:\\', 'C:\\a', true],
    ['\\\\server\\share', '\\\\SERVER\\share\\a', true],
    ['\\\\server\\share', '\\\\server\\other\\a', false],
    ['\\\\c:\\ws', 'c:\\ws\\a', false],
  ])('Windows: %j and %j: %s', (root, path, inside) => {
    expect(isInside(root, path, 'windows')).toBe(inside);
  });

  it('ignores letter case where the caller says so', () => {
    expect(isInside('C:\\ws', 'c:\\WS\\a', 'windows', 'ignored')).toBe(true);
    expect(isInside('/ws', '/WS/a', 'posix', 'ignored')).toBe(true);
    expect(isInside('/ws', '/WSX/a', 'posix', 'ignored')).toBe(false);
  });

  it.each([
    ['/ws', '/ws/a/b', 'posix', 'a/b'],
    ['/ws/', '/ws', 'posix', ''],
    ['/ws', '/other', 'posix', undefined],
    ['/ws', '/wsx/a', 'posix', undefined],
    ['/ws', '/ws//a/./b/', 'posix', 'a/b'],
    ['/ws', '/ws/.a/..b/c.', 'posix', '.a/..b/c.'],
    ['/ws', '/ws/a/../b', 'posix', undefined],
    ['/ws', '/ws/..', 'posix', undefined],
    ['/ws/./x', '/ws/./x/a', 'posix', 'a'],
    ['/', '/a', 'posix', 'a'],
    ['', '/a', 'posix', 'a'],
    ['C:\\ws', 'c:/ws\\A\\b', 'windows', 'A/b'],
  ] as const)('the path from %j to %j (%s) is %j', (root, path, style, relative) => {
    expect(relativePath(root, path, style)).toBe(relative);
  });
});

const part = fc
  .string({ minLength: 1, maxLength: 8, unit: fc.constantFrom('a', 'B', '.', ' ', '-', 'ä', ':', '\\', '~') })
  .filter((name) => name !== '.' && name !== '..');
const parts = fc.array(part, { minLength: 1, maxLength: 5 });

describe('R78 containment as a property', () => {
  it('agrees with what the path library says of absolute POSIX paths', () => {
    fc.assert(
      fc.property(parts, parts, (root, path) => {
        const from = `/${root.join('/')}`;
        const to = `/${path.join('/')}`;
        const between = posix.relative(from, to);
        const inside = between !== '..' && !between.startsWith('../');
        expect(isInside(from, to, 'posix')).toBe(inside);
      }),
    );
  });

  it('whatever follows a folder without “..” is in it, on POSIX', () => {
    fc.assert(
      fc.property(parts, parts, (root, rest) => {
        const folder = `/${root.join('/')}`;
        expect(isInside(folder, `${folder}/${rest.join('/')}`, 'posix')).toBe(true);
      }),
    );
  });

  it('no path with a “..” segment is inside, wherever it stands', () => {
    fc.assert(
      fc.property(parts, fc.nat(), (path, at) => {
        const climbing = path.toSpliced(at % (path.length + 1), 0, '..');
        expect(isInside('/', `/${climbing.join('/')}`, 'posix')).toBe(false);
        expect(isInside('C:\\', `C:\\${climbing.join('\\')}`, 'windows')).toBe(false);
      }),
    );
  });

  it('a Windows path that is taken means the same to the path library, whole', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'B', '.', ' ', '\\', '/', ':', '?') }), (rest) => {
        const path = `C:\\${rest}`;
        fc.pre(pathProblem(path, 'windows') === undefined);
        const normal = win32.normalize(path);
        expect(isInside(path, normal, 'windows')).toBe(true);
        expect(isInside(normal, path, 'windows')).toBe(true);
        expect(isInside('C:\\', path, 'windows')).toBe(true);
      }),
      propertyRuns(1000),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (root, path) => {
        for (const style of ['posix', 'windows'] as const) {
          isInside(root, path, style);
        }
      }),
    );
  });
});
