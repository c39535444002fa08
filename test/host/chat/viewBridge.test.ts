// What is sent to a webview at once, and what waits for the next frame.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HostMessage } from '../../../src/core/panel/hostMessage.ts';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { ViewBridge } from '../../../src/host/chat/viewBridge.ts';
import { ManualClock } from '../../support/clock.ts';

const KEY = 'session';
let clock: ManualClock;
let store: SessionStore;
let bridge: ViewBridge;
let posted: HostMessage[];

beforeEach(() => {
  clock = new ManualClock();
  store = new SessionStore();
  store.create(KEY, 'Fake', '/work');
  posted = [];
  bridge = new ViewBridge({ store, clock, post: (message) => posted.push(message) });
  bridge.show(KEY);
  bridge.sendSnapshot();
  clock.advance(1_000);
  posted = [];
});

afterEach(() => {
  bridge.dispose();
  store.dispose();
});

function say(text: string): void {
  const content = { type: 'text', text } as const;
  store.dispatch(KEY, { type: 'message_chunk', at: clock.now(), role: 'agent', content });
}

/** The texts of the messages so far, each of one message of the bridge. */
function texts(): readonly string[] {
  return posted.map((message) =>
    message.type === 'events'
      ? message.events
          .map((event) =>
            event.type === 'message_chunk' && event.content.type === 'text' ? event.content.text : event.type,
          )
          .join(' ')
      : message.type,
  );
}

test('what comes after a pause is sent at once, and what follows a frame later', () => {
  say('one');
  clock.advance(0);
  expect(texts()).toEqual(['one']);
  say('two');
  clock.advance(10);
  say('three');
  expect(texts()).toEqual(['one']);
  clock.advance(6);
  expect(texts()).toEqual(['one', 'twothree']);
});

test('the end of a turn is sent at once, with what was waiting', () => {
  say('one');
  clock.advance(0);
  say('two');
  store.dispatch(KEY, { type: 'turn_ended', at: clock.now(), stopReason: 'end_turn' });
  expect(texts()).toEqual(['one', 'two turn_ended']);
  clock.advance(100);
  expect(posted).toHaveLength(2);
});

test('a clock that is set back delays nothing by more than a frame', () => {
  say('one');
  clock.advance(0);
  clock.advance(-3_600_000);
  say('two');
  clock.advance(16);
  expect(texts()).toEqual(['one', 'two']);
});
