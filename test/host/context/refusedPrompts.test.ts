// Where a prompt that was not sent goes: the chat that shows its session, or the draft.
import { expect, test } from 'vitest';
import type { HostMessage } from '../../../src/core/panel/hostMessage.ts';
import type { Chat } from '../../../src/host/chat/chat.ts';
import { returnPrompt, type RefusedPrompt } from '../../../src/host/context/refusedPrompts.ts';

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
  return {
    posted,
    drafts,
    places: {
      chats: { showing: (key: string) => (key === shown ? chat : undefined) },
      drafts: {
        of: (key: string) => drafts.get(key) ?? '',
        set: (key: string, text: string) => void drafts.set(key, text),
      },
    },
  };
}

test('the chat that shows the session gets it, which waits for its page', async () => {
  const { places, posted, drafts } = makePlaces('k', 'typed since');
  await returnPrompt(PROMPT, places);
  expect(posted).toEqual([PROMPT]);
  expect(drafts.get('k')).toBe('typed since');
});

test('where no chat shows the session, its draft begins with the text', async () => {
  const { places, posted, drafts } = makePlaces('other', 'typed since');
  await returnPrompt(PROMPT, places);
  expect(posted).toEqual([]);
  expect(drafts.get('k')).toBe('not sent\ntyped since');
});

test('where the draft is empty, it is the text', async () => {
  const { places, drafts } = makePlaces(undefined);
  await returnPrompt(PROMPT, places);
  expect(drafts.get('k')).toBe('not sent');
});
