// Panel messages about branches: a prompt is sent again once, however often the user presses.
import { expect, test, vi } from 'vitest';
import { wholePrompt, type PromptPart } from '../../../../src/core/panel/draftAttachment.ts';
import { SessionStore } from '../../../../src/core/sessionLifecycle/sessionStore.ts';
import { branchHandlers } from '../../../../src/host/sessions/branches/branchHandlers.ts';

vi.mock('vscode', async () => import('../../../support/vscode.ts'));

test('a second press while a copy is being made makes no second one', async () => {
  const store = new SessionStore();
  store.create('session-1', 'bot', '/tmp');
  const forked = vi.fn(async () => 'copy');
  const options: unknown = {
    store,
    sessions: { copies: { fork: forked } },
    wholePrompt: (_key: string, parts: readonly PromptPart[]) => wholePrompt(parts, () => undefined),
    sendPrompt: async () => undefined,
    current: { open: () => undefined },
    chats: { showing: () => undefined, reveal: async () => undefined },
  };
  // The test stands for the rest of the host with the parts that are used.
  const { resend }: ReturnType<typeof branchHandlers> = Reflect.apply(branchHandlers, undefined, [options]);
  const message = { key: 'session-1', entryId: 'e0', content: [], into: 'fork', from: 'answer' };
  const press = (): unknown =>
    Reflect.apply(resend, undefined, [{ type: 'resend', restoresFiles: false, ...message }, {}]);
  await Promise.all([press(), press()]);
  expect(forked).toHaveBeenCalledTimes(1);
  await press();
  expect(forked).toHaveBeenCalledTimes(2);
});
