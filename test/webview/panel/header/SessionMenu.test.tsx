// @vitest-environment happy-dom
// The session list below the title: opened by the button and by the host, filtered, and used without a mouse.
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ANSWER_GUARD_MS } from '../../../../src/core/permissions/optionLabel.ts';
import type { SessionRow } from '../../../../src/core/panel/sessionRow.ts';
import { KEY, openPanel, saveViewStates, type OpenPanel } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const row = (id: string, section: SessionRow['section'], more: Partial<SessionRow> = {}): SessionRow => ({
  id,
  section,
  state: section === 'recent' ? 'idle' : section,
  icon: 'comment',
  title: `Title of ${id}`,
  details: 'Bot',
  ...more,
});

const rows = [
  row('busy', 'running'),
  row('asks', 'waiting'),
  row(KEY, 'recent'),
  row('old', 'recent', { title: 'Green tea', details: 'Birch · 3 days ago' }),
];

async function opened(): Promise<OpenPanel> {
  const panel = openPanel();
  await act(async () => void fireEvent.click(screen.getByTestId('session-title')));
  panel.receive({ type: 'session_list', rows });
  return panel;
}

const listed = (): readonly (string | undefined)[] =>
  screen.getAllByTestId('session-row').map((element) => element.dataset['sessionId']);

/** The option that the filter's keys act on, as a screen reader finds it. */
function active(): string | null {
  const id = screen.getByTestId('session-filter').getAttribute('aria-activedescendant');
  const option = [...document.querySelectorAll('[role="option"]')].find((element) => element.id === id);
  return option?.getAttribute('data-session-id') ?? option?.getAttribute('data-testid') ?? null;
}

function press(key: string): void {
  act(() => void fireEvent.keyDown(screen.getByTestId('session-filter'), { key }));
}

test('the title opens the list, which asks the host for its sessions while it is open', async () => {
  const panel = await opened();
  expect(screen.getByTestId('session-title').getAttribute('aria-expanded')).toBe('true');
  expect(listed()).toEqual(['busy', 'asks', KEY, 'old']);
  expect(screen.getAllByTestId('session-row').map(({ dataset }) => dataset['state'])).toEqual([
    'running',
    'waiting',
    'idle',
    'idle',
  ]);
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
    'Running',
    'Waiting for input',
    'Recent',
  ]);
  press('Escape');
  expect(screen.queryByTestId('session-list')).toBeNull();
  expect(panel.sent('session_list').map(({ isOpen }) => isOpen)).toEqual([true, false]);
});

test('Escape returns the focus to the title, and stops no turn', async () => {
  const panel = await opened();
  await act(async () => screen.getByTestId('session-filter').focus());
  await act(async () => press('Escape'));
  expect(document.activeElement).toBe(screen.getByTestId('session-title'));
  expect(panel.sent('cancel')).toEqual([]);
});

test('the host opens the list', async () => {
  const panel = openPanel();
  await act(async () => panel.receive({ type: 'open_session_list' }));
  expect(screen.getByTestId('session-filter')).toBeTruthy();
});

test('arrow keys move through sections and on to all sessions, and round again', async () => {
  await opened();
  expect(active()).toBe('busy');
  press('ArrowDown');
  press('ArrowDown');
  press('ArrowDown');
  expect(active()).toBe('old');
  press('ArrowDown');
  expect(active()).toBe('all-sessions');
  press('ArrowDown');
  expect(active()).toBe('busy');
  press('ArrowUp');
  expect(active()).toBe('all-sessions');
});

test('Enter opens the active session, and the first match of a filter', async () => {
  const panel = await opened();
  act(() => void fireEvent.change(screen.getByTestId('session-filter'), { target: { value: 'TEA birch' } }));
  expect(listed()).toEqual(['old']);
  press('Enter');
  expect(panel.sent('open_session').map(({ id }) => id)).toEqual(['old']);
  expect(screen.queryByTestId('session-list')).toBeNull();
});

test('where nothing matches Enter opens the quick pick over all sessions', async () => {
  const panel = await opened();
  act(() => void fireEvent.change(screen.getByTestId('session-filter'), { target: { value: 'coffee' } }));
  expect(screen.queryAllByTestId('session-row')).toEqual([]);
  expect(within(screen.getByTestId('session-list')).getByText('No matching sessions.')).toBeTruthy();
  press('Enter');
  expect(panel.sent('all_sessions')).toHaveLength(1);
});

test('F2 renames the active session, and so does the button of a row', async () => {
  const panel = await opened();
  press('ArrowDown');
  press('F2');
  expect(panel.sent('rename').map(({ key }) => key)).toEqual(['asks']);
  await act(async () => void fireEvent.click(screen.getByTestId('session-title')));
  panel.receive({ type: 'session_list', rows });
  act(() => void fireEvent.click(screen.getAllByTestId('session-rename')[3] ?? document.body));
  expect(panel.sent('rename').map(({ key }) => key)).toEqual(['asks', 'old']);
  expect(panel.sent('open_session')).toEqual([]);
});

test('the shown session is marked, and the one that Enter would open is another', async () => {
  await opened();
  const shown = screen.getAllByRole('option', { selected: true });
  expect(shown.map(({ dataset }) => dataset['sessionId'])).toEqual([KEY]);
});

test('a request of another session is answered in the list, and that of the shown session in its own card', async () => {
  const panel = await opened();
  const request = (key: string, isWhole = true) => ({
    key,
    requestId: `request of ${key}`,
    session: `Title of ${key}`,
    agent: 'Birch',
    subject: 'Edit a.ts\n- two\n+ 2',
    isWhole,
    options: [{ optionId: 'no', name: 'Reject', kind: 'reject_once' }],
  });
  panel.receive({
    type: 'waiting_requests',
    requests: [request(KEY), request('asks'), request('cut', false)],
  });
  const cards = screen.getAllByTestId('waiting-request');
  expect(cards.map(({ dataset }) => dataset['requestId'])).toEqual(['request of asks', 'request of cut']);
  const [asks, cut] = cards;
  if (asks === undefined || cut === undefined) throw new Error('There are not two requests.');
  expect(within(asks).getByRole('group', { name: 'What is asked' }).textContent).toContain('- two\n+ 2');
  expect(within(asks).queryByText(/not all of the request/)).toBeNull();
  expect(within(cut).queryByText(/not all of the request/)).not.toBeNull();
  // A click that comes with the card was meant for something else.
  fireEvent.click(within(asks).getByTestId('permission-option'));
  expect(panel.sent('permission')).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, ANSWER_GUARD_MS));
  within(asks).getByTestId('permission-option').focus();
  fireEvent.click(within(asks).getByTestId('permission-option'));
  // The button goes, and the keyboard stays in the list.
  expect(document.activeElement).toBe(screen.getByTestId('session-filter'));
  fireEvent.click(within(asks).getByTestId('permission-option'));
  expect(panel.sent('permission')).toEqual([
    { type: 'permission', key: 'asks', requestId: 'request of asks', optionId: 'no' },
  ]);
  fireEvent.click(within(cut).getByTestId('open-waiting'));
  expect(panel.sent('open_session')).toEqual([{ type: 'open_session', id: 'cut' }]);
});

test('a question of another session is answered by a choice, or declined', async () => {
  const panel = await opened();
  const question = (key: string, field: string, names: readonly string[]) => ({
    key,
    requestId: `question of ${key}`,
    session: `Title of ${key}`,
    agent: 'Birch',
    subject: 'Which database?',
    isWhole: field !== '',
    options: names.map((name) => ({ optionId: name.toLowerCase(), name, kind: 'choice' })),
    field,
  });
  panel.receive({
    type: 'waiting_requests',
    requests: [question('asks', 'database', ['Postgres', 'SQLite']), question('long', '', [])],
  });
  const [asks, long] = screen.getAllByTestId('waiting-request');
  if (asks === undefined || long === undefined) throw new Error('There are not two questions.');
  expect(within(asks).getByText('Birch asks a question in “Title of asks”')).toBeTruthy();
  expect(
    within(asks)
      .getAllByTestId('permission-option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Postgres', 'SQLite']);
  expect(within(long).getByText('Open the session to answer.')).toBeTruthy();
  expect(within(long).queryAllByTestId('permission-option')).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, ANSWER_GUARD_MS));
  fireEvent.click(within(asks).getByText('SQLite'));
  fireEvent.click(within(long).getByText('Decline'));
  expect(panel.sent('permission')).toEqual([]);
  expect(panel.sent('elicitation_accept')).toEqual([
    {
      type: 'elicitation_accept',
      key: 'asks',
      requestId: 'question of asks',
      values: { database: 'sqlite' },
    },
  ]);
  expect(panel.sent('elicitation_refuse')).toEqual([
    { type: 'elicitation_refuse', key: 'long', requestId: 'question of long', action: 'decline' },
  ]);
});

test('what is typed can be searched in all sessions', async () => {
  const panel = await opened();
  fireEvent.change(screen.getByTestId('session-filter'), { target: { value: 'lost word' } });
  expect(screen.getByTestId('all-sessions').textContent).toContain('“lost word”');
  press('Enter');
  expect(panel.sent('all_sessions')).toEqual([{ type: 'all_sessions', query: 'lost word' }]);
});
