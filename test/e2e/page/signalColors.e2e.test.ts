// Every signal is seen: 3 : 1 against what is behind it (WCAG 1.4.11), with the colors that VS Code gives a webview.
import { expect, test } from 'vitest';
import { weakParts, weakVariables, type Part } from '../harness/contrast.ts';
import { PAGE_THEMES, usePanelPage } from '../harness/panelPage.ts';

const panel = usePanelPage();
const MINIMUM = 3;

/** The names in `webview/base.css` that stand for a signal. */
const SIGNALS = [
  '--parley-green',
  '--parley-blue',
  '--parley-yellow',
  '--parley-orange',
  '--parley-red',
  '--parley-progress',
  '--parley-added',
  '--parley-removed',
  '--parley-focus',
  '--parley-control-border',
];

/** What the panel, an editor tab, cards and fields have behind them. */
const BACKGROUNDS = [
  '--vscode-sideBar-background',
  '--vscode-editor-background',
  '--vscode-editorWidget-background',
  '--vscode-input-background',
];

/** Parts of the panel that say something by their color, by the scene that shows them. */
const PARTS: Readonly<Record<string, readonly Part[]>> = {
  chat: [
    { selector: '.connection-dot', property: 'color' },
    { selector: '.composer-box', property: 'border-top-color' },
  ],
  starting: [{ selector: '.connection-dot', property: 'color' }],
  failed: [{ selector: '.connection .codicon', property: 'color' }],
  signIn: [{ selector: '.connection .codicon', property: 'color' }],
  error: [{ selector: '.error-card', property: 'border-top-color' }],
  context75: [
    { selector: '.usage-ring-fill', property: 'stroke' },
    { selector: '.usage-ring-track', property: 'stroke' },
    { selector: '.context-banner', property: 'border-top-color' },
  ],
  context95: [
    { selector: '.usage-ring-fill', property: 'stroke' },
    { selector: '.context-banner', property: 'border-top-color' },
  ],
  form: [{ selector: '.field-input', property: 'border-top-color' }],
  permission: [{ selector: '[data-testid="permission"]', property: 'border-top-color' }],
  tools: [
    { selector: '.tool-status[data-status="completed"] .codicon', property: 'color' },
    { selector: '.tool-status[data-status="failed"] .codicon', property: 'color' },
  ],
};

test('each signal color has 3 : 1 on each background in every theme', async () => {
  await panel.open('chat');
  for (const theme of PAGE_THEMES) {
    await panel.setTheme(theme);
    expect(await weakVariables(panel.page, MINIMUM, SIGNALS, BACKGROUNDS), theme).toEqual([]);
  }
});

for (const [scene, parts] of Object.entries(PARTS)) {
  test(`what says something by its color is seen in the scene ${scene} in every theme`, async () => {
    await panel.open(scene);
    await panel.page
      .locator(parts[0]?.selector ?? 'body')
      .first()
      .waitFor();
    for (const theme of PAGE_THEMES) {
      await panel.setTheme(theme);
      expect(await weakParts(panel.page, MINIMUM, parts), theme).toEqual([]);
    }
  });
}

test('in high contrast the default button has the thicker border', async () => {
  await panel.open('permission');
  const width = async (kind: string) =>
    await panel.page
      .locator(`[data-testid="permission-option"][data-kind="${kind}"]`)
      .first()
      .locator('button')
      .evaluate((button) => Number.parseFloat(getComputedStyle(button).borderTopWidth));
  for (const theme of ['hc', 'hc-light'] as const) {
    await panel.setTheme(theme);
    expect(await width('allow_once'), theme).toBeGreaterThan(await width('reject_once'));
  }
});

test.each([
  ['light-2026', '--vscode-button-secondaryBorder'],
  ['dark-2026', '--vscode-button-secondaryBorder'],
  ['hc-light', '--vscode-contrastBorder'],
] as const)('other buttons have the border that VS Code gives its own in %s', async (theme, variable) => {
  await panel.open('permission');
  await panel.setTheme(theme);
  const [border, expected] = await panel.page
    .locator('[data-testid="permission-option"][data-kind="reject_once"]')
    .first()
    .locator('button')
    .evaluate((button, name) => {
      const probe = button.ownerDocument.body.appendChild(button.ownerDocument.createElement('p'));
      probe.style.color = `var(${name})`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return [getComputedStyle(button).borderTopColor, color];
    }, variable);
  expect(border).toBe(expected);
});
