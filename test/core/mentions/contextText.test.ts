import { describe, expect, it } from 'vitest';
import {
  endWithNote,
  problemsText,
  quoted,
  startWithNote,
  textLines,
  type ListedProblem,
} from '../../../src/core/mentions/contextText.ts';

describe('texts of mentions', () => {
  it('say what was cut, and cut no character in two', () => {
    expect(startWithNote('abc', 3)).toBe('abc');
    expect(startWithNote('ab😀', 3)).toBe('ab\n\n[2 more characters were left out.]\n');
    expect(endWithNote('😀ab', 3)).toBe('[2 earlier characters were left out.]\n\nab');
  });

  it('are quoted by fences longer than any of theirs', () => {
    expect(quoted('a')).toBe('```\na\n```');
    expect(quoted('````\n')).toBe('`````\n````\n`````');
  });

  it.each([
    ['a\nb\nc', { start: 2, end: 3 }, 'b\nc'],
    ['a\r\nb\rc\nd', { start: 2, end: 3 }, 'b\rc'],
    ['a\nb\n', { start: 1, end: 1 }, 'a'],
    ['a', { start: 1, end: 9 }, 'a'],
    ['a\nb', { start: 5, end: 9 }, ''],
  ])('are the lines that were asked for: %j %j', (text, lines, expected) => {
    expect(textLines(text, lines)).toBe(expected);
  });

  it('name the worst of very many problems, and how many were left out', () => {
    const problem = (severity: string, line: number): ListedProblem => ({
      path: 'a.ts',
      line,
      column: 1,
      severity,
      message: 'No',
      source: '',
    });
    const many = Array.from({ length: 1_200 }, (_, index) => problem('warning', index));
    const text = problemsText([...many, problem('error', 7_000)]);
    expect(text.split('\n').slice(0, 2)).toEqual([
      '[201 more problems were left out.]',
      'a.ts:7000:1: error: No',
    ]);
  });
});
