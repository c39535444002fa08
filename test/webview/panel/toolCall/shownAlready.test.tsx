// @vitest-environment happy-dom
// Finding 23 of the real agents: no folds with the input and the output of a call whose card says it all.
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { isShownAlready } from '../../../../webview/panel/toolCall/shownAlready.ts';
import { openPanel, prompted, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const edit: SessionEvent = {
  type: 'tool_call',
  at: 2,
  call: {
    toolCallId: 'x',
    title: 'Edit a.ts',
    kind: 'edit',
    status: 'completed',
    content: [
      { type: 'diff', path: '/w/a.ts', oldText: 'let a = 1;\nlet b;', newText: 'let a = 2;\nlet b;' },
    ],
    rawInput: {
      file_path: '/w/a.ts',
      old_string: 'let a = 1;',
      new_string: 'let a = 2;',
      replace_all: false,
    },
  },
};

function opened(event: SessionEvent): HTMLElement {
  openPanel({ events: [prompted('Go'), event] });
  const card = screen.getByTestId('tool-card');
  const [head] = within(card).getAllByRole('button');
  if (head?.getAttribute('aria-expanded') === 'false') fireEvent.click(head);
  return card;
}

function foldsOf(card: HTMLElement): readonly (string | null)[] {
  return within(card)
    .queryAllByRole('button', { name: /^(Input|Raw output)$/ })
    .map(({ textContent }) => textContent);
}

test('an edit whose diff shows its input has no fold for it', () => {
  expect(foldsOf(opened(edit))).toEqual([]);
});

test('an input with more than the card has one', () => {
  const call = { ...edit.call, rawInput: { file_path: '/w/a.ts', replace_all: true } };
  expect(foldsOf(opened({ ...edit, call }))).toEqual(['Input']);
});

test('an output that repeats the content has no fold, and one that says more has', () => {
  const call = {
    toolCallId: 'x',
    title: 'Look for tea',
    kind: 'search',
    status: 'completed',
    content: [{ type: 'content', content: { type: 'text', text: 'tea.ts\nteas.ts' } } as const],
    rawInput: { query: 'tea' },
  };
  expect(
    foldsOf(
      opened({ type: 'tool_call', at: 2, call: { ...call, rawOutput: { output: 'tea.ts\nteas.ts\n' } } }),
    ),
  ).toEqual([]);
  cleanup();
  expect(foldsOf(opened({ type: 'tool_call', at: 2, call: { ...call, rawOutput: { files: 2 } } }))).toEqual([
    'Raw output',
  ]);
});

test('a call that has not ended shows its input', () => {
  expect(foldsOf(opened({ ...edit, call: { ...edit.call, status: 'in_progress' } }))).toEqual(['Input']);
});

describe('a value stands on a card', () => {
  test.each([
    ['tea', ['green tea'], true],
    ['te', ['green tea'], false],
    [{ a: ['tea', { b: 'green' }], c: null, d: false }, ['green tea'], true],
    [{ a: true }, ['true'], false],
    [2, ['2 files'], true],
    [2, ['12 files'], false],
    ['', [], true],
    ['tea\n', ['tea'], true],
    ['茶', ['緑茶を'], true],
    [undefined, [], true],
    ['x'.repeat(2_000_000), ['x'.repeat(2_000_000)], false],
  ])('%j', (value, texts, isShown) => {
    expect(isShownAlready(value, texts)).toBe(isShown);
  });
});

test('a call of one of Parley’s own tools says what it looked at, once', () => {
  const card = opened({
    type: 'tool_call',
    at: 2,
    call: {
      toolCallId: 'c1',
      title: 'mcp.parley-ide.diagnostics',
      kind: 'execute',
      status: 'completed',
      rawInput: { server: 'parley-ide', tool: 'diagnostics', arguments: { op: 'file', path: '/w/bad.ts' } },
      rawOutput: { result: { content: [{ type: 'text', text: 'one problem' }] }, error: null },
    },
  });
  expect(card.querySelector('.tool-title')?.textContent).toBe('Problems of bad.ts');
  expect(card.querySelector('.codicon-vscode')).not.toBeNull();
  expect(card.querySelector('.tool-pre')?.textContent).toBe('one problem');
  expect(card.querySelector('[data-testid=terminal-output]')).toBeNull();
  expect(foldsOf(card)).toEqual([]);
});

test('a command in the session’s own folder names no folder, and one in another does', () => {
  const command = (cwd: string): SessionEvent => ({
    type: 'tool_call',
    at: 2,
    call: {
      toolCallId: 'c1',
      title: 'ls',
      kind: 'execute',
      status: 'completed',
      locations: [{ path: cwd }],
      rawInput: { command: 'ls', cwd },
      rawOutput: { output: 'a.ts', metadata: { exit: 0, truncated: false }, success: true },
    },
  });
  const own = opened(command('/home/ada/project'));
  expect(within(own).queryAllByTestId('location')).toEqual([]);
  expect(foldsOf(own)).toEqual([]);
  cleanup();
  const other = opened(command('/home/ada/project/src'));
  expect(within(other).queryAllByTestId('location')).toHaveLength(1);
});

test('the report of a command without output is no output', () => {
  const card = opened({
    type: 'tool_call',
    at: 2,
    call: {
      toolCallId: 'c1',
      title: 'run_commands: {"commands":["git add -A"]}',
      kind: 'execute',
      status: 'completed',
      rawInput: { commands: ['git add -A'] },
      rawOutput: [{ query: 'git add -A', result: '', success: true }],
    },
  });
  expect(card.textContent).not.toMatch(/query|success/);
  expect(card.textContent).toContain('No output');
});
