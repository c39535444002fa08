// A display language that nobody speaks: accents, 40 % more letters, and so to see what is cut or not localized.
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getL10nPseudoLocalized } from '@vscode/l10n-dev';
import type { Frame, Page } from 'playwright-core';
import * as z from 'zod';

export const PSEUDO_LOCALE = 'qps-ploc';

const bundle = z.record(
  z.string(),
  z.union([z.string(), z.object({ message: z.string(), comment: z.array(z.string()) })]),
);
type Bundle = z.infer<typeof bundle>;

function read(file: string): Bundle {
  return bundle.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Copies a folder of extensions, and gives Parley's copy the bundles of the pseudo-locale. */
export function addPseudoLocale(extensionsDirectory: string, copy: string): void {
  cpSync(extensionsDirectory, copy, { recursive: true });
  const folder = readdirSync(copy).find((name) => name.startsWith('parley.'));
  if (folder === undefined) throw new Error(`Parley is not installed in ${extensionsDirectory}.`);
  const parley = join(copy, folder);
  for (const english of ['package.nls.json', join('l10n', 'bundle.l10n.json')]) {
    const pseudo = english.replace('.json', `.${PSEUDO_LOCALE}.json`);
    writeFileSync(join(parley, pseudo), JSON.stringify(getL10nPseudoLocalized(read(join(parley, english)))));
  }
}

/** Makes the workbench report the pseudo-locale as its language, in its own text English. Call it before the first load. */
export async function usePseudoLocale(page: Page): Promise<void> {
  await page.route(/\/out\/nls\.messages\.js/, async (route) => {
    const response = await route.fetch();
    const language = `globalThis._VSCODE_NLS_LANGUAGE = ${JSON.stringify(PSEUDO_LOCALE)};`;
    await route.fulfill({ response, body: `${await response.text()}\n${language}` });
  });
}

/** The fixed parts of the English texts that are long enough not to stand elsewhere by chance. */
export function englishSentences(file: string): string[] {
  return Object.values(read(file))
    .flatMap((text) => (typeof text === 'string' ? text : text.message).split(/\{\d+\}/))
    .map((part) => part.trim())
    .filter((part) => part.split(/\s+/).length >= 3);
}

/** What of a document is English although the bundle has it: in what is drawn, spoken or shown on hovering. */
export async function englishIn(panel: Frame, sentences: readonly string[]): Promise<readonly string[]> {
  const text = await panel.evaluate(() => {
    const attributes = ['title', 'aria-label', 'aria-description', 'placeholder', 'alt'];
    const spoken = [...document.querySelectorAll('*')].flatMap((element) =>
      attributes.map((name) => element.getAttribute(name) ?? ''),
    );
    return [document.body.innerText, ...spoken].join('\n');
  });
  return sentences.filter((sentence) => text.includes(sentence));
}

/** Elements whose own text is cut off without an ellipsis and a tooltip that has all of it. */
export function cutElements(panel: Frame): Promise<readonly string[]> {
  return panel.evaluate(() => {
    const hasText = (element: Element): boolean =>
      [...element.childNodes].some(
        (child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim() !== '',
      );
    const isCut = (element: Element): boolean => {
      const style = getComputedStyle(element);
      if (style.visibility === 'hidden' || element.clientWidth <= 1 || element.clientHeight <= 1)
        return false;
      const hides = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
      const isWide = hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
      const isHigh = hides(style.overflowY) && element.scrollHeight > element.clientHeight + 2;
      const isIntended = style.textOverflow === 'ellipsis' && element.closest('[title]') !== null;
      return (isWide && !isIntended) || (isHigh && style.getPropertyValue('-webkit-line-clamp') === 'none');
    };
    return [...document.querySelectorAll('body *')]
      .filter((element) => hasText(element) && isCut(element))
      .map(
        (element) =>
          `<${element.localName} class="${element.className}"> ${element.textContent?.slice(0, 80)}`,
      );
  });
}
