// @vitest-environment happy-dom
// Tool cards in the panel: what opens, folds and nests, and what the user can reach from them.
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import type { ToolCallPatch } from '../../../../src/core/session/toolCall/state.ts';
import { KEY, openPanel, prompted, saveViewStates, words } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const tool = (call: ToolCallPatch): SessionEvent => ({ type: 'tool_call', at: 2_000, call });
const read = (toolCallId: string, more: Partial<ToolCallPatch> = {}): SessionEvent =>
  tool({
    toolCallId,
    title: `Read ${toolCallId}`,
    kind: 'read',
    status: 'completed',
    locations: [{ path: `/home/ada/project/${toolCallId}`, line: 7 }],
    ...more,
  });
const cards = (): readonly (string | undefined)[] =>
  screen.getAllByTestId('tool-card').map(({ dataset }) => dataset['toolCallId']);
const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index}\n`).join('');

test('finished reads in a row are one line, which opens to their cards by a button', () => {
  const panel = openPanel({ events: [prompted('Go'), read('a.ts'), read('b.ts'), read('c.ts')] });
  expect(screen.queryAllByTestId('tool-card')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: /^Read 3 files/ }));
  expect(cards()).toEqual(['a.ts', 'b.ts', 'c.ts']);
  panel.dispatch(read('d.ts'));
  expect(cards()).toEqual(['a.ts', 'b.ts', 'c.ts', 'd.ts']);
});

test('a read that goes on or failed stands for itself', () => {
  openPanel({
    events: [
      prompted('Go'),
      read('a.ts'),
      read('b.ts', { status: 'failed' }),
      read('c.ts', { status: 'in_progress' }),
    ],
  });
  expect(cards()).toEqual(['a.ts', 'b.ts', 'c.ts']);
});

test('a read that the user opened stays in sight when another one joins it', () => {
  const panel = openPanel({ events: [prompted('Go'), read('a.ts')] });
  fireEvent.click(screen.getByRole('button', { name: /Read a.ts/ }));
  panel.dispatch(read('b.ts'));
  expect(cards()).toEqual(['a.ts', 'b.ts']);
  expect(screen.getAllByTestId('location').length).toBe(1);
});

test('the focus stays on a card that folds into a line with others', () => {
  const panel = openPanel({
    events: [prompted('Go'), read('a.ts'), read('b.ts', { status: 'in_progress' })],
  });
  screen.getByRole('button', { name: /Read b.ts/ }).focus();
  panel.dispatch(read('b.ts'));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Read 2 files/ }));
  // One that was left of the user's own accord is not taken back to.
  screen.getByTestId('composer-input').focus();
  panel.dispatch(read('c.ts'));
  expect(document.activeElement).toBe(screen.getByTestId('composer-input'));
});

test('a location opens the file at its line', () => {
  const panel = openPanel({ events: [prompted('Go'), read('50%.ts')] });
  fireEvent.click(screen.getByRole('button', { name: /Read 50/ }));
  fireEvent.click(screen.getByTestId('location'));
  expect(panel.sent('open_link')).toEqual([
    { type: 'open_link', key: KEY, href: '/home/ada/project/50%25.ts#L7' },
  ]);
});

test('the calls of a sub-agent stand in the card of the call that started it', () => {
  openPanel({
    events: [
      prompted('Go'),
      tool({ toolCallId: 'task', title: 'Look', kind: 'think', status: 'in_progress' }),
      read('a.ts', { parentToolCallId: 'task' }),
      read('b.ts', { parentToolCallId: 'nobody' }),
      read('c.ts', { parentToolCallId: 'c.ts', status: 'failed' }),
    ],
  });
  const [task] = screen.getAllByTestId('tool-card');
  expect(task?.textContent).toContain('1 step');
  expect(cards()).toEqual(['task', 'a.ts', 'b.ts', 'c.ts']);
  expect(
    within(task ?? document.body)
      .getAllByTestId('tool-card')
      .map(({ dataset }) => dataset['toolCallId']),
  ).toEqual(['a.ts']);
});

test('a diff opens in the editor, and so does its file', () => {
  const panel = openPanel({
    events: [
      prompted('Go'),
      tool({
        toolCallId: 'edit',
        kind: 'edit',
        status: 'completed',
        content: [
          { type: 'content', content: words('Done.') },
          { type: 'diff', path: 'src/a.ts', oldText: 'a\n', newText: 'b\n' },
        ],
      }),
    ],
  });
  fireEvent.click(screen.getByTestId('open-diff'));
  fireEvent.click(screen.getByTestId('open-file'));
  expect(panel.sent('open_diff')).toEqual([{ type: 'open_diff', key: KEY, id: 'e1', index: 1 }]);
  expect(panel.sent('open_link')).toEqual([{ type: 'open_link', key: KEY, href: 'src/a.ts' }]);
});

test('a diff shows the order that the code has, and hidden characters', () => {
  const newText = '/*\u202E } \u2066if (isAdmin)\u2069 \u2066 begin admins only */\nconst a\u200B = 1;\n';
  const content = [{ type: 'diff', path: 'a.js', oldText: 'if (isAdmin) {\n', newText } as const];
  const { container } = openPanel({
    events: [tool({ toolCallId: 'turned', kind: 'edit', status: 'completed', content })],
  });
  const text = container.querySelector('.diff-text')?.textContent ?? '';
  expect(text).toContain('/*\\u{202e} } \\u{2066}if (isAdmin)\\u{2069} \\u{2066} begin admins only */');
  expect(text).toContain('const a\\u{200b} = 1;');
});

test('a long diff is cut until all of it is asked for, and a gap opens', () => {
  const diff = (oldText: string, newText: string) =>
    ({ type: 'diff', path: 'a.md', oldText, newText }) as const;
  openPanel({
    events: [
      prompted('Go'),
      tool({ toolCallId: 'new', kind: 'edit', status: 'completed', content: [diff('', lines(500))] }),
      prompted('More'),
      tool({
        toolCallId: 'end',
        kind: 'edit',
        status: 'completed',
        content: [diff(lines(50), `${lines(50)}more\n`)],
      }),
    ],
  });
  expect(screen.queryByText(/line 499/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show 300 more lines' }));
  expect(screen.getByText(/line 499/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '47 unchanged lines' }));
  expect(screen.getAllByText(/line 3$/).length).toBe(2);
});

test('edits and commands open by themselves, and a request shows the whole command and the rule that asks', () => {
  const command = `echo ${'x'.repeat(900)} && rm -rf build`;
  openPanel({
    events: [
      prompted('Go'),
      tool({
        toolCallId: 'run',
        title: 'Run',
        kind: 'execute',
        status: 'completed',
        rawOutput: { stdout: 'fine' },
      }),
      {
        type: 'permission_requested',
        at: 3_000,
        request: { requestId: 'p', toolCallId: 'ask', at: 3_000, options: [], rule: 'user rule 3' },
        call: { toolCallId: 'ask', title: 'Clean up', kind: 'execute', rawInput: { command } },
      },
    ],
  });
  expect(screen.getAllByTestId('tool-card')[0]?.textContent).toContain('fine');
  const request = screen.getByTestId('permission');
  expect(request.textContent).toContain(`$ ${command}`);
  expect(screen.getByTestId('permission-rule').textContent).toBe('Asked by rule: user rule 3');
});

test('the card says who decided', () => {
  openPanel({
    events: [
      prompted('Go'),
      {
        type: 'permission_decided',
        at: 2_000,
        call: { toolCallId: 'x', title: 'Write', kind: 'edit' },
        decision: { by: 'rule', rule: 'user rule 1', option: { name: 'Yes', kind: 'allow_once' } },
      },
    ],
  });
  expect(screen.getByTestId('tool-decision').textContent).toBe('Allowed once · Rule: user rule 1');
});

test('an answer of the user is an icon in the head, and not a line of its own', () => {
  openPanel({
    events: [
      prompted('Go'),
      {
        type: 'permission_decided',
        at: 2_000,
        call: { toolCallId: 'x', title: 'Write', kind: 'edit' },
        decision: { by: 'user', option: { name: 'Yes', kind: 'allow_once' } },
      },
    ],
  });
  const decision = screen.getByTestId('tool-decision');
  expect(decision.textContent).toBe('Allowed once');
  expect(decision.getAttribute('title')).toBe('Allowed once');
  expect(decision.closest('button')).not.toBeNull();
});

test('a rejected call has one sign, and the answer is its text', () => {
  openPanel({
    events: [
      prompted('Go'),
      {
        type: 'permission_decided',
        at: 2_000,
        call: { toolCallId: 'x', title: 'Write', kind: 'edit' },
        decision: { by: 'user', option: { name: 'Never', kind: 'reject_always' } },
      },
      tool({ toolCallId: 'x', title: 'Write', kind: 'edit', status: 'failed' }),
    ],
  });
  const card = screen.getByTestId('tool-card');
  expect(card.dataset['status']).toBe('rejected');
  expect(card.querySelectorAll('.codicon-circle-slash')).toHaveLength(1);
  expect(screen.getByTestId('tool-decision').textContent).toBe('Always rejected');
});

test('a call that a rule rejected has one sign, and a line that names the rule', () => {
  openPanel({
    events: [
      prompted('Go'),
      {
        type: 'permission_decided',
        at: 2_000,
        call: { toolCallId: 'x', title: 'Write', kind: 'edit' },
        decision: { by: 'rule', rule: 'user rule 2', option: { name: 'No', kind: 'reject_once' } },
      },
    ],
  });
  expect(screen.getByTestId('tool-card').querySelectorAll('.codicon-circle-slash')).toHaveLength(1);
  expect(screen.getByTestId('tool-decision').textContent).toBe('Rejected · Rule: user rule 2');
});

test('a huge value is made readable when it is opened, cut, and shown whole when asked', () => {
  const huge = 'y'.repeat(10_000);
  openPanel({
    events: [
      prompted('Go'),
      tool({ toolCallId: 'x', title: 'X', kind: 'dance', status: 'thinking', rawInput: { huge } }),
    ],
  });
  const card = screen.getByTestId('tool-card');
  expect(card.dataset).toMatchObject({ status: 'thinking', toolKind: 'dance' });
  fireEvent.click(within(card).getByRole('button', { name: /^X/ }));
  expect(card.textContent).not.toContain('yyy');
  fireEvent.click(within(card).getByRole('button', { name: 'Input' }));
  expect(card.textContent).not.toContain(huge);
  fireEvent.click(within(card).getByRole('button', { name: /^Show all/ }));
  expect(card.textContent).toContain(huge);
});
