// A changed line is the strongest thing on a card: with the colors that VS Code's themes give a webview.
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { documentViolations } from '../harness/axe.ts';
import { weakParts } from '../harness/contrast.ts';
import { PAGE_THEMES, usePanelPage } from '../harness/panelPage.ts';

const panel = usePanelPage();

/** The least share of its color that is behind a changed line. */
const LEAST_TINT = 0.14;
/** A sign is read as text is (WCAG 1.4.3). */
const TEXT_CONTRAST = 4.5;

/** Code of every color, of which each line changes but one. */
const OLD = 'const a = 1; // one\nexport { kept };\nconst options = { retry: true, name: "x" };\n';
const NEW =
  'const a = 2; // two\nexport { kept };\nconst options = { retry: false, name: `y` };\nclass B {}\n';
const edited: readonly SessionEvent[] = [
  { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'Go' }] },
  {
    type: 'tool_call',
    at: 2,
    call: {
      toolCallId: 'edit',
      title: 'Edit a.ts',
      kind: 'edit',
      status: 'completed',
      content: [{ type: 'diff', path: 'a.ts', oldText: OLD, newText: NEW }],
    },
  },
];

/** The end of an edit that the user was asked about. */
function answered(kind: 'allow_once' | 'reject_once', status: 'completed' | 'failed'): SessionEvent[] {
  const call = {
    toolCallId: 'write',
    title: 'Write b.ts',
    kind: 'edit',
    content: [{ type: 'diff' as const, path: 'b.ts', newText: NEW }],
  };
  return [
    { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'Go' }] },
    { type: 'tool_call', at: 2, call: { ...call, status: 'pending' } },
    {
      type: 'permission_decided',
      at: 3,
      call: { toolCallId: 'write' },
      decision: { by: 'user', option: { name: 'No', kind } },
    },
    { type: 'tool_call', at: 4, call: { ...call, status } },
  ];
}

async function openEdit(): Promise<void> {
  await panel.open('empty');
  await panel.dispatch(edited);
  await panel.page.locator('.diff-line[data-sign="-"]').first().waitFor();
}

interface ChangedLine {
  /** The share of the color in the line's background. */
  readonly tint: number;
  readonly hue: string;
  readonly barWidth: number;
  readonly bar: string;
  readonly sign: string;
  readonly text: string;
}

/** How the first line with a sign is drawn. */
async function changedLine(sign: '+' | '-'): Promise<ChangedLine> {
  return await panel.page
    .locator(`.diff-line[data-sign="${sign}"]`)
    .first()
    .evaluate((line) => {
      const channels = (color: string): readonly number[] => {
        const canvas = document.createElement('canvas');
        const context = canvas.getContext('2d', { willReadFrequently: true });
        if (context === null) return [];
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data];
      };
      const own = getComputedStyle(line);
      const [red = 0, green = 0, , alpha = 0] = channels(own.backgroundColor);
      const shadow = /^(?<color>.*\)|#\w+) (?<x>[\d.]+)px .*inset$/.exec(own.boxShadow)?.groups;
      const shown = line.querySelector('.diff-sign');
      return {
        tint: alpha / 255,
        hue: red > green ? 'red' : 'green',
        barWidth: Number(shadow?.['x']),
        bar: channels(shadow?.['color'] ?? '').join(),
        sign: shown === null ? '' : channels(getComputedStyle(shown).color).join(),
        text: channels(own.color).join(),
      };
    });
}

test('a changed line has a bar, a colored sign and a tint in every theme', async () => {
  await openEdit();
  for (const theme of PAGE_THEMES) {
    await panel.setTheme(theme);
    for (const [sign, hue] of [
      ['+', 'green'],
      ['-', 'red'],
    ] as const) {
      const line = await changedLine(sign);
      const where = `${sign} in ${theme}`;
      expect(line.tint, where).toBeGreaterThanOrEqual(LEAST_TINT);
      expect(line.hue, where).toBe(hue);
      expect(line.barWidth, where).toBe(3);
      expect(line.bar, where).not.toBe('');
      expect(line.sign, where).not.toBe(line.text);
    }
    // An unchanged line has nothing of it.
    const plain = panel.page.locator('.diff-line[data-sign=" "]').first();
    expect(await plain.evaluate((line) => getComputedStyle(line).boxShadow), theme).toBe('none');
  }
});

test('its sign and its code can be read in every theme', async () => {
  await openEdit();
  const signs = ['+', '-'].map((sign) => ({
    selector: `.diff-line[data-sign="${sign}"] .diff-sign`,
    property: 'color' as const,
  }));
  for (const theme of PAGE_THEMES) {
    await panel.setTheme(theme);
    expect(await weakParts(panel.page, TEXT_CONTRAST, signs), theme).toEqual([]);
    expect(await documentViolations(panel.page, ['color-contrast']), theme).toEqual([]);
  }
});

test('a new file that was rejected has none of the colors of one that was written', async () => {
  const look = async () => {
    const [line, title] = [
      panel.page.locator('.diff-line[data-sign="+"]').first(),
      panel.page.locator('.tool-card .tool-title').first(),
    ];
    await line.waitFor();
    return {
      bar: await line.evaluate((element) => getComputedStyle(element).boxShadow),
      background: await line.evaluate((element) => getComputedStyle(element).backgroundColor),
      line: await title.evaluate((element) => getComputedStyle(element).textDecorationLine),
    };
  };
  await panel.open('empty');
  await panel.dispatch(answered('reject_once', 'failed'));
  for (const theme of PAGE_THEMES) {
    await panel.setTheme(theme);
    expect(await look(), theme).toEqual({
      bar: 'none',
      background: 'rgba(0, 0, 0, 0)',
      line: 'line-through',
    });
    expect(await documentViolations(panel.page, ['color-contrast']), theme).toEqual([]);
  }
  await panel.open('empty');
  await panel.dispatch(answered('allow_once', 'completed'));
  const written = await look();
  expect(written.bar).toContain('inset');
  expect(written.line).toBe('none');
});
