// @vitest-environment happy-dom
// The queue: reorder by key and pointer, edit in place, what the head says.
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ContentBlock } from '../../../../../src/core/session/content.ts';
import type { SessionEvent } from '../../../../../src/core/session/events.ts';
import {
  ended,
  KEY,
  openPanel,
  prompted,
  READY,
  saveViewStates,
  sessionOf,
  type OpenPanel,
} from '../../../../support/panel.tsx';
import { composerText, composerView, typeText } from '../../../../support/composer/composerInput.ts';
import { afterCrash, storedEdits } from '../../../../support/composer/storedEdits.ts';

afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
  saveViewStates();
});

const text = (value: string): ContentBlock => ({ type: 'text', text: value });

function queued(panel: OpenPanel, ids: readonly string[], held = false): void {
  const queue = ids.map((id) => ({ id, content: [text(id)] }));
  panel.dispatch({ type: 'queue_changed', at: 1, queue, held });
}

function withQueue(...ids: readonly string[]): OpenPanel {
  const panel = openPanel({ events: [prompted('Go')] });
  queued(panel, ids);
  return panel;
}

function row(id: string): HTMLElement {
  const found = screen.getAllByTestId('queued').find(({ dataset }) => dataset['id'] === id);
  if (found === undefined) throw new Error(`${id} is not in the queue.`);
  return found;
}

const moves = (panel: OpenPanel) => panel.sent('queue_move').map(({ id, index }) => [id, index]);

test('Alt and an arrow move the focused prompt, which keeps the focus, and it is announced', () => {
  const panel = withQueue('a', 'b', 'c');
  row('b').focus();
  fireEvent.keyDown(row('b'), { key: 'ArrowUp', altKey: true });
  expect(moves(panel)).toEqual([['b', 0]]);
  expect(screen.getByText('Moved to position 1 of 3').getAttribute('role')).toBe('status');
  queued(panel, ['b', 'a', 'c']);
  expect(document.activeElement).toBe(row('b'));
  fireEvent.keyDown(row('b'), { key: 'ArrowUp', altKey: true });
  expect(moves(panel)).toHaveLength(1);
});

test.each([
  { behavior: 'steer', name: 'Send Without Stopping' },
  { behavior: 'followUp', name: 'Send to Be Answered Next' },
] as const)(
  '"$name" hands the prompt to the running turn where the agent supports it',
  ({ behavior, name }) => {
    const panel = openPanel({ events: [prompted('Go')], panel: { steering: [behavior] } });
    queued(panel, ['a', 'b']);
    fireEvent.click(within(row('b')).getByRole('button', { name }));
    expect(panel.sent('queue_steer')).toEqual([{ type: 'queue_steer', key: KEY, id: 'b', behavior }]);
    panel.dispatch(ended());
    expect(within(row('b')).queryByRole('button', { name })).toBeNull();
  },
);

test('A button that moves a prompt keeps the focus while it can move it further, then the prompt has it', () => {
  const panel = withQueue('a', 'b', 'c');
  const down = within(row('a')).getByRole('button', { name: 'Move Down' });
  down.focus();
  fireEvent.click(down);
  queued(panel, ['b', 'a', 'c']);
  expect(document.activeElement).toBe(within(row('a')).getByRole('button', { name: 'Move Down' }));
  fireEvent.click(down);
  queued(panel, ['b', 'c', 'a']);
  expect(moves(panel)).toEqual([
    ['a', 1],
    ['a', 2],
  ]);
  expect(document.activeElement).toBe(row('a'));
});

test('Arrows, Home and End go to the other prompts, of which one is in the tab order', () => {
  withQueue('a', 'b', 'c');
  row('a').focus();
  fireEvent.keyDown(row('a'), { key: 'ArrowDown' });
  expect(document.activeElement).toBe(row('b'));
  fireEvent.keyDown(row('b'), { key: 'End' });
  expect(document.activeElement).toBe(row('c'));
  expect(['a', 'b', 'c'].map((id) => row(id).tabIndex)).toEqual([-1, -1, 0]);
});

test('Delete removes the focused prompt and goes to the next one', () => {
  const panel = withQueue('a', 'b');
  row('a').focus();
  fireEvent.keyDown(row('a'), { key: 'Delete' });
  expect(panel.sent('queue_remove').map(({ id }) => id)).toEqual(['a']);
  expect(document.activeElement).toBe(row('b'));
});

test('A prompt is edited in place while the queue pauses; Enter saves', async () => {
  const panel = withQueue('a', 'b');
  row('a').focus();
  fireEvent.keyDown(row('a'), { key: 'F2' });
  expect(panel.sent('queue_pause')).toHaveLength(1);
  expect(screen.getByTestId('queue-state').textContent).toContain('you are editing a prompt');
  const field = screen.getByTestId('queued-edit');
  typeText('a, but better', composerView(field));
  await act(async () => void fireEvent.keyDown(field, { key: 'Enter' }));
  expect(panel.sent('queue_edit')).toEqual([
    { type: 'queue_edit', key: KEY, id: 'a', content: [text('a, but better')] },
  ]);
  const order = panel.posted.map(({ type }) => type).filter((type) => type.startsWith('queue_'));
  expect(order).toEqual(['queue_pause', 'queue_edit', 'queue_resume']);
  expect(document.activeElement).toBe(row('a'));
});

test('A queued prompt has its mentions as chips while it is edited, and what is attached can be removed', async () => {
  const panel = openPanel({ events: [prompted('Go')] });
  const image = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const;
  const mention = text('see [@app.ts](file:///work/app.ts)');
  panel.dispatch({
    type: 'queue_changed',
    at: 2,
    queue: [{ id: 'a', content: [image, mention] }],
    held: false,
  });
  fireEvent.doubleClick(row('a'));
  const edited = within(row('a'));
  expect(edited.getAllByTestId('attachment').map(({ dataset }) => dataset['name'])).toContain('app.ts');
  fireEvent.click(edited.getByRole('button', { name: 'Remove Attachment' }));
  await act(async () => void fireEvent.keyDown(screen.getByTestId('queued-edit'), { key: 'Enter' }));
  expect(panel.sent('queue_edit')[0]?.content).toEqual([mention]);
});

test('Escape leaves a prompt as it was, and does not stop the turn', async () => {
  const panel = withQueue('a');
  fireEvent.doubleClick(row('a'));
  const field = screen.getByTestId('queued-edit');
  typeText('changed', composerView(field));
  await act(async () => void fireEvent.keyDown(field, { key: 'Escape' }));
  expect(panel.sent('queue_edit')).toEqual([]);
  expect(panel.sent('queue_resume')).toHaveLength(1);
  expect(panel.sent('cancel')).toEqual([]);
});

test('What is typed is stored while it is edited, with mentions and attachments, and the queue has it when it is saved', async () => {
  const image = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const;
  const queue = [{ id: 'a', content: [image, text('a')] }];
  const events: readonly SessionEvent[] = [
    prompted('Go'),
    { type: 'queue_changed', at: 2, queue, held: false },
  ];
  const panel = openPanel({ events });
  fireEvent.doubleClick(row('a'));
  const typed = 'see [@app.ts](file:///work/app.ts)';
  typeText(typed, composerView(screen.getByTestId('queued-edit')));
  expect(panel.sent('queue_edit')).toEqual([]);
  const stored = storedEdits(panel);
  expect(stored.edits).toEqual([{ of: 'a', text: typed }]);
  panel.unmount();
  const next = afterCrash(stored, { events });
  const field = screen.getByTestId('queued-edit');
  expect(within(row('a')).getAllByTestId('attachment')).toHaveLength(2);
  await act(async () => void fireEvent.keyDown(field, { key: 'Enter' }));
  expect(next.sent('queue_edit')[0]).toMatchObject({ id: 'a', content: [image, text(typed)] });
  expect(storedEdits(next, stored.edits).edits).toEqual([]);
});

test('Escape leaves the queue as it was, also in the window after the one in which it was typed', async () => {
  const panel = withQueue('a');
  fireEvent.doubleClick(row('a'));
  typeText('typed', composerView(screen.getByTestId('queued-edit')));
  const stored = storedEdits(panel);
  panel.unmount();
  const queue = [{ id: 'a', content: [text('a')] }];
  const next = afterCrash(stored, {
    events: [prompted('Go'), { type: 'queue_changed', at: 2, queue, held: true }],
  });
  await act(async () => void fireEvent.keyDown(screen.getByTestId('queued-edit'), { key: 'Escape' }));
  expect(next.sent('queue_edit')).toEqual([]);
  expect(storedEdits(next, stored.edits).edits).toEqual([]);
  expect(row('a').textContent).toContain('a');
});

test('What was typed into a prompt that was sent before the window ended is in the composer', () => {
  const panel = afterCrash(
    { edits: [{ of: 'a', text: 'typed' }], editAttachments: [] },
    { events: [prompted('Go')] },
  );
  expect(composerText()).toBe('typed');
  expect(panel.sent('edit_end')).toMatchObject([{ of: 'a' }]);
});

test('A queue that was paused before stays so after an edit', async () => {
  const panel = openPanel({ events: [prompted('Go'), ended('cancelled')] });
  queued(panel, ['a'], true);
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save (Enter)' })));
  expect(panel.sent('queue_pause')).toEqual([]);
  expect(panel.sent('queue_resume')).toEqual([]);
});

test('A queue that goes on by itself during an edit pauses until that ends', async () => {
  const panel = openPanel({ events: [prompted('Go'), ended('error')] });
  queued(panel, ['a'], true);
  fireEvent.doubleClick(row('a'));
  expect(queueMessages(panel)).toEqual([]);
  panel.dispatch(prompted('Go'));
  queued(panel, ['a']);
  expect(queueMessages(panel)).toEqual(['queue_pause']);
  queued(panel, ['a'], true);
  await act(async () => void fireEvent.keyDown(screen.getByTestId('queued-edit'), { key: 'Escape' }));
  expect(queueMessages(panel)).toEqual(['queue_pause', 'queue_resume']);
});

test('What was typed into a prompt that is sent meanwhile is in the composer', async () => {
  const panel = withQueue('a');
  fireEvent.doubleClick(row('a'));
  typeText('typed', composerView(screen.getByTestId('queued-edit')));
  await act(async () => queued(panel, []));
  expect(composerText()).toBe('typed');
});

const queueMessages = (panel: OpenPanel) =>
  panel.posted.filter(({ type }) => type.startsWith('queue_')).map(({ type }) => type);

test('What was typed is saved when the page is hidden, and the queue goes on', async () => {
  const panel = withQueue('a');
  fireEvent.doubleClick(row('a'));
  typeText('typed', composerView(screen.getByTestId('queued-edit')));
  await act(async () => void window.dispatchEvent(new Event('pagehide')));
  expect(queueMessages(panel)).toEqual(['queue_pause', 'queue_edit', 'queue_resume']);
  expect(panel.sent('queue_edit')[0]).toMatchObject({ id: 'a', content: [text('typed')] });
  panel.unmount();
  expect(queueMessages(panel)).toHaveLength(3);
});

test('The queue goes on when the page is hidden during an edit without changes', async () => {
  const panel = withQueue('a');
  fireEvent.doubleClick(row('a'));
  await act(async () => void window.dispatchEvent(new Event('pagehide')));
  expect(queueMessages(panel)).toEqual(['queue_pause', 'queue_resume']);
});

test('Another edit saves the text of the first, and the queue stays paused until it ends', async () => {
  const panel = withQueue('a', 'b');
  fireEvent.doubleClick(row('a'));
  queued(panel, ['a', 'b'], true);
  typeText('first', composerView(screen.getByTestId('queued-edit')));
  await act(async () => void fireEvent.doubleClick(row('b')));
  expect(queueMessages(panel)).toEqual(['queue_pause', 'queue_edit']);
  expect(panel.sent('queue_edit')[0]).toMatchObject({ id: 'a', content: [text('first')] });
  const field = screen.getByTestId('queued-edit');
  expect(composerView(field).state.doc.toString()).toBe('b');
  await act(async () => void fireEvent.keyDown(field, { key: 'Escape' }));
  expect(queueMessages(panel)).toEqual(['queue_pause', 'queue_edit', 'queue_resume']);
});

test('An edit that begins before the host resumed the queue pauses it again', async () => {
  const panel = withQueue('a', 'b');
  fireEvent.doubleClick(row('a'));
  queued(panel, ['a', 'b'], true);
  await act(async () => void fireEvent.keyDown(screen.getByTestId('queued-edit'), { key: 'Enter' }));
  await act(async () => void fireEvent.doubleClick(row('b')));
  await act(async () => void fireEvent.keyDown(screen.getByTestId('queued-edit'), { key: 'Escape' }));
  expect(queueMessages(panel)).toEqual(['queue_pause', 'queue_resume', 'queue_pause', 'queue_resume']);
});

test('What was typed is saved in its session when another one is shown', async () => {
  const panel = withQueue('a');
  fireEvent.doubleClick(row('a'));
  typeText('typed', composerView(screen.getByTestId('queued-edit')));
  const draft = { key: 'other', text: '', revision: 0 };
  panel.receive({ type: 'panel', panel: { ...READY, draft } });
  await act(async () => {
    panel.receive({ type: 'snapshot', state: { ...sessionOf([]), key: 'other' }, seq: 0 });
  });
  expect(queueMessages(panel)).toEqual(['queue_pause', 'queue_edit', 'queue_resume']);
  expect(panel.sent('queue_edit')[0]).toMatchObject({ key: KEY, id: 'a', content: [text('typed')] });
  expect(composerText()).toBe('');
  expect(JSON.stringify([panel.saved()])).not.toContain('typed');
});

/** Rows of 20 pixels from the top of the page. */
function layOut(): void {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const index = this.matches('.queued') ? screen.getAllByTestId('queued').indexOf(this) : 0;
    return new DOMRect(0, 20 * index, 100, this.matches('.queued') ? 20 : 200);
  });
}

const pointer = (type: string, clientY: number): void => {
  act(() => void window.dispatchEvent(new PointerEvent(type, { clientY, bubbles: true })));
};

test('A prompt is dragged to the place that a line marks', () => {
  layOut();
  const panel = withQueue('a', 'b', 'c');
  fireEvent.pointerDown(row('a'), { button: 0, clientY: 10, pointerType: 'mouse' });
  pointer('pointermove', 12);
  expect(row('a').dataset['dragged']).toBe('false');
  pointer('pointermove', 35);
  expect(row('a').dataset['dragged']).toBe('true');
  expect(row('c').dataset['mark']).toBe('before');
  pointer('pointermove', 90);
  expect(row('c').dataset['mark']).toBe('after');
  pointer('pointerup', 90);
  expect(moves(panel)).toEqual([['a', 2]]);
  expect(document.querySelector('[data-mark]')).toBeNull();
});

test('Escape cancels a drag, and neither moves anything nor stops the turn', () => {
  layOut();
  const panel = withQueue('a', 'b');
  fireEvent.pointerDown(row('a'), { button: 0, clientY: 10, pointerType: 'mouse' });
  pointer('pointermove', 45);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  pointer('pointerup', 45);
  expect(moves(panel)).toEqual([]);
  expect(panel.sent('cancel')).toEqual([]);
});

test('A prompt that is sent while it is dragged is not moved', () => {
  layOut();
  const panel = withQueue('a', 'b', 'c');
  fireEvent.pointerDown(row('a'), { button: 0, clientY: 10, pointerType: 'mouse' });
  pointer('pointermove', 45);
  queued(panel, ['b', 'c']);
  pointer('pointerup', 45);
  expect(moves(panel)).toEqual([]);
});

test('The head says how many prompts wait, and what for', () => {
  const panel = withQueue('a', 'b', 'c');
  const head = (): string | null => screen.getByTestId('queue-state').textContent;
  expect(head()).toBe('3 queued until the turn ends');
  panel.dispatch(ended('cancelled'));
  expect(head()).toBe('Queue paused: the turn was stopped (3 waiting)');
});
