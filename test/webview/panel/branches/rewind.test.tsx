// @vitest-environment happy-dom
// The menu that rewinds to a prompt: what it says before, what it asks for, and the way back in the session of a rewind.
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PanelState } from '../../../../src/core/panel/hostMessage.ts';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { typeText } from '../../../support/composer/composerInput.ts';
import { KEY, openPanel, READY, saveViewStates, sessionOf, type OpenPanel } from '../../../support/panel.tsx';

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
  cleanup();
  saveViewStates();
});

const turn = (text: string, checkpoint?: string): readonly SessionEvent[] => [
  { type: 'prompt_started', at: 1, content: [{ type: 'text', text }] },
  ...(checkpoint === undefined ? [] : [{ type: 'checkpoint_made' as const, at: 1, checkpoint }]),
  {
    type: 'message_chunk',
    at: 2,
    role: 'agent',
    content: { type: 'text', text: `About ${text}` },
    messageId: `m-${text}`,
  },
  { type: 'turn_ended', at: 3, stopReason: 'end_turn' },
];

const FORKS: Partial<PanelState> = {
  sessionAbilities: { fork: true, forkAtPrompt: false, forkAfterAnswer: true },
};

function entryOf(text: string): HTMLElement {
  const found = screen
    .getAllByTestId('entry')
    .find((entry) => entry.dataset['kind'] === 'user' && entry.textContent.includes(text));
  if (found === undefined) throw new Error(`There is no prompt “${text}”.`);
  return found;
}

const openMenu = (text: string): void => void fireEvent.click(within(entryOf(text)).getByTestId('rewind'));

function item(what: string): HTMLElement {
  const found = screen
    .getByTestId('rewind-menu')
    .querySelector<HTMLElement>(`[role="menuitem"][data-value="${what}"]`);
  if (found === null) throw new Error(`There is no way “${what}”.`);
  return found;
}

const isAvailable = (what: string): boolean => item(what).getAttribute('aria-disabled') === 'false';

function answer(panel: OpenPanel, text: string, files: readonly string[] | undefined): void {
  panel.receive({
    type: 'rewind_files',
    key: KEY,
    entryId: entryOf(text).dataset['entryId'],
    ...(files === undefined
      ? {}
      : { files: files.map((name) => ({ path: `/w/${name}`, name, becomes: 'modified' })) }),
  });
}

describe('The menu', () => {
  test('says what still runs and may change files again, until that has ended', () => {
    const events = [...turn('one', 'c1'), ...turn('two', 'c2')];
    const panel = openPanel({ events, panel: FORKS });
    openMenu('two');
    expect(screen.queryByTestId('rewind-running')).toBeNull();
    const subagent = (status: string): SessionEvent => ({
      type: 'tool_call',
      at: 4,
      call: { toolCallId: 'c', title: 'Check\nthe tests', status, subagent: { isRunning: true } },
    });
    panel.dispatch(subagent('in_progress'));
    expect(screen.getByTestId('rewind-running').textContent).toBe(
      '1 background task is still running, and can change files after the rewind: Check the tests',
    );
    const tasks = ['Watch the log', 'Build', 'Serve'].map((name) => ({ taskId: name, name }));
    panel.dispatch({ type: 'background_tasks', at: 4, tasks });
    expect(screen.getByTestId('rewind-running').textContent).toBe(
      '4 background tasks are still running, and can change files after the rewind: Check the tests, Watch the log, Build, 1 more',
    );
    // It can be done all the same.
    answer(panel, 'two', ['a.txt']);
    expect(['all', 'code', 'conversation'].map(isAvailable)).toEqual([true, true, true]);
    panel.dispatch(subagent('completed'));
    panel.dispatch({
      type: 'background_tasks',
      at: 5,
      tasks: tasks.map(({ taskId }) => ({ taskId, isOver: true })),
    });
    expect(screen.queryByTestId('rewind-running')).toBeNull();
  });

  test('says what each way does, and asks for the one that is chosen', () => {
    const panel = openPanel({ events: [...turn('one', 'c1'), ...turn('two', 'c2')], panel: FORKS });
    openMenu('two');
    const entryId = entryOf('two').dataset['entryId'];
    expect(panel.sent('rewind_preview')).toEqual([{ type: 'rewind_preview', key: KEY, entryId }]);
    expect(item('code').textContent).toContain('Comparing files…');
    answer(panel, 'two', ['a.txt', 'b.txt']);
    expect(item('all').textContent).toContain('Restores 2 files · Removes 1 prompt');
    expect(item('code').textContent).not.toContain('prompt');
    expect(item('conversation').textContent).not.toContain('file');
    expect(screen.getByTestId('rewind-way').dataset['way']).toBe('fork');
    fireEvent.click(screen.getByText('b.txt'));
    expect(panel.sent('rewind_diff')).toEqual([{ type: 'rewind_diff', key: KEY, entryId, path: '/w/b.txt' }]);
    fireEvent.click(item('all'));
    expect(panel.sent('rewind')).toEqual([
      { type: 'rewind', key: KEY, entryId, what: 'all', into: 'fork', shown: ['/w/a.txt', '/w/b.txt'] },
    ]);
    expect(screen.queryByTestId('rewind-menu')).toBeNull();
  });

  test('of the first prompt starts again, and of a later one hands the transcript over where the agent cannot fork', () => {
    const panel = openPanel({ events: [...turn('one', 'c1'), ...turn('two', 'c2')] });
    openMenu('one');
    expect(screen.getByTestId('rewind-way').dataset['way']).toBe('new_session');
    expect(item('conversation').textContent).toContain('Removes 2 prompts');
    fireEvent.click(item('conversation'));
    openMenu('two');
    expect(screen.getByTestId('rewind-way').dataset['way']).toBe('transcript');
    expect(screen.getByTestId('rewind-way').textContent).toContain('Bot cannot fork');
    fireEvent.click(item('conversation'));
    expect(panel.sent('rewind').map(({ into }) => into)).toEqual(['new_session', 'new_session']);
  });

  test('offers no code where no file has changed, or nobody knows', () => {
    const panel = openPanel({ events: [...turn('one'), ...turn('two', 'c2'), ...turn('three', 'c3')] });
    const open = (text: string, files?: readonly string[]): readonly boolean[] => {
      openMenu(text);
      if (text !== 'one') answer(panel, text, files);
      const found = ['all', 'code', 'conversation'].map(isAvailable);
      fireEvent.click(within(entryOf(text)).getByTestId('rewind'));
      return found;
    };
    expect(open('one')).toEqual([false, false, true]);
    expect(open('two', [])).toEqual([false, false, true]);
    expect(open('two', ['a.txt'])).toEqual([true, true, true]);
    expect(open('three', undefined)).toEqual([false, false, true]);
    expect(panel.sent('rewind_preview')).toHaveLength(3);
  });

  test('an earlier answer is not taken for the one that was asked for', () => {
    const panel = openPanel({ events: turn('one', 'c1') });
    openMenu('one');
    answer(panel, 'one', ['a.txt']);
    fireEvent.click(within(entryOf('one')).getByTestId('rewind'));
    openMenu('one');
    expect(item('code').textContent).toContain('Comparing files…');
  });

  test('offers nothing while the agent works, and compares no files', () => {
    const panel = openPanel({
      events: [
        ...turn('one', 'c1'),
        { type: 'prompt_started', at: 4, content: [{ type: 'text', text: 'two' }] },
      ],
    });
    openMenu('one');
    expect(['all', 'code', 'conversation'].map(isAvailable)).toEqual([false, false, false]);
    fireEvent.click(item('code'));
    expect(panel.sent('rewind')).toEqual([]);
    expect(panel.sent('rewind_preview')).toEqual([]);
    panel.dispatch({ type: 'turn_ended', at: 5, stopReason: 'end_turn' });
    expect(panel.sent('rewind_preview')).toHaveLength(1);
  });

  test('opens where a command asks for it', async () => {
    const panel = openPanel({ events: [...turn('one', 'c1'), ...turn('two', 'c2')] });
    panel.receive({ type: 'show_prompt', key: KEY, prompt: 0, opensRewind: true });
    await screen.findByTestId('rewind-menu');
    expect(panel.sent('rewind_preview')).toMatchObject([{ entryId: entryOf('one').dataset['entryId'] }]);
  });
});

describe('The session of a rewind', () => {
  function showRewind(panel: OpenPanel, events: readonly SessionEvent[] = []): void {
    panel.receive({
      type: 'panel',
      panel: { ...READY, draft: { key: 'next', text: 'two', revision: 1 } },
    });
    const branch = [{ key: KEY, prompt: 1, own: 1, rewound: 'all' }];
    const state = { ...sessionOf([...turn('one'), ...events]), key: 'next', branch };
    panel.receive({ type: 'snapshot', state, seq: 0 });
  }

  test('offers the way back with what the composer has, until a prompt is sent', () => {
    const panel = openPanel({ events: turn('one') });
    expect(screen.queryByTestId('rewound')).toBeNull();
    showRewind(panel);
    typeText('two more');
    fireEvent.click(screen.getByText('Redo'));
    expect(panel.sent('redo_rewind')).toEqual([{ type: 'redo_rewind', key: 'next', text: 'two more' }]);
    showRewind(panel, turn('three'));
    expect(screen.queryByTestId('rewound')).toBeNull();
  });
});
