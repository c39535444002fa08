// The rows of the transcript stand below each other, whatever changes their height: width, fonts, images, folds, text.
import { expect, test } from 'vitest';
import type { ContentBlock } from '../../../src/core/session/content.ts';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { usePanelPage } from '../harness/panelPage.ts';

const panel = usePanelPage({ width: 620, height: 700 });

const WIDTHS = [620, 200, 333, 417, 1_200, 250, 800, 301, 590, 300];
const at = 1_000_000;
const text = (words: string): ContentBlock => ({ type: 'text', text: words });

/** A sequence of numbers from 0 to 1 that is the same in each run (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const ALPHABETS = [
  'lorem ipsum dolor sit amet ',
  '请求超时后重试并写测试',
  'supercalifragilistic',
  'مرحبا بالعالم ',
];

/** A text of this many characters, in one of several scripts. */
function words(length: number, next: () => number): string {
  const alphabet = ALPHABETS[Math.floor(next() * ALPHABETS.length)] ?? '';
  return alphabet.repeat(Math.ceil(length / alphabet.length)).slice(0, length);
}

/** Turns whose prompts have these lengths, with an answer, a thought, reads and a diff each. */
function turns(lengths: readonly number[], next: () => number): readonly SessionEvent[] {
  return lengths.flatMap((length, turn): readonly SessionEvent[] => [
    { type: 'prompt_started', at, content: [text(words(length, next))] },
    { type: 'message_chunk', at, role: 'thought', content: text(words(length * 3, next)) },
    {
      type: 'tool_call',
      at,
      call: {
        toolCallId: `edit-${turn}`,
        title: words(length, next),
        kind: 'edit',
        status: 'completed',
        content: [{ type: 'diff', path: `src/${words(20, next)}.ts`, oldText: 'a\n', newText: 'a\nb\n' }],
      },
    },
    {
      type: 'message_chunk',
      at,
      role: 'agent',
      content: text(
        `${words(length, next)}\n\n- ${words(length, next)}\n\n| a | b |\n|---|---|\n| ${words(length, next)} | 2 |\n`,
      ),
    },
    { type: 'turn_ended', at, stopReason: 'end_turn' },
  ]);
}

/** Neighbors of which one lies over the other, or that are further apart than rows are; measured after a paint. */
async function misplacedRows(): Promise<readonly string[]> {
  return await panel.page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const rows = [...document.querySelectorAll<HTMLElement>('.transcript-row')]
      .map((row) => ({ index: Number(row.dataset['index']), box: row.getBoundingClientRect() }))
      .toSorted((one, other) => one.index - other.index);
    return rows.flatMap(({ index, box }, place) => {
      const before = rows[place - 1];
      if (before?.index !== index - 1) return [];
      // Heights are measured in whole pixels.
      const gap = box.top - before.box.bottom;
      return Math.abs(gap) <= 1 ? [] : [`row ${index} is ${gap.toFixed(1)} px below row ${index - 1}`];
    });
  });
}

/** Waits until the rows are right, and reports what stays wrong. */
async function expectRowsInPlace(situation: string): Promise<void> {
  await expect.poll(misplacedRows, { message: situation, interval: 20 }).toEqual([]);
}

/** How far each block of an answer stands below the one before it. */
async function blockGaps(): Promise<
  readonly { readonly kind: string; readonly isCut: boolean; readonly gap: number }[]
> {
  return await panel.page.evaluate(() => {
    const blocks = [...document.querySelectorAll<HTMLElement>('.transcript .markdown > *')]
      .map((block) => ({ block, row: block.closest('.transcript-row'), box: block.getBoundingClientRect() }))
      .toSorted((one, other) => one.box.top - other.box.top);
    return blocks.flatMap(({ block, row, box }, index) => {
      const before = blocks[index - 1];
      if (before === undefined) return [];
      const kind = block.matches('.markdown-continued') ? 'list' : block.tagName;
      return [{ kind, isCut: before.row !== row, gap: Math.round(box.top - before.box.bottom) }];
    });
  });
}

test('the rows of a conversation are in place at every width', async () => {
  await panel.open('empty');
  const next = random(1);
  await panel.dispatch(turns([1, 40, 83, 84, 85, 160, 700, 3], next));
  for (const width of WIDTHS) {
    await panel.page.setViewportSize({ width, height: 700 });
    await expectRowsInPlace(`${width} px, at the end`);
    await panel.page.getByTestId('transcript').evaluate((scroller) => (scroller.scrollTop = 0));
    await expectRowsInPlace(`${width} px, at the start`);
    await panel.page
      .getByTestId('transcript')
      .evaluate((scroller) => (scroller.scrollTop = scroller.scrollHeight / 2));
    await expectRowsInPlace(`${width} px, in the middle`);
  }
});

test('a first prompt that just does not fit on one line moves what follows', async () => {
  await panel.page.setViewportSize({ width: 620, height: 700 });
  await panel.open('chat');
  for (let length = 70; length <= 100; length++) {
    const session = `prompt of ${length} characters`;
    await panel.show(session);
    await panel.page.getByTestId('entry').first().waitFor({ state: 'detached' });
    const prompt = text('lorem ipsum dolor sit amet '.repeat(4).slice(0, length));
    await panel.dispatch([{ type: 'prompt_started', at, content: [prompt] }], session);
    await panel.page.getByTestId('entry').first().waitFor();
    await panel.dispatch([{ type: 'message_chunk', at, role: 'agent', content: text('Hello.') }], session);
    await panel.page.getByTestId('entry').nth(1).waitFor();
    await expectRowsInPlace(session);
  }
});

test('rows stay in place while text streams, folds open, images load and fonts change', async () => {
  await panel.page.setViewportSize({ width: 420, height: 700 });
  await panel.open('empty');
  const next = random(2);
  await panel.dispatch([{ type: 'prompt_started', at, content: [text(words(90, next))] }]);
  for (let chunk = 0; chunk < 30; chunk++) {
    const content = text(`${words(1 + Math.floor(next() * 200), next)}${chunk % 5 === 0 ? '\n\n' : ' '}`);
    await panel.dispatch([
      { type: 'message_chunk', at, role: chunk % 7 === 0 ? 'thought' : 'agent', content },
    ]);
    if (chunk % 6 === 0) {
      await panel.page.setViewportSize({ width: 300 + Math.floor(next() * 600), height: 700 });
      await expectRowsInPlace(`after chunk ${chunk}`);
    }
  }
  await panel.dispatch([{ type: 'turn_ended', at, stopReason: 'end_turn' }, ...turns([30, 200], next)]);

  // An image is decoded after its row was rendered: until then it has no height.
  const image = await panel.page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 200;
    return canvas.toDataURL();
  });
  await panel.dispatch([
    { type: 'prompt_started', at, content: [text('Show it')] },
    {
      type: 'message_chunk',
      at,
      role: 'agent',
      content: text(`Here it is.\n\n![late](${image})\n\nAnd more.`),
    },
    { type: 'turn_ended', at, stopReason: 'end_turn' },
  ]);
  await panel.page
    .getByTestId('transcript')
    .evaluate((scroller) => (scroller.scrollTop = scroller.scrollHeight));
  await panel.page.locator('.markdown-image').waitFor();
  await expectRowsInPlace('an image');

  for (const isOpen of [true, false]) {
    await panel.page.evaluate(() => {
      for (const fold of document.querySelectorAll<HTMLElement>('.transcript .disclosure-summary'))
        fold.click();
    });
    await expectRowsInPlace(isOpen ? 'folds were clicked' : 'folds were clicked again');
  }

  for (const size of ['26px', '9px', '13px']) {
    await panel.page.evaluate((font) => {
      document.documentElement.style.setProperty('--vscode-font-size', font);
    }, size);
    await expectRowsInPlace(`text of ${size}`);
  }
});

test('rows are in place after the user went to another session and back at another width', async () => {
  await panel.page.setViewportSize({ width: 900, height: 700 });
  await panel.open('chat');
  await panel.dispatch(turns([83, 250, 700], random(3)), 'other');
  for (const [session, width] of [
    ['other', 320],
    [undefined, 900],
    ['other', 260],
    [undefined, 333],
  ] as const) {
    await panel.show(session);
    await panel.page.getByTestId('entry').first().waitFor();
    await expectRowsInPlace(`${session}, as it was shown`);
    await panel.page.setViewportSize({ width, height: 700 });
    await expectRowsInPlace(`${session} at ${width} px`);
  }
});

test('blocks stand as far apart where a long answer is cut into rows as anywhere else', async () => {
  const sections = Array.from({ length: 60 }, (_, index) => {
    const list = Array.from({ length: 12 }, (_, item) => `- item ${item} of section ${index}`).join('\n');
    return `## Section ${index}\n\n${'Some words. '.repeat(index % 40)}\n\nMore of it.\n\n${list}\n\n`;
  });
  const items = Array.from({ length: 400 }, (_, index) => `- item ${index} of one list`).join('\n');
  await panel.open('empty');
  await panel.dispatch([
    { type: 'prompt_started', at, content: [text('Go')] },
    { type: 'message_chunk', at, role: 'agent', content: text(`${sections.join('')}Then:\n\n${items}\n`) },
    { type: 'turn_ended', at, stopReason: 'end_turn' },
  ]);
  const transcript = panel.page.getByTestId('transcript');
  /** In pixels, by the kind of the lower block: those between rows, and those in a row. */
  const cut = new Map<string, Set<number>>();
  const whole = new Map<string, Set<number>>();
  for (let step = 0; step <= 60; step++) {
    await transcript.evaluate(
      (scroller, part) => (scroller.scrollTop = scroller.scrollHeight * part),
      step / 60,
    );
    await expectRowsInPlace(`step ${step}`);
    for (const { kind, isCut, gap } of await blockGaps()) {
      const gaps = isCut ? cut : whole;
      gaps.set(kind, (gaps.get(kind) ?? new Set()).add(gap));
    }
  }
  expect([...cut.keys()].toSorted()).toEqual(['H2', 'P', 'list']);
  for (const [kind, gaps] of cut) {
    const [usual = Number.NaN] = whole.get(kind) ?? [];
    // Heights of rows are measured in whole pixels.
    for (const gap of gaps)
      expect(Math.abs(gap - usual), `${kind}: ${gap}, ${usual} in a row`).toBeLessThanOrEqual(1);
  }
});
