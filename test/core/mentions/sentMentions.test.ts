// Mentions of prompts that were sent: by their blocks, and as text again.
import { expect, test } from 'vitest';
import {
  attachmentsOf,
  draftText,
  sentParts,
  shownText,
  typedText,
} from '../../../src/core/mentions/sentMentions.ts';
import type { ContentBlock } from '../../../src/core/session/content.ts';

const image: ContentBlock = { type: 'image', data: 'AQID', mimeType: 'image/png' };
const content: readonly ContentBlock[] = [
  image,
  { type: 'text', text: 'Compare ' },
  { type: 'resource', resource: { uri: 'file:///a/b%20c.ts#L3:9', text: 'x' } },
  { type: 'text', text: ' with ' },
  { type: 'resource_link', uri: 'file:///a/d.ts', name: 'd.ts' },
  { type: 'resource', resource: { uri: 'parley:/pasted/pasted-text-1.txt', text: 'pasted' } },
];

test('a sent prompt has its mentions at their places, and its attachments apart', () => {
  expect(sentParts(content).map(({ type }) => type)).toEqual([
    'attachment',
    'text',
    'mention',
    'text',
    'mention',
    'attachment',
  ]);
  expect(attachmentsOf(content)).toEqual([image, content.at(-1)]);
  expect(shownText(content)).toBe('Compare b c.ts:3-9 with d.ts');
});

test('a sent prompt is text again as it was typed', () => {
  expect(typedText(content)).toBe(
    'Compare [@b c.ts:3-9](file:///a/b%20c.ts#L3:9) with [@d.ts](file:///a/d.ts)',
  );
  const typed = 'see [@d.ts](file:///a/d.ts)';
  expect(typedText([{ type: 'text', text: typed }])).toBe(typed);
});

test.each([
  ['parley:/git/staged', 'staged'],
  ['parley:/git/branch?name=main', 'main'],
  ['parley:/problems', 'problems'],
  ['file:///a/b.ts?symbol=run#L3:9', 'run · b.ts'],
  ['file:///a/b%zz.ts#L3', 'b%zz.ts:3'],
  ['file:///a/src/', 'src'],
])('%s without a name is called %s', (uri, name) => {
  expect(shownText([{ type: 'resource', resource: { uri, text: '' } }])).toBe(name);
});

test('a prompt that the agent reported mentions nothing in a draft, one of the user’s what it did', () => {
  const prompt = { kind: 'user', id: '1', at: 1, content } as const;
  expect(draftText({ ...prompt, origin: 'user' })).toBe(typedText(content));
  expect(draftText({ ...prompt, origin: 'agent' })).toBe('Compare @b c.ts:3-9 with @d.ts');
});
