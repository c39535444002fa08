// A run of many edits in a browser: where it stands while it grows, and what is in sight when it expands.
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { usePanelPage } from '../harness/panelPage.ts';

const panel = usePanelPage();
const run = () => panel.page.getByTestId('edit-run').first();
const place = async () => await run().evaluate((element) => element.getBoundingClientRect().top);

const edit = (name: string): SessionEvent => ({
  type: 'tool_call',
  at: 1_000,
  call: {
    toolCallId: name,
    title: `Edit ${name}`,
    kind: 'edit',
    status: 'completed',
    content: [{ type: 'diff', path: name, oldText: 'one\n', newText: 'two\n' }],
  },
});
const asked: SessionEvent = { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'Go' }] };

test('a run stays one line of the same height while it grows', async () => {
  await panel.open('empty');
  await panel.dispatch([asked, edit('a.ts'), edit('b.ts')]);
  await run().waitFor();
  const before = [await place(), await run().evaluate((element) => element.clientHeight)];
  for (const [index, name] of ['c.ts', 'd.ts', 'e.ts'].entries()) {
    await panel.dispatch([edit(name)]);
    await panel.page.locator(`[data-testid="edit-run"][data-files="${index + 3}"]`).waitFor();
    expect([await place(), await run().evaluate((element) => element.clientHeight)]).toEqual(before);
  }
});

test('the line that expands to many cards stays where it was clicked, and a short one does not stop following', async () => {
  await panel.open('editRun');
  await run().waitFor();
  const before = await place();
  await run().locator('.disclosure-summary').first().click();
  await panel.page.locator('[data-tool-call-id="run0"]').waitFor();
  expect(Math.abs((await place()) - before)).toBeLessThan(2);

  await panel.open('empty');
  await panel.dispatch([asked, edit('f.ts'), edit('g.ts')]);
  await run().locator('.disclosure-summary').first().click();
  await panel.page.locator('[data-tool-call-id="g.ts"]').waitFor();
  await panel.dispatch(
    Array.from({ length: 40 }, (_, index): SessionEvent => ({
      type: 'notice',
      at: 2,
      severity: 'info',
      text: `Notice ${index}`,
    })),
  );
  await panel.page.getByText('Notice 39').waitFor();
  expect(await panel.page.getByText('Notice 39').isVisible()).toBe(true);
});

test('a question about a change shows all of its path, and the changed line, in a narrow panel', async () => {
  await panel.page.setViewportSize({ width: 300, height: 800 });
  await panel.open('editRun');
  const request = panel.page.getByTestId('permission');
  const path = request.locator('.diff-path');
  await path.waitFor();
  expect(await path.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  expect(await path.textContent()).toBe('src/billing/a/folder/with/a/long/name/index.ts');
  expect(await request.locator('.diff-line[data-sign="+"]').isVisible()).toBe(true);
  expect(await request.getByTestId('location').count()).toBe(0);
});
