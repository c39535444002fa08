// The transcript by keyboard: arrow keys go from entry to entry, and the focused entry says what it is.
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { usePanelPage } from '../harness/panelPage.ts';

const panel = usePanelPage();
const at = 1_000_000;
const text = (words: string) => ({ type: 'text', text: words }) as const;

/** The kind and name of the entry that has the focus; undefined where none has it. */
async function focused(): Promise<{ readonly kind: string | undefined; readonly name: string } | undefined> {
  return await panel.page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element.dataset['testid'] !== 'entry') return undefined;
    return { kind: element.dataset['kind'], name: element.getAttribute('aria-label') ?? '' };
  });
}

/** Whether the entry with the focus can be seen. */
async function isInSight(): Promise<boolean> {
  return await panel.page.evaluate(() => {
    const area = document.querySelector('[data-testid="transcript"]')?.getBoundingClientRect();
    const box = document.activeElement?.getBoundingClientRect();
    return area !== undefined && box !== undefined && box.top < area.bottom && box.bottom > area.top;
  });
}

async function nextFrame(): Promise<void> {
  await panel.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
}

async function focusTranscript(): Promise<void> {
  await panel.page.getByTestId('composer-input').focus();
  await panel.post({ type: 'focus_transcript' });
  await expect.poll(focused).toBeDefined();
}

test('the focus comes to the last entry, and goes from entry to entry with the arrow keys', async () => {
  await panel.open('chat');
  await panel.page.getByTestId('entry').first().waitFor();
  await focusTranscript();
  expect((await focused())?.kind).toBe('agent');
  expect((await focused())?.name).toContain('Qwen Code: Done. All six tests pass.');
  const kinds: (string | undefined)[] = [];
  for (let step = 0; step < 8; step++) {
    await panel.page.keyboard.press('ArrowUp');
    kinds.push((await focused())?.kind);
    expect(await isInSight()).toBe(true);
  }
  expect(kinds.at(-1)).toBe('user');
  expect((await focused())?.name).toContain('You: Requests to the billing API time out');
  await panel.page.keyboard.press('ArrowDown');
  expect((await focused())?.kind).toBe('thought');
  await panel.page.keyboard.press('End');
  expect((await focused())?.kind).toBe('agent');
  await panel.page.keyboard.press('Home');
  expect((await focused())?.kind).toBe('user');
});

test('the focus reaches every entry of a long conversation, and is never lost', async () => {
  await panel.open('long');
  await panel.page.getByTestId('entry').first().waitFor();
  await focusTranscript();
  await panel.page.keyboard.press('Home');
  expect((await focused())?.name).toBe('You: Question 1');
  expect(await isInSight()).toBe(true);
  for (const question of [2, 3, 4]) {
    await panel.page.keyboard.press('ArrowDown');
    expect((await focused())?.kind).toBe('agent');
    await panel.page.keyboard.press('ArrowDown');
    expect((await focused())?.name).toBe(`You: Question ${question}`);
    expect(await isInSight()).toBe(true);
  }
  for (let page = 0; page < 5; page++) {
    await panel.page.keyboard.press('PageDown');
    expect(await focused()).toBeDefined();
    expect(await isInSight()).toBe(true);
  }
  // Scrolling away with the wheel leaves the focus where it was.
  const before = await focused();
  await panel.page.getByTestId('transcript').evaluate((area) => (area.scrollTop += 20_000));
  await expect.poll(isInSight).toBe(false);
  expect(await focused()).toEqual(before);
  await panel.page.keyboard.press('End');
  expect((await focused())?.kind).toBe('agent');
  expect(await isInSight()).toBe(true);
});

test.each([
  ['in one go with the prompt', 0],
  ['after a prompt that came from the queue', 1],
  ['a paragraph at a time', 20],
])('an entry that is read stays where it is while the agent writes, %s', async (_name, renderings) => {
  await panel.open('chat');
  await panel.page.getByTestId('entry').first().waitFor();
  await focusTranscript();
  await panel.page.keyboard.press('ArrowUp');
  const before = await focused();
  const top = () => panel.page.evaluate(() => document.activeElement?.getBoundingClientRect().top);
  const place = await top();
  const chunks = Array.from({ length: 20 }, (_, index): SessionEvent => ({
    type: 'message_chunk',
    at,
    role: 'agent',
    content: text(`Paragraph ${index}.\n\n`),
  }));
  const begins: SessionEvent = { type: 'prompt_started', at, content: [text('More')] };
  const ends: SessionEvent = { type: 'turn_ended', at, stopReason: 'end_turn' };
  if (renderings === 0) {
    await panel.dispatch([begins, ...chunks, ends]);
  } else {
    await panel.dispatch([begins]);
    await panel.page.getByTestId('stop').waitFor();
    const size = chunks.length / renderings;
    for (let sent = 0; sent < chunks.length; sent += size) {
      await panel.dispatch(chunks.slice(sent, sent + size));
      await nextFrame();
    }
    await panel.dispatch([ends]);
    await panel.page.getByTestId('stop').waitFor({ state: 'detached' });
  }
  await expect
    .poll(() => panel.page.getByTestId('transcript').evaluate((area) => area.scrollHeight))
    .toBeGreaterThan(1_000);
  expect(await focused()).toEqual(before);
  expect(await top()).toBe(place);
});

test('the text of an entry has its tables and tasks in words, and next and previous ones follow', async () => {
  await panel.open('chat');
  await panel.page.getByTestId('entry').first().waitFor();
  await focusTranscript();
  await panel.post({ type: 'read_entry', step: 0 });
  const read = async () => (await panel.received('entry_text')).at(-1);
  await expect.poll(read).toBeDefined();
  const { name, text: answer } = (await read()) ?? { name: '', text: '' };
  expect(name).toBe('Qwen Code');
  expect(answer.split('\n')).toEqual([
    'Done. All six tests pass.',
    'withBackoff wraps the call',
    'A test covers the last failure',
    'const res = await withBackoff(() => fetch(url));',
    'Table, 2 columns, 3 rows.',
    'attempt: 1, waits: 0 ms',
    'attempt: 2, waits: 200 ms',
    'Done: retry',
    'To do: refunds.ts needs the same',
    'The public signature is kept.',
  ]);
  await panel.post({ type: 'read_entry', step: -1 });
  await expect.poll(async () => (await read())?.name).toBe('Tool call');
  const diff = (await read())?.text ?? '';
  expect(diff).toContain('Done');
  expect(diff).toContain('+   const res = await withBackoff(() => fetch(url), {');
});
