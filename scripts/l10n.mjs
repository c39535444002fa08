// `npm run l10n`: writes l10n/bundle.l10n.json, the English text of host, core and webview, from what the sources say.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { root } from './project.mjs';
import { program, say } from './say.mjs';

/** Where VS Code looks for the text of the display language (`l10n` in package.json). */
export const l10nDirectory = join(root, 'l10n');
export const bundleFile = join(l10nDirectory, 'bundle.l10n.json');

/** Programs of their own, whose text no bundle reaches, and what never ships. */
const excluded = ['webview/dev'];

/** Paths of all sources whose text is localized, relative to the root and in a fixed order. */
export function localizedSources() {
  return ['src', 'webview']
    .flatMap((directory) => readdirSync(join(root, directory), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !excluded.some((each) => path.startsWith(`${each}/`)))
    .toSorted((one, other) => (one < other ? -1 : 1));
}

/** The text of all `l10n.t(…)` calls, as VS Code's bundles hold it. */
export async function extractBundle() {
  const { getL10nJson } = await import('@vscode/l10n-dev');
  const sources = localizedSources()
    .map((path) => ({ extension: extname(path), contents: readFileSync(join(root, path), 'utf8') }))
    .filter(({ contents }) => contents.includes('l10n.t('));
  // As one text: to begin another one takes the parser almost as long as to read it.
  const joined = [...Map.groupBy(sources, ({ extension }) => extension)].map(([extension, all]) => ({
    extension,
    contents: all.map(({ contents }) => contents).join('\n'),
  }));
  return await getL10nJson(joined);
}

if (process.argv[1] === import.meta.filename) {
  await program(async () => {
    const bundle = await extractBundle();
    mkdirSync(l10nDirectory, { recursive: true });
    writeFileSync(bundleFile, `${JSON.stringify(bundle, null, 2)}\n`);
    say(`Wrote ${Object.keys(bundle).length} texts to l10n/bundle.l10n.json.`);
  });
}
