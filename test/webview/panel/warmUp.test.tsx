// @vitest-environment happy-dom
// What is drawn unseen before the first answer, so that its code is compiled by then.
import { act } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { warmUp, type IdlePage } from '../../../webview/panel/warmUp.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A page whose idle times a test gives, and the element that is drawn in. */
function idlePage() {
  const tasks: (() => void)[] = [];
  const drawn = document.createElement('div');
  const page: IdlePage = {
    document: { createElement: () => drawn },
    setTimeout: (task) => tasks.push(task),
    requestIdleCallback: (task) => tasks.push(task),
  };
  return {
    drawn,
    page,
    /** Whether there was something to do. */
    idle: async (): Promise<boolean> => {
      const task = tasks.shift();
      await act(async () => task?.());
      return task !== undefined;
    },
  };
}

test('markdown and tool calls are drawn one at a time, and nothing is left', async () => {
  const errors = vi.spyOn(console, 'error');
  const { page, drawn, idle } = idlePage();
  warmUp(page, () => true);
  const seen: string[] = [];
  while (await idle()) seen.push(drawn.innerHTML);
  const cards = ['data-testid="diff"', 'data-tool-kind="execute"', 'Read 1 file, 1 search'];
  for (const part of ['<h2', '<table', 'hljs-', ...cards]) {
    expect(seen.filter((html) => html.includes(part))).not.toEqual([]);
  }
  expect(seen.at(-1)).toBe('');
  expect(errors).not.toHaveBeenCalled();
});

test('it stops when a turn begins', async () => {
  let isNeeded = true;
  const { page, drawn, idle } = idlePage();
  warmUp(page, () => isNeeded);
  await idle();
  await idle();
  expect(drawn.innerHTML).not.toBe('');
  isNeeded = false;
  await idle();
  expect(drawn.innerHTML).toBe('');
  expect(await idle()).toBe(false);
});
