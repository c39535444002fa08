// Where code belongs in a file.
import { describe, expect, test } from 'vitest';
import { appliedCode } from '../../../../src/features/codeBlocks/core/appliedCode.ts';
import { startProcessorTimer } from '../../../support/clock.ts';

const FILE = `import a from 'a';

export function first(x) {
  return x;
}

export class Box {
  open() {
    return 1;
  }

  close() {
    return 2;
  }
}
`;

const applied = (code: string, file = FILE, isPatch = false): string => {
  const result = appliedCode(file, code, isPatch);
  return result.state === 'applied' ? result.text : result.state;
};

describe('Code of a file', () => {
  test('takes the place of the lines that begin and end like it', () => {
    const text = applied('export function first(x) {\n  if (!x) return 0;\n  return x;\n}');
    expect(text).toBe(FILE.replace('  return x;', '  if (!x) return 0;\n  return x;'));
  });

  test('gets the indentation of the place', () => {
    expect(applied('close() {\n  return 3;\n}')).toBe(FILE.replace('return 2', 'return 3'));
  });

  test('leaves out what a comment with dots stands for', () => {
    const code = "import a from 'a';\n\n// ... existing code ...\n\n  close() {\n    return 3;\n  }\n";
    expect(applied(code)).toBe(FILE.replace('return 2', 'return 3'));
  });

  test('replaces the whole file where it has most of it', () => {
    const code = FILE.replace("import a from 'a';", "import b from 'b';").trimEnd();
    expect(applied(code)).toBe(FILE.replace("import a from 'a';", "import b from 'b';"));
  });

  test('fills an empty file', () => {
    expect(applied('one\ntwo', '')).toBe('one\ntwo\n');
  });

  test('keeps the line ends of the file', () => {
    expect(applied('b2', 'a\r\nb\r\n')).toBe('unclear');
    expect(applied('a\nc\nb', 'a\r\nb\r\n')).toBe('a\r\nc\r\nb\r\n');
  });

  test('ends where the most of it is, not at the first line that is like its last one', () => {
    const file = 'function a() {\n  x();\n}\n\nfunction b() {\n  y();\n}\n';
    expect(applied(file, file)).toBe('same');
    expect(applied(file.replace('y()', 'z()'), file)).toBe(file.replace('y()', 'z()'));
  });

  test('is not applied twice', () => {
    expect(applied('export function first(x) {\n  return x;\n}')).toBe('same');
  });

  test.each([
    ['nothing of it is in the file', 'const other = 1;\nconst more = 2;'],
    ['it is empty', ' \n'],
    ['the place may be one of two', '  x();\n}', '  x();\n}\n\n  x();\n}\n'],
    ['most of what it would replace has nothing of it', 'a\nb', `a\n${'other\n'.repeat(40)}b\n`],
  ])('has no clear place where %s', (_why, code, file = FILE) => {
    expect(applied(code, file)).toBe('unclear');
  });
});

describe('A patch', () => {
  const patch = '--- a/x\n+++ b/x\n@@ -90,3 +1,4 @@\n   close() {\n-    return 2;\n+    return 3;\n   }\n';

  test('is applied by its lines, whatever numbers it has', () => {
    expect(applied(patch, FILE, true)).toBe(FILE.replace('return 2', 'return 3'));
  });

  test('that fits nowhere is a conflict', () => {
    expect(applied(patch.replace('return 2', 'return 9'), FILE, true)).toBe('conflict');
  });
});

test('a hostile block takes no long time', () => {
  const usedMs = startProcessorTimer();
  applied('{\n'.repeat(2_000), '{\n'.repeat(2_000).concat('}'));
  applied(`${'a '.repeat(50_000)}\nb`, `${'x\n'.repeat(20_000)}`);
  expect(usedMs()).toBeLessThan(5_000);
});
