// @vitest-environment happy-dom
// Mentions in the draft: chips that are stepped over, removed whole, opened and sent as text.
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { mentionText } from '../../../../../src/core/mentions/mention.ts';
import {
  composerInput,
  composerText,
  composerView,
  typeText,
} from '../../../../support/composer/composerInput.ts';
import { KEY, openPanel, saveViewStates } from '../../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const URI = 'file:///work/app.ts';
const APP = mentionText({ name: 'app.ts', uri: URI });

const chips = (): readonly HTMLElement[] => screen.queryAllByTestId('attachment');

function chip(): HTMLElement {
  const [first] = chips();
  if (first === undefined) throw new Error('There is no chip.');
  return first;
}

const press = (key: string, more: object = {}): boolean =>
  fireEvent.keyDown(composerInput(), { key, ...more });

test('a mention is a chip at its place, with its kind, name and size', () => {
  const panel = openPanel();
  typeText(`look at ${APP} please`);
  expect(chip().dataset).toMatchObject({ kind: 'file', name: 'app.ts' });
  expect(composerInput().textContent).toBe('look at app.ts please');
  expect(panel.sent('mention_info')).toEqual([{ type: 'mention_info', uris: [URI] }]);
  panel.receive({ type: 'mention_details', details: [{ uri: URI, kind: 'file', size: 2_100 }] });
  expect(chip().getAttribute('aria-label')).toBe('file app.ts, 2.1 kB');
  expect(chip().textContent).toBe('app.ts2.1 kB');
  expect(chip().title).toContain('/work/app.ts');
});

test('a chip whose file is gone says so', () => {
  const panel = openPanel();
  typeText(APP);
  const problem = 'The file does not exist';
  panel.receive({ type: 'mention_details', details: [{ uri: URI, kind: 'file', problem }] });
  expect(chip().dataset['problem']).toBe('true');
  expect(chip().getAttribute('aria-label')).toContain(problem);
  expect(chip().querySelector('.codicon-warning')).toBeTruthy();
});

test('Backspace removes a chip whole, and one undo brings it back', () => {
  openPanel();
  typeText(`a ${APP}`);
  press('Backspace', { keyCode: 8 });
  expect(composerText()).toBe('a ');
  expect(chips()).toHaveLength(0);
  press('z', { ctrlKey: true, keyCode: 90 });
  expect(composerText()).toBe(`a ${APP}`);
  expect(chips()).toHaveLength(1);
});

test('an undo is not left to VS Code, which would undo again', () => {
  openPanel();
  typeText('text');
  let reached = 0;
  const count = (): void => void reached++;
  window.addEventListener('keydown', count);
  press('z', { ctrlKey: true, keyCode: 90 });
  press('y', { ctrlKey: true, keyCode: 89 });
  window.removeEventListener('keydown', count);
  expect(reached).toBe(0);
  expect(composerText()).toBe('text');
});

test('Undo of VS Code’s menu is the input’s', () => {
  openPanel();
  typeText('text');
  act(() => void document.execCommand('undo'));
  expect(composerText()).toBe('');
  act(() => void document.execCommand('redo'));
  expect(composerText()).toBe('text');
});

test('a click opens what a chip mentions, and so does Enter while it is selected', () => {
  const panel = openPanel();
  typeText(`a ${APP}`);
  fireEvent.click(chip());
  const open = { type: 'open_mention', key: KEY, uri: URI };
  expect(panel.sent('open_mention')).toEqual([open]);
  act(() => composerView().dispatch({ selection: { anchor: 2, head: 2 + APP.length } }));
  press('Enter');
  expect(panel.sent('open_mention')).toEqual([open, open]);
  fireEvent.keyDown(chip(), { key: ' ' });
  expect(panel.sent('open_mention')).toHaveLength(3);
  expect(panel.sent('prompt')).toEqual([]);
});

test.each([APP, APP.replace('app.ts', String.raw`app\.ts`)])(
  'the chip of %s is removed by Delete when it has the focus',
  (text) => {
    openPanel();
    typeText(`a ${text} b`);
    fireEvent.keyDown(chip(), { key: 'Delete' });
    expect(composerText()).toBe('a  b');
  },
);

test('mentions are sent, stored and pasted as text, also from a code fence', () => {
  const panel = openPanel();
  const text = `\`\`\`\n${APP}\n\`\`\``;
  const clipboardData = {
    files: [],
    types: ['text/plain', 'text/html'],
    getData: (type: string) => (type === 'text/plain' ? text : '<b>no</b>'),
  };
  fireEvent.paste(composerInput(), { clipboardData });
  expect(composerText()).toBe(text);
  expect(chips()).toHaveLength(1);
  press('Enter');
  expect(panel.sent('prompt')[0]?.content).toEqual([{ type: 'text', text }]);
});

test('names are drawn bounded, isolated, and with what is invisible spelled out', () => {
  openPanel();
  typeText(mentionText({ name: `\u202Egpj.exe${'x'.repeat(2_000)}`, uri: 'parley:/git/staged' }));
  expect(chip().querySelector('bdi')?.textContent).toMatch(/^.U\+202E.*…$|^[^\u202E]+…$/u);
  expect(chip().textContent.length).toBeLessThan(1_100);
});

test('what only begins like mentions stays text', () => {
  openPanel();
  const text = '[@'.repeat(5_000);
  fireEvent.paste(composerInput(), { clipboardData: { files: [], types: [], getData: () => text } });
  expect(composerText()).toBe(text);
  expect(chips()).toHaveLength(0);
});

test('a mention that is pasted at the caret is asked for once', () => {
  const panel = openPanel();
  typeText('ab');
  act(() => composerView().dispatch({ selection: { anchor: 1 } }));
  fireEvent.paste(composerInput(), { clipboardData: { files: [], types: [], getData: () => `${APP} ` } });
  expect(composerText()).toBe(`a${APP} b`);
  expect(panel.sent('mention_info')).toHaveLength(1);
});

test('a chip is called what it stands for, whatever the mention says, and its tooltip has the address', () => {
  openPanel();
  typeText(
    [
      'file:///home/u/.ssh/id%5Frsa',
      'file:///a/b.ts?symbol=run#L3:9',
      'https://evil.example/README.md?x=%20',
      'parley:/editors?uri=file%3A%2F%2F%2Fetc%2Fpasswd',
    ]
      .map((uri) => mentionText({ name: 'README.md', uri }))
      .join(' '),
  );
  const [file, symbol, page, editor] = chips();
  expect(file?.textContent).toBe('id_rsa');
  expect(file?.dataset['name']).toBe('id_rsa');
  expect(file?.title).toContain('/home/u/.ssh/id_rsa');
  expect(symbol?.textContent).toBe('run · b.ts');
  expect(symbol?.dataset['name']).toBe('run');
  expect(page?.textContent).toBe('evil.example');
  expect(page?.title).toContain('https://evil.example/README.md');
  expect(editor?.textContent).toBe('passwd');
  expect(editor?.title).toContain('parley:/editors?uri=file:///etc/passwd');
});
