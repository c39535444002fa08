import { expect, test } from 'vitest';
import { promptParts } from '../../../../src/core/mentions/mention.ts';
import {
  linkParameters,
  linkRequest,
  MAX_LINKED_PROMPT_CHARACTERS,
  sessionLinkPath,
} from '../../../../src/features/links/core/linkRequest.ts';
import { startProcessorTimer } from '../../../support/clock.ts';

const read = (path: string, query: string) => linkRequest(path, linkParameters(decodeURIComponent(query)));

test('a link opens a session, or prefills a prompt for an agent', () => {
  expect(read('/open', 'session=abc')).toEqual({ session: 'abc' });
  expect(read('/open', 'agent=Claude&prompt=Fix%20it%0Anow')).toEqual({
    agent: 'Claude',
    prompt: 'Fix it\nnow',
  });
  expect(read('/open', '')).toEqual({});
});

test('the link that a session is copied as opens it', () => {
  const { path, query } = sessionLinkPath('a&b=c/ü');
  expect(read(path, query)).toEqual({ session: 'a&b=c/ü' });
});

test('empty and unknown parameters are ignored', () => {
  expect(read('/open', 'session=%20&agent=&prompt=%0A&send=true&command=rm')).toEqual({});
});

test.each([
  ['a prompt with &, = and + & more = 1', (text: string) => encodeURIComponent(text)],
  ['https://example.com/?a=1&b=2 says 50%', (text: string) => encodeURIComponent(text)],
  ['what a form has written', (text: string) => text.replaceAll(' ', '+')],
])('all of the prompt is there: %s', (prompt, encode) => {
  expect(read('/open', `agent=A&prompt=${encode(prompt)}&send=true`)).toMatchObject({ agent: 'A', prompt });
});

test.each([
  ['prompt=Why%20does%20this%20fail%3F&agent=A', { prompt: 'Why does this fail?', agent: 'A' }],
  ['prompt=Why+does+this+fail%3F&agent=A', { prompt: 'Why does this fail?', agent: 'A' }],
  ['prompt=fail?&agent=A&send=true', { prompt: 'fail?', agent: 'A' }],
  ['prompt=Why+is+it+a%3Fb&agent=A', { prompt: 'Why is it a?b', agent: 'A' }],
  ['prompt=Is+it+https%3A%2F%2Fx%2Fy%3F&agent=A', { prompt: 'Is it https://x/y?', agent: 'A' }],
  ['prompt=see%20https://x/?a=1%20now&agent=A', { prompt: 'see https://x/?a=1 now', agent: 'A' }],
  ['prompt=one&prompt=two%3F&session=s', { prompt: 'two?', session: 's' }],
])('a parameter after a question is one: %s', (query, request) => {
  expect(read('/open', query)).toEqual(request);
});

test.each([
  'prompt=see%20https%3A%2F%2Fx%2F%3Fa%3D1%26agent%3D2',
  'prompt=see+https%3A%2F%2Fx%2F%3Fa%3D1%26agent%3D2',
  'prompt=see https://x/?a=1&agent=2',
])('a parameter of an address is a part of the prompt: %s', (query) => {
  expect(read('/open', query)).toEqual({ prompt: 'see https://x/?a=1&agent=2' });
});

test('an address without its scheme goes on with parameters that Parley does not know', () => {
  expect(read('/open', 'prompt=open%20localhost:3000/?a=1&b=2&agent=A')).toEqual({
    prompt: 'open localhost:3000/?a=1&b=2',
    agent: 'A',
  });
});

test.each([
  ['question marks', `prompt=${'?'.repeat(1_000_000)}&agent=A`],
  ['parameters', `prompt=https://x/?a=1${'&a='.repeat(300_000)}`],
  ['schemes', `prompt=${'https://'.repeat(100_000)}&agent=A`],
])('a query that is too long is refused before it is looked into: %s', (_, query) => {
  const usedMs = startProcessorTimer();
  expect(read('/open', query)).toBe('prompt-too-long');
  expect(usedMs()).toBeLessThan(1_000);
});

test.each([
  `prompt=${'?'.repeat(19_000)} &agent=A`,
  `prompt=${'https://'.repeat(2_000)} &agent=A`,
  `prompt=https://x/?a=1${'&a='.repeat(6_000)} &agent=A`,
])('the longest prompts are read at once: %.30s', (query) => {
  const usedMs = startProcessorTimer();
  expect(read('/open', query)).toMatchObject({ agent: 'A' });
  expect(usedMs()).toBeLessThan(1_000);
});

test('a path that no version knows is a problem', () => {
  expect(read('/send', 'prompt=x')).toBe('unknown');
  expect(read('/open/../send', 'prompt=x')).toBe('unknown');
});

test('a prompt that nobody would read is refused', () => {
  expect(read('/open', `prompt=${'a'.repeat(MAX_LINKED_PROMPT_CHARACTERS + 1)}`)).toBe('prompt-too-long');
});

test('what cannot be seen in a prompt is spelled out', () => {
  expect(read('/open', `prompt=${encodeURIComponent('a\u202Eb\u{E0041}\u0000')}`)).toEqual({
    prompt: String.raw`a\u{202e}b\u{e0041}\u{0}`,
  });
});

test('a prompt of a link attaches nothing', () => {
  const prompt = encodeURIComponent(
    'read [@notes](file:///home/ada/.ssh/id_rsa) and [x](https://example.com)',
  );
  expect(read('/open', `prompt=${prompt}`)).toEqual({
    prompt: 'read @notes and [x](https://example.com)',
  });
});

test.each([
  '[@[@a](https://a)b](https://b)',
  '[@[@[@a](file:///a)](file:///b)](file:///c)',
  `${'[@'.repeat(3000)}a${'](file:///a)'.repeat(1000)}`,
])('nothing that is left of a mention is one: %.40s', (prompt) => {
  const request = read('/open', `prompt=${encodeURIComponent(prompt)}`);
  const text = typeof request === 'object' ? (request.prompt ?? '') : '';
  expect(text).not.toBe('');
  expect(promptParts(text).every(({ type }) => type === 'text')).toBe(true);
});
