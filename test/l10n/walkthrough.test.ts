// The media of the walkthrough: pictures for dark and for light themes, and Markdown, of which VS Code opens
// `name.nls.<language>.md` in place of `name.md` where it exists.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { root } from '../../scripts/project.mjs';

const picture = z.object({ dark: z.string(), light: z.string(), hc: z.string(), hcLight: z.string() });
const media = z.union([
  z.object({ markdown: z.string() }),
  z.object({ image: picture, altText: z.string().startsWith('%walkthrough.') }),
]);
const manifest = z
  .object({
    contributes: z.object({ walkthroughs: z.array(z.object({ steps: z.array(z.object({ media })) })) }),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

const all = manifest.contributes.walkthroughs.flatMap(({ steps }) => steps.map((step) => step.media));
const english = all.flatMap((each) => ('markdown' in each ? [each.markdown] : []));
const pictures = all.flatMap((each) => ('image' in each ? [each.image] : []));

const pages = english.flatMap((page) =>
  ['zh-cn', 'th'].map((language) => ({ page, translation: page.replace(/\.md$/, `.nls.${language}.md`) })),
);

/** What a translation has to leave as it is: code, links and the shape of the page. */
function structureOf(path: string): readonly string[] {
  const source = readFileSync(join(root, path), 'utf8');
  return source.match(/```[^]*?```|`[^`\n]+`|\]\([^)]+\)|^#+ |^\|/gm) ?? [];
}

test('most steps have a picture', () => {
  expect(pictures.length).toBeGreaterThan(all.length / 2);
});

test.each(pictures)('$dark and $light are there, and differ', ({ dark, light, hc, hcLight }) => {
  const bytes = (path: string): string => readFileSync(join(root, path), 'base64');
  expect(bytes(dark)).not.toBe(bytes(light));
  expect([hc, hcLight]).toEqual([dark, light]);
});

test('there are pages to translate', () => {
  expect(english.length).toBeGreaterThan(0);
});

test.each(pages)('$translation says what $page says', ({ page, translation }) => {
  expect(existsSync(join(root, translation))).toBe(true);
  expect(structureOf(translation)).toEqual(structureOf(page));
  expect(readFileSync(join(root, translation), 'utf8')).not.toBe(readFileSync(join(root, page), 'utf8'));
});
