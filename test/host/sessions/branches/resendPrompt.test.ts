// A prompt in the place of an earlier one: what is sent, restored and reported, and in which order.
import { beforeEach, expect, test, vi } from 'vitest';
import { forkNotAtPrompt, ParleyError } from '../../../../src/core/errors.ts';
import type { HostMessage } from '../../../../src/core/panel/hostMessage.ts';
import { SessionStore } from '../../../../src/core/sessionLifecycle/sessionStore.ts';
import { wholePrompt, type PromptPart } from '../../../../src/core/panel/draftAttachment.ts';
import { resendPrompt } from '../../../../src/host/sessions/branches/resendPrompt.ts';

import { resetVscode, vscode } from '../../../support/vscode.ts';

vi.mock('vscode', async () => import('../../../support/vscode.ts'));

const KEY = 'session-1';
const content = [{ type: 'text' as const, text: 'other' }];

let log: string[];
let posted: HostMessage[];
let store: SessionStore;

beforeEach(() => {
  resetVscode();
  log = [];
  posted = [];
  store = new SessionStore();
  store.create(KEY, 'bot', '/tmp');
});

interface Outcome {
  readonly fork?: () => Promise<string | undefined>;
  readonly isConfirmed?: boolean;
  readonly restoring?: () => Promise<boolean>;
}

async function resend(
  message: {
    readonly into?: 'fork' | 'new_session';
    readonly from?: 'answer';
    readonly restoresFiles?: boolean;
  } = {},
  { fork = async () => 'copy', isConfirmed = true, restoring = async () => isConfirmed }: Outcome = {},
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
    wholePrompt: (_key: string, parts: readonly PromptPart[]) => wholePrompt(parts, () => undefined),
    sendPrompt: ({ key }: { readonly key: string }) => void log.push(`send to ${key}`),
    current: { open: (key: string) => log.push(`show ${key}`) },
    chats: { showing: () => undefined, reveal: async () => undefined },
    restoreFiles: async () => {
      log.push('restore');
      return restoring();
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

test('where the agent cannot fork there, the editor shows the other ways, without an error', async () => {
  await resend({}, { fork: async () => undefined });
  expect(log).toEqual(['fork']);
  expect(posted).toEqual([{ type: 'resend_refused', key: KEY, entryId: 'e0' }]);
});

test('the last prompt is sent again in its session where the agent cannot fork there', async () => {
  store.dispatch(KEY, { type: 'prompt_started', at: 1, content });
  store.dispatch(KEY, { type: 'turn_ended', at: 2, stopReason: 'end_turn' });
  await resend({ from: 'answer' }, { fork: async () => undefined });
  expect(log).toEqual(['fork', `send to ${KEY}`]);
});

test('an earlier prompt is not, and the agent is named', async () => {
  for (const at of [1, 3]) {
    store.dispatch(KEY, { type: 'prompt_started', at, content });
    store.dispatch(KEY, { type: 'turn_ended', at: at + 1, stopReason: 'end_turn' });
  }
  await resend({ from: 'answer' }, { fork: async () => undefined });
  expect(log).toEqual(['fork']);
  expect(vscode.messages.join()).toContain('cannot fork');
});

test('a refusal that no editor shows offers a new session, as that of a rewind does', async () => {
  const refused = new ParleyError(forkNotAtPrompt('Bot', 'Not found.'));
  vscode.answers.push(() => 'Start a New Session from Here');
  await resend({ from: 'answer' }, { fork: () => Promise.reject(refused) });
  expect(log).toEqual(['fork', 'start', 'show new', 'send to new']);
  expect(vscode.messages.join()).toContain('Not found.');
});

test('files that cannot be restored refuse the prompt with the reason', async () => {
  await resend({ restoresFiles: true }, { restoring: () => Promise.reject(new Error('Read-only folder.')) });
  expect(log).toEqual(['fork', 'restore', 'delete copy']);
  expect(posted[0]).toMatchObject({ message: expect.stringContaining('Read-only folder.') });
});

test('nothing is sent while a turn runs', async () => {
  store.dispatch(KEY, { type: 'prompt_started', at: 1, content });
  await resend();
  expect(log).toEqual([]);
  expect(posted).toHaveLength(1);
});
