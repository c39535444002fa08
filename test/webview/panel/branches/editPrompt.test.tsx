// @vitest-environment happy-dom
// Editing an earlier prompt in its entry, regenerating an answer, and switching between branches.
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import type { PanelState } from '../../../../src/core/panel/hostMessage.ts';
import { composerText, composerView, typeText } from '../../../support/composer/composerInput.ts';
import { afterCrash, storedEdits } from '../../../support/composer/storedEdits.ts';
import { KEY, openPanel, READY, saveViewStates, sessionOf, type OpenPanel } from '../../../support/panel.tsx';

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
  cleanup();
  saveViewStates();
});

let at = 1;
const asked = (text: string): SessionEvent => ({
  type: 'prompt_started',
  at: at++,
  content: [{ type: 'text', text }],
});
const said = (text: string, messageId?: string): SessionEvent => ({
  type: 'message_chunk',
  at: at++,
  role: 'agent',
  content: { type: 'text', text },
  ...(messageId === undefined ? {} : { messageId }),
});
const ended = (): SessionEvent => ({ type: 'turn_ended', at: at++, stopReason: 'end_turn' });
const turn = (text: string, messageId?: string): readonly SessionEvent[] => [
  asked(text),
  said(`About ${text}`, messageId),
  ended(),
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

function edit(text: string): { readonly entry: HTMLElement; readonly input: HTMLElement } {
  const entry = entryOf(text);
  fireEvent.click(within(entry).getByTestId('edit-prompt'));
  return { entry, input: within(entry).getByRole('textbox') };
}

const typedIn = (input: HTMLElement): string => composerView(input).state.doc.toString();

/** Shows a session that branches off another one. */
function showBranch(panel: OpenPanel, from = KEY): void {
  const draft = { key: 'next', text: '', revision: 0 };
  panel.receive({ type: 'panel', panel: { ...READY, draft } });
  const branch = [{ key: from, prompt: 1, own: 1 }];
  panel.receive({ type: 'snapshot', state: { ...sessionOf([]), key: 'next', branch }, seq: 0 });
}

const isWhole = (attachment: unknown): boolean => typeof attachment !== 'string';

describe('Edit', () => {
  test('sends what was typed in the place of the prompt, in a fork', () => {
    const panel = openPanel({ events: [...turn('one', 'm1'), ...turn('two', 'm2')], panel: FORKS });
    const { entry, input } = edit('two');
    expect(document.activeElement).toBe(input);
    typeText('three', composerView(input));
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(panel.sent('resend')).toEqual([
      {
        type: 'resend',
        key: KEY,
        entryId: entry.dataset['entryId'],
        content: [{ type: 'text', text: 'three' }],
        into: 'fork',
        from: 'editor',
        restoresFiles: false,
      },
    ]);
  });

  test('of a prompt that the agent reported mentions nothing', () => {
    const reported: SessionEvent = {
      type: 'message_chunk',
      at: at++,
      role: 'user',
      content: { type: 'text', text: 'See [@README.md](file:///home/u/.ssh/id_rsa)' },
    };
    openPanel({ events: [reported, said('Yes'), ended()] });
    expect(typedIn(edit('See').input)).toBe('See @README.md');
  });

  test('of the first prompt begins a new session, whatever the agent can', () => {
    const panel = openPanel({ events: turn('one') });
    const { entry } = edit('one');
    fireEvent.click(within(entry).getByTestId('resend'));
    expect(panel.sent('resend')[0]).toMatchObject({ into: 'new_session' });
  });

  test('keeps what was attached', () => {
    const image = { type: 'image' as const, data: 'AA==', mimeType: 'image/png' };
    const events: readonly SessionEvent[] = [
      ...turn('one', 'm1'),
      { type: 'prompt_started', at: at++, content: [image, { type: 'text', text: 'look' }] },
      ended(),
    ];
    const panel = openPanel({ events, panel: FORKS });
    const { entry } = edit('look');
    fireEvent.click(within(entry).getByTestId('resend'));
    expect(panel.sent('resend')[0]?.content).toEqual([image, { type: 'text', text: 'look' }]);
  });

  test('is cancelled by Escape, and the focus returns to the button', () => {
    openPanel({ events: turn('one') });
    const { entry, input } = edit('one');
    typeText('typed', composerView(input));
    fireEvent.keyDown(input, { key: 'Escape' });
    expect(within(entry).queryByRole('textbox')).toBeNull();
    expect(entry.textContent).toContain('one');
    expect(document.activeElement).toBe(within(entry).getByTestId('edit-prompt'));
  });

  test('is begun by F2 on the entry', () => {
    openPanel({ events: turn('one') });
    const entry = entryOf('one');
    entry.focus();
    fireEvent.keyDown(entry, { key: 'F2' });
    expect(within(entry).getByRole('textbox')).toBe(document.activeElement);
  });

  test('is reported with each change, and survives any end of the window', () => {
    const events = [...turn('one'), ...turn('two')];
    const first = openPanel({ events });
    typeText('half', composerView(edit('two').input));
    expect(first.sent('edit').at(-1)?.edit.text).toBe('half');
    const stored = storedEdits(first);
    expect(JSON.stringify([first.saved()])).not.toContain('half');
    first.unmount();
    const next = afterCrash(stored, { events });
    expect(within(entryOf('half')).getByTestId('prompt-input')).toBeDefined();
    typeText('half and more', composerView(screen.getByTestId('prompt-input')));
    expect(storedEdits(next, stored.edits).edits).toEqual([
      { of: stored.edits[0]?.of, text: 'half and more' },
    ]);
    next.unmount();
  });

  test('is not reported while nothing was typed', () => {
    const panel = openPanel({ events: turn('one') });
    edit('one');
    expect(panel.sent('edit')).toEqual([]);
  });

  test('of two prompts, each with a mention, is stored for each', () => {
    const mention = 'see [@app.ts](file:///work/app.ts)';
    const events = [...turn('one'), ...turn('two')];
    const first = openPanel({ events });
    typeText(`${mention} one`, composerView(edit('one').input));
    typeText(`${mention} two`, composerView(edit('two').input));
    const stored = storedEdits(first);
    first.unmount();
    afterCrash(stored, { events });
    const texts = screen
      .getAllByTestId('prompt-input')
      .map((input) => composerView(input).state.doc.toString());
    expect(texts).toEqual([`${mention} one`, `${mention} two`]);
  });

  test('keeps its attachments, however large, over any end of the window', () => {
    const image = (name: string, length: number) => ({
      type: 'image' as const,
      data: name.repeat(length),
      mimeType: 'image/png',
    });
    const [first, second] = [image('A', 3_000_000), image('B', 3_000_000)];
    const content = [first, second, { type: 'text' as const, text: 'look' }];
    const events: SessionEvent[] = [{ type: 'prompt_started', at: 1, content }, said('Seen.'), ended()];
    const before = openPanel({ events });
    const { entry, input } = edit('look');
    fireEvent.click(within(entry).getAllByRole('button', { name: 'Remove Attachment' })[0] ?? entry);
    typeText('closer', composerView(input));
    // The host has the bytes: none come back.
    expect(before.sent('edit').flatMap(({ attachments = [] }) => attachments.filter(isWhole))).toEqual([]);
    expect(JSON.stringify(before.posted).length).toBeLessThan(10_000);
    const stored = storedEdits(before);
    before.unmount();
    const after = afterCrash(stored, { events });
    fireEvent.click(screen.getByTestId('resend'));
    expect(after.sent('resend')[0]?.content).toEqual([second, { type: 'text', text: 'closer' }]);
  });

  test('that is long and is cancelled at once is not reported afterwards', () => {
    const panel = openPanel({ events: turn('one') });
    const { input } = edit('one');
    typeText('x'.repeat(20_000), composerView(input));
    fireEvent.keyDown(input, { key: 'Escape' });
    expect(panel.posted.filter(({ type }) => type === 'edit' || type === 'edit_end').at(-1)).toMatchObject({
      type: 'edit_end',
    });
    expect(storedEdits(panel).edits).toEqual([]);
  });

  test('of a prompt that is not there any more goes into the composer', () => {
    const panel = afterCrash(
      { edits: [{ of: 'e99', text: 'half' }], editAttachments: [] },
      { events: turn('one') },
    );
    expect(composerText()).toBe('half');
    expect(panel.sent('edit_end')).toMatchObject([{ of: 'e99' }]);
  });

  test.each(['sent', 'cancelled'])('that was %s is stored no longer', (how) => {
    const events = [...turn('one', 'm1'), ...turn('two', 'm2')];
    const first = openPanel({ events, panel: FORKS });
    const { input } = edit('two');
    typeText('three', composerView(input));
    expect(storedEdits(first).edits).toHaveLength(1);
    if (how === 'cancelled') fireEvent.keyDown(input, { key: 'Escape' });
    else {
      fireEvent.keyDown(input, { key: 'Enter' });
      expect(storedEdits(first).edits).toHaveLength(1);
      showBranch(first);
    }
    const stored = storedEdits(first);
    expect(stored.edits).toEqual([]);
    first.unmount();
    afterCrash(stored, { events, panel: FORKS });
    expect(screen.queryByTestId('prompt-input')).toBeNull();
    expect(typedIn(edit('two').input)).toBe('two');
  });

  test('waits while a turn runs, and says so', () => {
    const panel = openPanel({ events: [...turn('one', 'm1'), asked('two')], panel: FORKS });
    const { entry, input } = edit('one');
    expect(within(entry).getByTestId('resend-note').textContent).toContain('Wait until');
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(panel.sent('resend')).toEqual([]);
    panel.dispatch(ended());
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(panel.sent('resend')).toHaveLength(1);
  });

  test.each([
    ['an agent that cannot fork', [...turn('one', 'm1'), ...turn('two', 'm2')], {}],
    ['answers without ids', [...turn('one'), ...turn('two')], FORKS],
  ])('offers the other ways with %s', (_name, events, panelState) => {
    const panel = openPanel({ events, panel: panelState });
    const { entry } = edit('two');
    expect(within(entry).queryByTestId('resend')).toBeNull();
    expect(within(entry).getByTestId('resend-note').textContent).toContain('cannot fork');
    fireEvent.click(within(entry).getByTestId('start-here'));
    expect(panel.sent('resend')[0]).toMatchObject({ into: 'new_session' });
  });

  test('offers the other ways after a refusal, and says why', () => {
    const panel = openPanel({ events: [...turn('one', 'm1'), ...turn('two', 'm2')], panel: FORKS });
    const { entry, input } = edit('two');
    typeText('three', composerView(input));
    fireEvent.click(within(entry).getByTestId('resend'));
    panel.receive({
      type: 'resend_refused',
      key: KEY,
      entryId: entry.dataset['entryId'],
      message: 'Not found there.',
    });
    expect(within(entry).getByRole('alert').textContent).toBe('Not found there.');
    fireEvent.click(within(entry).getByTestId('copy-to-composer'));
    expect(screen.getByTestId('composer-input').textContent).toBe('three');
  });

  /** Sends an edit of “two” as “three”, and reloads the page before the host answers. */
  function sendAndReload(): OpenPanel {
    const events = [...turn('one', 'm1'), ...turn('two', 'm2')];
    const first = openPanel({ events, panel: FORKS });
    const { entry, input } = edit('two');
    typeText('three', composerView(input));
    fireEvent.click(within(entry).getByTestId('resend'));
    const stored = storedEdits(first);
    first.unmount();
    return afterCrash(stored, { events, panel: FORKS });
  }

  test('is there again with the reason when it is refused after its editor was removed', () => {
    const panel = sendAndReload();
    const input = screen.getByTestId('prompt-input');
    expect(typedIn(input)).toBe('three');
    const entryId = input.closest<HTMLElement>('[data-entry-id]')?.dataset['entryId'];
    panel.receive({ type: 'resend_refused', key: KEY, entryId, message: 'Not found there.' });
    expect(screen.getByRole('alert').textContent).toBe('Not found there.');
  });

  test.each([
    ['before it is edited again', true],
    ['while it is edited again', false],
  ])('that was cancelled while it was sent is not said to be refused, %s', (_when, isBefore) => {
    const panel = openPanel({ events: [...turn('one', 'm1'), ...turn('two', 'm2')], panel: FORKS });
    const first = edit('two');
    const entryId = first.entry.dataset['entryId'];
    fireEvent.keyDown(first.input, { key: 'Enter' });
    fireEvent.keyDown(first.input, { key: 'Escape' });
    const refuse = () => panel.receive({ type: 'resend_refused', key: KEY, entryId, message: 'No.' });
    if (isBefore) refuse();
    const again = edit('two');
    if (!isBefore) refuse();
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.keyDown(again.input, { key: 'Enter' });
    expect(panel.sent('resend')).toHaveLength(2);
    refuse();
    expect(within(again.entry).getByRole('alert').textContent).toBe('No.');
  });

  test('that was cancelled ends without the one that was sent after it', () => {
    const panel = openPanel({ events: [...turn('one', 'm1'), ...turn('two', 'm2')], panel: FORKS });
    const first = edit('one');
    fireEvent.keyDown(first.input, { key: 'Enter' });
    fireEvent.keyDown(first.input, { key: 'Escape' });
    const second = edit('two');
    fireEvent.keyDown(second.input, { key: 'Enter' });
    const refuse = ({ entry }: { readonly entry: HTMLElement }) =>
      panel.receive({ type: 'resend_refused', key: KEY, entryId: entry.dataset['entryId'], message: 'No.' });
    refuse(first);
    edit('one');
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.keyDown(second.input, { key: 'Enter' });
    expect(panel.sent('resend')).toHaveLength(2);
    refuse(second);
    expect(within(second.entry).getByRole('alert').textContent).toBe('No.');
  });

  test.each([
    ['is forgotten when the session that it was sent in is shown', KEY, false],
    ['stays when another session is shown before it was sent', 'unrelated', true],
  ])('%s', (_name, from, isStored) => {
    const panel = openPanel({ events: [...turn('one', 'm1'), ...turn('two', 'm2')], panel: FORKS });
    const { entry, input } = edit('two');
    typeText('three', composerView(input));
    fireEvent.click(within(entry).getByTestId('resend'));
    expect(storedEdits(panel).edits).toMatchObject([{ text: 'three' }]);
    showBranch(panel, from);
    expect(storedEdits(panel).edits).toHaveLength(isStored ? 1 : 0);
  });

  test('is not cancelled by an Escape that ends the composition of a character', () => {
    openPanel({ events: turn('one') });
    const { entry, input } = edit('one');
    fireEvent.keyDown(input, { key: 'Escape', isComposing: true });
    expect(within(entry).getByRole('textbox')).toBe(input);
  });

  test('restores files where the user wants it, from the start where files were changed since', () => {
    const events: readonly SessionEvent[] = [
      asked('one'),
      { type: 'checkpoint_made', at: at++, checkpoint: 'c1' },
      {
        type: 'tool_call',
        at: at++,
        call: { toolCallId: 't', title: 'Edit', kind: 'edit', status: 'completed' },
      },
      ended(),
      asked('two'),
      { type: 'checkpoint_made', at: at++, checkpoint: 'c2' },
      ended(),
    ];
    const panel = openPanel({ events, panel: FORKS });
    const first = edit('one').entry;
    expect(within(first).getByRole('checkbox')).toHaveProperty('checked', true);
    const second = edit('two').entry;
    expect(within(second).getByRole('checkbox')).toHaveProperty('checked', false);
    fireEvent.click(within(first).getByTestId('resend'));
    expect(panel.sent('resend')[0]).toMatchObject({ restoresFiles: true });
  });
});

describe('The input of an earlier prompt', () => {
  const image = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const;
  const URI = 'file:///work/app.ts';

  test('shows its mentions as chips, and sends them as they were', () => {
    const panel = openPanel({ events: turn(`see [@app.ts](${URI})`) });
    const { entry } = edit('see');
    expect(within(entry).getByTestId('attachment').textContent).toBe('app.ts');
    fireEvent.click(within(entry).getByTestId('resend'));
    expect(panel.sent('resend')[0]?.content).toEqual([{ type: 'text', text: `see [@app.ts](${URI})` }]);
  });

  test('lists what can be mentioned; Enter puts it in, and Escape closes only the list', () => {
    const panel = openPanel({ events: turn('one') });
    const { entry, input } = edit('one');
    typeText('see @ap', composerView(input));
    const id = panel.sent('mention_query').at(-1)?.id;
    const options = [{ kind: 'file' as const, name: 'app.ts', uri: URI }];
    panel.receive({ type: 'mention_results', id, isComplete: true, options });
    expect(within(entry).getByTestId('mention-option').dataset['name']).toBe('app.ts');
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(typedIn(input)).toBe(`see [@app.ts](${URI}) `);
    typeText('@b', composerView(input));
    fireEvent.keyDown(input, { key: 'Escape' });
    expect(screen.queryByTestId('mention-list')).toBeNull();
    fireEvent.keyDown(input, { key: 'Escape' });
    expect(screen.queryByTestId('prompt-input')).toBeNull();
  });

  test('lists the commands of the agent, without Parley’s own actions', () => {
    const commands = [{ name: 'compact', description: 'Less' }];
    openPanel({ events: [...turn('one'), { type: 'commands', at: at++, commands }] });
    const { entry, input } = edit('one');
    typeText('/', composerView(input));
    expect(within(entry).getAllByTestId('suggestion')).toHaveLength(1);
    fireEvent.keyDown(input, { key: 'Tab' });
    expect(typedIn(input)).toBe('/compact ');
  });

  test('has what was attached, which can be removed', () => {
    const events: readonly SessionEvent[] = [
      { type: 'prompt_started', at: at++, content: [image, { type: 'text', text: 'look' }] },
      ended(),
    ];
    const panel = openPanel({ events });
    const { entry } = edit('look');
    fireEvent.click(within(entry).getByRole('button', { name: 'Remove Attachment' }));
    fireEvent.click(within(entry).getByTestId('resend'));
    expect(panel.sent('resend')[0]?.content).toEqual([{ type: 'text', text: 'look' }]);
  });

  test('leaves the composer and its draft alone', () => {
    openPanel({ events: turn('one') });
    typeText('draft');
    typeText('edited', composerView(edit('one').input));
    expect(composerText()).toBe('draft');
  });

  test('stays disabled while the host sends it, also where its editor was closed meanwhile', () => {
    const panel = openPanel({ events: turn('one') });
    const { entry, input } = edit('one');
    fireEvent.keyDown(input, { key: 'Enter' });
    fireEvent.keyDown(input, { key: 'Escape' });
    const again = edit('one').input;
    fireEvent.keyDown(again, { key: 'Enter' });
    expect(panel.sent('resend')).toHaveLength(1);
    panel.receive({ type: 'resend_refused', key: KEY, entryId: entry.dataset['entryId'], message: 'No.' });
    fireEvent.keyDown(again, { key: 'Enter' });
    expect(panel.sent('resend')).toHaveLength(2);
  });
});

describe('Regenerate', () => {
  test('sends the prompt again in a fork before it, also of an earlier answer', () => {
    const panel = openPanel({
      events: [...turn('one', 'm1'), ...turn('two', 'm2'), ...turn('three', 'm3')],
      panel: FORKS,
    });
    const buttons = screen.getAllByTestId('regenerate');
    expect(buttons).toHaveLength(3);
    fireEvent.click(buttons[1] ?? document.body);
    expect(panel.sent('resend')[0]).toMatchObject({
      content: [{ type: 'text', text: 'two' }],
      into: 'fork',
      from: 'answer',
    });
  });

  test('sends it again in the same session where the agent cannot fork, for the last answer', () => {
    const panel = openPanel({ events: [...turn('one'), ...turn('two')] });
    const button = screen.getByTestId('regenerate');
    expect(button.title).toContain('at the end of this session');
    fireEvent.click(button);
    expect(panel.sent('prompt')).toEqual([
      { type: 'prompt', key: KEY, content: [{ type: 'text', text: 'two' }] },
    ]);
  });
});

describe('The switch between branches', () => {
  const branches = [
    { prompt: 1, position: 2, count: 3, previous: { key: 'a', prompt: 1 }, next: { key: 'b', prompt: 4 } },
  ];

  test('is at the prompt that has others in its place, and leads to them', () => {
    const panel = openPanel({ events: [...turn('one'), ...turn('two')], panel: { branches } });
    const found = within(entryOf('two')).getByTestId('branch-switch');
    expect(screen.getAllByTestId('branch-switch')).toEqual([found]);
    expect(found.textContent).toBe('2 of 3');
    expect(found.getAttribute('aria-label')).toBe('Branch 2 of 3');
    fireEvent.click(within(found).getByRole('button', { name: 'Next Branch' }));
    expect(panel.sent('open_branch')).toEqual([{ type: 'open_branch', key: KEY, target: 'b', prompt: 4 }]);
  });

  test('ends at the last branch', () => {
    const { next: _none, ...last } = { ...branches[0] };
    openPanel({
      events: [...turn('one'), ...turn('two')],
      panel: {
        branches: [
          {
            prompt: 1,
            position: 3,
            count: 3,
            ...(last.previous === undefined ? {} : { previous: last.previous }),
          },
        ],
      },
    });
    expect(screen.getByTestId('branch-next')).toHaveProperty('disabled', true);
  });

  test('the prompt of another branch gets the focus when it is shown', () => {
    const panel = openPanel({ events: [...turn('one'), ...turn('two')] });
    panel.receive({ type: 'show_prompt', key: KEY, prompt: 0 });
    return vi.waitFor(() => expect(document.activeElement).toBe(entryOf('one')));
  });
});
