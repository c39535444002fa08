// @vitest-environment happy-dom
// One primary action and one signal for each state: what a question, a turn and its end show, and what they do not.
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { typeText } from '../../support/composer/composerInput.ts';
import { openPanel, prompted, saveViewStates } from '../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const changes: SessionEvent = {
  type: 'changes_updated',
  at: 2,
  changes: {
    files: [
      { path: '/work/a.ts', name: 'a.ts', state: 'modified', added: 1, removed: 0, hasConflict: false },
    ],
    canRedo: false,
  },
};

const call = { toolCallId: 'call', title: 'Build', kind: 'execute', status: 'in_progress' };

const asked: SessionEvent = {
  type: 'permission_requested',
  at: 3,
  request: {
    requestId: 'a',
    toolCallId: 'call',
    at: 3,
    options: [
      { optionId: 'yes', name: 'Allow once', kind: 'allow_once' },
      { optionId: 'no', name: 'Reject', kind: 'reject_once' },
    ],
  },
  call,
};

const primaries = (): readonly (string | null)[] =>
  [...document.querySelectorAll('[appearance="primary"], [data-primary="true"]')].map(
    (element) => element.getAttribute('data-option-id') ?? element.getAttribute('data-testid'),
  );

const spinning = (): number => document.querySelectorAll('.spinner, .codicon-modifier-spin').length;

test('beside a question only its answer is primary, with changed files, a running turn and a text', () => {
  openPanel({ events: [prompted('Go'), changes, asked] });
  typeText('Next');
  expect(screen.getByTestId('stop')).toBeTruthy();
  expect(primaries()).toEqual(['yes']);
});

test('nothing spins and nothing says that it works while the user is waited for', () => {
  const panel = openPanel({ events: [prompted('Go'), { type: 'tool_call', at: 2, call }] });
  expect(spinning()).toBeGreaterThan(0);
  panel.dispatch(asked);
  expect(spinning()).toBe(0);
  expect(screen.getByTestId('working').textContent).toBe('');
});

test('Send is primary only where there is something to send', () => {
  openPanel();
  expect(primaries()).toEqual([]);
  typeText('Hello');
  expect(primaries()).toEqual(['send']);
});

test('the footer of the last turn is one quiet line, and earlier ones take no room', () => {
  const tokens = { input: 49, output: 114, cachedRead: 15_100, thought: 38 };
  const ended = (at: number): SessionEvent => ({ type: 'turn_ended', at, stopReason: 'end_turn', tokens });
  openPanel({ events: [prompted('One'), ended(8_001), { ...prompted('Two'), at: 9_000 }, ended(17_000)] });
  const [first, last] = document.querySelectorAll<HTMLElement>('.turn');
  expect(last?.dataset['last']).toBe('true');
  expect(last?.querySelector('.turn-figures')?.textContent).toBe('8s · 15.3K tokens');
  expect(last?.querySelector('.turn-figures')?.getAttribute('title')).toContain('49 in · 114 out');
  expect(first?.dataset['quiet']).toBe('true');
});

test('the title and the agent stand once, without a badge', () => {
  openPanel({ events: [prompted('Fix the build')] });
  expect(document.querySelectorAll('.agent-name')).toHaveLength(1);
  // VS Code shows the title: the button is drawn only while it is wanted.
  expect(screen.getAllByText('Fix the build', { selector: '.session-name' })).toHaveLength(1);
  expect(screen.getByTestId('session-title').closest('header')?.dataset['open']).toBe('false');
});

const AGENT = { name: 'bot', title: 'Bot', isDemo: false } as const;

test.each([
  ['ready and empty', { state: 'ready' }],
  ['starting', { state: 'starting' }],
  ['downloading', { state: 'starting', isDownloading: true }],
  ['stopped', { state: 'stopped' }],
  ['failed without a reason', { state: 'failed' }],
] as const)('the agent and its state stand in the composer alone when it is %s', (_name, status) => {
  const { container } = openPanel({ panel: { agent: { ...AGENT, status } } });
  expect(container.textContent.split('Bot')).toHaveLength(2);
  expect(screen.getByTestId('agent-select').textContent).toContain('Bot');
  expect(screen.getByTestId('composer-input').getAttribute('aria-placeholder')).not.toContain('Bot');
  const state = screen.getByTestId('connection-state').textContent;
  expect(container.textContent.split(state)).toHaveLength(2);
  expect(spinning()).toBe(0);
});

test('a narrow panel names the agent in the placeholder instead', () => {
  openPanel({ panel: { agent: { ...AGENT, status: { state: 'ready' } } } });
  expect(screen.getByTestId('composer-input').dataset['narrowPlaceholder']).toBe('Ask Bot');
});

test('a read-only session names its agent and that it is read-only in the bar', () => {
  const ended: SessionEvent = { type: 'turn_ended', at: 2, stopReason: 'end_turn' };
  const readOnly: SessionEvent = { type: 'read_only', at: 3, reason: 'Its folder is gone.' };
  openPanel({ events: [prompted('Go'), ended, readOnly] });
  const bar = screen.getByTestId('read-only');
  expect(within(bar).getByTestId('connection-state').dataset['state']).toBe('read-only');
  expect(screen.getAllByTestId('agent-select')).toHaveLength(1);
  expect(bar.querySelectorAll('.codicon-lock')).toHaveLength(1);
});

test('how many prompts are queued is said where the state is', () => {
  const queue = ['One', 'Two'].map((text) => ({ id: text, content: [{ type: 'text' as const, text }] }));
  openPanel({ events: [prompted('Go'), { type: 'queue_changed', at: 2, queue, held: false }] });
  expect(screen.getByTestId('agent-select').title).toContain('2 prompts queued');
});

test('the list of sessions, open, does not repeat the title under the one of VS Code', () => {
  openPanel({ events: [prompted('Fix the build')] });
  const button = screen.getByTestId('session-title');
  fireEvent.click(button);
  expect(button.closest('header')?.dataset['open']).toBe('true');
  // What is drawn is the name of the list; the title is there for screen readers.
  expect(button.dataset['label']).toBe('Sessions');
});
