// @vitest-environment happy-dom
// What can be done with a code block of an answer, besides copying it.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ended, KEY, openPanel, prompted, said, saveViewStates } from '../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const answer = 'Change `src/a.ts`:\n\n```ts title="src/a.ts"\nconst a = 1;\n```\n';

test('a block is applied, inserted or opened with all that says where it belongs', () => {
  const panel = openPanel({ events: [prompted('Do it'), said(answer), ended()] });
  for (const handle of ['apply-code', 'insert-code', 'new-file']) fireEvent.click(screen.getByTestId(handle));
  const block = { code: 'const a = 1;', info: 'ts title="src/a.ts"', above: 'Change src/a.ts:' };
  expect(panel.sent('code_action')).toEqual([
    { type: 'code_action', key: KEY, action: 'apply', block },
    { type: 'code_action', key: KEY, action: 'insert', block },
    { type: 'code_action', key: KEY, action: 'new_file', block },
  ]);
  expect(screen.queryByTestId('run-code')).toBeNull();
});

test('the head names the file that is written after the fence, once the block is complete', () => {
  const panel = openPanel({ events: [prompted('Do it'), said('```ts title="src/a.t')] });
  expect(screen.getByTestId('code-block').textContent).not.toContain('src/');
  panel.dispatch(said('s"\nconst a = 1;\n```\n\n```ts\nconst b = 1;\n```\n'), ended());
  const [named, unnamed] = screen.getAllByTestId('code-block');
  expect(named?.querySelector('[title="src/a.ts"]')?.textContent).toBe('src/a.ts');
  expect(unnamed?.querySelector('.markdown-code-file')).toBeNull();
});

test('only commands go into a terminal, also from within a list', () => {
  const panel = openPanel({
    events: [prompted('Do it'), said('1. Run\n\n   ```bash\n   npm test\n   ```\n'), ended()],
  });
  expect(screen.queryByTestId('apply-code')).toBeNull();
  fireEvent.click(screen.getByTestId('run-code'));
  expect(panel.sent('code_action')[0]).toMatchObject({
    action: 'run',
    block: { code: 'npm test', info: 'bash', above: 'Run' },
  });
});

test('a block that is still being written can only be copied', () => {
  openPanel({ events: [prompted('Do it'), said('```ts\nconst a')] });
  expect(screen.getByTestId('copy-code')).toBeTruthy();
  expect(screen.queryByTestId('apply-code')).toBeNull();
});

test('the answer is opened as Markdown or exported, and the selection quoted, from the keyboard', () => {
  const panel = openPanel({ events: [prompted('Do it'), said(answer), ended()] });
  const end = screen.getAllByTestId('entry').find(({ dataset }) => dataset['kind'] === 'turn');
  end?.focus();
  panel.receive({ type: 'menu_command', command: 'open_markdown', key: KEY, isByKey: true });
  expect(panel.sent('open_as_markdown')).toEqual([{ type: 'open_as_markdown', text: answer }]);
  panel.receive({ type: 'menu_command', command: 'export_markdown', key: KEY, isByKey: true });
  expect(panel.sent('export_answer')).toEqual([{ type: 'export_answer', key: KEY, text: answer }]);
  const entry = screen.getAllByTestId('entry').find(({ dataset }) => dataset['kind'] === 'agent');
  entry?.focus();
  panel.receive({ type: 'menu_command', command: 'ask_about', key: KEY, isByKey: true });
  expect(screen.getByTestId('composer-input').textContent).toContain('Change src/a.ts');
});
