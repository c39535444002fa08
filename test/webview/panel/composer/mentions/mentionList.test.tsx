// @vitest-environment happy-dom
// The list of what can be mentioned: when it opens, what it asks the host, and the keys that choose.
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { MentionOption } from '../../../../../src/core/panel/mentionOption.ts';
import {
  composerInput,
  composerText,
  composerView,
  typeText,
} from '../../../../support/composer/composerInput.ts';
import { openPanel, saveViewStates, type OpenPanel } from '../../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const file = (name: string): MentionOption => ({
  kind: 'file',
  name,
  uri: `file:///work/${name}`,
  detail: '/work',
});
const SYMBOLS: MentionOption = { kind: 'symbol', name: 'Symbols…', narrows: 'symbol' };

const press = (key: string, more: object = {}): boolean =>
  fireEvent.keyDown(composerInput(), { key, ...more });
const options = (): readonly (string | undefined)[] =>
  screen.queryAllByTestId('mention-option').map(({ dataset }) => dataset['name']);
const active = (): string | undefined =>
  screen.getAllByTestId('mention-option').find((each) => each.getAttribute('aria-selected') === 'true')
    ?.dataset['name'];

/** Answers the latest query. */
function answer(panel: OpenPanel, found: readonly MentionOption[], isComplete = true): void {
  const id = panel.sent('mention_query').at(-1)?.id;
  panel.receive({ type: 'mention_results', id, isComplete, options: found });
}

test('an @ at the beginning of a word asks the host, and each key asks again', () => {
  const panel = openPanel();
  typeText('mail a@b');
  expect(panel.sent('mention_query')).toEqual([]);
  typeText('see @');
  typeText('see @ap');
  expect(panel.sent('mention_query')).toMatchObject([{ text: '' }, { text: 'ap' }]);
  expect(screen.getByTestId('mention-list').textContent).toBe('Searching…');
  answer(panel, [file('app.ts'), file('map.ts')], false);
  expect(options()).toEqual(['app.ts', 'map.ts']);
  expect(composerInput().getAttribute('aria-controls')).toBe(screen.getByTestId('mention-list').id);
  expect(composerInput().getAttribute('aria-activedescendant')).toBe(
    screen.getAllByTestId('mention-option')[0]?.id,
  );
  answer(panel, []);
  expect(screen.getByTestId('mention-list').textContent).toBe('No matching files');
});

test('an option that cannot be sent says why, in the list and in its tooltip', () => {
  const panel = openPanel();
  typeText('see @');
  const problem = 'Git could not read a. The repository has a link that leads out of it.';
  answer(panel, [{ kind: 'git', name: 'Working Tree Changes', uri: 'parley:/git', problem }, file('a')]);
  const [refused, other] = screen.getAllByTestId('mention-option');
  expect(refused?.textContent).toContain(problem);
  expect(refused?.title).toContain(problem);
  expect([refused, other].map((each) => each?.dataset['problem'])).toEqual(['true', 'false']);
});

test('who narrows the list to web pages is told to type an address', () => {
  const panel = openPanel();
  typeText('@url:');
  answer(panel, []);
  expect(screen.getByTestId('mention-list').textContent).toBe('Type the address of a web page');
});

test('answers to older queries are dropped', () => {
  const panel = openPanel();
  typeText('@a');
  const stale = panel.sent('mention_query').at(-1)?.id;
  typeText('x');
  typeText('@b');
  panel.receive({ type: 'mention_results', id: stale, isComplete: true, options: [file('a.ts')] });
  expect(options()).toEqual([]);
  answer(panel, [file('b.ts')]);
  expect(options()).toEqual(['b.ts']);
});

test('Enter before the answer waits past early answers without what was meant', () => {
  const panel = openPanel();
  typeText('@te');
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  answer(panel, [], false);
  answer(panel, [{ kind: 'terminal', name: 'Terminal Commands', narrows: 'terminal' }], false);
  expect(composerText()).toBe('@te');
  answer(panel, [file('teas.js')], false);
  expect(composerText()).toContain('[@teas.js]');
});

test('arrows and Page keys move, Enter puts the mention in, and nothing is sent', () => {
  const panel = openPanel();
  typeText('see @f');
  answer(
    panel,
    Array.from({ length: 20 }, (_, index) => file(`f${index}.ts`)),
  );
  press('ArrowUp');
  expect(active()).toBe('f19.ts');
  press('ArrowDown');
  press('PageDown');
  expect(active()).toBe('f8.ts');
  press('PageUp');
  press('ArrowDown');
  expect(active()).toBe('f1.ts');
  press('Enter');
  expect(composerText()).toBe('see [@f1.ts](file:///work/f1.ts) ');
  expect(options()).toEqual([]);
  expect(panel.sent('prompt')).toEqual([]);
});

test('Enter before the answer chooses the first of it', () => {
  const panel = openPanel();
  typeText('@ap');
  press('Enter');
  expect(panel.sent('prompt')).toEqual([]);
  answer(panel, [file('app.ts')]);
  expect(composerText()).toBe('[@app.ts](file:///work/app.ts) ');
});

test('Escape keeps the text, stops no turn, and does not open again for the word', () => {
  const panel = openPanel({
    events: [{ type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'Go' }] }],
  });
  typeText('@a');
  answer(panel, [file('a.ts')]);
  press('Escape');
  expect(options()).toEqual([]);
  expect(panel.sent('cancel')).toEqual([]);
  typeText('@ab');
  expect(screen.queryByTestId('mention-list')).toBeNull();
  expect(composerText()).toBe('@ab');
  typeText('@ab and @c');
  expect(screen.getByTestId('mention-list')).toBeTruthy();
});

test('an option narrows to its kind, and Backspace widens again', () => {
  const panel = openPanel();
  typeText('@');
  answer(panel, [SYMBOLS]);
  press('Tab');
  expect(composerText()).toBe('@symbol:');
  expect(panel.sent('mention_query').at(-1)).toMatchObject({ text: '', kind: 'symbol' });
  expect(options()).toEqual([]);
  typeText('@symbol:run');
  expect(panel.sent('mention_query').at(-1)).toMatchObject({ text: 'run', kind: 'symbol' });
  typeText('@symbol:');
  press('Backspace', { keyCode: 8 });
  expect(composerText()).toBe('@');
  expect(panel.sent('mention_query').at(-1)).toMatchObject({ text: '' });
});

test('the mouse chooses without moving the focus', () => {
  const panel = openPanel();
  typeText('@a');
  answer(panel, [file('a.ts')]);
  const [option] = screen.getAllByTestId('mention-option');
  if (option === undefined) throw new Error('There is no option.');
  expect(fireEvent.mouseDown(option)).toBe(false);
  fireEvent.click(option);
  expect(composerText()).toBe('[@a.ts](file:///work/a.ts) ');
  expect(document.activeElement).toBe(composerInput());
});

test('a caret that leaves the word closes the list', () => {
  const panel = openPanel();
  typeText('one @a');
  answer(panel, [file('a.ts')]);
  act(() => composerView().dispatch({ selection: { anchor: 1 } }));
  expect(screen.queryByTestId('mention-list')).toBeNull();
});

test('a draft that ends with an @ opens no list by itself', () => {
  const panel = openPanel({
    panel: { draft: { key: 'session-1', text: 'see @a', revision: 0 } },
  });
  expect(screen.queryByTestId('mention-list')).toBeNull();
  expect(panel.sent('mention_query')).toEqual([]);
});

test('paths run from left to right, and other details as their own text', () => {
  const panel = openPanel();
  typeText('@x');
  answer(panel, [
    { ...file('x.ts'), detail: 'מסמכים/src' },
    { kind: 'session', name: 'x', uri: 'parley:session/x', detail: 'לפני שעה' },
  ]);
  const details = screen.getAllByTestId('mention-option').map((option) => option.querySelector('[dir]'));
  expect(details.map((detail) => detail?.getAttribute('dir'))).toEqual(['ltr', 'auto']);
});
