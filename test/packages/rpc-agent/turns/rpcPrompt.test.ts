// What becomes of the blocks of a prompt: one text that begins with what was written, and pictures beside it.
import type { ContentBlock } from '@agentclientprotocol/sdk';
import { describe, expect, test } from 'vitest';
import {
  promptBlocks,
  rpcPrompt,
  writtenTextOf,
} from '../../../../packages/rpc-agent/src/turns/rpcPrompt.ts';

const text = (words: string): ContentBlock => ({ type: 'text', text: words });
const link = (uri: string): ContentBlock => ({ type: 'resource_link', uri, name: 'x' });
const file = (uri: string, content: string): ContentBlock => ({
  type: 'resource',
  resource: { uri, text: content },
});

describe('a prompt', () => {
  test('keeps a command at its beginning, names files in their place, and brings contents at the end', () => {
    const prompt = rpcPrompt([
      text('/review '),
      link('file:///work/a%20b.ts#L3'),
      text(' and '),
      file('file:///work/c.ts', 'const c = 1;'),
      link('https://example.com/x'),
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'file:///work/d.png', blob: 'BBBB', mimeType: 'image/png' } },
    ]);
    expect(prompt.message).toBe(
      '/review /work/a b.ts#L3 and /work/c.ts https://example.com/x /work/d.png\n\n<file name="/work/c.ts">\nconst c = 1;\n</file>',
    );
    expect(prompt.images).toEqual([
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'image', data: 'BBBB', mimeType: 'image/png' },
    ]);
  });

  test.each([
    ['before the words', [link('file:///work/a.ts'), link('file:///work/b.ts'), text('Compare them')]],
    ['behind the words', [text('Compare them'), link('file:///work/a.ts'), link('file:///work/b.ts')]],
  ])('R90 names files that stand %s after them', (_where, blocks) => {
    expect(rpcPrompt(blocks).message).toBe('Compare them\n\n/work/a.ts\n/work/b.ts');
  });

  test('keeps text and names apart, and punctuation in its place', () => {
    const blocks = [
      text('Move ('),
      link('file:///a.ts'),
      text('), then '),
      link('file:///b.ts'),
      text('into it.'),
    ];
    expect(rpcPrompt(blocks).message).toBe('Move (/a.ts), then /b.ts into it.');
  });

  test('names a file whose content goes with it once', () => {
    const blocks = [file('file:///a.ts', 'let a;'), text('Explain')];
    expect(rpcPrompt(blocks).message).toBe('Explain\n\n<file name="/a.ts">\nlet a;\n</file>');
  });

  test('of files alone names them', () => {
    expect(rpcPrompt([link('file:///a.ts'), link('file:///b.ts')]).message).toBe('/a.ts\n/b.ts');
  });

  test('ends the name of a command with a space before what goes with it', () => {
    expect(rpcPrompt([link('file:///a.ts'), text('/review')]).message).toBe('/review \n\n/a.ts');
    expect(rpcPrompt([text('/review')]).message).toBe('/review');
  });
});

test.each([
  ['attached files', [link('file:///a.ts'), text('/bash ls')], '/bash ls'],
  ['attached contents', [text('/bash ls'), file('file:///a.ts', 'rm -rf x')], '/bash ls'],
  ['files that they mention', [text('/bash cat '), file('file:///a.ts', 'let a;')], '/bash cat /a.ts'],
])('the words alone, with %s', (_what, blocks, expected) => {
  expect(writtenTextOf(blocks)).toBe(expected);
});

test('the content of a steering message may leave its type open', () => {
  const resource = { uri: 'file:///a.bin', blob: 'AAAA', mimeType: null };
  expect(promptBlocks.safeParse([{ type: 'resource', resource }]).success).toBe(true);
});
