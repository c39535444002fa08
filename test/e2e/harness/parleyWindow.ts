// The browser window on a code-server: what a user does in VS Code, as methods.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type FrameLocator,
  type Locator,
  type Page,
  type ViewportSize,
} from 'playwright-core';
import { chromiumSwitches, ensureChromium, testSwitches } from '../../../scripts/install/chromium.mjs';
import { resultsDirectory } from '../../../scripts/project.mjs';
import type { ParleyServer } from './parleyServer.ts';
import { dragToWidth } from './viewWidth.ts';

export type Theme = 'dark' | 'light' | 'hc' | 'hcLight';

export interface WindowOptions {
  /** Size of the window in CSS pixels; default 1440 × 900. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** What is done with the page before the workbench is loaded. */
  readonly beforeLoad?: (page: Page) => Promise<void>;
}

/** VS Code's themes, the class that its window has under each and the kind that webviews get. */
const themes = {
  dark: { setting: 'Dark 2026', className: 'vs-dark', kind: 'vscode-dark' },
  light: { setting: 'Light 2026', className: 'vs', kind: 'vscode-light' },
  hc: { setting: 'Default High Contrast', className: 'hc-black', kind: 'vscode-high-contrast' },
  hcLight: {
    setting: 'Default High Contrast Light',
    className: 'hc-light',
    kind: 'vscode-high-contrast-light',
  },
};

const webview = 'iframe.webview[src*="extensionId=parley.parley-acp"]';
const consoleLimit = 5000;
/** How long something may take on a machine that is busy; only a test that fails waits for so long. */
const TIMEOUT_MS = 45_000;

/** The bench opens windows as well, and measures code and motion as they are for users. */
const isTest = process.env['VITEST'] !== undefined;

/** One for all windows of this process: a browser takes longer to start than a window to open. */
let browser: Promise<Browser> | undefined;

async function launchBrowser(): Promise<Browser> {
  const args = isTest ? testSwitches() : chromiumSwitches();
  return await chromium.launch({ executablePath: await ensureChromium(), args });
}

/** Ends the browser of this process, which otherwise ends with the process. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
  spares.clear();
}

/** What a page stores, without what it has loaded. */
const STORED = 'cookies,local_storage,indexeddb,websql,file_systems,service_workers,cache_storage';

/**
 * By the origin of a server: a context whose windows are closed. It has nothing stored, and VS Code loaded and compiled,
 * which takes a new context seconds.
 */
const spares = new Map<string, BrowserContext>();

async function contextFor(origin: string, viewport: ViewportSize): Promise<BrowserContext> {
  const spare = spares.get(origin);
  spares.delete(origin);
  if (spare !== undefined) return spare;
  browser ??= launchBrowser();
  const permissions = ['clipboard-read', 'clipboard-write'];
  return await (await browser).newContext({ viewport, permissions });
}

/** Removes what the pages of a context have stored, and closes them. */
async function clearContext(context: BrowserContext, page: Page, origin: string): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED });
  for (const each of context.pages()) await each.close();
}

export class ParleyWindow {
  readonly page: Page;
  /** What pages and webviews wrote to the console, the latest 5,000 lines. */
  readonly console: string[] = [];
  private readonly server: ParleyServer;

  /** Opens a window with a storage of its own in the browser of this process. */
  static async open(server: ParleyServer, options: WindowOptions): Promise<ParleyWindow> {
    const viewport = options.viewport ?? { width: 1440, height: 900 };
    const context = await contextFor(new URL(server.address).origin, viewport);
    const window = new ParleyWindow(await context.newPage(), server);
    await window.page.setViewportSize(viewport);
    // Without a GPU each frame of an animation takes a processor milliseconds.
    if (isTest) await window.page.emulateMedia({ reducedMotion: 'reduce' });
    await options.beforeLoad?.(window.page);
    await window.load();
    return window;
  }

  private constructor(page: Page, server: ParleyServer) {
    this.page = page;
    this.server = server;
    page.setDefaultTimeout(TIMEOUT_MS);
    page.on('console', (message) => this.note(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => this.note(`uncaught: ${error.stack ?? error.message}`));
  }

  /** The document of the chat view. */
  get chat(): FrameLocator {
    return this.page.frameLocator(webview).frameLocator('iframe#active-frame');
  }

  /** The documents of all chats in sight, from left to right: the sidebar's first, then those among the editors. */
  async chatsInSight(): Promise<readonly FrameLocator[]> {
    const places: { readonly name: string; readonly left: number }[] = [];
    for (const element of await this.page.locator(webview).all()) {
      const [name, box] = [await element.getAttribute('name'), await element.boundingBox()];
      if (name === null || box === null || box.width === 0 || !(await element.isVisible())) continue;
      places.push({ name, left: box.x });
    }
    return places
      .toSorted((one, other) => one.left - other.left)
      .map(({ name }) =>
        this.page.frameLocator(`iframe.webview[name="${name}"]`).frameLocator('iframe#active-frame'),
      );
  }

  /** Opens the chat as a user does and waits until its document is there. */
  async openChat(): Promise<void> {
    // Before that the palette does not have the command, and to open it again and again takes the time of what starts.
    await this.page.locator('.activitybar').getByRole('tab', { name: 'Parley' }).first().waitFor();
    await this.runCommand('Parley: Open Chat');
    await this.chat.locator('body').waitFor();
  }

  /** Runs a command from the palette by its full title, for example "Parley: New Session". */
  async runCommand(title: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget:visible .quick-input-box input');
    // The whole label: what was typed is highlighted, also in a longer one.
    const whole = new RegExp(`^${title.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}$`);
    const label = this.page.locator('.label-name', { hasText: whole });
    const row = this.quickPick.filter({ has: label }).first();
    // The palette lists what was registered when it opened.
    await this.#untilTaken(async (timeout) => {
      await this.page.keyboard.press('F1');
      await input.fill(`>${title}`, { timeout });
      await row.waitFor({ timeout });
      // It is not given up early: what a late click opens would be under the next attempt's pointer.
      await row.click({ timeout: 10_000 });
      // A click on a row that is drawn anew at that moment is lost.
      await row.waitFor({ state: 'hidden', timeout: 5000 });
    });
  }

  /** Opens a file of the workspace by its name, as with Ctrl+P; its tab is the active one then. */
  async openFile(name: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget:visible .quick-input-box input');
    const tab = this.page.locator('.tabs-container .tab.active', { hasText: name });
    const row = this.quickPick.first().filter({ hasText: name });
    await this.#untilTaken(async (timeout) => {
      await this.page.keyboard.press('Control+P');
      await input.fill(name, { timeout });
      await row.waitFor({ timeout });
      await this.page.keyboard.press('Enter');
      await tab.waitFor({ timeout });
    });
  }

  /**
   * Uses a quick input until that works: a new window may not listen to keys yet. Each attempt has more time, because on a
   * busy machine the quick input itself is slow.
   */
  async #untilTaken(attempt: (timeout: number) => Promise<void>): Promise<void> {
    const deadline = Date.now() + TIMEOUT_MS;
    for (let timeout = 1500; ; timeout *= 2) {
      try {
        return await attempt(timeout);
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await this.page.keyboard.press('Escape');
      }
    }
  }

  /** Selects an entry of the open menu: VS Code ignores what comes right after it has opened. */
  async chooseInMenu(entry: Locator): Promise<void> {
    const deadline = Date.now() + TIMEOUT_MS;
    await entry.waitFor();
    while ((await entry.count()) > 0) {
      if (Date.now() > deadline) throw new Error('The menu stays open.');
      await entry.click({ timeout: 1_000 }).catch(() => undefined);
    }
  }

  /** The rows of the open quick pick. */
  get quickPick(): Locator {
    return this.page.locator('.quick-input-widget:visible .monaco-list-row');
  }

  /** The notifications that are in sight. */
  get notifications(): Locator {
    return this.page.locator('.notification-list-item');
  }

  /** Reloads the window, which gives it a new extension host. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.ready();
  }

  /** Opens the workbench of the server, for example after the server was restarted. */
  async load(): Promise<void> {
    await this.page.goto(this.server.address);
    await this.ready();
  }

  /** Changes the colour theme and waits until window and chat show it. */
  async setTheme(theme: Theme): Promise<void> {
    const { setting, className, kind } = themes[theme];
    this.server.changeSettings({ 'workbench.colorTheme': setting }, 'machine');
    await this.page.locator(`.monaco-workbench.${className}`).waitFor();
    for (const chat of await this.chatsInSight()) {
      await chat.locator(`body[data-vscode-theme-kind="${kind}"]`).waitFor();
    }
  }

  /** Makes the chat view as wide as this, to a pixel or two. VS Code gives a sidebar at least 170 px. */
  async setChatWidth(pixels: number): Promise<void> {
    await dragToWidth(this.page, this.page.locator(webview), pixels);
  }

  /** Width of the chat view in CSS pixels. */
  async chatWidth(): Promise<number> {
    return (await this.page.locator(webview).boundingBox())?.width ?? 0;
  }

  /** Writes test-results/screenshots/NAME.png, of the whole window or of the chat alone, and hands back its path. */
  async screenshot(name: string, part: 'window' | 'chat' = 'window'): Promise<string> {
    const directory = join(resultsDirectory, 'screenshots');
    mkdirSync(directory, { recursive: true });
    const path = join(directory, `${name}.png`);
    await (part === 'chat' ? this.page.locator(webview) : this.page).screenshot({ path });
    return path;
  }

  async close(): Promise<void> {
    const context = this.page.context();
    const { origin } = new URL(this.server.address);
    try {
      // Leaving the page ends the extension host in order; a browser that is just gone leaves it waiting.
      await this.page.goto('about:blank');
      if (spares.has(origin)) return await context.close();
      await clearContext(context, this.page, origin);
      spares.set(origin, context);
    } catch (error) {
      await context.close();
      throw error;
    }
  }

  private async ready(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.sidebar').waitFor({ timeout: 60_000 });
  }

  private note(line: string): void {
    this.console.push(line);
    if (this.console.length > consoleLimit) this.console.shift();
  }
}
