// The panel in a language whose text is longer than English: nothing is cut off, and nothing is left in English.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { bundleFile } from '../../scripts/l10n.mjs';
import { Chat } from './harness/chat.ts';
import { ParleyServer } from './harness/parleyServer.ts';
import { ParleyWindow } from './harness/parleyWindow.ts';
import {
  addPseudoLocale,
  cutElements,
  englishIn,
  englishSentences,
  usePseudoLocale,
} from './harness/pseudoLocale.ts';

/** The narrowest sidebar that the design is made for, and a usual one, in CSS pixels. */
const WIDTHS = [300, 420] as const;

const sentences = englishSentences(bundleFile);
let server: ParleyServer;
let window: ParleyWindow;

beforeAll(async () => {
  const extensions = join(inject('runDirectory'), 'pseudo-locale');
  addPseudoLocale(inject('extensionsDirectory'), extensions);
  server = await ParleyServer.start(extensions, { parent: inject('runDirectory') });
  window = await ParleyWindow.open(server, { beforeLoad: usePseudoLocale });
  await window.page.locator('.activitybar').getByRole('tab', { name: 'Parley' }).first().click();
});

afterAll(async () => {
  await window.close();
  await server.stop();
});

async function expectWhole(name: string): Promise<void> {
  const panel = await new Chat(window).document();
  for (const width of WIDTHS) {
    await window.setChatWidth(width);
    await window.screenshot(`pseudo-locale-${name}-${width}`, 'chat');
    expect(await cutElements(panel), `${name}, ${width} px`).toEqual([]);
  }
  expect(await englishIn(panel, sentences), name).toEqual([]);
}

test('an empty session, a conversation, a permission request and an open list are whole', async () => {
  const chat = new Chat(window);
  await chat.connected();
  await expectWhole('empty');

  await chat.ask('help');
  await expectWhole('conversation');

  await chat.option('model').click();
  await chat.find('config-choice').first().waitFor();
  await expectWhole('choices');
  await window.page.keyboard.press('Escape');

  await chat.send('run npm test');
  await chat.find('permission-option').first().waitFor();
  await chat.send('queued behind it');
  await chat.find('queued').first().waitFor();
  await expectWhole('dock');
  await window.screenshot('pseudo-locale-window');
  await chat.find('stop').click();
});
