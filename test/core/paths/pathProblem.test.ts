// Which spellings of a path are accepted.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathProblem } from '../../../src/core/paths/pathProblem.ts';

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
});

const part = fc
  .string({ minLength: 1, maxLength: 8, unit: fc.constantFrom('a', 'B', '.', ' ', '-', 'ä', ':', '\\', '~') })
  .filter((name) => name !== '.' && name !== '..');
const parts = fc.array(part, { minLength: 1, maxLength: 5 });

describe('R17 R76 R78 the spelling of a path as a property', () => {
  it('no path with a “..” segment is accepted, wherever it stands', () => {
    fc.assert(
      fc.property(parts, fc.nat(), (path, at) => {
        const climbing = path.toSpliced(at % (path.length + 1), 0, '..');
        expect(pathProblem(`/${climbing.join('/')}`, 'posix')).toBe('parent-segment');
        expect(pathProblem(`C:\\${climbing.join('\\')}`, 'windows')).toBeDefined();
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (path) => {
        for (const style of ['posix', 'windows'] as const) {
          pathProblem(path, style);
        }
      }),
    );
  });
});
