// Several chats: which is the current one, who has the focus, where a session is in sight.
import { beforeEach, expect, test } from 'vitest';
import { Emitter } from '../../../src/core/base/lifecycle.ts';
import type { HostMessage } from '../../../src/core/panel/hostMessage.ts';
import type { Chat, ChatEvent, FocusPlace } from '../../../src/host/chat/chat.ts';
import { Chats } from '../../../src/host/chat/openChats.ts';

/** A chat that the test looks at, types into and closes. */
class TestChat implements Chat {
  readonly #events = new Emitter<ChatEvent>();
  readonly onEvent = this.#events.event;
  key: string | undefined;
  isVisible = true;
  focus: FocusPlace = 'outside';
  revealed = 0;
  readonly posted: string[] = [];

  constructor(key?: string) {
    this.key = key;
  }

  show(key: string): void {
    this.key = key;
    this.#events.fire('shown');
  }

  async reveal(): Promise<void> {
    this.revealed++;
    this.#events.fire('active');
  }

  enter(place: FocusPlace): void {
    this.focus = place;
    this.#events.fire('focus');
  }

  /** A key is pressed in it. */
  use(): void {
    this.#events.fire('active');
  }

  hide(): void {
    this.isVisible = false;
    this.#events.fire('visibility');
  }

  dispose(): void {
    this.#events.fire('closed');
  }

  close(): void {
    this.#events.fire('closed_by_user');
  }

  post({ type }: HostMessage): void {
    this.posted.push(type);
  }

  describe(): void {
    throw new Error('Nothing is described here.');
  }
}

let sidebar: TestChat;
let tab: TestChat;
let context: Map<string, boolean>;
let chats: Chats;

beforeEach(() => {
  sidebar = new TestChat();
  tab = new TestChat('t');
  context = new Map();
  chats = new Chats(sidebar, (key, value) => context.set(key, value));
});

test('the sidebar’s chat is the current one until another is used, and again when that is closed', () => {
  chats.add(tab);
  expect(chats.current).toBe(sidebar);
  tab.use();
  expect(chats.current).toBe(tab);
  tab.enter('outside');
  expect(chats.current).toBe(tab);
  tab.dispose();
  expect(chats.current).toBe(sidebar);
});

test('the focus that VS Code gives to a tab on its own does not make it the current one', () => {
  chats.add(tab);
  sidebar.use();
  tab.enter('composer');
  expect(chats.current).toBe(sidebar);
});

test('of several tabs the one used before becomes the current one when the last is closed', () => {
  const other = new TestChat('o');
  chats.add(tab);
  chats.add(other);
  tab.use();
  other.use();
  other.dispose();
  expect(chats.current).toBe(tab);
});

test('another session is announced only when the current one is another', () => {
  const reported: (string | undefined)[] = [];
  chats.onCurrentChange((key) => reported.push(key));
  sidebar.show('s');
  chats.add(tab);
  tab.show('t2');
  tab.use();
  tab.use();
  sidebar.show('s2');
  sidebar.use();
  expect(reported).toEqual(['s', 't2', 's2']);
});

test('the context keys are those of the chat with the focus, also when the other reports late that it lost it', () => {
  chats.add(tab);
  sidebar.enter('composer');
  expect(context.get('parley.composerFocused')).toBe(true);
  tab.enter('panel');
  sidebar.enter('outside');
  expect(context.get('parley.chatFocused')).toBe(true);
  expect(context.get('parley.composerFocused')).toBe(false);
  tab.enter('outside');
  expect(context.get('parley.chatFocused')).toBe(false);
});

test('a chat that is closed with the focus in it leaves no context behind', () => {
  chats.add(tab);
  tab.enter('composer');
  tab.dispose();
  expect(context.get('parley.chatFocused')).toBe(false);
  expect(context.get('parley.composerFocused')).toBe(false);
});

test('a session is in sight where a visible chat shows it', () => {
  chats.add(tab);
  expect(chats.showing('t')).toBe(tab);
  expect(chats.isVisible('t')).toBe(true);
  tab.hide();
  expect(chats.showing('t')).toBe(tab);
  expect(chats.isVisible('t')).toBe(false);
  expect(chats.showing('s')).toBeUndefined();
});

test('another session is shown where it is seen: in the current chat, else in one in sight', () => {
  chats.add(tab);
  tab.use();
  expect(chats.target).toBe(tab);
  tab.hide();
  expect(chats.current).toBe(tab);
  expect(chats.target).toBe(sidebar);
  sidebar.hide();
  expect(chats.target).toBe(tab);
});

test('the focus goes back to the chat that had it, and to none where none had', async () => {
  chats.add(tab);
  tab.enter('composer');
  await chats.keepingFocus(async () => tab.enter('outside'));
  expect(tab.revealed).toBe(1);
  tab.enter('outside');
  await chats.keepingFocus(async () => undefined);
  expect([tab.revealed, sidebar.revealed]).toEqual([1, 0]);
});

test('a chat that has kept the focus is not revealed', async () => {
  chats.add(tab);
  tab.enter('composer');
  await chats.keepingFocus(async () => undefined);
  expect(tab.revealed).toBe(0);
  await chats.keepingFocus(async () => sidebar.enter('composer'));
  expect(tab.revealed).toBe(1);
});

test('a message is sent to the chat with the focus, and the current one gets the focus where none has it', async () => {
  chats.add(tab);
  tab.enter('panel');
  await chats.postFocused({ type: 'find' });
  expect([tab.posted, sidebar.posted, sidebar.revealed]).toEqual([['find'], [], 0]);
  tab.enter('outside');
  await chats.postFocused({ type: 'find' });
  expect([tab.posted, sidebar.posted, sidebar.revealed]).toEqual([['find'], ['find'], 1]);
});

test('a tab that the user closes is reported with its session, but not one that leaves with its session', () => {
  const closed: string[] = [];
  chats.onTabClose((key) => closed.push(key));
  const other = new TestChat('other');
  const unfilled = new TestChat();
  for (const each of [tab, other, unfilled]) chats.add(each);
  for (const each of [tab, unfilled]) each.close();
  other.dispose();
  expect([closed, chats.all]).toEqual([['t'], [sidebar]]);
});
