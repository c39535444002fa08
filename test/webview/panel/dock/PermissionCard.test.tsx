// @vitest-environment happy-dom
// Requests for permission: what they show, keys and clicks, and the guard against answers meant for something else.
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PermissionOption } from '../../../../src/core/session/permission/state.ts';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { composerInput, composerText, typeText } from '../../../support/composer/composerInput.ts';
import { KEY, openPanel, prompted, type OpenPanel } from '../../../support/panel.tsx';
import { pass, permissionAsked, permissionClosed, usePanelClock } from '../../../support/permissionCards.ts';

usePanelClock();

/** The kinds of two answers to a question. */
const TWO = ['allow_once', 'allow_once'];

const option = (kind: string): HTMLElement => {
  const found = screen
    .getAllByTestId('permission-option')
    .find((element) => element.dataset['kind'] === kind);
  if (found === undefined) throw new Error(`No option of the kind ${kind}.`);
  return found;
};

const press = (element: HTMLElement, key: string): boolean =>
  fireEvent.keyDown(element, { key, ctrlKey: key === 'Control' });

const answers = (panel: OpenPanel) =>
  panel.sent('permission').map(({ requestId, optionId }) => [requestId, optionId]);

function openWith(...ids: readonly string[]): OpenPanel {
  return openPanel({ events: [prompted('Go'), ...ids.map((id) => permissionAsked(id))] });
}

test('the card shows what is asked in full, and how many wait', () => {
  openWith('a', 'b', 'c');
  const card = screen.getByTestId('permission');
  expect(card.textContent).toContain('Run command a');
  expect(card.textContent).toContain('make a');
  expect(card.textContent).toContain('1 of 3');
  expect(option('allow_once').dataset['optionId']).toBe('yes');
});

test('what was answered counts on, until nothing waits', () => {
  const panel = openWith('a', 'b', 'c');
  panel.dispatch(permissionClosed('a'));
  expect(screen.getByTestId('permission').textContent).toContain('2 of 3');
  panel.dispatch(permissionAsked('d'));
  expect(screen.getByTestId('permission').textContent).toContain('2 of 4');
  panel.dispatch(permissionClosed('b'), permissionClosed('c'), permissionClosed('d'));
  panel.dispatch(permissionAsked('e'));
  expect(screen.getByTestId('permission').querySelector('.permission-count')).toBeNull();
});

test('a call that is reported as ended while its question waits is named so, and the question stays', () => {
  const panel = openWith('a', 'b');
  const report = (id: string): SessionEvent => ({
    type: 'tool_call',
    at: 3_000,
    call: { toolCallId: `call-${id}`, status: 'completed' },
  });
  panel.dispatch(report('b'));
  expect(screen.queryByTestId('permission-ended')).toBeNull();
  panel.dispatch(report('a'));
  expect(screen.getByTestId('permission-ended').textContent).toContain('has ended');
  expect(screen.getByTestId('permission').dataset['requestId']).toBe('a');
});

test('a plan that is in the input alone is rendered, and the input is folded', () => {
  const plan = '# Steps\n\n1. Look\n2. Change';
  const request = (content: readonly string[]): SessionEvent => {
    const asked = permissionAsked('a');
    if (asked.type !== 'permission_requested') throw new Error('It is no request.');
    const parts = content.map((text) => ({
      type: 'content' as const,
      content: { type: 'text' as const, text },
    }));
    const call = { toolCallId: 'call-a', title: 'Begin?', content: parts, rawInput: { plan } };
    return { ...asked, call };
  };
  openPanel({ events: [prompted('Go'), request([])] });
  const card = screen.getByTestId('permission');
  expect(within(card).getByRole('heading', { name: 'Steps' })).toBeTruthy();
  expect(card.textContent).not.toContain('\\n');
  expect(within(card).getByRole('button', { name: 'Input' }).getAttribute('aria-expanded')).toBe('false');
  cleanup();
  // It is not shown twice, and what is no plan stays as it is.
  openPanel({ events: [prompted('Go'), request([`Here it is:\n\n${plan}`])] });
  expect(screen.getAllByRole('heading', { name: 'Steps' })).toHaveLength(1);
});

test('a path is shown in full, with what would hide or turn its letters', () => {
  const asked = permissionAsked('a');
  if (asked.type !== 'permission_requested') throw new Error('It is no request.');
  const locations = [{ path: '/etc/\u202Egpj.exe' }];
  const call = { toolCallId: 'call-a', title: 'Delete\u202E a file', kind: 'delete', locations };
  openPanel({ events: [prompted('Go'), { ...asked, call }] });
  const card = screen.getByTestId('permission');
  expect(card.textContent).toContain('Delete\\u{202e} a file');
  expect(card.textContent).toContain('/etc/\\u{202e}gpj.exe');
  expect(card.innerHTML).not.toContain('\u202E');
});

test('the variables and the input of a command are shown with it, not folded away', () => {
  const asked = permissionAsked('a');
  if (asked.type !== 'permission_requested') throw new Error('It is no request.');
  const rawInput = {
    command: 'git log',
    env: { GIT_PAGER: 'rm -rf \u202E~' },
    stdin: 'two\nlines',
    timeout: 7,
  };
  openPanel({ events: [prompted('Go'), { ...asked, call: { ...asked.call, rawInput } }] });
  const card = screen.getByTestId('permission');
  expect(card.textContent).toContain('GIT_PAGER": "rm -rf \\u{202e}~"');
  expect(card.textContent).toContain('two\n  lines');
  expect(card.textContent).not.toContain('timeout');
});

test('a click answers with the option, once', () => {
  const panel = openWith('a');
  pass(300);
  fireEvent.click(option('reject_once'));
  fireEvent.click(option('allow_once'));
  expect(panel.sent('permission')).toEqual([
    { type: 'permission', key: KEY, requestId: 'a', optionId: 'no' },
  ]);
});

test('within 300 ms of its appearance no key and no click answers, for each request anew', () => {
  const panel = openWith('a', 'b');
  pass(299);
  fireEvent.click(option('allow_once'));
  fireEvent.keyDown(screen.getByTestId('permission'), { key: '1' });
  expect(answers(panel)).toEqual([]);
  pass(1);
  fireEvent.keyDown(screen.getByTestId('permission'), { key: '1' });
  panel.dispatch({ type: 'permission_closed', at: 3_000, requestId: 'a' });
  fireEvent.keyDown(screen.getByTestId('permission'), { key: '1' });
  expect(answers(panel)).toEqual([['a', 'yes']]);
  pass(300);
  fireEvent.keyDown(screen.getByTestId('permission'), { key: '2' });
  expect(answers(panel)).toEqual([
    ['a', 'yes'],
    ['b', 'no'],
  ]);
});

/** Types a character as a browser does: a key that nobody handles adds to the text. */
function type(key: string): void {
  act(() => {
    if (!fireEvent.keyDown(composerInput(), { key })) return;
    typeText(composerText() + key);
  });
}

/** Long after anything that a timer could have done. */
const HOUR = 3_600_000;

test.each(['1', '2'])('no time that passes after %s in the composer answers', (key) => {
  const panel = openWith('a');
  pass(300);
  type(key);
  pass(HOUR);
  expect(answers(panel)).toEqual([]);
  expect(composerText()).toBe(key);
});

test('a number in the composer selects, the card shows what, and Enter chooses it', () => {
  const panel = openWith('a');
  pass(300);
  type('1');
  expect(option('allow_once').hasAttribute('data-armed')).toBe(true);
  expect(screen.getByText(/^Press Enter to choose/).textContent).toContain('Allow once');
  pass(HOUR);
  act(() => void fireEvent.keyDown(composerInput(), { key: 'Enter' }));
  expect(answers(panel)).toEqual([['a', 'yes']]);
  expect(panel.sent('prompt')).toEqual([]);
  expect(composerText()).toBe('');
});

test.each(['.', ' ', '1', '2'])('a number in the composer with “%s” after it is a text', (key) => {
  const panel = openWith('a');
  pass(300);
  type('1');
  type(key);
  expect(composerText()).toBe(`1${key}`);
  expect(option('allow_once').hasAttribute('data-armed')).toBe(false);
  expect(screen.queryByText(/^Press Enter to choose/)).toBeNull();
  act(() => void fireEvent.keyDown(composerInput(), { key: 'Enter' }));
  expect(answers(panel)).toEqual([]);
  expect(panel.sent('prompt')).toHaveLength(1);
});

test('a number in a composer with text is typed', () => {
  openWith('a');
  pass(300);
  typeText('x');
  expect(fireEvent.keyDown(composerInput(), { key: '1' })).toBe(true);
  expect(option('allow_once').hasAttribute('data-armed')).toBe(false);
});

test('a number that was deleted or pasted over selects nothing', () => {
  const panel = openWith('a');
  pass(300);
  type('1');
  typeText('');
  typeText('1');
  act(() => void fireEvent.keyDown(composerInput(), { key: 'Enter' }));
  expect(answers(panel)).toEqual([]);
});

test.each([
  ['points at something else', () => fireEvent.pointerDown(document.body)],
  ['focuses something else', () => fireEvent.focusOut(composerInput())],
  ['goes to another window', () => fireEvent.blur(window)],
])('who %s after a number has typed it, and answered nothing', (_name, leave) => {
  const panel = openWith('a');
  pass(300);
  type('1');
  act(() => void leave());
  expect(option('allow_once').hasAttribute('data-armed')).toBe(false);
  act(() => void fireEvent.keyDown(composerInput(), { key: 'Enter' }));
  expect(answers(panel)).toEqual([]);
});

test('Escape takes the selection back and does not stop the turn', () => {
  const panel = openWith('a');
  pass(300);
  type('1');
  press(composerInput(), 'Escape');
  expect(composerText()).toBe('');
  expect(panel.sent('cancel')).toEqual([]);
  press(composerInput(), 'Escape');
  expect(panel.sent('cancel')).toHaveLength(1);
});

test('a held Enter chooses nothing', () => {
  const panel = openWith('a');
  pass(300);
  type('1');
  fireEvent.keyDown(composerInput(), { key: 'Enter', repeat: true });
  expect(answers(panel)).toEqual([]);
  expect(panel.sent('prompt')).toEqual([]);
});

test.each([
  ['Enter', { key: 'Enter' }, []],
  ['Enter after that', { key: 'Enter' }, [['b', 'no']]],
])('a number for a request that is gone does not select in the next one: %s', (name, key, expected) => {
  const panel = openWith('a', 'b');
  pass(300);
  type('2');
  panel.dispatch(permissionClosed('a'));
  pass(300);
  expect(composerText()).toBe('');
  if (name !== 'Enter') type('2');
  act(() => void fireEvent.keyDown(composerInput(), key));
  expect(answers(panel)).toEqual(expected);
  expect(panel.sent('prompt')).toEqual([]);
});

test('a number that came too early for the card is text, and the Enter after it neither answers nor sends', () => {
  const panel = openWith('a');
  pass(290);
  type('1');
  pass(20);
  expect(option('allow_once').hasAttribute('data-armed')).toBe(false);
  act(() => void fireEvent.keyDown(composerInput(), { key: 'Enter' }));
  expect(answers(panel)).toEqual([]);
  expect(panel.sent('prompt')).toEqual([]);
  expect(composerText()).toBe('1');
});

test.each([
  ['a held key', { key: '1', repeat: true }],
  ['a number without an option', { key: '9' }],
  ['a key with Ctrl', { key: '1', ctrlKey: true }],
  ['another key', { key: 'y' }],
])('%s answers nothing', (_name, key) => {
  const panel = openWith('a');
  pass(300);
  fireEvent.keyDown(screen.getByTestId('permission'), key);
  expect(answers(panel)).toEqual([]);
});

test('a number key elsewhere in the panel answers nothing', () => {
  const panel = openWith('a');
  pass(300);
  fireEvent.keyDown(screen.getByTestId('transcript'), { key: '1' });
  expect(answers(panel)).toEqual([]);
});

test('the focus goes to the composer when the card it was in is answered', () => {
  openWith('a');
  pass(300);
  const card = screen.getByTestId('permission');
  card.focus();
  fireEvent.keyDown(card, { key: '1' });
  expect(document.activeElement).toBe(screen.getByTestId('composer-input'));
});

test('a rule with the words of a command can be added, after the guard time, where one would allow it', () => {
  const plain = permissionAsked('a');
  if (plain.type !== 'permission_requested') throw new Error('No request.');
  const asked = { ...plain.request, wordsToAllow: ['make a'] };
  const panel = openPanel({ events: [prompted('Go'), { ...plain, request: asked }] });
  fireEvent.click(screen.getByTestId('allow-words'));
  expect(panel.sent('allow_words')).toEqual([]);
  pass(300);
  fireEvent.click(screen.getByTestId('allow-words'));
  expect(screen.getByTestId('allow-words').title).toContain('make a');
  expect(panel.sent('allow_words')).toEqual([{ type: 'allow_words', key: KEY, requestId: 'a' }]);
  expect(answers(panel)).toEqual([]);
  cleanup();
  openWith('b');
  expect(screen.queryByTestId('allow-words')).toBeNull();
});

test('a text can be edited before it is allowed where it will be written through Parley, and only there', () => {
  const plain = permissionAsked('a');
  if (plain.type !== 'permission_requested') throw new Error('No request.');
  const panel = openPanel({
    events: [prompted('Go'), { ...plain, request: { ...plain.request, canEdit: true } }],
  });
  fireEvent.click(screen.getByTestId('edit-proposal'));
  expect(panel.sent('edit_proposal')).toEqual([{ type: 'edit_proposal', key: KEY, requestId: 'a' }]);
  expect(answers(panel)).toEqual([]);
  cleanup();
  openWith('b');
  expect(screen.queryByTestId('edit-proposal')).toBeNull();
});

test('a title that only repeats the command gives way to it', () => {
  const asked = permissionAsked('a');
  if (asked.type !== 'permission_requested') throw new Error('No request.');
  openPanel({ events: [prompted('Go'), { ...asked, call: { ...asked.call, title: '`make a`' } }] });
  expect(screen.getByTestId('permission').textContent).toContain('wants to run:');
  expect(screen.getByTestId('permission').textContent?.match(/make a/g)).toHaveLength(1);
});

test('a file that runs on its own is named with the reason, and so is an answer that allows more than it', () => {
  const asked = permissionAsked('1');
  if (asked.type !== 'permission_requested') throw new Error('No request.');
  const panel = openPanel({ events: [prompted('Go')] });
  panel.dispatch({
    ...asked,
    request: {
      ...asked.request,
      options: [{ optionId: 'always', name: 'Always', kind: 'allow_always' }, ...asked.request.options],
      protectedFiles: [{ path: '/work/.git/config', reason: 'versionControl' }],
    },
  });
  const note = screen.getByTestId('permission-protected');
  expect(note.textContent).toMatch(/^Git runs hooks.*\/work\/\.git\/config can run code\./);
  expect(note.textContent).toContain('“Always” may also let');
  expect(note.querySelector('[data-reason=versionControl]')).not.toBeNull();
});

const longRequest = (title: string, options: readonly PermissionOption[]): SessionEvent => {
  const asked = permissionAsked('a');
  if (asked.type !== 'permission_requested') throw new Error('No request.');
  return { ...asked, request: { ...asked.request, options }, call: { ...asked.call, title } };
};

test('F16 a long title, long names and the kinds that names contradict', () => {
  const title = `Look at the files ${'x'.repeat(10_000)} end`;
  const options = [
    { optionId: 'evil', name: 'Reject', kind: 'allow_always' },
    { optionId: 'long', name: `Allow ${'y'.repeat(5_000)}`, kind: 'allow_once' },
    { optionId: 'hidden', name: 'No\u200B', kind: 'reject_once' },
    { optionId: 'own', name: 'Reject', kind: 'reject_once' },
  ];
  openPanel({ events: [prompted('Go'), longRequest(title, options)] });
  const card = screen.getByTestId('permission');
  expect(card.textContent?.length).toBeLessThan(1_000);
  expect(card.getAttribute('aria-label')?.length).toBeLessThan(300);
  const [long, hidden, own, evil] = screen.getAllByTestId('permission-option');
  expect(evil?.textContent).toBe('Always allowsReject4');
  expect(evil?.querySelector('.codicon-pinned')).not.toBeNull();
  expect(long?.textContent?.length).toBeLessThan(80);
  expect(hidden?.textContent).toContain('No\\u{200b}');
  expect(own?.textContent).toBe('Reject3');
  // The rest is reachable by keyboard.
  fireEvent.click(screen.getByRole('button', { name: /Show all/ }));
  expect(card.textContent).toContain(' end');
  fireEvent.click(screen.getByRole('button', { name: 'Options in full' }));
  expect(card.textContent).toContain('y'.repeat(5_000));
});

test('what holds once has the first numbers, whatever comes first with the agent (Gemini, Qwen)', () => {
  const options = [
    { optionId: 'session', name: 'Allow for this session', kind: 'allow_always' },
    { optionId: 'once', name: 'Allow', kind: 'allow_once' },
    { optionId: 'no', name: 'Reject', kind: 'reject_once' },
  ];
  openPanel({ events: [prompted('Go'), longRequest('Run it', options)] });
  const shown = screen.getAllByTestId('permission-option').map(({ textContent }) => textContent);
  expect(shown).toEqual(['Allow1', 'Reject2', 'Allow for this session3']);
});

const changed = (requestId: string, to: string): SessionEvent => ({
  type: 'permission_changed',
  at: 2_500,
  requestId,
  request: {
    requestId: to,
    toolCallId: `call-${requestId}`,
    at: 2_500,
    options: [{ optionId: 'yes', name: 'Allow once', kind: 'allow_once' }],
    isChanged: true,
  },
  call: { toolCallId: `call-${requestId}`, title: 'Something else', rawInput: { command: 'git status' } },
});

test('a request that changed is the same one of those that wait', () => {
  const panel = openWith('a');
  panel.dispatch(changed('a', 'a-2'));
  expect(screen.getByTestId('permission').querySelector('.permission-count')).toBeNull();
  panel.dispatch(permissionAsked('b'));
  expect(screen.getByTestId('permission').textContent).toContain('1 of 2');
  panel.dispatch(changed('a-2', 'a-3'));
  expect(screen.getByTestId('permission').textContent).toContain('1 of 2');
  panel.dispatch(permissionClosed('a-3'));
  expect(screen.getByTestId('permission').textContent).toContain('2 of 2');
});

test('F3 a request that changed says so, and its guard time begins again', () => {
  const panel = openWith('a');
  expect(screen.queryByTestId('permission-changed')).toBeNull();
  pass(299);
  panel.dispatch(changed('a', 'a-2'));
  expect(screen.getByTestId('permission-changed').textContent).toContain('changed this request');
  expect(screen.getByTestId('permission').textContent).toContain('git status');
  pass(299);
  fireEvent.click(option('allow_once'));
  fireEvent.keyDown(screen.getByTestId('permission'), { key: '1' });
  expect(answers(panel)).toEqual([]);
  pass(1);
  fireEvent.click(option('allow_once'));
  expect(answers(panel)).toEqual([['a-2', 'yes']]);
});

test('F3 the card shows the call as it was asked about, whatever is reported of it', () => {
  const panel = openWith('a');
  panel.dispatch({
    type: 'tool_call',
    at: 2_500,
    call: { toolCallId: 'call-a', title: 'Harmless', kind: 'read', rawInput: { command: 'git status' } },
  });
  expect(screen.getByTestId('permission').textContent).toContain('make a');
  expect(screen.getByTestId('permission').textContent).not.toContain('Harmless');
});

test('a terminal in the content of a request hides no command', () => {
  const asked = permissionAsked('a');
  if (asked.type !== 'permission_requested') throw new Error('No request.');
  const started = {
    type: 'terminal_started',
    at: 1_500,
    terminalId: 'term',
    isForeign: false,
    command: 'git status',
  } as const;
  const content = [{ type: 'terminal', terminalId: 'term' }] as const;
  openPanel({ events: [prompted('Go'), started, { ...asked, call: { ...asked.call, content } }] });
  expect(screen.getByTestId('permission').textContent).toContain('$ make a');
});

/** The card of a question whose answers are of these kinds. */
function openChoice(call: Readonly<Record<string, unknown>>, ...kinds: readonly string[]): HTMLElement {
  const options = kinds.map((kind, index) => {
    const name = ['Red', 'Green'][index] ?? '';
    return { optionId: name, name, kind } satisfies PermissionOption;
  });
  const question = { title: 'Which color?', kind: 'other', rawInput: {}, ...call };
  openPanel({ events: [prompted('Go'), permissionAsked('a', { options, call: question })] });
  return screen.getByTestId('permission');
}

test('a question of an agent that asks by a permission request is shown as one, with its answers', () => {
  const card = openChoice({ rawInput: { question: 'Which color?', options: ['Red', 'Green'] } }, ...TWO);
  expect(card.textContent).toContain('asks: Which color?');
  expect(card.textContent).not.toMatch(/permission|Allows once|Input/);
});

test.each([
  ['says more than the question', { rawInput: { question: 'Which color?', path: '/etc/passwd' } }, TWO],
  ['runs a command', { kind: 'execute', rawInput: { command: 'Red' } }, TWO],
  ['names a file', { locations: [{ path: '/etc/passwd' }] }, TWO],
  ['has an answer that holds for longer', {}, ['allow_once', 'allow_always']],
  ['has an answer that rejects', {}, ['allow_once', 'reject_once']],
  ['has one answer', {}, ['allow_once']],
])('a request that %s stays a request for permission', (_what, call, kinds) => {
  expect(openChoice(call, ...kinds).textContent).toMatch(
    /(?:asks for permission: Which color|wants to run).*Allows once/s,
  );
});

/** The text of the head of a card that asks for a change of `/work/src/a.ts`. */
function headOf(title: string, call: Readonly<Record<string, unknown>> = {}): string {
  const diff = { type: 'diff', path: '/work/src/a.ts', oldText: 'one', newText: 'two' } as const;
  openPanel({
    events: [
      prompted('Go'),
      permissionAsked('a', { call: { title, kind: 'edit', content: [diff], locations: [], ...call } }),
    ],
  });
  return screen.getByTestId('permission').querySelector('.permission-title')?.textContent ?? '';
}

test.each([
  ['Edit src/a.ts', 'wants to edit src/a.ts'],
  ['Edit `/work/src/a.ts`', 'wants to edit /work/src/a.ts'],
  ['Write a.ts', 'wants to write a.ts'],
])('a change that is titled %s is asked for in a sentence', (title, sentence) => {
  expect(headOf(title)).toContain(sentence);
});

test.each([
  ['names another file', 'Edit src/b.ts', {}],
  ['only ends like the file', 'Edit c/a.ts', {}],
  ['says more', 'Edit a.ts and send it', {}],
  ['is of a call that changes nothing', 'Edit a.ts', { kind: 'execute' }],
  ['is of a call with another file', 'Edit a.ts', { locations: [{ path: '/work/b.ts' }] }],
])('a title that %s is shown as it is', (_what, title, call) => {
  expect(headOf(title, call)).toContain(`asks for permission: ${title}`);
});
