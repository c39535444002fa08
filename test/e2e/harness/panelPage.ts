// The panel in a plain browser page: scripted sessions in the themes of a real VS Code, without its workbench.
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { chromiumSwitches, ensureChromium } from '../../../scripts/install/chromium.mjs';
import { startDevServer, type DevServer } from '../../../webview/dev/devServer.mjs';

/** The themes that the issue of contrast is about; `npm run themes` writes their variables. */
export const PAGE_THEMES = ['dark', 'light', 'hc', 'hc-light', 'dark-2026', 'light-2026'] as const;
export type PageTheme = (typeof PAGE_THEMES)[number];

export interface PanelPage {
  readonly page: Page;
  /** Opens a scene of `webview/dev/scenes.ts` and waits until its panel is there. */
  open(scene: string, theme?: PageTheme): Promise<void>;
  /** Changes the theme of the page that is open, as VS Code does. */
  setTheme(theme: PageTheme): Promise<void>;
}

/** Opens a page before the tests of the surrounding block (or file) and closes it after them. */
export function usePanelPage(size = { width: 420, height: 800 }): PanelPage {
  let server: DevServer | undefined;
  let browser: Browser | undefined;
  let opened: Page | undefined;

  beforeAll(async () => {
    server = await startDevServer({ isBuiltOnce: true });
    browser = await chromium.launch({
      executablePath: await ensureChromium(),
      args: chromiumSwitches(),
      // VS Code's scrollbars take room, which changes the width of the rows.
      ignoreDefaultArgs: ['--hide-scrollbars'],
    });
    opened = await browser.newPage({ viewport: size });
    opened.setDefaultTimeout(20_000);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const page = (): Page => {
    if (opened === undefined) throw new Error('The page is not open yet: use it inside a test.');
    return opened;
  };
  return {
    get page() {
      return page();
    },
    async open(scene, theme = 'dark') {
      await page().goto(`${server?.url}/panel.html?scene=${scene}&theme=${theme}`);
      await page().locator('.panel').waitFor();
    },
    async setTheme(theme) {
      await page().evaluate((name) => {
        const host: unknown = Reflect.get(globalThis, 'scripted');
        if (typeof host !== 'object' || host === null) throw new Error('There is no scripted host.');
        const setTheme: unknown = Reflect.get(host, 'setTheme');
        if (typeof setTheme === 'function') setTheme(name);
      }, theme);
    },
  };
}
