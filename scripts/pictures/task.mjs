// The film of README.md: a task in a repository, the permission for it, and the review of its three changes.
import { join } from 'node:path';
import { root } from '../project.mjs';
import { say } from '../say.mjs';
import { Film } from './film.mjs';

const PROMPT = 'Let users pause the countdown';
const FILE = 'countdown.js';
/** After so long, editors show what is so. */
const SETTLED_MS = 2_000;

export async function playTask(window) {
  const { page, chat } = window;
  const film = new Film(page);
  await window.openFile(FILE);
  await window.openChat();
  const input = window.find('composer-input');
  await input.waitFor();
  await chat.locator('[data-testid="config-option"]').first().waitFor();
  await atRest(page);
  await input.click();
  await film.frame(700);
  for (const part of PROMPT.match(/.{1,6}/g)) {
    await input.pressSequentially(part);
    await film.frame(120);
  }
  await input.press('Enter');
  const permission = window.find('permission');
  await film.during(permission.waitFor());
  await window.picture('permission');
  await window.panelPicture('permissions');
  const allow = permission.locator('[data-kind="allow_once"]');
  await film.frame(900);
  await window.pointAt(allow);
  await film.frame(500);
  // In its first moments the card accepts no answer.
  while (await permission.isVisible()) await allow.click({ timeout: 1_000 }).catch(() => undefined);
  await window.hidePointer();
  await film.during(chat.locator('[data-testid="entry"][data-kind="turn"]').first().waitFor());
  const review = window.find('changes').getByRole('button', { name: 'Review' });
  await review.waitFor();
  await window.panelPicture('prompt');
  await film.frame(700);
  await window.pointAt(review);
  await film.frame(300);
  await review.click();
  await window.hidePointer();
  // The file in the other tab has the same.
  const links = (text) => page.locator('.monaco-diff-editor .codelens-decoration a', { hasText: text });
  await film.during(waitForCount(links('Keep'), 3));
  await atRest(page);
  await window.picture('review');
  await film.frame(1_100);
  await press(window, film, links('Undo').first());
  await waitForCount(links('Keep'), 2);
  await film.frame(800);
  await press(window, film, links('Keep').first());
  await waitForCount(links('Keep'), 1);
  await film.frame(600);
  await press(window, film, links('Keep').first());
  const everywhere = page.locator('.codelens-decoration a', { hasText: 'Keep' });
  await waitForCount(everywhere, 0);
  // The editor of the file, which comes into view then, may still show the last one.
  await page.waitForTimeout(SETTLED_MS);
  await waitForCount(everywhere, 0);
  await film.frame(1_400);
  const file = window.nameOf('parley', 'gif');
  await film.write(join(root, 'media', 'readme', file));
  say(`Wrote media/readme/${file}, ${film.lengthMs / 1_000} seconds.`);
}

/** Waits until the status bar has said for a while that nothing goes on: it says late that something does. */
async function atRest(page) {
  const progress = page.locator('.statusbar-item[id="status.progress"]');
  do {
    await progress.waitFor({ state: 'hidden' });
    await page.waitForTimeout(SETTLED_MS);
  } while (await progress.isVisible());
}

async function press(window, film, link) {
  await window.pointAt(link);
  await film.frame(400);
  await link.click();
  await window.hidePointer();
}

async function waitForCount(locator, count) {
  const page = locator.page();
  const deadline = Date.now() + 60_000;
  while ((await locator.count()) !== count) {
    if (Date.now() > deadline) throw new Error(`There are ${await locator.count()} links, not ${count}.`);
    await page.waitForTimeout(100);
  }
}
