// @vitest-environment happy-dom
// A run of edits in the transcript: one line, which expands to the cards, while it grows and when it is opened again.
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SessionEvent } from '../../../../../src/core/session/events.ts';
import type { ToolCallPatch } from '../../../../../src/core/session/toolCall/state.ts';
import { KEY, openPanel, prompted, saveViewStates } from '../../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const edit = (name: string, patch: Partial<ToolCallPatch> = {}): SessionEvent => ({
  type: 'tool_call',
  at: 2,
  call: {
    toolCallId: name,
    title: `Edit src/${name}`,
    kind: 'edit',
    status: 'completed',
    locations: [{ path: `/home/ada/project/src/${name}`, line: 7 }],
    content: [
      { type: 'diff', path: `/home/ada/project/src/${name}`, oldText: 'old\n', newText: 'new\nmore\n' },
    ],
    ...patch,
  },
});
const run = (): HTMLElement => screen.getByTestId('edit-run');
const cards = (): readonly string[] =>
  screen.queryAllByTestId('tool-card').map((card) => card.dataset['toolCallId'] ?? '');
const names = Array.from({ length: 12 }, (_, index) => `file${index}.ts`);

test('one edit is a card, and two are a line that says how much', () => {
  const panel = openPanel({ events: [prompted('Go'), edit('a.ts')] });
  expect(screen.queryByTestId('edit-run')).toBeNull();
  expect(cards()).toEqual(['a.ts']);
  panel.dispatch(edit('b.ts', { status: 'in_progress', content: [] }));
  expect(run().dataset['files']).toBe('2');
  expect(run().textContent).toContain('Edited 2 files+2−1');
  expect(within(run()).getByText('Running')).toBeTruthy();
  expect(cards()).toEqual([]);
  panel.dispatch(edit('b.ts'));
  expect(run().textContent).toContain('Edited 2 files+4−2');
  expect(within(run()).getByText('Done')).toBeTruthy();
});

test('it expands to the cards, of which the first ten show their changes', () => {
  openPanel({ events: [prompted('Go'), ...names.map((name) => edit(name))] });
  fireEvent.click(screen.getByRole('button', { name: /^Edited 12 files/ }));
  expect(cards()).toEqual(names);
  expect(screen.getAllByTestId('diff')).toHaveLength(10);
  fireEvent.click(screen.getByRole('button', { name: /file11\.ts/ }));
  expect(screen.getAllByTestId('diff')).toHaveLength(11);
});

test('what failed stands outside of it', () => {
  openPanel({
    events: [prompted('Go'), edit('a.ts'), edit('b.ts'), edit('c.ts', { status: 'failed' }), edit('d.ts')],
  });
  expect(run().dataset['files']).toBe('2');
  expect(cards()).toEqual(['c.ts', 'd.ts']);
});

test('a change that the user looks at further up stays in sight when others join it', () => {
  const saved = { sessions: [[KEY, { folds: {}, scroll: { row: 'e0', offset: 0 } }]] };
  const panel = openPanel({ saved, events: [prompted('Go'), edit('a.ts')] });
  panel.dispatch(edit('b.ts'));
  expect(cards()).toEqual(['a.ts', 'b.ts']);
});

test('a card names its file once: in its title, or above its lines', () => {
  openPanel({
    events: [prompted('Go'), edit('a.ts'), prompted('On'), edit('b.ts', { title: 'Change it' })],
  });
  const [titled, untitled] = screen.getAllByTestId('tool-card');
  expect(titled?.textContent.split('a.ts')).toHaveLength(2);
  expect(titled?.querySelector('.diff-head .diff-path')).toBeNull();
  expect(untitled?.querySelector('.diff-head .diff-path')?.textContent).toBe('src/b.ts');
  expect(screen.queryAllByTestId('location')).toEqual([]);
});

test('a diff opens its file at the line that the agent names', () => {
  const panel = openPanel({ events: [prompted('Go'), edit('a.ts')] });
  fireEvent.click(screen.getByTestId('open-file'));
  expect(panel.sent('open_link')).toEqual([
    { type: 'open_link', key: KEY, href: '/home/ada/project/src/a.ts#L7' },
  ]);
});
