// The states of a session's attachment, one transition at a time.
import { describe, expect, test } from 'vitest';
import { Abort } from '../../../src/core/base/abort.ts';
import {
  beginOpening,
  endOpening,
  interruptOpening,
  NOT_OPENED,
  wasOpened,
  type Attachment,
  type DetachReason,
} from '../../../src/core/sessionLifecycle/attachment.ts';
import { AttachmentRegistry } from '../../../src/core/sessionLifecycle/attachmentRegistry.ts';
import { ScriptedAgent } from '../../support/scriptedAgent.ts';

function opening(reason: DetachReason) {
  return beginOpening({ state: 'detached', reason }, { abort: new Abort(), done: Promise.resolve() });
}

describe('an attempt to open a session', () => {
  test.each([
    ['not-opened', 'not-opened'],
    ['transcript-lost', 'transcript-lost'],
    ['lost', 'lost'],
    // The user saw that failure, so the return is news.
    ['suspended', 'lost'],
  ] as const)('that fails for a session that was %s leaves it %s', (from, reason) => {
    expect(endOpening(opening(from))).toEqual({ state: 'detached', reason });
  });

  test('that a restart interrupts is the same attempt, marked so that it is no failure', () => {
    const attempt = opening('lost');
    expect(interruptOpening(attempt)).toEqual({ ...attempt, isInterrupted: true });
  });

  test.each([
    ['not-opened', false],
    ['transcript-lost', false],
    ['suspended', true],
    ['lost', true],
  ] as const)('keeps whether the session was open in this window before: %s', (reason, expected) => {
    expect(wasOpened({ state: 'detached', reason })).toBe(expected);
    expect(wasOpened(opening(reason))).toBe(expected);
  });
});

describe('the attachments of sessions', () => {
  const agent = new ScriptedAgent('A');

  test('are found by key and by the id of the agent, until the session is detached', () => {
    const attachments = new AttachmentRegistry();
    expect(attachments.of('k')).toEqual(NOT_OPENED);
    attachments.attach('k', agent, 'acp-1');
    expect(attachments.attached('k')).toEqual({ state: 'attached', agent, sessionId: 'acp-1' });
    expect([attachments.keyOf(agent, 'acp-1'), attachments.keysOf(agent)]).toEqual(['k', ['k']]);
    attachments.set('k', { state: 'detached', reason: 'lost' });
    expect(attachments.attached('k')).toBeUndefined();
    expect([attachments.keyOf(agent, 'acp-1'), attachments.keysOf(agent)]).toEqual([undefined, []]);
  });

  test.each<[string, Attachment]>([
    ['attached its session', { state: 'attached', agent, sessionId: 'acp-1' }],
    ['was followed by another', opening('lost')],
  ])('stay when an attempt ends that %s', (_what, now) => {
    const attachments = new AttachmentRegistry();
    const done = new Promise<void>(() => undefined);
    attachments.set('k', now);
    attachments.endOpening('k', { done });
    expect(attachments.of('k')).toBe(now);
  });

  test('list the attempts to open sessions', () => {
    const attachments = new AttachmentRegistry();
    const attempt = opening('lost');
    attachments.attach('a', agent, 'acp-1');
    attachments.set('b', attempt);
    expect(attachments.openings()).toEqual([['b', attempt]]);
  });
});
