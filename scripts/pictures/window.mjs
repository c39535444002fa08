// A window of VS Code in the browser, of which pictures are taken.
import { join } from 'node:path';
import { root } from '../project.mjs';
import { say } from '../say.mjs';

export const viewport = { width: 1120, height: 700 };

/** The pointer, which a screenshot of a browser does not have. */
const POINTER =
  '<svg width="20" height="20" viewBox="0 0 20 20"><path d="M3 1l13 11-6 1 4 6-2 1-4-6-5 4z" fill="#fff" stroke="#000"/></svg>';

export class Window {
  /** `dark` or `light`. */
  kind;
  page;
  chat;

  constructor(page, kind) {
    this.page = page;
    this.kind = kind;
    this.chat = page.frameLocator('iframe.webview').frameLocator('iframe#active-frame');
  }

  find(testId) {
    return this.chat.getByTestId(testId);
  }

  /** Opens the chat in a side bar as wide as people drag it who read a chat there. */
  async openChat() {
    const { page } = this;
    await page.locator('.monaco-workbench .activitybar').getByRole('tab', { name: 'Parley' }).click();
    const box = await page.locator('.part.sidebar').boundingBox();
    const x = box.x + box.width;
    await page.mouse.move(x, 300);
    await page.mouse.down();
    await page.mouse.move(x + 130, 300, { steps: 5 });
    await page.mouse.up();
    // Of use to those whose browser has another keyboard.
    await page.addStyleTag({
      content: '.statusbar-item[id*="keyboardLayout"] { display: none !important; }',
    });
  }

  async run(command) {
    await this.page.keyboard.press('F1');
    await this.page.locator('.quick-input-widget input').fill(`>${command}`);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: command }).first().click();
  }

  async openFile(name) {
    await this.page.locator('.monaco-workbench .activitybar').getByRole('tab', { name: 'Parley' }).waitFor();
    await this.page.keyboard.press('Control+p');
    await this.page.locator('.quick-input-widget input').fill(name);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().click();
    await this.page.locator('.tab', { hasText: name }).waitFor();
  }

  /** Moves a pointer that can be seen to the middle of an element. */
  async pointAt(locator) {
    // Links above a line are drawn anew at times.
    let box;
    while (!box) {
      await locator.waitFor();
      box = await locator.boundingBox();
    }
    const { x, y, width, height } = box;
    await this.page.evaluate(
      ({ left, top, picture }) => {
        const pointer = document.querySelector('#film-pointer') ?? document.createElement('div');
        pointer.id = 'film-pointer';
        pointer.style.cssText = `position: fixed; z-index: 99999; pointer-events: none; left: ${left}px; top: ${top}px`;
        if (!pointer.isConnected) {
          pointer.append(new DOMParser().parseFromString(picture, 'text/html').body.firstElementChild);
          document.body.append(pointer);
        }
      },
      { left: x + width / 2, top: y + height / 2, picture: POINTER },
    );
  }

  async hidePointer() {
    await this.page.evaluate(() => document.querySelector('#film-pointer')?.remove());
  }

  /** The whole window, for README.md. */
  async picture(name) {
    const file = this.nameOf(name, 'png');
    await this.page.screenshot({ path: join(root, 'media', 'readme', file) });
    say(`Wrote media/readme/${file}.`);
  }

  /** The chat alone, for a step of the walkthrough. */
  async panelPicture(name) {
    // A pointer that rests on something would show it raised.
    await this.page.mouse.move(viewport.width - 200, viewport.height / 2);
    const file = this.nameOf(name, 'png');
    await this.page.locator('.part.sidebar').screenshot({ path: join(root, 'media', 'walkthrough', file) });
    say(`Wrote media/walkthrough/${file}.`);
  }

  nameOf(name, extension) {
    return `${name}-${this.kind}.${extension}`;
  }
}
