// Where a prompt that was not sent goes: the chat that shows its session, or the draft.
import { expect, test } from 'vitest';
import { Emitter } from '../../../src/core/base/lifecycle.ts';
import type { HostMessage } from '../../../src/core/panel/hostMessage.ts';
import type { Chat } from '../../../src/host/chat/chat.ts';
import { RefusedPrompts, type RefusedPrompt } from '../../../src/host/context/refusedPrompts.ts';

const PROMPT: RefusedPrompt = {
  type: 'prompt_refused',
  key: 'k',
  content: [{ type: 'text', text: 'not sent' }],
  message: 'The file is gone.',
};

function makePlaces(shown: string | undefined, draft = '') {
  const posted: HostMessage[] = [];
  const drafts = new Map([['k', draft]]);
  const chat: Pick<Chat, 'post'> = { post: (message) => posted.push(message) };
  const changed = new Emitter<void>();
  let current = shown;
  const prompts = new RefusedPrompts({
    chats: { showing: (key) => (key === current ? chat : undefined), onChange: changed.event },
    drafts: {
      keyOf: (key) => (key === 'lost' ? 'k' : key),
      of: (key) => drafts.get(key) ?? '',
      offer: (blocks) => blocks.map((block, index) => ({ id: `${index}`, block })),
      attachment: () => undefined,
      set: (key, text) => void drafts.set(key, text),
    },
  });
  const show = (key: string): void => {
    current = key;
    changed.fire();
  };
  return { posted, drafts, prompts, show };
}

test('the chat that shows the session gets it, which waits for its page', () => {
  const { prompts, posted, drafts } = makePlaces('k', 'typed since');
  prompts.giveBack(PROMPT);
  expect(posted).toEqual([PROMPT]);
  expect(drafts.get('k')).toBe('typed since');
});

test('where no chat shows the session, its draft begins with the text', () => {
  const { prompts, posted, drafts } = makePlaces('other', 'typed since');
  prompts.giveBack(PROMPT);
  expect(posted).toEqual([]);
  expect(drafts.get('k')).toBe('not sent\ntyped since');
});

test('where the draft is empty, it is the text', () => {
  const { prompts, drafts } = makePlaces(undefined);
  prompts.giveBack(PROMPT);
  expect(drafts.get('k')).toBe('not sent');
});

test('what was attached, and the reason, come back with the chat that shows the session next, once', () => {
  const { prompts, posted, drafts, show } = makePlaces(undefined, 'typed since');
  const image = (data: string) => ({ type: 'image' as const, data, mimeType: 'image/png' });
  const second = { type: 'text' as const, text: 'nor this' };
  prompts.giveBack({ ...PROMPT, content: [image('AA=='), ...PROMPT.content] });
  prompts.giveBack({ ...PROMPT, content: [image('BB=='), second] });
  expect(drafts.get('k')).toBe('not sent\nnor this\ntyped since');
  show('other');
  expect(posted).toEqual([]);
  show('k');
  expect(posted).toEqual([
    { ...PROMPT, content: [], attachments: [{ id: '0', block: image('AA==') }] },
    { ...PROMPT, content: [], attachments: [{ id: '0', block: image('BB==') }] },
  ]);
  show('other');
  show('k');
  expect(posted).toHaveLength(2);
});

test('a text that a late report of the draft has overwritten comes back all the same', () => {
  const { prompts, posted, drafts, show } = makePlaces(undefined, 'typed');
  prompts.giveBack(PROMPT);
  drafts.set('k', 'typed since');
  show('k');
  expect(posted).toEqual([PROMPT]);
});

test('of a session that did not come back it goes to the one in its place', () => {
  const { prompts, posted, drafts, show } = makePlaces(undefined);
  prompts.giveBack({ ...PROMPT, key: 'lost' });
  expect(drafts.get('k')).toBe('not sent');
  show('k');
  expect(posted).toEqual([{ ...PROMPT, content: [] }]);
});
