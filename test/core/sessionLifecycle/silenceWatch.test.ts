// An agent that sends nothing for long in a turn.
import { beforeEach, describe, expect, test } from 'vitest';
import { sessionStatus } from '../../../src/core/session/status/sessionStatus.ts';
import {
  BACKGROUND_SILENCE_MS,
  SilenceWatch,
  SILENCE_MS,
  TALK_SILENCE_MS,
  TERMINAL_SILENCE_MS,
} from '../../../src/core/sessionLifecycle/silenceWatch.ts';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { scriptedWindow, type ScriptedWindow } from '../../support/scriptedWindow.ts';
import { text } from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

let window: ScriptedWindow;
let key: string;

beforeEach(async () => {
  window = scriptedWindow();
  new SilenceWatch(window.store, window.clock);
  key = await window.openSession();
  window.sessions.prompt(key, text('go'));
  await flushMicrotasks();
});

function status(): string {
  const state = window.store.state(key);
  return state === undefined ? 'gone' : sessionStatus(state, 'ready');
}

function send(...events: readonly SessionEvent[]): void {
  for (const event of events) window.store.dispatch(key, event);
}

const chunk: SessionEvent = {
  type: 'message_chunk',
  at: 1,
  role: 'agent',
  content: { type: 'text', text: 'a' },
};

test('twenty seconds without a word are silence, until something comes', () => {
  window.clock.advance(SILENCE_MS - 1);
  expect(status()).toBe('running');
  window.clock.advance(1);
  expect(status()).toBe('silent');
  send(chunk);
  expect(status()).toBe('running');
  window.clock.advance(SILENCE_MS);
  expect(status()).toBe('silent');
});

test('each word puts it off', () => {
  for (let times = 0; times < 5; times++) {
    window.clock.advance(SILENCE_MS / 2);
    send(chunk);
  }
  expect(status()).toBe('running');
});

test('what says nothing about the work on a prompt does not end it', () => {
  window.clock.advance(SILENCE_MS);
  send({ type: 'commands', at: 1, commands: [] }, { type: 'session_info', at: 1, patch: {} });
  expect(status()).toBe('silent');
});

test('a command that runs, and a user who is asked, are no silence of the agent', () => {
  send({ type: 'tool_call', at: 1, call: { toolCallId: 't', kind: 'execute', status: 'in_progress' } });
  window.clock.advance(10 * SILENCE_MS);
  expect(status()).toBe('running');
  send({ type: 'tool_call', at: 2, call: { toolCallId: 't', status: 'completed' } });
  window.clock.advance(SILENCE_MS - 1);
  expect(status()).toBe('running');
  send({
    type: 'permission_requested',
    at: 3,
    call: { toolCallId: 'u' },
    request: { requestId: 'r', toolCallId: 'u', options: [], at: 3 },
  });
  window.clock.advance(10 * SILENCE_MS);
  expect(status()).toBe('waiting');
  send({ type: 'permission_closed', at: 4, requestId: 'r' });
  expect(status()).toBe('running');
  window.clock.advance(2 * SILENCE_MS);
  expect(status()).toBe('silent');
});

describe('a terminal of the agent in a turn', () => {
  const started = (): SessionEvent => ({
    type: 'terminal_started',
    at: window.clock.now(),
    terminalId: 't',
    isForeign: true,
  });
  const output: SessionEvent = {
    type: 'terminal_output',
    at: 1,
    terminalId: 't',
    data: '.',
    skippedBytes: 0,
  };

  test('whose end is not reported is no work for ever', () => {
    send(started());
    window.clock.advance(TERMINAL_SILENCE_MS - 1);
    expect(status()).toBe('running');
    window.clock.advance(1);
    expect(status()).toBe('silent');
    send(output);
    expect(status()).toBe('running');
  });

  test('is work while it prints, and while its call runs', () => {
    send(started());
    window.clock.advance(TERMINAL_SILENCE_MS / 2);
    send(output);
    window.clock.advance(TERMINAL_SILENCE_MS - 1);
    expect(status()).toBe('running');
    send({ type: 'tool_call', at: 1, call: { toolCallId: 'c', status: 'in_progress' } });
    window.clock.advance(3 * TERMINAL_SILENCE_MS);
    expect(status()).toBe('running');
  });

  test('of an earlier turn excuses nothing', () => {
    send(started(), { type: 'turn_ended', at: window.clock.now(), stopReason: 'end_turn' });
    window.clock.advance(1);
    send({ type: 'prompt_started', at: window.clock.now(), content: [] });
    window.clock.advance(SILENCE_MS);
    expect(status()).toBe('silent');
  });

  test('that ends excuses nothing from then on', () => {
    send(started());
    window.clock.advance(SILENCE_MS);
    send({ type: 'terminal_exited', at: 1, terminalId: 't', exit: { code: 0, signal: null } });
    window.clock.advance(2 * SILENCE_MS);
    expect(status()).toBe('silent');
  });
});

test('a turn that ended, or is being stopped, is not silent', async () => {
  window.sessions.cancel(key);
  window.clock.advance(2 * SILENCE_MS);
  expect(window.store.state(key)?.turn?.isSilent).toBeUndefined();
  window.agent.prompts[0]?.resolve({ stopReason: 'cancelled' });
  await flushMicrotasks();
  window.clock.advance(2 * SILENCE_MS);
  expect(status()).toBe('ready');
});

describe('in the background', () => {
  const ended: SessionEvent = { type: 'turn_ended', at: 1, stopReason: 'end_turn' };
  const output: SessionEvent = {
    type: 'terminal_output',
    at: 1,
    terminalId: 't',
    data: '.',
    skippedBytes: 0,
  };
  const call: SessionEvent = { type: 'tool_call', at: 1, call: { toolCallId: 'c', status: 'in_progress' } };
  const request = { requestId: 'r', toolCallId: 'c', options: [], at: 1 };
  const decision = { by: 'user' as const, option: { name: 'Yes', kind: 'allow_once' } };
  const allowed: readonly SessionEvent[] = [
    { type: 'permission_requested', at: 1, call: { toolCallId: 'c' }, request },
    { type: 'permission_closed', at: 1, requestId: 'r', decision },
  ];

  test('a terminal of the agent is work as long as something comes from it', () => {
    send(ended, output);
    expect(status()).toBe('background');
    window.clock.advance(BACKGROUND_SILENCE_MS - 1);
    send(output);
    window.clock.advance(BACKGROUND_SILENCE_MS - 1);
    expect(status()).toBe('background');
    window.clock.advance(1);
    expect(status()).toBe('ready');
    send(output);
    expect(status()).toBe('background');
  });

  test('a call that was allowed and never reported on is no work for ever; what the agent says runs, is', () => {
    send(ended, ...allowed);
    expect(status()).toBe('background');
    window.clock.advance(BACKGROUND_SILENCE_MS);
    expect(status()).toBe('ready');
    send(call);
    window.clock.advance(2 * BACKGROUND_SILENCE_MS);
    expect(status()).toBe('background');
  });

  test('a question and a command of Parley’s own terminals are no silence', () => {
    const command: SessionEvent = { type: 'terminal_started', at: 1, terminalId: 'own', isForeign: false };
    send(ended, ...allowed, command);
    window.clock.advance(2 * BACKGROUND_SILENCE_MS);
    expect(window.store.state(key)?.background).toBe(1);
  });

  test('text and thoughts are work until nothing more comes for a while', () => {
    const late = { ...chunk, at: 10_000 };
    send(ended, late);
    expect(status()).toBe('background');
    window.clock.advance(TALK_SILENCE_MS - 1);
    send({ ...late, role: 'thought' });
    window.clock.advance(TALK_SILENCE_MS - 1);
    expect(status()).toBe('background');
    window.clock.advance(1);
    expect(status()).toBe('ready');
  });

  test('text is no work once the user has stopped it', () => {
    send(ended, { ...chunk, at: 10_000 }, { type: 'cancel_requested', at: 10_001 });
    expect(status()).toBe('ready');
  });

  describe('after Stop', () => {
    const stop: SessionEvent = { type: 'cancel_requested', at: 2 };

    test('what was on its way is work for a moment only', () => {
      send(ended, output, stop);
      expect(status()).toBe('ready');
      send(output);
      expect(status()).toBe('background');
      window.clock.advance(TALK_SILENCE_MS);
      expect(status()).toBe('ready');
    });

    test('what goes on is work as long as it does', () => {
      send(ended, output, stop);
      for (let times = 0; times < 5; times++) {
        window.clock.advance(TALK_SILENCE_MS - 1);
        send(output);
        expect(status()).toBe('background');
      }
    });

    test('the next prompt begins anew', () => {
      send(ended, output, stop, { type: 'prompt_started', at: 3, content: [] }, { ...ended, at: 4 }, output);
      window.clock.advance(BACKGROUND_SILENCE_MS - 1);
      expect(status()).toBe('background');
    });
  });

  test('so is reading a file, also where nothing is said, and again after it ended', () => {
    send(ended, { type: 'request_received', at: 10_000 });
    expect(status()).toBe('background');
    window.clock.advance(TALK_SILENCE_MS);
    expect(status()).toBe('ready');
    send({ type: 'request_received', at: 20_000 });
    expect(status()).toBe('background');
    send({ type: 'cancel_requested', at: 20_001 });
    expect(status()).toBe('ready');
  });

  test('the next turn has its own limit', () => {
    send(ended, call, { type: 'prompt_started', at: 1, content: [] });
    window.clock.advance(SILENCE_MS);
    expect(status()).toBe('silent');
  });
});
