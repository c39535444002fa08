// The Markdown of the walkthrough: VS Code opens `name.nls.<language>.md` in place of `name.md` where it exists.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { root } from '../../scripts/project.mjs';

const manifest = z
  .object({
    contributes: z.object({
      walkthroughs: z.array(
        z.object({ steps: z.array(z.object({ media: z.object({ markdown: z.string() }) })) }),
      ),
    }),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

const english = manifest.contributes.walkthroughs
  .flatMap(({ steps }) => steps)
  .map(({ media }) => media.markdown);

const pages = english.flatMap((page) =>
  ['zh-cn', 'th'].map((language) => ({ page, translation: page.replace(/\.md$/, `.nls.${language}.md`) })),
);

/** What a translation has to leave as it is: code, links and the shape of the page. */
function structureOf(path: string): readonly string[] {
  const source = readFileSync(join(root, path), 'utf8');
  return source.match(/```[^]*?```|`[^`\n]+`|\]\([^)]+\)|^#+ |^\|/gm) ?? [];
}

test('most pages have a picture', () => {
  const withPicture = english.filter((page) => readFileSync(join(root, page), 'utf8').includes('.png)'));
  expect(withPicture.length).toBeGreaterThan(english.length / 2);
});

test('there are pages to translate', () => {
  expect(english.length).toBeGreaterThan(0);
});

test.each(pages)('$translation says what $page says', ({ page, translation }) => {
  expect(existsSync(join(root, translation))).toBe(true);
  expect(structureOf(translation)).toEqual(structureOf(page));
  expect(readFileSync(join(root, translation), 'utf8')).not.toBe(readFileSync(join(root, page), 'utf8'));
});

test.each(english)('the pictures of %s are there', (page) => {
  const source = readFileSync(join(root, page), 'utf8');
  const pictures = [...source.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, name = '']) => name);
  for (const name of pictures) expect(existsSync(join(root, page, '..', name))).toBe(true);
});
