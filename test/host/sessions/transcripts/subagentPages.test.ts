// The transcript of a sub-agent in a tab: what is in it, and how long it is renewed.
import { beforeEach, expect, test } from 'vitest';
import * as vscode from 'vscode';
import type { ToolCallPatch } from '../../../../src/core/session/toolCall/state.ts';
import { SessionStore } from '../../../../src/core/sessionLifecycle/sessionStore.ts';
import { SubagentPages } from '../../../../src/host/sessions/transcripts/subagentPages.ts';
import { TranscriptPages } from '../../../../src/host/sessions/transcripts/transcriptPages.ts';
import { ManualClock } from '../../../support/clock.ts';
import { resetVscode, TabInputWebview, vscode as state } from '../../../support/vscode.ts';

beforeEach(resetVscode);

function setUp() {
  const store = new SessionStore();
  const clock = new ManualClock();
  store.create('k', 'A', '/w');
  const report = (id: string, more: Partial<ToolCallPatch> = {}): void =>
    store.dispatch('k', {
      type: 'tool_call',
      at: 1,
      call: { toolCallId: id, title: 'Look', status: 'in_progress', subagent: { isRunning: true }, ...more },
    });
  const say = (text: string, toolCallId = 'a'): void =>
    store.dispatch('k', {
      type: 'subagent_message',
      at: 1,
      toolCallId,
      messageId: text,
      role: 'agent',
      content: { type: 'text', text },
    });
  const transcripts = new TranscriptPages(async (key) => store.state(key));
  const shown: vscode.Uri[] = [];
  const renewed: string[] = [];
  const pages = new SubagentPages({
    store,
    clock,
    transcripts: {
      show: async (...page) => {
        const uri = await transcripts.show(...page);
        shown.push(uri);
        return uri;
      },
      changed: (uri) => void renewed.push(uri.path),
    },
  });
  const open = (entryId: string): Promise<void> => pages.show('k', entryId);
  const text = async (): Promise<string> =>
    transcripts.provideTextDocumentContent(shown.at(-1) ?? vscode.Uri.file('/'));
  return { store, clock, pages, report, say, open, shown, renewed, text };
}

test('has what it said, and nothing of its parent or of another one of the same name', async () => {
  const { store, report, say, open, shown, text } = setUp();
  report('a');
  report('b', { title: 'Look' });
  say('Words of a');
  say('Words of b', 'b');
  store.dispatch('k', {
    type: 'message_chunk',
    at: 2,
    role: 'agent',
    content: { type: 'text', text: 'Parent' },
  });
  await open('e0');
  expect(await text()).toBe('# Look (running)\n\nWords of a\n');
  await open('e1');
  expect(await text()).toBe('# Look (running)\n\nWords of b\n');
  expect(new Set(shown.map(({ path }) => path)).size).toBe(2);
});

test('is renewed once a second while it works, and once more when it has ended', async () => {
  const { clock, report, say, open, renewed, text } = setUp();
  state.tabs.push(new TabInputWebview('mainThreadWebview-markdown.preview'));
  report('a');
  await open('e0');
  say('one');
  say('two');
  expect(renewed).toEqual([]);
  clock.advance(1_000);
  expect(renewed).toHaveLength(1);
  report('a', { status: 'completed', subagent: {} });
  clock.advance(1_000);
  expect(renewed).toHaveLength(2);
  expect(await text()).toContain('Look (done)');
  say('late');
  clock.advance(5_000);
  expect(renewed).toHaveLength(2);
});

test('is not renewed any more once no preview is open', async () => {
  const { clock, report, say, open, renewed } = setUp();
  report('a');
  await open('e0');
  for (const words of ['one', 'two', 'three']) {
    say(words);
    clock.advance(1_000);
  }
  expect(renewed).toHaveLength(1);
});

test('is not renewed any more once the window closes, also where several are open', async () => {
  const { clock, pages, report, say, open, renewed } = setUp();
  state.tabs.push(new TabInputWebview('mainThreadWebview-markdown.preview'));
  report('a');
  report('b');
  await open('e0');
  await open('e1');
  await open('e1');
  say('one');
  clock.advance(1_000);
  expect(renewed).toHaveLength(2);
  say('two');
  pages.dispose();
  clock.advance(5_000);
  say('three');
  clock.advance(5_000);
  expect(renewed).toHaveLength(2);
});

test('is not followed where it had ended, and nothing opens for what is no call', async () => {
  const { clock, report, say, open, renewed, shown } = setUp();
  report('a', { status: 'completed', subagent: {} });
  await open('e0');
  say('late');
  clock.advance(5_000);
  expect(renewed).toEqual([]);
  await open('e7');
  expect(shown).toHaveLength(1);
});
