// axe-core finds nothing in any state of the panel, in any theme of VS Code.
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { scenes } from '../../../webview/dev/scenes.ts';
import { documentViolations } from '../harness/axe.ts';
import { usePanelPage, type PageTheme } from '../harness/panelPage.ts';

const panel = usePanelPage();

/** One theme of each kind. */
const THEMES = ['dark', 'light', 'hc', 'hc-light'] as const;

/** What depends on the colors of a theme; the other rules find the same in each. */
const COLOR_RULES = ['color-contrast'];

/** Scenes of the same parts in the same colors as others: they are looked at in one theme. */
const VARIANTS: ReadonlySet<string> = new Set([
  'permissionChanged',
  'permissionBent',
  'held',
  'demo',
  'stopped',
  'stops',
  'returning',
  'opening',
  'continued',
  'forkable',
  'context75',
  'chat',
  'running',
  'reads',
]);

/** Scenes that are only long. */
const LONG: ReadonlySet<string> = new Set(['long', 'longDiff']);

/** Looks at the page as it is: by all rules in the first theme, and by those about colors in the others. */
async function expectNothingWrong(state: string, themes: readonly PageTheme[] = THEMES): Promise<void> {
  for (const theme of themes) {
    await panel.setTheme(theme);
    const rules = theme === THEMES[0] ? undefined : COLOR_RULES;
    expect(await documentViolations(panel.page, rules), `${state}, ${theme}`).toEqual([]);
  }
}

for (const scene of Object.keys(scenes).filter((name) => !LONG.has(name))) {
  test(`nothing is wrong in the scene ${scene}`, async () => {
    await panel.open(scene);
    await expectNothingWrong(scene, VARIANTS.has(scene) ? ['dark'] : THEMES);
  });
}

test('nothing is wrong while an answer streams and an entry has the focus', async () => {
  const at = 1_000_000;
  const events: readonly SessionEvent[] = [
    { type: 'prompt_started', at, content: [{ type: 'text', text: 'Go' }] },
    { type: 'message_chunk', at, role: 'thought', content: { type: 'text', text: 'Hm' } },
    {
      type: 'message_chunk',
      at,
      role: 'agent',
      content: { type: 'text', text: '| a | b |\n|---|---|\n| 1 |' },
    },
  ];
  await panel.open('empty');
  await panel.dispatch(events);
  await panel.page.getByTestId('entry').last().waitFor();
  await panel.post({ type: 'focus_transcript' });
  await panel.page.locator('.entry:focus').waitFor();
  await expectNothingWrong('streaming');
});

test('nothing is wrong with the find bar and the list of commands', async () => {
  await panel.open('context75');
  await panel.post({ type: 'find', text: 'the', wordMatching: 'together' });
  await panel.page.getByRole('search').waitFor();
  await expectNothingWrong('find');

  await panel.open('context75');
  await panel.page.getByTestId('composer-input').fill('/');
  await panel.page.getByTestId('suggestion').first().waitFor();
  await expectNothingWrong('commands');
});

test('nothing is wrong with each list and popover open', async () => {
  await panel.open('context75');
  const openers = panel.page.locator('button[aria-haspopup]:visible');
  await openers.first().waitFor();
  for (let index = 0; index < (await openers.count()); index++) {
    const opener = openers.nth(index);
    // The header of the session stays open, above the first prompt, while the pointer or the focus is in it.
    await panel.page.mouse.move(0, 400);
    await opener.focus();
    await opener.click();
    await panel.page.locator('[aria-expanded="true"][aria-haspopup]').waitFor();
    await expectNothingWrong(`list ${index}`);
    await panel.page.keyboard.press('Escape');
    await panel.page.locator('[aria-expanded="true"][aria-haspopup]').waitFor({ state: 'detached' });
  }
});
