// The panel in a plain browser page: scripted sessions in the themes of a real VS Code, without its workbench.
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { ensureChromium, testSwitches } from '../../../scripts/install/chromium.mjs';
import type { HostMessage } from '../../../src/core/panel/hostMessage.ts';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { startDevServer, type DevServer } from '../../../webview/dev/devServer.mjs';

/** The themes that the issue of contrast is about; `npm run themes` writes their variables. */
export const PAGE_THEMES = ['dark', 'light', 'hc', 'hc-light', 'dark-2026', 'light-2026'] as const;
export type PageTheme = (typeof PAGE_THEMES)[number];

/** The key of the session that a scene is about. */
const SCENE_SESSION = 'session-1';

export interface PanelPage {
  readonly page: Page;
  /** Opens a scene of `webview/dev/scenes.ts` and waits until its panel is there. */
  open(scene: string, theme?: PageTheme): Promise<void>;
  /** Changes the theme of the page that is open, as VS Code does. */
  setTheme(theme: PageTheme): Promise<void>;
  /** Lets something happen in a session: that of the scene unless another is named, which need not be there yet. */
  dispatch(events: readonly SessionEvent[], session?: string): Promise<void>;
  /** Switches the panel to a session, which is empty if it was not there yet; without a name to that of the scene. */
  show(session?: string): Promise<void>;
  /** Sets `parley.fontSize`. */
  setFontSize(pixels: number): Promise<void>;
  /** Sets `parley.direction`. */
  setDirection(direction: 'auto' | 'ltr' | 'rtl'): Promise<void>;
  /** Sends a message of the host to the panel. */
  post(message: HostMessage): Promise<void>;
  /** The messages of a type that the panel has sent. */
  received(type: 'entry_text'): Promise<readonly { readonly name: string; readonly text: string }[]>;
  /** The number of the panel's last query for mentions; 0 where there was none. */
  queryOfMentions(): Promise<number>;
}

/** What the page's host offers: `webview/dev/scriptedHost.ts`. */
declare const scripted: {
  dispatch(key: string, events: unknown): void;
  setTheme(theme: string): void;
  setFontSize(pixels: number): void;
  setDirection(direction: string): void;
  show(key: string): void;
  send(message: unknown): void;
  readonly received: readonly {
    readonly type: string;
    readonly name: string;
    readonly text: string;
    readonly id: number;
  }[];
};

/** For all pages of this process, with which both end: building the panel takes longer than most tests of a page. */
let shared: Promise<{ readonly server: DevServer; readonly browser: Browser }> | undefined;

async function startShared(): Promise<{ readonly server: DevServer; readonly browser: Browser }> {
  const server = await startDevServer({ isBuiltOnce: true });
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: testSwitches(),
    // VS Code's scrollbars take room, which changes the width of the rows.
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  return { server, browser };
}

/** Opens a page, with a storage of its own, before the tests of the surrounding block (or file) and closes it after them. */
export function usePanelPage(size = { width: 420, height: 800 }): PanelPage {
  let server: DevServer | undefined;
  let opened: Page | undefined;

  beforeAll(async () => {
    shared ??= startShared();
    const started = await shared;
    server = started.server;
    opened = await started.browser.newPage({ viewport: size });
    opened.setDefaultTimeout(60_000);
  });

  afterAll(async () => {
    await opened?.close();
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
      await page().evaluate(async (name) => {
        scripted.setTheme(name);
        // The UI toolkit hears of a theme by the class of the body, and changes its own colors a frame later.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }, theme);
    },
    async dispatch(events, session = SCENE_SESSION) {
      await page().evaluate(
        ({ key, json }) => {
          const all: unknown = JSON.parse(json);
          scripted.dispatch(key, all);
        },
        { key: session, json: JSON.stringify(events) },
      );
    },
    async show(session = SCENE_SESSION) {
      await page().evaluate((key) => scripted.show(key), session);
    },
    async setFontSize(pixels) {
      await page().evaluate((fontSize) => scripted.setFontSize(fontSize), pixels);
    },
    async setDirection(direction) {
      await page().evaluate((value) => scripted.setDirection(value), direction);
    },
    async post(message) {
      await page().evaluate((json) => {
        const sent: unknown = JSON.parse(json);
        scripted.send(sent);
      }, JSON.stringify(message));
    },
    async queryOfMentions() {
      return await page().evaluate(
        () => scripted.received.findLast(({ type }) => type === 'mention_query')?.id ?? 0,
      );
    },
    async received(type) {
      return await page().evaluate(
        (wanted) => scripted.received.filter((each) => each.type === wanted),
        type,
      );
    },
  };
}
