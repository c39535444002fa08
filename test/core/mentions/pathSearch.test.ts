import { describe, expect, it } from 'vitest';
import { rankPaths, searchPaths, type FoundPath } from '../../../src/core/mentions/pathSearch.ts';

function search(paths: Iterable<string>, text: string, limit = 10): readonly FoundPath[] {
  const steps = searchPaths(paths, text, limit);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

const found = (paths: Iterable<string>, text: string): readonly string[] =>
  search(paths, text).map(({ path }) => path);

describe('searchPaths', () => {
  it('puts the file of that name before those that only hold it', () => {
    const paths = ['src/chat/chatPanel.ts', 'test/panel/other.ts', 'src/panel.ts', 'docs/panel/readme.md'];
    expect(found(paths, 'panel')[0]).toBe('src/panel.ts');
  });

  it('finds letters in order, several words, and both slashes', () => {
    const paths = ['src/host/chat/openChats.ts', 'src/core/base.ts'];
    expect(found(paths, 'opch')).toEqual(['src/host/chat/openChats.ts']);
    expect(found(paths, 'host open')).toEqual(['src/host/chat/openChats.ts']);
    expect(found(paths, String.raw`core\base`)).toEqual(['src/core/base.ts']);
  });

  it('finds a name by the words in it before a path by its folders', () => {
    const paths = ['src/core/views.ts', 'src/host/sessionConfigView.ts', 'docs/describe/serve.md'];
    expect(found(paths, 'scv')).toEqual(['src/host/sessionConfigView.ts', 'src/core/views.ts']);
  });

  it('does not find letters that are anywhere in the path', () => {
    expect(found(['src/problems/renderer.ts', 'lib/branch.ts', 'lib/library.ts'], 'br')).toEqual([
      'lib/branch.ts',
      'lib/library.ts',
    ]);
  });

  it('finds a folder by its own name', () => {
    expect(found(['src/host/', 'src/host/chat/', 'src/'], 'host')[0]).toBe('src/host/');
  });

  it('finds the exact name among 100,000 files that match worse', () => {
    const paths = [
      ...Array.from({ length: 100_000 }, (_, index) => `t/a/r/g/e/t/x${index}.ts`),
      'deep/target.ts',
    ];
    expect(found(paths, 'target')[0]).toBe('deep/target.ts');
  });

  it('can be interrupted', () => {
    const steps = searchPaths(
      Array.from({ length: 10_000 }, (_, index) => `${index}.ts`),
      '9',
      5,
    );
    expect(steps.next()).toEqual({ done: false, value: undefined });
  });

  it('survives names that are hostile', () => {
    const paths = ['a\nb.ts', '\u202Egpj.exe', 'x'.repeat(100_000), '[@x](file:///y)', ''];
    for (const text of ['a', '\u202E', 'x', '[@x](', '(', '\\', ' '])
      expect(() => search(paths, text)).not.toThrow();
  });
});

describe('rankPaths', () => {
  it('leaves the order as it is when nothing was typed', () => {
    expect(rankPaths(['b', 'a'], '  ', 10).map(({ path }) => path)).toEqual(['b', 'a']);
  });

  it('finds accents however the file system and the keyboard write them', () => {
    const paths = ['docs/u\u0308bersicht.md', 'docs/\u00FCbung.md', 'docs/other.md'];
    for (const typed of ['\u00FCb', 'u\u0308b', '\u00DCb']) {
      expect(found(paths, typed).toSorted((a, b) => a.length - b.length)).toEqual([
        'docs/\u00FCbung.md',
        'docs/u\u0308bersicht.md',
      ]);
    }
  });

  it('finds letters with accents by those without', () => {
    const paths = ['docs/Re\u0301sume\u0301.md', 'docs/\u00DCbung.md', 'docs/other.md'];
    expect(found(paths, 'resume')).toEqual(['docs/Re\u0301sume\u0301.md']);
    expect(found(paths, 'ubung')).toEqual(['docs/\u00DCbung.md']);
  });
});
