// @vitest-environment happy-dom
// Names of files in the code of answers: links where the host has found the file, asked for together.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ended, KEY, openPanel, prompted, said, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const TEXT = 'See `src/a.ts:42` and `b.ts`, run `npm test`, not `gone.ts`.';

test('a name in code is a link to its line once the host has found the file', async () => {
  const panel = openPanel({ events: [prompted('Go'), said(TEXT), ended()] });
  await waitFor(() => expect(panel.sent('find_files')).toHaveLength(1));
  expect(panel.sent('find_files')[0]).toEqual({
    type: 'find_files',
    key: KEY,
    names: ['src/a.ts', 'b.ts', 'gone.ts'],
  });
  panel.receive({
    type: 'files_found',
    key: KEY,
    files: [
      { name: 'src/a.ts', path: '/work/src/a.ts' },
      { name: 'b.ts', path: '/work/b.ts' },
    ],
  });
  fireEvent.click(await screen.findByRole('link', { name: 'src/a.ts:42' }));
  fireEvent.click(screen.getByRole('link', { name: 'b.ts' }));
  expect(panel.sent('open_link').map(({ href }) => href)).toEqual(['/work/src/a.ts#L42', '/work/b.ts']);
  expect(screen.queryByRole('link', { name: 'gone.ts' })).toBeNull();
});

test('files of another session are none of this one', async () => {
  const panel = openPanel({ events: [prompted('Go'), said(TEXT), ended()] });
  panel.receive({ type: 'files_found', key: 'other', files: [{ name: 'b.ts', path: '/other/b.ts' }] });
  await waitFor(() => expect(panel.sent('find_files')).toHaveLength(1));
  expect(screen.queryByRole('link')).toBeNull();
});

test('what is not there is asked for again when the turn has ended, which may have written it', async () => {
  const panel = openPanel({ events: [prompted('Go'), said('`new.ts` comes\n\nmore')] });
  await waitFor(() => expect(panel.sent('find_files')).toHaveLength(1));
  panel.dispatch(ended());
  await waitFor(() => expect(panel.sent('find_files')).toHaveLength(2));
});
