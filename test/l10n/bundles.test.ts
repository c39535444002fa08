// The bundles of text: English is what the sources say, and every translation is complete.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { bundleFile, extractBundle, l10nDirectory } from '../../scripts/l10n.mjs';
import { root } from '../../scripts/project.mjs';

const LANGUAGES = ['zh-cn', 'th'];

/** English texts that are the same in a translation: names, and what is made of values alone. */
const SAME = /^([^\p{L}]|\{\d\}|ACP|API|CPU|ID|JSON|Markdown|MCP|Parley|RPC|URL|USD|UTC|VS Code|git)*$/u;

const bundle = z.record(
  z.string(),
  z
    .union([z.string(), z.object({ message: z.string(), comment: z.array(z.string()) })])
    .transform((text) => (typeof text === 'string' ? text : text.message)),
);

function read(file: string): Readonly<Record<string, string>> {
  return bundle.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** The placeholders of a text, each once: a translation may have to repeat a name. */
function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\d+\}/g)].map(([each]) => each))].toSorted();
}

/** What is wrong with a translation, as sentences. */
function faults(
  english: Readonly<Record<string, string>>,
  translated: Readonly<Record<string, string>>,
): string[] {
  const missing = Object.keys(english).filter((key) => translated[key] === undefined);
  const unknown = Object.keys(translated).filter((key) => english[key] === undefined);
  const present = Object.entries(english).flatMap(([key, text]) => {
    const translation = translated[key];
    return translation === undefined ? [] : [{ key, text, translation }];
  });
  return [
    ...missing.map((key) => `missing: ${key}`),
    ...unknown.map((key) => `not in English: ${key}`),
    ...present
      .filter(({ text, translation }) => !sameItems(placeholders(text), placeholders(translation)))
      .map(({ key }) => `other placeholders: ${key}`),
    ...present
      .filter(({ text, translation }) => text === translation && !SAME.test(text))
      .map(({ key }) => `not translated: ${key}`),
  ];
}

function sameItems(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}

test('the check sees what is missing, unknown, untranslated, or has other placeholders', () => {
  const english = { a: 'Close', b: 'Open {0}', c: 'Save {0}', d: 'Parley' };
  expect(faults(english, { b: '打开 {0}', c: '保存 {1}', d: 'Parley', e: '?' })).toEqual([
    'missing: a',
    'not in English: e',
    'other placeholders: c',
  ]);
  expect(faults(english, { ...english, b: '打开 {0}', c: '保存 {0}' })).toEqual(['not translated: a']);
});

test(
  'l10n/bundle.l10n.json is what the sources say: `npm run l10n` writes it',
  { timeout: 60_000 },
  async () => {
    expect(JSON.parse(readFileSync(bundleFile, 'utf8'))).toEqual(await extractBundle());
  },
);

describe.each(LANGUAGES)('the translation into %s', (language) => {
  test.each([
    ['the panel and the extension host', bundleFile, join(l10nDirectory, `bundle.l10n.${language}.json`)],
    ['the manifest', join(root, 'package.nls.json'), join(root, `package.nls.${language}.json`)],
  ])('of %s is complete', (_name, english, translated) => {
    expect(existsSync(translated), `${translated} is missing`).toBe(true);
    expect(faults(read(english), read(translated))).toEqual([]);
  });
});

/** Words of a translation that stand for another thing than the English text says. */
const FALSE_FRIENDS = [
  // In Simplified Chinese, 代理 is a proxy; an agent is 智能体, and a turn 轮次.
  { language: 'zh-cn', word: '代理', meaning: /prox/i },
  { language: 'zh-cn', word: '回合', meaning: /^$/ },
];

test.each(FALSE_FRIENDS)('$word of $language is said of nothing else', ({ language, word, meaning }) => {
  const wrong = [
    ['package.nls.json', `package.nls.${language}.json`],
    [join('l10n', 'bundle.l10n.json'), join('l10n', `bundle.l10n.${language}.json`)],
  ].flatMap(([source = '', target = '']) => {
    const english = read(join(root, source));
    const translated = Object.entries(read(join(root, target)));
    return translated.filter(([key, text]) => text.includes(word) && !meaning.test(english[key] ?? ''));
  });
  expect(wrong).toEqual([]);
});
