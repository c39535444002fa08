// @vitest-environment happy-dom
// The agent's commands in the composer (R89, R90).
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SessionEvent } from '../../../../../src/core/session/events.ts';
import { composerInput, composerText, typeText } from '../../../../support/composer/composerInput.ts';
import { KEY, openPanel, saveViewStates } from '../../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const commands: SessionEvent = {
  type: 'commands',
  at: 1,
  commands: [
    { name: 'explain', description: 'Explains a file', hint: 'FILE' },
    { name: 'compact', description: 'Makes room' },
    { name: 'recompact', description: 'Makes more room' },
  ],
};

function type(text: string): HTMLElement {
  typeText(text);
  return composerInput();
}

const ofSource = (source: string): readonly (string | undefined)[] =>
  screen
    .queryAllByTestId('suggestion')
    .filter(({ dataset }) => dataset['source'] === source)
    .map(({ dataset }) => dataset['value']);
const offered = (): readonly (string | undefined)[] => ofSource('agent');

test('a slash offers the commands, those that begin with what is typed first', () => {
  openPanel({ events: [commands] });
  type('/');
  expect(offered()).toEqual(['explain', 'compact', 'recompact']);
  type('/COMP');
  expect(offered()).toEqual(['compact', 'recompact']);
  type('not /');
  expect(offered()).toEqual([]);
});

test('a name with characters that turn or hide text is spelled out in the list, and sent as it is', () => {
  const name = 'de\u202Eploy\u200B';
  const panel = openPanel({ events: [{ ...commands, commands: [{ name, description: 'Goes live' }] }] });
  const input = type('/de');
  expect(screen.getByTestId('suggestion').textContent).toBe('/de\\u{202e}ploy\\u{200b}Goes live');
  fireEvent.keyDown(input, { key: 'Tab' });
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(JSON.stringify(panel.sent('prompt')[0]?.content)).toContain(name);
});

test('Enter completes the command, its hint shows, and the text is sent as it is', () => {
  const panel = openPanel({ events: [commands] });
  const input = type('/ex');
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(panel.sent('prompt')).toEqual([]);
  expect(composerText()).toBe('/explain ');
  expect(screen.getByText('FILE')).toBeTruthy();
  type('/explain a.ts');
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(panel.sent('prompt')).toMatchObject([
    { key: KEY, content: [{ type: 'text', text: '/explain a.ts' }] },
  ]);
});

test('a command that is typed whole and takes nothing is sent at once', () => {
  const panel = openPanel({ events: [commands] });
  fireEvent.keyDown(type('/compact'), { key: 'Enter' });
  expect(panel.sent('prompt')).toMatchObject([{ content: [{ text: '/compact' }] }]);
});

test('arrows choose, Tab completes, Escape closes the list and stops no turn', () => {
  const panel = openPanel({
    events: [commands, { type: 'prompt_started', at: 2, content: [{ type: 'text', text: 'Go' }] }],
  });
  const input = type('/');
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  fireEvent.keyDown(input, { key: 'Tab' });
  expect(composerText()).toBe('/compact ');
  type('/');
  fireEvent.keyDown(input, { key: 'Escape' });
  expect(offered()).toEqual([]);
  expect(panel.sent('cancel')).toEqual([]);
  type('');
  type('/');
  expect(offered()).not.toEqual([]);
});

test('who types on is at the first command that fits, whatever was chosen before', () => {
  openPanel({ events: [commands] });
  fireEvent.keyDown(type('/'), { key: 'ArrowDown' });
  const input = type('/comp');
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(composerText()).toBe('/compact ');
});

test('a command without a name is not offered', () => {
  const named = { name: 'go', description: 'Goes' };
  openPanel({ events: [{ ...commands, commands: [{ name: ' ', description: 'None' }, named] }] });
  type('/');
  expect(offered()).toEqual(['go']);
});

test('the list follows what the agent offers now', () => {
  const panel = openPanel({ events: [commands] });
  type('/');
  panel.dispatch({ type: 'commands', at: 2, commands: [] });
  expect(offered()).toEqual([]);
});

test('Parley’s actions stand behind the agent’s commands, marked as its own', () => {
  openPanel({ events: [commands] });
  type('/');
  expect(ofSource('parley')).toEqual(['new', 'hand-off', 'export', 'rename', 'sessions']);
  const all = screen.getAllByTestId('suggestion').map(({ dataset }) => dataset['source']);
  expect(all.slice(0, 3)).toEqual(['agent', 'agent', 'agent']);
  expect(screen.getAllByText('Parley')).toHaveLength(5);
});

test('an action of Parley runs by its name, and leaves nothing in the draft', () => {
  const panel = openPanel();
  fireEvent.keyDown(type('/hand'), { key: 'Enter' });
  expect(panel.sent('context_action')).toEqual([{ type: 'context_action', key: KEY, action: 'hand_off' }]);
  expect(composerText()).toBe('');
  fireEvent.keyDown(type('/export'), { key: 'Enter' });
  expect(panel.sent('export_session')).toEqual([{ type: 'export_session', key: KEY }]);
  fireEvent.keyDown(type('/compact'), { key: 'Enter' });
  expect(panel.sent('context_action').at(-1)?.action).toBe('new_session_with_summary');
  expect(panel.sent('prompt')).toEqual([]);
});

const named = (name: string): SessionEvent => ({
  type: 'commands',
  at: 1,
  commands: [{ name, description: 'The agent’s own' }],
});

const listed = () =>
  screen.getAllByTestId('suggestion').map(({ dataset }) => [dataset['value'], dataset['source']]);

test('an agent that can compact has one command for it, and one with another name has Parley’s too', () => {
  const panel = openPanel({ events: [commands] });
  const input = type('/compact');
  expect(listed()).toEqual([
    ['compact', 'agent'],
    ['recompact', 'agent'],
  ]);
  panel.dispatch(named('compress'));
  expect(listed()).toEqual([['compact', 'parley']]);
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(panel.sent('context_action')).toMatchObject([{ action: 'compact' }]);
  expect(panel.sent('prompt')).toEqual([]);
});

test('of one name that means two things the agent’s command is first', () => {
  openPanel({ events: [named('new')] });
  type('/new');
  expect(listed()).toEqual([
    ['new', 'agent'],
    ['new', 'parley'],
  ]);
});

test('commands that come late are in the list that is open', () => {
  const panel = openPanel();
  type('/');
  expect(offered()).toEqual([]);
  panel.dispatch(commands);
  expect(offered()).toEqual(['explain', 'compact', 'recompact']);
});

test('an unknown command is sent as text', () => {
  const panel = openPanel({ events: [commands] });
  fireEvent.keyDown(type('/unknown'), { key: 'Enter' });
  expect(panel.sent('prompt')).toMatchObject([{ content: [{ text: '/unknown' }] }]);
});

test('an unknown command that is part of another’s name is sent as text, unless the other is chosen', () => {
  const panel = openPanel({ events: [commands] });
  const input = type('/x');
  expect(ofSource('parley')).toEqual(['export']);
  expect(input.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
  expect(input.hasAttribute('aria-activedescendant')).toBe(false);
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(panel.sent('export_session')).toEqual([]);
  expect(panel.sent('prompt')).toMatchObject([{ content: [{ text: '/x' }] }]);
  type('/x');
  fireEvent.keyDown(input, { key: 'ArrowUp' });
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(panel.sent('export_session')).toHaveLength(1);
  type('/x');
  fireEvent.keyDown(input, { key: 'Tab' });
  expect(composerText()).toBe('/explain ');
});
