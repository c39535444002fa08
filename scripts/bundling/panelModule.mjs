// The panel as ES modules: what its first picture needs as one file, and what is loaded after it as others.
import { build } from 'esbuild';
import { dirname, relative, resolve, sep } from 'node:path';
import { entryOf, importedOnUse, loadedAtOnce, write } from './chunks.mjs';

/**
 * Joins the chunks that an entry point needs at once, because VS Code's webviews get each file through the extension
 * host; the other chunks import what they share with it from there.
 * @param {{ entryPoint: string, minify: boolean }} options
 * @returns {import('esbuild').Plugin}
 */
export const inOneModule = ({ entryPoint, minify }) => ({
  name: 'in-one-module',
  setup(builder) {
    builder.onEnd(async ({ errors, metafile, outputFiles }) => {
      if (errors.length > 0) return;
      const texts = new Map(outputFiles.map(({ path, text }) => [path, text]));
      const entry = entryOf(metafile, entryPoint);
      const eager = loadedAtOnce(metafile, entry);
      const shared = importedOnUse(metafile, eager);
      const exported = exportsOf(metafile, shared);
      const options = { ...modules, minify, sourcemap: minify ? false : 'inline' };
      const files = [
        { path: entry, contents: joined(entry, exported) },
        ...[...texts]
          .filter(([path]) => path.endsWith('.js') && !eager.has(path))
          .map(([path, contents]) => ({ path, contents })),
      ];
      for (const { path, contents } of files) {
        const resolveDir = dirname(path);
        const plugins = [
          chunksInMemory({ texts, entry, eager, exported, isEntry: path === entry, from: path }),
        ];
        const built = await build({ ...options, outfile: path, stdin: { contents, resolveDir }, plugins });
        write(path, built.outputFiles[0].text);
      }
    });
  },
});

/** @type {import('esbuild').BuildOptions} */
const modules = {
  bundle: true,
  write: false,
  format: 'esm',
  target: 'chrome124',
  legalComments: 'none',
  logOverride: { 'import-is-undefined': 'silent', 'equals-negative-zero': 'silent' },
};

/** What each of these chunks exports, with the names that the entry gives it. */
function exportsOf({ outputs }, paths) {
  const of = (path) => outputs[relative(process.cwd(), path).replaceAll(sep, '/')].exports;
  return new Map(
    paths.map((path, number) => [path, of(path).map((name) => ({ name, alias: `c${number}_${name}` }))]),
  );
}

/** The source of the joined file: the entry first, because it decides the order in which modules are evaluated. */
function joined(entry, exported) {
  const names = (path) => exported.get(path).map(({ name, alias }) => `${name} as ${alias}`);
  return [
    `import ${JSON.stringify(entry)};`,
    ...[...exported.keys()].map(
      (path) => `export { ${names(path).join(', ')} } from ${JSON.stringify(path)};`,
    ),
  ].join('\n');
}

/** Finds chunks among the outputs; for a chunk that is loaded on use, what is joined with the entry is exported by it. */
const chunksInMemory = ({ texts, entry, eager, exported, isEntry, from }) => ({
  name: 'chunks-in-memory',
  setup(builder) {
    const external = (path) => `./${relative(dirname(from), path).replaceAll(sep, '/')}`;
    builder.onResolve({ filter: /^[./]|^\w:/ }, ({ path, namespace, resolveDir }) => {
      if (namespace === 'of-entry') return { path, external: true };
      const found = resolve(resolveDir, path);
      if (!eager.has(found)) return { path: external(found), external: true };
      return isEntry ? { path: found } : { path: found, namespace: 'of-entry' };
    });
    builder.onLoad({ filter: /./, namespace: 'of-entry' }, ({ path }) => {
      const names = (exported.get(path) ?? []).map(({ name, alias }) => `${alias} as ${name}`);
      return { contents: `export { ${names.join(', ')} } from ${JSON.stringify(external(entry))};` };
    });
    builder.onLoad({ filter: /./ }, ({ path }) => ({ contents: texts.get(path) }));
  },
});

/**
 * Writes the style sheet of an entry point and the fonts in it, and nothing else.
 * @type {import('esbuild').Plugin}
 */
export const stylesOnly = {
  name: 'styles-only',
  setup(builder) {
    builder.onEnd(({ errors, outputFiles }) => {
      if (errors.length > 0) return;
      for (const { path, contents } of outputFiles) if (!/\.js(?:\.map)?$/.test(path)) write(path, contents);
    });
  },
};
