// The webview's mirror: snapshots, numbered events, gaps.
import { describe, expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { entryText } from '../../../../src/core/session/entryTraits.ts';
import { emptySession } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';
import { sessionParts } from '../../../../src/core/panel/sessionParts.ts';
import {
  PanelStore,
  type PanelStoreOptions,
  type StoreMessage,
} from '../../../../webview/panel/state/store.ts';

const said = (text: string, at = 1): SessionEvent => ({
  type: 'message_chunk',
  at,
  role: 'agent',
  content: { type: 'text', text },
});

const promptStarted: SessionEvent = {
  type: 'prompt_started',
  at: 1,
  content: [{ type: 'text', text: 'Go' }],
};

const events = (from: number, key: string, ...list: readonly SessionEvent[]): StoreMessage => ({
  type: 'events',
  key,
  from,
  to: from + list.length - 1,
  events: list,
});

const snapshot = (key: string, seq: number): StoreMessage => ({
  type: 'snapshot',
  state: emptySession(key, 'bot', '/'),
  seq,
});

function makeStore() {
  const notifications: (() => void)[] = [];
  const store = new PanelStore({ schedule: (notify) => notifications.push(notify), now: () => 10_000 });
  const stream = (): void => {
    for (const notify of notifications.splice(0)) notify();
  };
  const text = (): string => {
    stream();
    return (store.view.session?.entries.flat() ?? []).map(entryText).join('|');
  };
  return { store, notifications, stream, text };
}

test('events in order are folded into the session', () => {
  const { store, text } = makeStore();
  store.receive(snapshot('a', 7));
  expect(store.receive(events(8, 'a', said('Hel'), said('lo')))).toBe('applied');
  expect(store.receive(events(10, 'a', said('.')))).toBe('applied');
  expect(text()).toBe('Hello.');
});

test('a gap drops the events and asks for a snapshot once, until it has come', () => {
  const { store, text } = makeStore();
  store.receive(snapshot('a', 0));
  store.receive(events(1, 'a', said('one')));
  expect(store.receive(events(3, 'a', said('three')))).toBe('gap');
  expect(store.receive(events(4, 'a', said('four')))).toBe('applied');
  expect(text()).toBe('one');
  store.receive(snapshot('a', 4));
  expect(store.receive(events(5, 'a', said('five')))).toBe('applied');
  expect(text()).toBe('five');
  expect(store.receive(events(9, 'a', said('nine')))).toBe('gap');
});

test('events that the snapshot already adds up, and those of another session, change nothing', () => {
  const { store, text } = makeStore();
  store.receive(snapshot('a', 5));
  expect(store.receive(events(4, 'a', said('old')))).toBe('applied');
  expect(store.receive(events(6, 'b', said('other')))).toBe('applied');
  expect(text()).toBe('');
});

test('events that begin inside the snapshot and go beyond it are a gap', () => {
  const { store, text } = makeStore();
  store.receive(snapshot('a', 5));
  expect(store.receive(events(5, 'a', said('five'), said('six')))).toBe('gap');
  expect(text()).toBe('');
});

test('a snapshot replaces the session, also by another one', () => {
  const { store, stream } = makeStore();
  store.receive(snapshot('a', 0));
  store.receive(events(1, 'a', said('one')));
  store.receive(snapshot('b', 3));
  stream();
  expect(store.view.session?.key).toBe('b');
  expect(store.receive(events(4, 'b', said('four')))).toBe('applied');
});

test('the components are notified once for all updates since the last time', () => {
  const { store, notifications } = makeStore();
  let calls = 0;
  store.subscribe(() => calls++);
  store.receive(snapshot('a', 0));
  store.receive(events(1, 'a', said('one')));
  store.receive(events(2, 'a', said('two')));
  expect(notifications).toHaveLength(1);
  notifications.pop()?.();
  expect(calls).toBe(1);
  store.receive(events(3, 'a', said('three')));
  expect(notifications).toHaveLength(1);
});

test('what the components render does not change before they are notified', () => {
  const { store, stream } = makeStore();
  store.receive(snapshot('a', 0));
  stream();
  const { view } = store;
  store.receive(events(1, 'a', said('one')));
  expect(store.view).toBe(view);
  stream();
  expect(store.view.session?.entries).not.toEqual(view.session?.entries);
});

test('the difference to the clock of the host is taken from the message that travelled fastest', () => {
  const { store, stream } = makeStore();
  store.receive(snapshot('a', 0));
  store.receive(events(1, 'a', said('one', 4_000)));
  stream();
  expect(store.view.clockAhead).toBe(6_000);
  store.receive(events(2, 'a', said('two', 4_500)));
  stream();
  expect(store.view.clockAhead).toBe(5_500);
  store.receive(events(3, 'a', said('three', 4_100)));
  stream();
  expect(store.view.clockAhead).toBe(5_500);
});

test('a request waits until it is taken, once, and a prompt that was not sent is before those that came earlier', () => {
  const { store, stream } = makeStore();
  const refused = (message: string): StoreMessage => ({
    type: 'prompt_refused',
    key: 'a',
    content: [{ type: 'text', text: message }],
    message,
  });
  store.receive({ type: 'open_session_list' });
  store.receive(refused('one'));
  store.receive(snapshot('a', 0));
  store.receive(refused('two'));
  stream();
  const { requests } = store.view;
  expect(requests).toMatchObject([{ message: 'two' }, { message: 'one' }, { type: 'open_session_list' }]);
  expect(requests.map((request) => store.take(request))).toEqual([true, true, true]);
  expect(requests.map((request) => store.take(request))).toEqual([false, false, false]);
  stream();
  expect(store.view.requests).toEqual([]);
});

test('a turn is a stream, and so are updates outside one that follow each other at once', () => {
  let time = 10_000;
  const store = new PanelStore({ schedule: (notify) => notify(), now: () => time });
  store.receive(snapshot('a', 0));
  time += 1_000;
  store.receive(events(1, 'a', said('one')));
  expect(store.flow).toBe('none');
  time += 20;
  store.receive(events(2, 'a', said('two')));
  expect(store.flow).toBe('stream');
  time += 1_000;
  store.receive(events(3, 'a', said('three')));
  expect(store.flow).toBe('none');
  store.receive(events(4, 'a', promptStarted));
  expect(store.flow).toBe('stream');
});

test('the end of a turn ends the stream, also where it follows an update at once', () => {
  const store = new PanelStore({ schedule: (notify) => notify(), now: () => 10_000 });
  store.receive(snapshot('a', 0));
  store.receive(events(1, 'a', promptStarted));
  store.receive(events(2, 'a', said('Done.')));
  expect(store.flow).toBe('stream');
  store.receive(events(3, 'a', { type: 'turn_ended', at: 1, stopReason: 'end_turn' }));
  expect(store.flow).toBe('none');
});

/** A message for many events that were merged into their last. */
const many = (from: number, to: number, last: SessionEvent): StoreMessage => ({
  type: 'events',
  key: 'a',
  from,
  to,
  events: [last],
});

test('messages with hundreds of updates are a flood while a turn runs', () => {
  const store = new PanelStore({ schedule: (notify) => notify(), now: () => 10_000 });
  store.receive(snapshot('a', 0));
  store.receive(events(1, 'a', promptStarted));
  store.receive(many(2, 101, said('a hundred pieces')));
  expect(store.flow).toBe('flood');
  store.receive(many(102, 150, said('forty-nine')));
  expect(store.flow).toBe('stream');
  store.receive(many(151, 400, { type: 'turn_ended', at: 1, stopReason: 'end_turn' }));
  expect(store.flow).toBe('none');
});

test('a session that is shown during the flood of another is not in one', () => {
  const store = new PanelStore({ schedule: (notify) => notify(), now: () => 10_000 });
  store.receive(snapshot('a', 0));
  store.receive(events(1, 'a', promptStarted));
  store.receive(many(2, 101, said('a hundred pieces')));
  const running = reduce(emptySession('b', 'bot', '/'), promptStarted);
  store.receive({ type: 'snapshot', state: running, seq: 0 });
  expect(store.flow).toBe('stream');
});

describe('A long session', () => {
  const called = (number: number, status: string): SessionEvent => ({
    type: 'tool_call',
    at: 1,
    call: { toolCallId: `${number}`, title: `${number}`, status },
  });
  const long = Array.from({ length: 700 }, (_, number) => called(number, 'in_progress')).reduce(
    reduce,
    emptySession('long', 'bot', '/'),
  );
  const [end, ...earlier] = sessionParts({ state: long, seq: 700 });
  const find: StoreMessage = { type: 'find', text: 'x' };

  function begin(options: Partial<PanelStoreOptions> = {}) {
    const store = new PanelStore({ schedule: (notify) => notify(), now: () => 10_000, ...options });
    if (end !== undefined) store.receive(end);
    return { store, all: () => earlier.map((part) => store.receive(part)) };
  }

  test('is shown by its end, then as it is', () => {
    const { store, all } = begin();
    expect(store.view.session?.entries).toEqual(long.entries.slice(-2));
    expect(store.view.isEndOnly).toBe(true);
    expect(all()).toEqual(earlier.map(() => 'applied'));
    expect(store.view.session).toEqual(long);
    expect(store.view.isEndOnly).toBe(false);
  });

  test('is shown once it is there where the user has left it above its end, with the other one until then', () => {
    const store = new PanelStore({
      schedule: (notify) => notify(),
      now: () => 10_000,
      isAtEnd: (key) => key !== 'long',
    });
    store.receive(snapshot('a', 0));
    if (end !== undefined) store.receive(end);
    expect(store.view.session?.key).toBe('a');
    for (const part of earlier) store.receive(part);
    expect(store.view.session).toEqual(long);
  });

  test('takes what happens meanwhile once it is there: also to its first entries, and in order', () => {
    const { store, all } = begin();
    store.receive(events(701, 'long', called(3, 'completed')));
    store.receive(events(702, 'long', called(3, 'failed'), called(700, 'pending')));
    expect(store.view.session?.entries).toEqual(long.entries.slice(-2));
    all();
    const expected = [called(3, 'completed'), called(3, 'failed'), called(700, 'pending')].reduce(
      reduce,
      long,
    );
    expect(store.view.session).toEqual(expected);
    expect(store.view.session?.entries.flat()).toHaveLength(701);
  });

  test('finds a gap in what happened meanwhile', () => {
    const { store, all } = begin();
    store.receive(events(705, 'long', called(3, 'completed')));
    expect(all().at(-1)).toBe('gap');
    expect(store.view.session).toEqual(long);
  });

  test('is searched once it is there; what the user types is not held up', () => {
    const { store, all } = begin();
    store.receive(find);
    store.receive({ type: 'focus_composer' });
    expect(store.view.requests).toEqual([{ type: 'focus_composer' }]);
    all();
    expect(store.view.requests).toEqual([{ type: 'focus_composer' }, find]);
  });

  test('is left for another one: what still comes of it changes nothing', () => {
    const { store, all } = begin();
    store.receive(find);
    store.receive(snapshot('a', 0));
    expect(store.view.requests).toEqual([find]);
    all();
    expect(store.view.session).toEqual(emptySession('a', 'bot', '/'));
    expect(store.receive(events(1, 'a', said('one')))).toBe('applied');
    expect(store.view.session?.entries.flat()).toHaveLength(1);
  });

  test('that is sent again stays as it is until it is there', () => {
    const { store, all } = begin();
    all();
    const [first, ...others] = sessionParts({ state: reduce(long, said('more')), seq: 701 });
    if (first !== undefined) store.receive(first);
    expect(store.view.session).toEqual(long);
    for (const part of others) store.receive(part);
    expect(store.view.session).toEqual(reduce(long, said('more')));
  });

  test('that is sent again before it is there begins anew', () => {
    const { store } = begin();
    const [first] = earlier;
    if (first !== undefined) store.receive(first);
    const again = sessionParts({ state: reduce(long, said('more')), seq: 701 });
    for (const part of [...again, ...earlier]) store.receive(part);
    expect(store.view.session).toEqual(reduce(long, said('more')));
    expect(store.view.isEndOnly).toBe(false);
  });
});
