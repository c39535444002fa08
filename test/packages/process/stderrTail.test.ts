// The stderr tail.
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { StderrTail, TextTail } from '../../../packages/process/stderrTail.ts';

test('the tail is the last 20 lines, without blank ones and without colors', () => {
  const tail = new TextTail(100);
  for (let index = 0; index < 50; index++) tail.add(`\u001b[31mline ${index}\u001b[0m`);
  tail.add('  ');
  expect(tail.toString().split('\n')).toEqual(Array.from({ length: 20 }, (_, index) => `line ${index + 30}`));
});

test('a long line is logged in more detail than it has in the tail', async () => {
  const stream = new PassThrough();
  const logged: string[] = [];
  const tail = new StderrTail(stream, { onLine: (line) => logged.push(line), maxLineCharacters: 500 });
  stream.end('x'.repeat(1000));
  await new Promise((resolve) => {
    stream.once('close', resolve);
  });
  expect(logged).toEqual(['x'.repeat(1000)]);
  expect(tail.toString()).toBe(`${'x'.repeat(500)}… (500 more characters)`);
});

test('finds the lines again that came at a moment or later', () => {
  let now = 1;
  const tail = new TextTail(100, () => now);
  tail.add('one');
  now = 2;
  tail.add('two');
  now = 3;
  tail.add('three');
  expect(tail.since(2)).toBe('two\nthree');
  expect(tail.since(4)).toBe('');
  expect(tail.toString()).toBe('one\ntwo\nthree');
});
