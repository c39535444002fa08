// @vitest-environment happy-dom
// The changed files in the dock.
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { KEY, openPanel, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

test('a file that runs on its own is marked in the bar and in the list', () => {
  const file = { state: 'modified' as const, added: 1, removed: 0, hasConflict: false };
  openPanel({
    events: [
      {
        type: 'changes_updated',
        at: 1,
        changes: {
          files: [
            { ...file, path: '/work/.envrc', name: '.envrc', runsCode: 'shell' },
            { ...file, path: '/work/a.ts', name: 'a.ts' },
          ],
          canRedo: false,
        },
      },
    ],
  });
  const changes = screen.getByTestId('changes');
  expect(screen.getByTestId('changes-runs-code').textContent).toBe('1 file runs code');
  fireEvent.click(within(changes).getByText('2 files'));
  const rows = changes.querySelectorAll('li');
  expect([...rows].map(({ dataset }) => dataset['runsCode'])).toEqual(['shell', undefined]);
  expect(rows[0]?.textContent).toContain('runs code');
  expect(rows[1]?.textContent).not.toContain('runs code');
});

test('changed files can be reviewed, kept and undone, each and all', () => {
  const file = {
    path: '/work/a.ts',
    name: 'a.ts',
    state: 'modified' as const,
    added: 3,
    removed: 1,
    hasConflict: false,
  };
  const panel = openPanel({
    events: [
      {
        type: 'changes_updated',
        at: 1,
        changes: { files: [file], canRedo: false, note: 'Big files are not covered.' },
      },
    ],
  });
  const changes = screen.getByTestId('changes');
  expect(changes.textContent).toContain('1 file');
  fireEvent.click(within(changes).getByText('Review'));
  fireEvent.click(within(changes).getByText('1 file'));
  expect(changes.textContent).toContain('Big files are not covered.');
  fireEvent.click(within(changes).getByRole('button', { name: 'Undo Changes in a.ts' }));
  expect(panel.posted).toContainEqual({ type: 'changes_action', key: KEY, action: 'review' });
  expect(panel.posted).toContainEqual({
    type: 'changes_action',
    key: KEY,
    action: 'undo',
    path: '/work/a.ts',
  });
});

test('how many files are reviewed stands in the bar, beside those that are left', () => {
  const file = { state: 'modified' as const, added: 1, removed: 0, hasConflict: false };
  const at = { type: 'changes_updated', at: 1 } as const;
  const files = ['a.ts', 'b.ts', 'c.ts'].map((name) => ({ ...file, path: `/work/${name}`, name }));
  const panel = openPanel({ events: [{ ...at, changes: { files, canRedo: false } }] });
  const { dataset } = screen.getByTestId('changes');
  expect([dataset['reviewed'], dataset['total']]).toEqual(['0', '3']);
  expect(screen.queryByText(/reviewed/)).toBeNull();
  panel.dispatch({ ...at, changes: { files: files.slice(1), reviewed: 1, canRedo: false } });
  expect([dataset['reviewed'], dataset['total']]).toEqual(['1', '3']);
  expect(screen.getByText('1 of 3 reviewed')).toBeTruthy();
});

test('a file is marked as reviewed in the list, and counts in the bar', () => {
  const file = { state: 'modified' as const, added: 1, removed: 0, hasConflict: false };
  const at = { type: 'changes_updated', at: 1 } as const;
  const files = ['a.ts', 'b.ts'].map((name) => ({ ...file, path: `/work/${name}`, name }));
  const panel = openPanel({ events: [{ ...at, changes: { files, canRedo: false } }] });
  fireEvent.click(screen.getByText('2 files'));
  fireEvent.click(screen.getByRole('button', { name: 'Mark b.ts as Reviewed' }));
  expect(panel.sent('changes_action')).toEqual([
    { type: 'changes_action', key: KEY, action: 'mark_reviewed', path: '/work/b.ts' },
  ]);
  const marked = files.map((each) => (each.name === 'b.ts' ? { ...each, isReviewed: true as const } : each));
  panel.dispatch({ ...at, changes: { files: marked, reviewed: 2, canRedo: false } });
  const { dataset } = screen.getByTestId('changes');
  expect([dataset['reviewed'], dataset['total']]).toEqual(['3', '4']);
  fireEvent.click(screen.getByRole('button', { name: 'Mark b.ts as Not Reviewed' }));
  expect(panel.sent('changes_action').at(-1)).toMatchObject({ action: 'mark_unreviewed' });
});

test('comments that were not sent are counted with a button that sends them, also without files', () => {
  const at = { type: 'changes_updated', at: 1 } as const;
  const panel = openPanel({ events: [{ ...at, changes: { files: [], canRedo: false, unsentComments: 2 } }] });
  const bar = screen.getByTestId('unsent-comments');
  expect(bar.textContent).toContain('2 comments not sent');
  fireEvent.click(within(bar).getByText('Send Review'));
  expect(panel.sent('send_review')).toEqual([{ type: 'send_review', key: KEY }]);
  panel.dispatch({ ...at, changes: { files: [], canRedo: false } });
  expect(screen.queryByTestId('changes')).toBeNull();
});

test('an undo that waits for the end of the turn is shown, and cancelled in the bar or the list', () => {
  const file = { state: 'modified' as const, added: 1, removed: 0, hasConflict: false };
  const files = [
    { ...file, path: '/work/a.ts', name: 'a.ts', undoWaits: true as const },
    { ...file, path: '/work/b.ts', name: 'b.ts' },
  ];
  const panel = openPanel({
    events: [{ type: 'changes_updated', at: 1, changes: { files, canRedo: false } }],
  });
  const bar = screen.getByTestId('undo-waits');
  expect(bar.textContent).toContain('1 file will be undone after this turn');
  fireEvent.click(within(bar).getByText('Cancel Undo'));
  fireEvent.click(screen.getByText('2 files'));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel Undo in a.ts' }));
  expect(screen.queryByRole('button', { name: 'Undo Changes in a.ts' })).toBeNull();
  expect(panel.sent('changes_action')).toEqual([
    { type: 'changes_action', key: KEY, action: 'cancel_undo' },
    { type: 'changes_action', key: KEY, action: 'cancel_undo', path: '/work/a.ts' },
  ]);
});

test('where everything was undone, the bar says so and offers to redo it', () => {
  const at = { type: 'changes_updated', at: 1 } as const;
  const panel = openPanel({ events: [{ ...at, changes: { files: [], reviewed: 1, canRedo: true } }] });
  const changes = screen.getByTestId('changes');
  expect(changes.textContent).toBe('Changes undoneRedo');
  fireEvent.click(within(changes).getByText('Redo'));
  expect(panel.posted).toContainEqual({ type: 'redo', key: KEY });
});

test('comments on files that are all settled are offered to be sent, without a count of files', () => {
  openPanel({
    events: [{ type: 'changes_updated', at: 1, changes: { files: [], canRedo: false, unsentComments: 1 } }],
  });
  expect(screen.getByTestId('changes').textContent).toBe('1 comment not sentSend Review');
});

test('what cannot be undone has a line of its own where no file is listed, until it is hidden or says something else', () => {
  const said = (unlisted: string) => ({
    type: 'changes_updated' as const,
    at: 1,
    changes: { files: [], canRedo: false, unlisted },
  });
  const panel = openPanel({ events: [said('big is too large.')] });
  const line = screen.getByTestId('unlisted-changes');
  expect(line.textContent).toBe('big is too large.');
  fireEvent.click(within(line).getByRole('button', { name: 'Hide This Notice' }));
  expect(screen.queryByTestId('changes')).toBeNull();
  panel.dispatch(said('other is too large.'));
  expect(screen.getByTestId('unlisted-changes').textContent).toBe('other is too large.');
  panel.dispatch(said('big is too large.'));
  expect(screen.queryByTestId('changes')).toBeNull();
});

test('the focus stays in the bar when its notice comes, changes, or goes', () => {
  const changed = (unlisted?: string) => ({
    type: 'changes_updated' as const,
    at: 1,
    changes: {
      files: [
        {
          path: '/w/a.ts',
          name: 'a.ts',
          state: 'modified' as const,
          added: 1,
          removed: 0,
          hasConflict: false,
        },
      ],
      canRedo: false,
      ...(unlisted === undefined ? {} : { unlisted }),
    },
  });
  const panel = openPanel({ events: [changed()] });
  const keep = document.querySelector<HTMLElement>('[data-action="keep"]');
  expect(keep).not.toBeNull();
  keep?.focus();
  for (const unlisted of ['big is too large.', 'other is too large.', undefined]) {
    panel.dispatch(changed(unlisted));
    expect(screen.queryByTestId('unlisted-changes')?.textContent).toBe(unlisted);
    expect(document.activeElement).toBe(keep);
  }
});

test('what is not tracked otherwise shows beside listed files alone', () => {
  openPanel({
    events: [{ type: 'changes_updated', at: 1, changes: { files: [], canRedo: false, note: 'big.bin' } }],
  });
  expect(screen.queryByTestId('changes')).toBeNull();
});

test.each([['big.bin is not tracked.'], ['Prompts wait until all files have been checked.'], [undefined]])(
  'the bar is read aloud with what there is to know of the files: %s',
  (note) => {
    const file = { path: '/work/a.ts', name: 'a.ts', state: 'modified' as const };
    const files = [{ ...file, added: 1, removed: 0, hasConflict: false }];
    const changes = { files, canRedo: false, ...(note === undefined ? {} : { note }) };
    openPanel({ events: [{ type: 'changes_updated', at: 1, changes }] });
    expect(screen.queryByTestId('changes-hint')?.textContent).toBe(note);
  },
);
