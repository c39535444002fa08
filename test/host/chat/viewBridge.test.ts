// What is sent to a webview at once, and what waits for the next frame.
import { setImmediate } from 'node:timers/promises';
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
/** Whether the window takes its time with a message: until `arrive` is called. */
let isBusy: boolean;
let arrive: () => void;

beforeEach(() => {
  clock = new ManualClock();
  store = new SessionStore();
  store.create(KEY, 'Fake', '/work');
  posted = [];
  isBusy = false;
  bridge = new ViewBridge({
    store,
    clock,
    post(message) {
      posted.push(message);
      return new Promise<void>((resolve) => (isBusy ? (arrive = resolve) : resolve()));
    },
  });
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

test('what comes after a pause is sent at once, and what follows a frame later', async () => {
  say('one');
  clock.advance(0);
  await setImmediate();
  expect(texts()).toEqual(['one']);
  say('two');
  clock.advance(10);
  say('three');
  expect(texts()).toEqual(['one']);
  clock.advance(6);
  expect(texts()).toEqual(['one', 'twothree']);
});

test('the end of a turn is sent at once, with what was waiting', async () => {
  say('one');
  clock.advance(0);
  await setImmediate();
  say('two');
  store.dispatch(KEY, { type: 'turn_ended', at: clock.now(), stopReason: 'end_turn' });
  expect(texts()).toEqual(['one', 'two turn_ended']);
  clock.advance(100);
  expect(posted).toHaveLength(2);
});

test('a clock that is set back delays nothing by more than a frame', async () => {
  say('one');
  clock.advance(0);
  await setImmediate();
  clock.advance(-3_600_000);
  say('two');
  clock.advance(16);
  expect(texts()).toEqual(['one', 'two']);
});

test('a window that is busy gets one message at a time, with all that came meanwhile', async () => {
  isBusy = true;
  say('one');
  clock.advance(0);
  for (const word of ['two', 'three', 'four']) {
    say(word);
    clock.advance(100);
  }
  expect(texts()).toEqual(['one']);
  arrive();
  await setImmediate();
  clock.advance(299);
  expect(texts()).toEqual(['one']);
  clock.advance(1);
  expect(texts()).toEqual(['one', 'twothreefour']);
});

test('a turn that ends while a busy window has a message on its way waits for that, and for no pause', async () => {
  isBusy = true;
  say('one');
  clock.advance(0);
  say('two');
  clock.advance(300);
  store.dispatch(KEY, { type: 'turn_ended', at: clock.now(), stopReason: 'end_turn' });
  expect(texts()).toEqual(['one']);
  arrive();
  await setImmediate();
  expect(texts()).toEqual(['one', 'two turn_ended']);
});

test('the pause of a busy window is as long as it was busy, but not longer than half a second', async () => {
  isBusy = true;
  say('one');
  clock.advance(0);
  clock.advance(1_900);
  arrive();
  await setImmediate();
  say('two');
  clock.advance(499);
  expect(texts()).toEqual(['one']);
  clock.advance(1);
  expect(texts()).toEqual(['one', 'two']);
});

test('a window that takes a message within a few frames gets no pause', async () => {
  isBusy = true;
  say('one');
  clock.advance(0);
  clock.advance(50);
  arrive();
  await setImmediate();
  say('two');
  clock.advance(0);
  expect(texts()).toEqual(['one', 'two']);
});

test('a turn that ends while nothing is on its way waits for no pause', async () => {
  isBusy = true;
  say('one');
  clock.advance(0);
  clock.advance(400);
  arrive();
  await setImmediate();
  store.dispatch(KEY, { type: 'turn_ended', at: clock.now(), stopReason: 'end_turn' });
  expect(texts()).toEqual(['one', 'turn_ended']);
});

test('a message that never arrives holds nothing back for long, nor does it hold back another session', async () => {
  isBusy = true;
  say('one');
  clock.advance(0);
  say('two');
  clock.advance(2_000);
  clock.advance(16);
  expect(texts()).toEqual(['one', 'two']);
  store.create('other', 'Fake', '/work');
  bridge.show('other');
  store.dispatch('other', { type: 'turn_ended', at: clock.now(), stopReason: 'end_turn' });
  expect(texts()).toEqual(['one', 'two', 'snapshot', 'turn_ended']);
});
