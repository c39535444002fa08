// Which spellings of a path are taken, and which real paths lie in a folder.
import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isInside,
  isNetworkPath,
  pathProblem,
  visiblePath,
} from '../../../src/core/paths/pathContainment.ts';

describe('R17 R76 R78 the spelling of a path on POSIX', () => {
  it.each([
    ['src/a.ts', 'relative'],
    ['', 'relative'],
    ['~/a', 'relative'],
    ['./a', 'relative'],
    ['C:\\a', 'relative'],
    ['file:///etc/passwd', 'scheme'],
    ['vscode-vfs://github/a/b', 'scheme'],
    ['untitled:Untitled-1', 'scheme'],
    ['/ws/../etc/passwd', 'parent-segment'],
    ['/ws/..', 'parent-segment'],
    ['/ws/a/../b', 'parent-segment'],
    ['/ws/a\0.txt', 'control-character'],
    ['/ws/a\nb', 'control-character'],
    ['/ws/a/', 'folder'],
    ['/ws/a/.', 'folder'],
    ['/', 'folder'],
  ] as const)('refuses %j as %s', (path, problem) => {
    expect(pathProblem(path, 'posix')).toBe(problem);
  });

  it.each([
    '/ws/a',
    '/ws//a',
    '/ws/./a',
    '/ws/..a',
    '/ws/a..',
    '/ws/...',
    '/ws/con',
    '/ws/a. ',
    '/ws/a:b',
    '/ws/a\\b',
  ])('takes %j', (path) => {
    expect(pathProblem(path, 'posix')).toBeUndefined();
  });
});

describe('R17 R76 R78 the spelling of a path on Windows', () => {
  it.each([
    ['a.ts', 'relative'],
    ['C:a.ts', 'relative'],
    ['\\ws\\a.ts', 'relative'],
    ['/ws/a.ts', 'relative'],
    ['file:///c:/ws/a', 'scheme'],
    ['C:\\ws\\..\\a', 'parent-segment'],
    ['C:/ws/../a', 'parent-segment'],
    ['C:\\ws\\..', 'parent-segment'],
    ['C:\\ws\\con', 'device'],
    ['C:\\ws\\NUL.txt', 'device'],
    ['C:\\ws\\nul .txt', 'device'],
    ['C:\\ws\\com1\\a', 'device'],
    ['C:\\ws\\LPT¹', 'device'],
    ['C:\\ws\\CONOUT$', 'device'],
    ['C:\\ws\\aux:x', 'device'],
    ['\\\\?\\C:\\ws\\a', 'device'],
    ['//./pipe/x', 'device'],
    ['\\\\.\\PhysicalDrive0', 'device'],
    ['\\??\\C:\\ws', 'device'],
    ['C:\\ws\\a.txt:hidden', 'stream'],
    ['C:\\ws\\a.txt::$DATA', 'stream'],
    ['C:\\ws\\a.', 'trailing-dot'],
    ['C:\\ws\\a ', 'trailing-dot'],
    ['C:\\ws \\a', 'trailing-dot'],
    ['C:\\ws\\...\\a', 'trailing-dot'],
    ['C:\\ws\\a*', 'reserved-character'],
    ['C:\\ws\\a|b', 'reserved-character'],
    ['C:\\ws\\', 'folder'],
    ['C:\\', 'folder'],
    ['C:\\a\0', 'control-character'],
  ] as const)('refuses %j as %s', (path, problem) => {
    expect(pathProblem(path, 'windows')).toBe(problem);
  });

  it.each([
    'C:\\ws\\a',
    'c:/ws/a',
    '\\\\server\\share\\a',
    '//server/share/a',
    'C:\\ws\\console',
    'C:\\ws\\.con',
  ])('takes %j', (path) => {
    expect(pathProblem(path, 'windows')).toBeUndefined();
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

  it('no path with a “..” segment is taken, wherever it stands', () => {
    fc.assert(
      fc.property(parts, fc.nat(), (path, at) => {
        const climbing = path.toSpliced(at % (path.length + 1), 0, '..');
        expect(pathProblem(`/${climbing.join('/')}`, 'posix')).toBe('parent-segment');
        expect(pathProblem(`C:\\${climbing.join('\\')}`, 'windows')).toBeDefined();
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
      { numRuns: 1000 },
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (root, path) => {
        for (const style of ['posix', 'windows'] as const) {
          pathProblem(path, style);
          isInside(root, path, style);
        }
      }),
    );
  });
});

describe('A path shown to a user', () => {
  it('spells out what could hide or reorder it', () => {
    expect(visiblePath('/a\n/b\u202Egpj.exe\u200B\u2028')).toBe(
      '/a\\u{a}/b\\u{202e}gpj.exe\\u{200b}\\u{2028}',
    );
    expect(visiblePath('/ä/日本 語')).toBe('/ä/日本 語');
  });
});
