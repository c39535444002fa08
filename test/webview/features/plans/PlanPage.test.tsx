// @vitest-environment happy-dom
// The page of a plan: its text, the answers, and comments on its lines.
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import { MAX_PLAN_COMMENTS } from '../../../../src/features/plans/core/planComments.ts';
import type { PlanState } from '../../../../src/features/plans/core/planPage.ts';
import type { PanelFeature } from '../../../../webview/panel/state/panelFeature.ts';
import { PlanPage } from '../../../../webview/features/plans/PlanPage.tsx';

afterEach(cleanup);

const features: readonly PanelFeature[] = [
  { name: 'math', Formula: ({ source }) => <b data-testid="math">{source}</b> },
  {
    name: 'diagrams',
    Drawing: { language: 'mermaid', Component: ({ code }) => <b data-testid="diagram">{code}</b> },
  },
];

const waiting: PlanState = {
  type: 'state',
  key: 'k',
  agent: 'Birch',
  state: 'waiting',
  accepting: [
    { optionId: 'ask', name: 'Yes, manually approve edits' },
    { optionId: 'auto', name: 'Yes, and use auto mode' },
  ],
  rejecting: { optionId: 'keep', name: 'No, keep planning' },
  comments: [],
  isOpen: true,
};

function openPage(text: string, state: PlanState = waiting, stored?: unknown) {
  const posted: unknown[] = [];
  let saved: unknown = stored;
  const api = {
    postMessage: (message: unknown) => void posted.push(message),
    getState: () => saved,
    setState: (changed: unknown) => {
      saved = changed;
    },
  };
  const page = render(<PlanPage api={api} features={features} />);
  const send = (data: unknown): void =>
    act(() => void window.dispatchEvent(new MessageEvent('message', { data })));
  send({ type: 'text', text });
  send(state);
  return { ...page, posted, send, saved: () => saved };
}

const press = (name: string): void => void fireEvent.click(screen.getByTestId(name));

test('the plan is rendered, and answered by the options of the agent', async () => {
  const { container, posted } = openPage('# Steps\n\n1. Look\n2. Change');
  expect(screen.getByRole('heading', { name: 'Steps' })).toBeTruthy();
  expect(screen.getByTestId('plan-document').dataset['state']).toBe('waiting');
  expect(screen.getByRole('status').textContent).toBe('Birch waits for your answer');
  press('plan-accept');
  press('plan-accept-and');
  fireEvent.click(screen.getByRole('menuitem', { name: 'Yes, and use auto mode' }));
  press('plan-reject');
  expect(posted.slice(1)).toEqual([
    { type: 'answer', optionId: 'ask' },
    { type: 'answer', optionId: 'auto' },
    { type: 'answer', optionId: 'keep' },
  ]);
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('what allows more than the plan is chosen by its name, also where it is all that the agent offers', () => {
  const auto = { optionId: 'auto', name: 'Yes, and use auto mode', allowsMore: true as const };
  const { posted, send } = openPage('Text', { ...waiting, accepting: [auto] });
  expect(screen.queryByTestId('plan-accept')).toBeNull();
  press('plan-accept-and');
  fireEvent.click(screen.getByRole('menuitem', { name: 'Yes, and use auto mode' }));
  expect(posted.at(-1)).toEqual({ type: 'answer', optionId: 'auto' });
  send({ ...waiting, accepting: [{ optionId: 'yes', name: 'Yes' }] });
  expect(screen.queryByTestId('plan-accept-and')).toBeNull();
  press('plan-accept');
  expect(posted.at(-1)).toEqual({ type: 'answer', optionId: 'yes' });
});

test('a plan that is decided, withdrawn or of a closed session offers no answers', () => {
  const { send } = openPage('Text', { ...waiting, state: 'accepted' });
  expect(screen.queryByTestId('plan-accept')).toBeNull();
  expect(screen.getByTestId('plan-send')).toBeTruthy();
  send({ ...waiting, state: 'withdrawn' });
  expect(screen.queryByTestId('plan-reject')).toBeNull();
  send({ ...waiting, isOpen: false });
  expect(screen.queryByTestId('plan-accept')).toBeNull();
  expect(screen.queryByTestId('plan-send')).toBeNull();
  expect(screen.getByTestId('plan-export')).toBeTruthy();
});

test('a line is commented on, and the comment is edited and deleted', () => {
  const { posted, send, saved } = openPage('Intro\n\n```ts\none\ntwo\n```');
  fireEvent.click(screen.getByRole('button', { name: 'Comment on line 3' }));
  const form = screen.getByTestId('plan-comment-form');
  fireEvent.change(within(form).getByRole('combobox'), { target: { value: '5' } });
  fireEvent.change(within(form).getByRole('textbox'), { target: { value: 'Three?' } });
  expect(saved()).toMatchObject({ draft: { start: 5, end: 5, quote: 'two', text: 'Three?' } });
  fireEvent.keyDown(within(form).getByRole('textbox'), { key: 'Enter', ctrlKey: true });
  const comment = { id: expect.any(String), start: 5, end: 5, quote: 'two', text: 'Three?' };
  expect(posted.at(-1)).toEqual({ type: 'comment', comment });
  expect(screen.queryByTestId('plan-comment-form')).toBeNull();

  const known = { id: 'c1', start: 5, end: 5, quote: 'two', text: 'Three?' };
  send({ ...waiting, comments: [known] });
  const shown = screen.getByTestId('plan-comment');
  expect(shown.textContent).toContain('Line 5');
  expect(shown.textContent).toContain('Three?');
  fireEvent.click(within(shown).getByRole('button', { name: 'Edit' }));
  fireEvent.change(within(screen.getByTestId('plan-comment-form')).getByRole('textbox'), {
    target: { value: 'Four?' },
  });
  fireEvent.click(screen.getByTestId('plan-save-comment'));
  expect(posted.at(-1)).toEqual({ type: 'comment', comment: { ...known, text: 'Four?' } });
  fireEvent.click(within(screen.getByTestId('plan-comment')).getByRole('button', { name: 'Delete' }));
  expect(posted.at(-1)).toEqual({ type: 'comment', comment: { ...known, text: '' } });
  press('plan-send');
  expect(posted.at(-1)).toEqual({ type: 'send' });
});

test('a comment that is one too many stays in its form until the others are sent', () => {
  const full = Array.from({ length: MAX_PLAN_COMMENTS }, (_, index) => {
    const line = { start: 1, end: 1, quote: 'One' };
    return { id: `c${index}`, text: `Comment ${index}`, ...line };
  });
  const { posted, send } = openPage('One\n\nTwo', { ...waiting, comments: full });
  const field = (): HTMLTextAreaElement =>
    within(screen.getByTestId('plan-comment-form')).getByRole<HTMLTextAreaElement>('textbox');
  fireEvent.click(screen.getByRole('button', { name: 'Comment on line 3' }));
  fireEvent.change(field(), { target: { value: 'One more' } });
  press('plan-save-comment');
  expect(posted.at(-1)).toMatchObject({ type: 'comment', comment: { text: 'One more' } });
  expect(field().value).toBe('One more');
  fireEvent.click(screen.getByRole('button', { name: 'Comment on line 1' }));
  expect(field().value).toBe('One more');
  press('plan-send');
  expect(posted.at(-1)).toEqual({ type: 'send' });
  expect(field().value).toBe('One more');

  send({ ...waiting, comments: [] });
  press('plan-save-comment');
  expect(screen.queryByTestId('plan-comment-form')).toBeNull();
  expect(posted.at(-1)).toMatchObject({ comment: { start: 3, text: 'One more' } });
});

test('one of as many comments as there can be is edited', () => {
  const full = Array.from({ length: MAX_PLAN_COMMENTS }, (_, index) => {
    return { id: `c${index}`, start: 0, end: 0, quote: '', text: `Comment ${index}` };
  });
  const { posted } = openPage('One', { ...waiting, comments: full });
  const [first] = screen.getAllByRole('button', { name: 'Edit' });
  if (first !== undefined) fireEvent.click(first);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Changed' } });
  press('plan-save-comment');
  expect(posted.at(-1)).toMatchObject({ comment: { id: 'c0', text: 'Changed' } });
  expect(screen.queryByTestId('plan-comment-form')).toBeNull();
});

test('a comment that was being written is there again with the page', () => {
  const draft = { start: 0, end: 0, quote: '', text: 'Too long' };
  openPage('Intro', waiting, { draft });
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Too long');
});

test('a comment that is being written follows its line when the plan changes', () => {
  const { send, posted, saved } = openPage('One\n\nTwo');
  fireEvent.click(screen.getByRole('button', { name: 'Comment on line 3' }));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Why?' } });
  send({ type: 'text', text: 'New\n\nOne\n\nTwo' });
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Why?');
  expect(saved()).toMatchObject({ draft: { start: 5, end: 5, quote: 'Two', text: 'Why?' } });
  // Its line is gone: it stays, and its quote says what it is about.
  send({ type: 'text', text: 'New' });
  press('plan-save-comment');
  const comment = { id: expect.any(String), start: 5, end: 5, quote: 'Two', text: 'Why?' };
  expect(posted.at(-1)).toEqual({ type: 'comment', comment });
});

test('what is being written is kept when another comment is begun, or the comments are sent', () => {
  const { send, posted } = openPage('One\n\nTwo');
  fireEvent.click(screen.getByRole('button', { name: 'Comment on line 1' }));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'First' } });
  // The same again changes nothing.
  fireEvent.click(screen.getByRole('button', { name: 'Comment on line 1' }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('First');
  expect(posted).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Comment on line 3' }));
  expect(posted.at(-1)).toMatchObject({ type: 'comment', comment: { start: 1, text: 'First' } });
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('');
  // One without a text is none.
  fireEvent.click(screen.getByRole('button', { name: 'Comment on the Whole Plan' }));
  expect(posted).toHaveLength(2);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Shorter' } });
  send({ ...waiting, comments: [{ id: 'c1', start: 1, end: 1, quote: 'One', text: 'First' }] });
  press('plan-send');
  expect(posted.slice(2)).toMatchObject([
    { type: 'comment', comment: { start: 0, text: 'Shorter' } },
    { type: 'send' },
  ]);
});

test('nothing is sent without comments, and an outdated one says what it was about', () => {
  const { send, posted } = openPage('Intro');
  press('plan-send');
  expect(posted).toEqual([{ type: 'ready' }]);
  const outdated = { id: 'c', start: 40, end: 40, quote: 'Gone', text: 'Why?', isOutdated: true };
  send({ ...waiting, comments: [outdated] });
  expect(screen.getByTestId('plan-comment').textContent).toContain('The plan has changed since: Gone');
});

test('a file that cannot be read is said, and an empty plan too', () => {
  const { send } = openPage('');
  expect(screen.getByText('The plan is empty.')).toBeTruthy();
  send({ ...waiting, problem: 'The file of the plan cannot be read: p.md' });
  expect(screen.getByRole('alert').textContent).toContain('p.md');
  expect(screen.queryByText('The plan is empty.')).toBeNull();
});

test('formulas and diagrams are drawn, in items of lists as well', () => {
  openPage('It takes $n^2$ steps.\n\n- $O(n)$\n\n```mermaid\ngraph TD\n```\n\nFrom $5 to $10.');
  expect(screen.getAllByTestId('math').map(({ textContent }) => textContent)).toEqual(['$n^2$', '$O(n)$']);
  expect(screen.getByTestId('diagram').textContent).toBe('graph TD');
});

test('what a reload needs is stored: the plan, unless it is long, and its comments', () => {
  const comments = [{ id: 'c1', start: 1, end: 1, quote: 'Text', text: 'Why?' }];
  const { send, saved } = openPage('Text', { ...waiting, comments });
  expect(saved()).toEqual({ draft: undefined, plan: { key: 'k', state: 'waiting', comments, text: 'Text' } });
  send({ ...waiting, state: 'accepted', entryId: 'e3' });
  expect(saved()).toMatchObject({ plan: { state: 'accepted', entryId: 'e3', comments: [], text: 'Text' } });
  send({ type: 'text', text: 'x'.repeat(200_001) });
  expect(saved()).toEqual({
    draft: undefined,
    plan: { key: 'k', state: 'accepted', comments: [], entryId: 'e3' },
  });
});
