// @vitest-environment happy-dom
// A sub-agent with a session of its own: one folded row in the transcript, which opens to all that it said and did.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import type { ToolCallPatch } from '../../../../src/core/session/toolCall/state.ts';
import { openPanel, prompted, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const subagent = (id: string, more: Partial<ToolCallPatch> = {}): SessionEvent => ({
  type: 'tool_call',
  at: 2_000,
  call: {
    toolCallId: `subagent:${id}`,
    title: `Child ${id}`,
    kind: 'think',
    status: 'in_progress',
    subagent: { isRunning: true },
    ...more,
  },
});
const call = (id: string, toolCallId: string): SessionEvent => ({
  type: 'tool_call',
  at: 2_000,
  call: {
    toolCallId: `subagent:${id}/${toolCallId}`,
    title: `Call ${toolCallId}`,
    kind: 'read',
    status: 'completed',
    parentToolCallId: `subagent:${id}`,
  },
});
const says = (
  id: string,
  messageId: string,
  text: string,
  role: 'user' | 'agent' | 'thought' | 'plan' = 'agent',
): SessionEvent => ({
  type: 'subagent_message',
  at: 2_000,
  toolCallId: `subagent:${id}`,
  messageId,
  role,
  content: { type: 'text', text },
});
const row = (title: string): HTMLElement => {
  const card = screen
    .getAllByTestId('tool-card')
    .find((each) => within(each).getByText(title, { selector: '.tool-title' }) !== null);
  if (card === undefined) throw new Error(`no card ${title}`);
  return card;
};
const facts = (): readonly (string | null | undefined)[][] =>
  screen.getAllByTestId('subagent').map(({ dataset, textContent }) => [dataset['state'], textContent]);

test('is one folded row with its steps, the last one, and its tokens; the time where it took some', () => {
  const panel = openPanel({
    events: [
      prompted('Go'),
      subagent('a', { subagent: { isRunning: true, tokens: 1_200 } }),
      call('a', 'one'),
      call('a', 'two'),
      says('a', '1', 'Hello'),
    ],
  });
  expect(screen.queryByText('Hello')).toBeNull();
  expect(facts()).toEqual([
    ['in_progress', expect.stringMatching(/^2 steps · Call two · 1,200 tokens · \d/)],
  ]);
  panel.dispatch(subagent('a', { status: 'completed', subagent: { tokens: 1_500, durationMs: 65_000 } }));
  expect(facts()).toEqual([['completed', '2 steps · 1,500 tokens · 1m 5s']]);
  panel.dispatch(subagent('b', { status: 'failed', subagent: { durationMs: 20 } }));
  expect(facts().at(-1)).toEqual(['failed', '']);
});

test('shows a plan that is a text as a plan: rendered, only its beginning where it is long, and what became of it', () => {
  const panel = openPanel({ events: [prompted('Go'), subagent('a'), says('a', 'plan p', '# Look', 'plan')] });
  fireEvent.click(within(row('Child a')).getAllByRole('button')[0] ?? document.body);
  const plan = screen.getByTestId('subagent-message');
  expect(plan.dataset['role']).toBe('plan');
  expect(within(plan).getByRole('button', { name: 'Plan' }).getAttribute('aria-expanded')).toBe('true');
  within(plan).getByRole('heading', { name: 'Look' });
  expect(within(plan).queryByText('…')).toBeNull();

  panel.dispatch(says('a', 'plan p', `# Look again\n\n${'A step of many.\n'.repeat(2_000)}`, 'plan'));
  within(plan).getByRole('heading', { name: 'Look again' });
  within(plan).getByText('…');
  expect(plan.textContent.length).toBeLessThan(7_000);
  panel.dispatch({
    type: 'subagent_message',
    at: 2_000,
    toolCallId: 'subagent:a',
    messageId: 'plan p',
    role: 'plan',
    content: { type: 'text', text: '# Look once more' },
    isRemoved: true,
  });
  within(plan).getByRole('button', { name: 'Plan Withdrawn' });
  within(plan).getByRole('heading', { name: 'Look once more' });
});

test('opens to what it was asked, said and did, in its order, with nested ones in theirs', () => {
  openPanel({
    events: [
      prompted('Go'),
      subagent('a'),
      says('a', '1', 'Look there', 'user'),
      call('a', 'one'),
      says('a', '2', 'Found '),
      says('a', '2', '**it**'),
      subagent('b', { parentToolCallId: 'subagent:a' }),
      says('b', '1', 'Nested words'),
      says('a', '3', 'Hm', 'thought'),
      call('a', 'two'),
    ],
  });
  fireEvent.click(within(row('Child a')).getByText('Child a'));
  const group = screen.getByRole('group', { name: 'Steps of Child a' });
  const order = [...group.children].map(({ textContent }) => textContent);
  expect(order).toEqual([
    '',
    'TaskLook there',
    expect.stringContaining('Call one'),
    'Found it',
    expect.stringContaining('Child b'),
    'Thought',
    expect.stringContaining('Call two'),
  ]);
  expect(within(group).getByText('it').tagName).toBe('STRONG');
  expect(screen.queryByText('Nested words')).toBeNull();
  fireEvent.click(within(group).getByText('Child b'));
  expect(screen.getByText('Nested words')).not.toBeNull();
});

test('shows its plan above its steps, also before it has said anything', () => {
  const step = (content: string) => ({ content, priority: 'low', status: 'pending' });
  const panel = openPanel({ events: [prompted('Go'), subagent('a', { subagentPlan: [step('Look <b>')] })] });
  fireEvent.click(within(row('Child a')).getByText('Child a'));
  const group = (): HTMLElement => screen.getByRole('group', { name: 'Steps of Child a' });
  expect(within(group()).getByText('Look <b>')).not.toBeNull();
  panel.dispatch(says('a', '1', 'Words'));
  expect([...group().children].map(({ tagName }) => tagName)).toEqual(['SPAN', 'OL', 'DIV']);
  panel.dispatch(subagent('a', { subagentPlan: [] }));
  expect(within(group()).queryByRole('list')).toBeNull();
});

test('opens in a tab from its card, and from the row above the composer', () => {
  const panel = openPanel({ events: [prompted('Go'), subagent('a'), call('a', 'one')] });
  fireEvent.click(within(row('Child a')).getByText('Child a'));
  fireEvent.click(screen.getByRole('button', { name: 'Open Transcript' }));
  const strip = screen.getByTestId('subagents');
  fireEvent.click(within(strip).getByRole('button'));
  fireEvent.click(within(strip).getByRole('button', { name: 'Open Transcript of Child a' }));
  const id = screen.getAllByTestId('tool-card')[0]?.dataset['entryId'];
  const opened = panel.posted.filter(({ type }) => type === 'open_subagent');
  expect(opened).toEqual([1, 2].map(() => ({ type: 'open_subagent', key: expect.any(String), id })));
});

test('find opens it to what it said, thought and plans, and counts what it goes on to say', async () => {
  const plan = [{ content: 'Plan needle', priority: 'low', status: 'pending' }];
  const panel = openPanel({
    events: [
      prompted('Go'),
      subagent('a', { subagentPlan: plan }),
      says('a', '1', 'A [needle](needle.ts)'),
      says('a', '2', 'A needle in a thought', 'thought'),
    ],
  });
  panel.receive({ type: 'find' });
  fireEvent.change(screen.getByTestId('find-input'), { target: { value: 'needle' } });
  const count = (): string | null => screen.getByTestId('find-count').textContent;
  await waitFor(() => expect(count()).toBe('1 of 3'));
  expect(screen.getByText('Plan needle')).not.toBeNull();
  expect(screen.queryByText('A needle in a thought')).toBeNull();
  for (let step = 0; step < 2; step++) fireEvent.keyDown(screen.getByTestId('find-input'), { key: 'Enter' });
  await waitFor(() => expect(screen.getByText('A needle in a thought')).not.toBeNull());
  panel.dispatch(says('a', '3', 'One more needle'));
  await waitFor(() => expect(count()).toBe('3 of 4'));
});

test('shows the last hundred steps at first', () => {
  openPanel({
    events: [
      prompted('Go'),
      subagent('a'),
      ...Array.from({ length: 150 }, (_, index) => says('a', String(index), `Words ${index}`)),
    ],
  });
  fireEvent.click(within(row('Child a')).getByText('Child a'));
  expect(screen.queryByText('Words 49')).toBeNull();
  expect(screen.getByText('Words 50')).not.toBeNull();
  fireEvent.click(screen.getByText('Show Earlier (50)'));
  expect(screen.getByText('Words 0')).not.toBeNull();
});

test('is disconnected where its end never came and the connection did end', () => {
  const panel = openPanel({ events: [prompted('Go'), subagent('a'), call('a', 'one')] });
  panel.dispatch({ type: 'turn_ended', at: 3_000, stopReason: 'end_turn' });
  expect(facts().map(([state]) => state)).toEqual(['in_progress']);
  panel.dispatch({ type: 'detached', at: 4_000 });
  expect(facts().map(([state]) => state)).toEqual(['disconnected']);
  expect(within(row('Child a')).getByText('Disconnected')).not.toBeNull();
});

test('has a row above the composer while it works, with Stop where its agent can stop it', () => {
  const panel = openPanel({
    events: [
      prompted('Go'),
      subagent('a', { subagent: { isRunning: true, canStop: true } }),
      subagent('b'),
      call('b', 'one'),
    ],
  });
  const strip = screen.getByTestId('subagents');
  expect(strip.textContent).toContain('2 sub-agents· 2 running');
  fireEvent.click(within(strip).getByRole('button'));
  const rows = within(strip).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual(['RunningChild a', 'RunningChild b· Call one']);
  const stops = within(strip).getAllByRole('button', { name: /^Stop/ });
  expect(stops.map((stop) => stop.getAttribute('aria-label'))).toEqual(['Stop Child a']);
  const [stop] = stops;
  if (stop !== undefined) fireEvent.click(stop);
  expect(panel.posted).toContainEqual({
    type: 'stop_subagent',
    key: expect.any(String),
    toolCallId: 'subagent:a',
  });
});
