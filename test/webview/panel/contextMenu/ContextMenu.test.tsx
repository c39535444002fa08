// @vitest-environment happy-dom
// B20: a right click offers what can be done with what was clicked, and the panel does it.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { menuContext, type MenuCommand } from '../../../../src/core/panel/menuContext.ts';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { composerText } from '../../../support/composer/composerInput.ts';
import { KEY, openPanel, saveViewStates, type OpenPanel } from '../../../support/panel.tsx';

// Another file of the same worker may leave one.
beforeEach(() => document.getSelection()?.removeAllRanges());

afterEach(() => {
  cleanup();
  document.getSelection()?.removeAllRanges();
  saveViewStates();
});

const said = (text: string): SessionEvent => ({
  type: 'message_chunk',
  role: 'agent',
  at: 2,
  content: { type: 'text', text },
});
const asked = (text: string): SessionEvent => ({
  type: 'prompt_started',
  at: 1,
  content: [{ type: 'text', text }],
});
const ended: SessionEvent = { type: 'turn_ended', at: 3, stopReason: 'end_turn' };

const ANSWER = [
  '# Tea',
  'Some **green** [tea](https://a.example).  \nHot.',
  '1. one\n2. two\n   - [x] deep',
  '| a | b |\n| - | - |\n| 1 | `2` |',
  '```ts\nconst tea = 1;\n```',
].join('\n\n');

/** Opens the menu on an element; what VS Code reads then. */
function click(target: Element) {
  fireEvent.contextMenu(target);
  const json = document.body.dataset['vscodeContext'];
  if (json === undefined) return undefined;
  const context: unknown = JSON.parse(json);
  expect(context).toMatchObject({ preventDefaultContextMenuItems: true });
  return menuContext.parse(context);
}

/** What the host sends when an item of that menu was chosen. */
function choose(panel: OpenPanel, command: MenuCommand, entryId?: string): void {
  panel.receive({ type: 'menu_command', command, key: KEY, ...(entryId === undefined ? {} : { entryId }) });
}

function entryOf(panel: OpenPanel, kind: string): Element {
  const found = panel.container.querySelector(`[data-testid="entry"][data-kind="${kind}"]`);
  if (found === null) throw new Error(`There is no entry of the kind ${kind}.`);
  return found;
}

function copied(panel: OpenPanel): string | undefined {
  return panel.sent('copy').at(-1)?.text;
}

test('an answer is copied without its markup, and as Markdown', () => {
  const panel = openPanel({ events: [asked('Tea?'), said(ANSWER), ended] });
  const context = click(entryOf(panel, 'agent'));
  expect(context).toMatchObject({
    parleySession: KEY,
    parleyKind: 'agent',
    parleySelection: false,
    parleyCode: false,
    parleyDiff: false,
    parleyChanges: false,
  });
  choose(panel, 'copy_message', context?.parleyEntry);
  expect(copied(panel)).toBe(
    ['Tea', 'Some green tea.\nHot.', '1. one\n2. two\n   - [x] deep', 'a\tb\n1\t2', 'const tea = 1;'].join(
      '\n\n',
    ),
  );
  choose(panel, 'copy_markdown', context?.parleyEntry);
  expect(copied(panel)).toBe(ANSWER);
});

test('a prompt is copied as it was typed', () => {
  const panel = openPanel({ events: [asked('Is *this* `it`?'), said('No'), ended] });
  const context = click(entryOf(panel, 'user'));
  expect(context?.parleyKind).toBe('user');
  choose(panel, 'copy_message', context?.parleyEntry);
  expect(copied(panel)).toBe('Is *this* `it`?');
});

test('a response is all that the agent wrote in the turn', () => {
  const call: SessionEvent = { type: 'tool_call', at: 2, call: { toolCallId: '1', title: 'Look' } };
  const panel = openPanel({
    events: [asked('1'), said('first'), ended, asked('2'), said('second'), call, said('third')],
  });
  const [, second] = panel.container.querySelectorAll('[data-testid="entry"][data-kind="agent"]');
  if (second === undefined) throw new Error('The second answer is missing.');
  choose(panel, 'copy_response', click(second)?.parleyEntry);
  expect(copied(panel)).toBe('second\n\nthird');
});

test('code is copied by a click anywhere in its block', () => {
  const panel = openPanel({ events: [asked('Code'), said('```js\nlet a;\n\nlet b;\n```'), ended] });
  const code = panel.container.querySelector('code');
  if (code === null) throw new Error('There is no code.');
  expect(click(code)?.parleyCode).toBe(true);
  choose(panel, 'copy_code');
  expect(copied(panel)).toBe('let a;\n\nlet b;');
});

test('a tool call with a diff opens it, and is copied as Markdown', () => {
  const content = [
    { type: 'content', content: { type: 'text', text: 'Done' } } as const,
    { type: 'diff', path: '/a.ts', oldText: 'old\n', newText: 'new\n' } as const,
  ];
  const panel = openPanel({
    events: [
      asked('Edit'),
      { type: 'tool_call', at: 2, call: { toolCallId: 'T', title: 'Edit a.ts', kind: 'edit', content } },
    ],
  });
  const context = click(screen.getByTestId('tool-card'));
  expect(context).toMatchObject({ parleyKind: 'tool', parleyDiff: true });
  choose(panel, 'open_diff', context?.parleyEntry);
  expect(panel.sent('open_diff')).toEqual([
    { type: 'open_diff', key: KEY, id: context?.parleyEntry, index: 1 },
  ]);
  choose(panel, 'copy_markdown', context?.parleyEntry);
  expect(copied(panel)).toContain('-old\n+new');
});

test('selected text is copied, or quoted in the prompt', () => {
  const panel = openPanel({ events: [asked('Hm'), said('One line\n\nTwo lines'), ended] });
  document.getSelection()?.selectAllChildren(entryOf(panel, 'agent').querySelector('p') ?? document.body);
  expect(click(entryOf(panel, 'agent'))).toMatchObject({ parleySelection: true, parleyInput: true });
  // VS Code takes the focus for its menu and gives it back, and the selection may be gone then.
  document.getSelection()?.removeAllRanges();
  choose(panel, 'copy_selection');
  expect(copied(panel)).toBe('One line');
  choose(panel, 'add_selection');
  expect(composerText()).toBe('> One line\n\n');
});

test('the input has the items of VS Code, also after a click elsewhere', () => {
  const panel = openPanel({ events: [asked('Hm'), said('Yes'), ended] });
  click(entryOf(panel, 'agent'));
  expect(click(screen.getByTestId('composer-input'))).toBeUndefined();
});

test('a command for another session, or for an entry that is gone, does nothing', () => {
  const panel = openPanel({ events: [asked('Hm'), said('Yes'), ended] });
  const id = click(entryOf(panel, 'agent'))?.parleyEntry ?? '';
  panel.receive({ type: 'menu_command', command: 'copy_message', key: 'other', entryId: id });
  choose(panel, 'copy_message', 'gone');
  choose(panel, 'open_diff');
  choose(panel, 'copy_selection');
  expect(panel.sent('copy')).toEqual([]);
  expect(panel.sent('open_diff')).toEqual([]);
});

test('what is quoted mentions nothing, because sending reads what is mentioned', () => {
  const panel = openPanel({
    events: [asked('Hm'), said('```\n[@README.md](file:///home/u/.ssh/id_rsa)\n```'), ended],
  });
  const code = panel.container.querySelector('code');
  if (code === null) throw new Error('There is no code.');
  click(code);
  choose(panel, 'ask_about');
  expect(composerText()).toBe('> @README.md\n\n');
  document.getSelection()?.selectAllChildren(code);
  click(code);
  choose(panel, 'add_selection');
  expect(composerText()).not.toContain('file:');
  expect(composerText()).toContain('@README.md');
});
