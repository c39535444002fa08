// @vitest-environment happy-dom
// The active file or its selection goes with a prompt while it is on.
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { activeFileLink } from '../../../../../src/core/mentions/activeFile.ts';
import { composerInput, composerText, typeText } from '../../../../support/composer/composerInput.ts';
import { openPanel, saveViewStates, type OpenPanel } from '../../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const FILE = { name: 'a.ts', uri: 'file:///p/a.ts', path: 'src/a.ts' };
const LINES = { name: 'a.ts:3-5', uri: 'file:///p/a.ts#L3:5', path: 'src/a.ts' };

function send(panel: OpenPanel, text: string): unknown {
  typeText(text);
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  return panel.sent('prompt').at(-1)?.content;
}

test('the file goes as a link, the selection as a mention at the end', () => {
  const panel = openPanel();
  expect(screen.queryByTestId('implicit-context')).toBeNull();
  panel.receive({ type: 'implicit_context', isOn: true, context: FILE });
  expect(screen.getByTestId('implicit-context').textContent).toBe('a.ts');
  expect(send(panel, 'Why?')).toEqual([
    { type: 'text', text: 'Why?' },
    {
      type: 'resource_link',
      uri: FILE.uri,
      name: 'a.ts',
      description: 'The file that is active in the editor',
    },
  ]);
  panel.receive({ type: 'implicit_context', isOn: true, context: LINES });
  expect(send(panel, 'And this?')).toEqual([
    { type: 'text', text: 'And this?' },
    { type: 'text', text: '\n\n[@a.ts:3-5](file:///p/a.ts#L3:5)' },
  ]);
});

test('it stays out while it is off, of commands, and of prompts that mention it', () => {
  const panel = openPanel();
  panel.receive({ type: 'implicit_context', isOn: false, context: FILE });
  expect(send(panel, 'Why?')).toEqual([{ type: 'text', text: 'Why?' }]);
  panel.receive({ type: 'implicit_context', isOn: true, context: FILE });
  expect(send(panel, '/review')).toEqual([{ type: 'text', text: '/review' }]);
  expect(send(panel, 'See [@a.ts](file:///p/a.ts)')).toHaveLength(1);
});

test('a click asks the host to turn it off, and its name says what happens', () => {
  const panel = openPanel();
  panel.receive({ type: 'implicit_context', isOn: true, context: FILE });
  const chip = screen.getByTestId('implicit-context');
  expect(chip.getAttribute('aria-pressed')).toBe('true');
  expect(chip.getAttribute('aria-label')).toContain('src/a.ts');
  fireEvent.click(chip);
  expect(panel.sent('set_implicit_context')).toEqual([{ type: 'set_implicit_context', isOn: false }]);
});

test('a name with invisible characters is spelled out', () => {
  const panel = openPanel();
  panel.receive({ type: 'implicit_context', isOn: true, context: { ...FILE, name: 'a\u202Egpj.ts' } });
  expect(screen.getByTestId('implicit-context').textContent).not.toContain('\u202E');
});

test('the file stands beside a sent prompt, not in its text, and Up recalls what was typed', () => {
  const content = [{ type: 'text' as const, text: 'Why?' }, activeFileLink(FILE)];
  openPanel({ events: [{ type: 'prompt_started', at: 1, content }] });
  const entry = within(screen.getByTestId('entry'));
  expect(entry.getByTestId('attachment').dataset['name']).toBe('a.ts');
  fireEvent.keyDown(composerInput(), { key: 'ArrowUp' });
  expect(composerText()).toBe('Why?');
});
