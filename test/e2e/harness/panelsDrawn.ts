// What a panel has shown since its page was opened: what is there for a moment is not seen by a look at the end.
import type { Page } from 'playwright-core';
import type { Chat } from './chat.ts';

interface DrawnPanel {
  readonly title: string | null;
  /** Whether it invited the user to begin, because the session had nothing in it. */
  readonly isEmpty: boolean;
}

declare global {
  interface Window {
    /** In the page that VS Code wraps around the document of a panel: what that showed, in order. */
    panelsDrawn?: DrawnPanel[];
  }
}

/** Makes the pages that are opened from now on note what their panels show. */
export async function notePanels(page: Page): Promise<void> {
  await page.addInitScript(notePanel);
}

/** What the panel has shown since it was opened, without repetition. */
export async function panelsDrawn(chat: Chat): Promise<readonly DrawnPanel[]> {
  const wrapper = (await chat.document()).parentFrame();
  return (await wrapper?.evaluate(() => window.panelsDrawn)) ?? [];
}

/** Runs in every page before its own scripts, and looks from outside: VS Code replaces the document of the panel. */
function notePanel(): void {
  const drawn: DrawnPanel[] = [];
  const look = (): void => {
    requestAnimationFrame(look);
    const panel = document.querySelector<HTMLIFrameElement>('iframe#active-frame')?.contentDocument;
    const title = panel?.querySelector('[data-testid="session-title"] .session-name');
    if (!panel || !title) return;
    const isEmpty = panel.querySelector('.empty-state') !== null;
    const last = drawn.at(-1);
    if (last?.title !== title.textContent || last.isEmpty !== isEmpty)
      drawn.push({ title: title.textContent, isEmpty });
  };
  if (window === window.top) return;
  window.panelsDrawn = drawn;
  look();
}
