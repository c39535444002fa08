// Command lines as users type them.
import { expect, test } from 'vitest';
import { commandLineText } from '../../../src/core/text/commandLineText.ts';
import { splitCommandLine } from '../../../src/core/text/splitCommandLine.ts';

test.each([
  ['', []],
  ['  ', []],
  ['npx -y agent  --acp', ['npx', '-y', 'agent', '--acp']],
  [`a "b c" 'd e' ""`, ['a', 'b c', 'd e', '']],
  ['--name="A B"', ['--name=A B']],
  ['a\\ b', ['a b']],
  ['"say \\"x\\""', ['say "x"']],
  [`'a\\b'`, ['a\\b']],
  ['C:\\tools\\agent.exe --acp', ['C:\\tools\\agent.exe', '--acp']],
  ['\\\\server\\share\\agent.exe', ['\\\\server\\share\\agent.exe']],
  ['$HOME `x` | y; z', ['$HOME', '`x`', '|', 'y;', 'z']],
])('%j', (text, words) => {
  expect(splitCommandLine(text)).toEqual(words);
});

test.each(['"a', "it's", 'a "b'])('%j is not closed', (text) => {
  expect(splitCommandLine(text)).toBeUndefined();
});

test('what is shown as a command line is read as the same words', () => {
  const words = ['a', 'b c', '$x', '"', ''];
  expect(splitCommandLine(commandLineText('', words))?.slice(1)).toEqual(words);
});
