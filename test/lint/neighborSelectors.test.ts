// A style for whatever stands behind another element makes the browser style anew all that is beside an element that is added.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/project.mjs';

/** A combinator of neighbors before what names no element: `* + *`, `.a ~ :not(.b)`. */
const OF_ANY_ELEMENT = /[+~]\s*[*:]/;

function selectorsOfAnyNeighbor(css: string): string[] {
  const selectors = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').match(/[^{};]+(?=\{)/g) ?? [];
  return selectors.map((selector) => selector.trim()).filter((selector) => OF_ANY_ELEMENT.test(selector));
}

test('finds selectors of any neighbor, and none of a class, an attribute or a sign in a text', () => {
  const rest = '{ margin: calc(1px + 2px); }';
  expect(selectorsOfAnyNeighbor(`.list > * + * ${rest} .a ~ :not(.b) ${rest}`)).toEqual([
    '.list > * + *',
    '.a ~ :not(.b)',
  ]);
  expect(selectorsOfAnyNeighbor(`.a + .b ${rest} /* * + * */ .a ~ [data-b] ${rest}`)).toEqual([]);
  expect(selectorsOfAnyNeighbor(`.line:is([data-sign='+'], [data-sign='-']) ${rest}`)).toEqual([]);
});

test('no style of the webviews is for any neighbor', () => {
  const files = globSync('webview/**/*.css', { cwd: root });
  expect(files.length).toBeGreaterThan(20);
  const found = files.flatMap((file) =>
    selectorsOfAnyNeighbor(readFileSync(join(root, file), 'utf8')).map((selector) => `${file}: ${selector}`),
  );
  expect(found).toEqual([]);
});
