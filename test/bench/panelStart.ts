// Opens a webview for the first time, and measures how long it takes until its composer can be typed into.
import type { Frame } from 'playwright-core';
import type { ParleyWindow } from '../e2e/harness/parleyWindow.ts';
import type { Subject } from './subjects.ts';

/** Times in milliseconds until the composer is visible. */
export interface PanelStart {
  /** From VS Code making the view's iframe, so with its own loading and the activation of the extension. */
  readonly fromIframe: number;
  /** From the start of the navigation to the page that VS Code then fills with the extension's HTML. */
  readonly fromPage: number;
}

export interface OpenView extends PanelStart {
  /** The document of the extension. */
  readonly frame: Frame;
}

declare global {
  interface Window {
    /** When the view's iframe was made, in epoch milliseconds. */
    benchIframeMade?: number;
    /** When the composer in the document inside this one became visible, in epoch milliseconds. */
    benchComposerVisible?: number;
  }
}

/** To be called once per subject and window. */
export async function openView(opener: ParleyWindow, subject: Subject): Promise<OpenView> {
  const { page } = opener;
  const iframe = `iframe.webview[src*="extensionId=${subject.extensionId}"]`;
  await page.addInitScript(noteComposer);
  await page.evaluate(noteIframe, iframe);
  await opener.runCommand(subject.open);
  const chat = page.frameLocator(iframe).frameLocator('iframe#active-frame');
  await chat.getByTestId('composer-input').waitFor({ timeout: 60_000 });
  const frame = await (await chat.locator('body').elementHandle())?.ownerFrame();
  if (!frame) throw new Error(`${subject.name} was closed while it was opened.`);
  const navigated = await frame.evaluate(() => performance.timeOrigin);
  // Seen a frame later than by Playwright at most.
  const visible = await frame.parentFrame()?.evaluate(async () => {
    while (window.benchComposerVisible === undefined) await new Promise(requestAnimationFrame);
    return window.benchComposerVisible;
  });
  const made = await page.evaluate(() => window.benchIframeMade);
  if (visible === undefined || made === undefined) {
    throw new Error(`The opening of ${subject.name} was not noticed.`);
  }
  return { frame, fromIframe: visible - made, fromPage: visible - navigated };
}

/** Runs in the workbench. */
function noteIframe(selector: string): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return;
    observer.disconnect();
    window.benchIframeMade = performance.timeOrigin + performance.now();
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['src'] });
}

/**
 * Runs in every document before its own scripts, and looks from the page that VS Code wraps around an extension's
 * document: what is scheduled in that document itself before VS Code writes the HTML into it is lost.
 */
function noteComposer(): void {
  const look = (): void => {
    const inner = document.querySelector<HTMLIFrameElement>('iframe#active-frame')?.contentDocument;
    const composer = inner?.querySelector('[data-testid="composer-input"]');
    if (composer?.checkVisibility()) window.benchComposerVisible = performance.timeOrigin + performance.now();
    else requestAnimationFrame(look);
  };
  if (window !== window.top) requestAnimationFrame(look);
}
