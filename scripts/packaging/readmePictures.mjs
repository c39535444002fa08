// `npm run pictures`: writes the pictures and the animation of README.md (media/readme) and those of the walkthrough
// (media/walkthrough), from the packaged extension in a real VS Code with the demo agent.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import gifenc from 'gifenc';
import { chromium } from 'playwright-core';
import {
  installExtension,
  quietMachineSettings,
  quietSettings,
  startCodeServer,
} from '../codeServerProcess.mjs';
import { packageExtension } from '../extensionPackage.mjs';
import { chromiumSwitches, ensureChromium } from '../install/chromium.mjs';
import { ensureCodeServer } from '../install/codeServer.mjs';
import { ensureDependencies } from '../install/dependencies.mjs';
import { root } from '../project.mjs';
import { Failure, program, say } from '../say.mjs';

const { GIFEncoder, quantize, applyPalette } = gifenc;

const target = join(root, 'media', 'readme');
const walkthrough = join(root, 'media', 'walkthrough');
const viewport = { width: 1120, height: 700 };
/** Between two frames of the animation. */
const FRAME_MS = 400;
/** The last frame of a scene stays for as long. */
const REST_MS = 2_000;

const settings = {
  ...quietSettings,
  'workbench.colorTheme': 'Dark Modern',
  'workbench.editor.empty.hint': 'hidden',
  'editor.minimap.enabled': false,
  'window.commandCenter': false,
  'breadcrumbs.enabled': false,
};

/** An animation of what the page shows. */
class Film {
  #page;
  #frames = [];

  constructor(page) {
    this.#page = page;
  }

  /** Adds what is shown now, for that many milliseconds. */
  async frame(ms = FRAME_MS) {
    const png = await this.#page.screenshot();
    const last = this.#frames.at(-1);
    if (last?.png.equals(png)) last.ms += ms;
    else this.#frames.push({ png, ms });
  }

  async rest() {
    await this.frame(REST_MS);
  }

  /** Adds frames until the condition holds. */
  async until(condition) {
    const deadline = Date.now() + 60_000;
    while (!(await condition())) {
      if (Date.now() > deadline) {
        const path = join(root, 'out', 'pictures-failed.png');
        await this.#page.screenshot({ path });
        throw new Failure(`What the animation waits for did not happen in a minute: see ${path}.`);
      }
      await this.frame();
    }
  }

  async write(name) {
    const gif = GIFEncoder();
    for (const { png, ms } of this.#frames) {
      const { data, width, height } = await this.#pixels(png);
      const palette = quantize(data, 256);
      gif.writeFrame(applyPalette(data, palette), width, height, { palette, delay: ms });
    }
    gif.finish();
    writeFileSync(join(target, name), gif.bytes());
    say(`Wrote media/readme/${name}.`);
  }

  /** The browser reads PNG; no package is needed for it. */
  async #pixels(png) {
    const blank = await this.#page.context().browser().newPage();
    try {
      const { width, height, text } = await blank.evaluate(async (base64) => {
        const blob = await (await fetch(`data:image/png;base64,${base64}`)).blob();
        const bitmap = await createImageBitmap(blob);
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext('2d');
        context.drawImage(bitmap, 0, 0);
        const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
        let text = '';
        for (let at = 0; at < data.length; at += 32_768) {
          text += String.fromCharCode(...data.subarray(at, at + 32_768));
        }
        return { width: bitmap.width, height: bitmap.height, text: btoa(text) };
      }, png.toString('base64'));
      return { width, height, data: new Uint8Array(Buffer.from(text, 'base64')) };
    } finally {
      await blank.close();
    }
  }
}

await program(async () => {
  await ensureDependencies();
  const executablePath = await ensureChromium();
  const codeServer = await ensureCodeServer();
  const directory = mkdtempSync(join(tmpdir(), 'parley-pictures-'));
  const folder = join(directory, 'tea-timer');
  const directories = {
    userDataDirectory: join(directory, 'user-data'),
    extensionsDirectory: join(directory, 'extensions'),
  };
  let server;
  let browser;
  try {
    cpSync(join(root, 'sample'), folder, { recursive: true });
    await installExtension(codeServer, await packageExtension(), directories);
    writeJson(join(directories.userDataDirectory, 'User'), 'settings.json', settings);
    writeJson(join(directories.userDataDirectory, 'Machine'), 'settings.json', quietMachineSettings);
    server = await startCodeServer(codeServer, { ...directories, log: join(directory, 'code-server.log') });
    browser = await chromium.launch({ executablePath, args: chromiumSwitches() });
    const page = await browser.newPage({ viewport });
    await page.goto(`${server.url}/?folder=${encodeURIComponent(folder)}`);
    mkdirSync(target, { recursive: true });
    await takePictures(page);
  } finally {
    await browser?.close();
    await server?.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});

/** Plays what README.md and the walkthrough show. */
async function takePictures(page) {
  const chat = page.frameLocator('iframe.webview').frameLocator('iframe#active-frame');
  const find = (id) => chat.getByTestId(id);
  const film = new Film(page);
  await page.locator('.monaco-workbench .activitybar').getByRole('tab', { name: 'Parley' }).click();
  await widenSideBar(page);
  await chat.getByRole('button', { name: /demo/i }).first().waitFor();
  await panelPicture(page, 'agent');
  await chat.getByRole('button', { name: /demo/i }).first().click();
  const input = find('composer-input');
  await input.waitFor();
  await film.frame(FRAME_MS * 2);

  await send(input, 'explain src/brew.js', film);
  await film.until(() => chat.locator('[data-testid="entry"][data-kind="turn"]').first().isVisible());
  await film.rest();
  await panelPicture(page, 'prompt');
  await send(input, 'edit src/countdown.js', film);
  await film.until(() => find('permission').isVisible());
  await film.rest();
  await picture(page, 'permission');
  await panelPicture(page, 'permissions');
  const allow = find('permission').locator('[data-kind="allow_once"]');
  // In its first moments the card accepts no answer.
  await film.until(async () => {
    if (await allow.isVisible()) await allow.click({ timeout: FRAME_MS }).catch(() => undefined);
    return find('changes').isVisible();
  });
  await film.rest();
  await find('changes').getByRole('button', { name: 'Review' }).click();
  // The editor comes before its text.
  const line = page.locator('.part.editor .view-line', { hasText: 'Edited by the Parley demo agent' });
  await film.until(() => line.first().isVisible());
  await film.rest();
  await picture(page, 'review');
  await film.write('parley.gif');
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input').fill('>Parley: Sign Out');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Parley: Sign Out' }).first().click();
  await find('sign-in').waitFor();
  // Where this machine has its programs is nobody's business.
  await find('sign-in-command').evaluateAll((lines) => {
    for (const line of lines) line.textContent = line.textContent.replaceAll(/\S*\//g, '');
  });
  await panelPicture(page, 'signIn');
}

async function send(input, text, film) {
  await input.click();
  for (const part of text.match(/.{1,6}/g)) {
    await input.pressSequentially(part);
    await film.frame(FRAME_MS / 2);
  }
  await input.press('Enter');
}

/** The side bar as wide as people drag it who read a chat there. */
async function widenSideBar(page) {
  const box = await page.locator('.part.sidebar').boundingBox();
  const x = box.x + box.width;
  await page.mouse.move(x, 300);
  await page.mouse.down();
  await page.mouse.move(x + 130, 300, { steps: 5 });
  await page.mouse.up();
}

async function picture(page, name) {
  await page.screenshot({ path: join(target, `${name}.png`) });
  say(`Wrote media/readme/${name}.png.`);
}

/** The chat alone, for a step of the walkthrough. */
async function panelPicture(page, name) {
  // A pointer that rests on something would show it raised.
  await page.mouse.move(viewport.width - 200, viewport.height / 2);
  await page.locator('.part.sidebar').screenshot({ path: join(walkthrough, `${name}.png`) });
  say(`Wrote media/walkthrough/${name}.png.`);
}

function writeJson(folder, name, value) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), JSON.stringify(value));
}
