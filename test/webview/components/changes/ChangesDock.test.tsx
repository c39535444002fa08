// @vitest-environment happy-dom
// The changed files in the dock.
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { KEY, openPanel, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
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
