// A prompt in the place of an earlier one: what is sent, restored and reported, and in which order.
import { beforeEach, expect, test, vi } from 'vitest';
import { forkNotAtPrompt, ParleyError } from '../../../src/core/errors.ts';
import type { HostMessage } from '../../../src/core/panel/hostMessage.ts';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { resendPrompt } from '../../../src/host/sessions/resendPrompt.ts';

vi.mock('vscode', async () => import('../../support/vscode.ts'));

const KEY = 'session-1';
const content = [{ type: 'text' as const, text: 'other' }];

let log: string[];
let posted: HostMessage[];
let store: SessionStore;

beforeEach(() => {
  log = [];
  posted = [];
  store = new SessionStore();
  store.create(KEY, 'bot', '/tmp');
});

interface Outcome {
  readonly fork?: () => Promise<string | undefined>;
  readonly isConfirmed?: boolean;
}

async function resend(
  message: { readonly into?: 'fork' | 'new_session'; readonly restoresFiles?: boolean } = {},
  { fork = async () => 'copy', isConfirmed = true }: Outcome = {},
): Promise<void> {
  const panel: unknown = { post: (each: HostMessage) => posted.push(each) };
  const options: unknown = {
    store,
    sessions: {
      copies: {
        fork: async () => {
          log.push('fork');
          return fork();
        },
        startAt: () => {
          log.push('start');
          return 'new';
        },
      },
      delete: async (key: string) => log.push(`delete ${key}`) > 0,
    },
    sendPrompt: ({ key }: { readonly key: string }) => void log.push(`send to ${key}`),
    current: { open: (key: string) => log.push(`show ${key}`) },
    chats: { showing: () => undefined, reveal: async () => undefined },
    restoreFiles: async () => {
      log.push('restore');
      return isConfirmed;
    },
  };
  await call(
    {
      type: 'resend',
      key: KEY,
      entryId: 'e0',
      content,
      into: 'fork',
      from: 'editor',
      restoresFiles: false,
      ...message,
    },
    panel,
    options,
  );
}

/** The test stands for the rest of the host with the parts that are used. */
const call: (...parts: readonly unknown[]) => Promise<void> = (...parts) =>
  Reflect.apply(resendPrompt, undefined, parts);

test('the prompt is sent in the fork, which is shown', async () => {
  await resend();
  expect(log).toEqual(['fork', 'show copy', 'send to copy']);
  expect(posted).toEqual([]);
});

test('files are restored before it is sent; the copy goes where the user does not confirm that', async () => {
  await resend({ restoresFiles: true, into: 'new_session' });
  expect(log).toEqual(['start', 'restore', 'show new', 'send to new']);
  log = [];
  await resend({ restoresFiles: true }, { isConfirmed: false });
  expect(log).toEqual(['fork', 'restore', 'delete copy']);
  expect(posted).toEqual([{ type: 'resend_refused', key: KEY, entryId: 'e0' }]);
});

test('no file is restored for a prompt that the agent refuses', async () => {
  await resend({ restoresFiles: true }, { fork: async () => undefined });
  expect(log).toEqual(['fork']);
});

test('a refusal of the agent is reported with its reason, and nothing is sent', async () => {
  const refused = new ParleyError(forkNotAtPrompt('Bot', 'Not found.'));
  await resend({}, { fork: () => Promise.reject(refused) });
  expect(log).toEqual(['fork']);
  expect(posted[0]).toMatchObject({ message: expect.stringContaining('Not found.') });
});

test('an agent that cannot fork there is named', async () => {
  await resend({}, { fork: async () => undefined });
  expect(posted[0]).toMatchObject({ message: expect.stringContaining('cannot fork') });
});

test('nothing is sent while a turn runs', async () => {
  store.dispatch(KEY, { type: 'prompt_started', at: 1, content });
  await resend();
  expect(log).toEqual([]);
  expect(posted).toHaveLength(1);
});
