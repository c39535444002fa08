// Bundles the extension host, the webview and the programs that are agents into dist/.
import { build, context, transform } from 'esbuild';
import { readFileSync, rmSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entryOf, importedOnUse, loadedAtOnce, write } from './scripts/bundling/chunks.mjs';
import { exportsAsValues } from './scripts/bundling/exportsAsValues.mjs';
import { nodeOptions, programs, sharedOptions } from './scripts/bundling/options.mjs';
import { inOneModule, stylesOnly } from './scripts/bundling/panelModule.mjs';
import { writeFeatureSizes } from './scripts/bundling/featureSizes.mjs';
import { writeBundledPackages } from './scripts/packaging/bundledPackages.mjs';

const watch = process.argv.includes('--watch');
const production = !watch;

const shared = sharedOptions({ watch });
const node = nodeOptions({ watch });

/** The only export statement of a chunk, which esbuild writes at its end. */
const EXPORTS = /\bexport ?\{([^}]*)\};?(?=\s*(?:\/\/# sourceMappingURL=.*\s*)?$)/;

/**
 * A chunk with its exports as getters of one object, written out: esbuild's own way to export from CommonJS brings half
 * a kilobyte of helpers into each chunk. No chunk imports one that imports it, so nobody sees the object before.
 */
function withPlainExports(text) {
  return text.replace(EXPORTS, (_statement, names) => {
    const getters = names.split(',').map((name) => {
      const [local, exported = local] = name.trim().split(/\s+as\s+/);
      return `get ${exported}(){return ${local}}`;
    });
    return `module.exports={${getters.join(',')}};`;
  });
}

const extension = 'src/extension.ts';

/** The name that a chunk has as an export of dist/extension.js: short, because activation reads it. */
const chunkName = (path, exported) => `c${exported.indexOf(path)}`;

/** What esbuild writes behind CommonJS for ES modules that import it, which nothing here is. */
const EXPORT_NAMES = /0\s*&&\s*\(module\.exports\s*=\s*\{[^}]*\}\);?\s*(?=$|\/\/# )/;

/**
 * The extension host loads CommonJS, and esbuild splits only ES modules: so the host is bundled as ES modules, with what
 * is imported on use in chunks of their own, and then turned into CommonJS. The chunks that activation needs are joined
 * with dist/extension.js: to find and read some forty small files took a tenth of the activation. The other
 * chunks find them among its exports.
 * @type {import('esbuild').Plugin}
 */
const chunksAsCommonJs = {
  name: 'chunks-as-commonjs',
  setup(builder) {
    builder.onEnd(async ({ errors, metafile, outputFiles }) => {
      if (errors.length > 0) return;
      const texts = new Map(outputFiles.map(({ path, text }) => [path, text]));
      const entry = entryOf(metafile, extension);
      const eager = loadedAtOnce(metafile, entry);
      const exported = importedOnUse(metafile, eager);
      write(entry, await joined(texts, entry, { eager, exported }));
      for (const [path, text] of texts) {
        if (eager.has(path)) continue;
        const { code } = await transform(withPlainExports(text), commonJs);
        write(path, requiringFrom(code, path, { entry, eager, exported }));
      }
    });
  },
};

/** @type {import('esbuild').TransformOptions} */
const commonJs = {
  format: 'cjs',
  platform: 'node',
  target: 'node22',
  minify: production,
  sourcemap: production ? false : 'inline',
  supported: { 'dynamic-import': false },
};

/** The entry with its chunks in one scope, as CommonJS that exports those that others import. */
async function joined(texts, entry, { eager, exported }) {
  const { outputFiles } = await build({
    ...commonJs,
    bundle: true,
    write: false,
    legalComments: 'none',
    logOverride: { 'import-is-undefined': 'silent' },
    external: ['vscode'],
    outfile: entry,
    stdin: {
      contents: [
        `export * from ${JSON.stringify(entry)};`,
        ...exported.map((path) => `export * as ${chunkName(path, exported)} from ${JSON.stringify(path)};`),
      ].join('\n'),
    },
    plugins: [
      {
        name: 'texts-in-memory',
        setup(builder) {
          builder.onResolve({ filter: /^[./]|^\w:/ }, ({ path, kind, importer }) => {
            const found = resolve(dirname(importer), path);
            return kind === 'dynamic-import' && !eager.has(found)
              ? { path: `./${relative(dirname(entry), found).replaceAll(sep, '/')}`, external: true }
              : { path: found };
          });
          builder.onLoad({ filter: /./ }, ({ path }) => ({ contents: texts.get(path) }));
        },
      },
    ],
  });
  return withoutRepetition(exportsAsValues(outputFiles[0].text.replace(EXPORT_NAMES, '')));
}

/** How esbuild writes the import of a chunk on use where CommonJS has none. */
const IMPORT_ON_USE = /\bPromise\.resolve\(\)\.then\(\(\)=>\w+\(require\(("[^"]+")\)\)\)/g;

/** How it writes `import * as vscode` in each file: with a copy of all names of the API. */
const IMPORT_OF_API = /\b\w+\(require\("vscode"\)\)/g;

/**
 * The imports of chunks as calls of one function, and the API of VS Code as one object, by names that are too long for
 * esbuild's short names: the chunks and the API are plain objects, and what esbuild writes a hundred times is a hundredth
 * of what activation reads.
 */
function withoutRepetition(text) {
  const once = 'const code$=require("vscode"),load$=async path=>{await 0;return require(path)};';
  return once + text.replace(IMPORT_ON_USE, 'load$($1)').replace(IMPORT_OF_API, 'code$');
}

/** The code of a chunk that is loaded on use, with what is joined with the entry taken from there. */
function requiringFrom(code, path, { entry, eager, exported }) {
  return code.replace(/\brequire\("(\.{1,2}\/[^"]+)"\)/g, (statement, imported) => {
    const found = resolve(dirname(path), imported);
    if (!eager.has(found)) return statement;
    const main = `require("${relative(dirname(path), entry).replaceAll(sep, '/')}")`;
    return found === entry ? main : `${main}.${chunkName(found, exported)}`;
  });
}

/**
 * Keeps zod from compiling schemas with `new Function`: the webview's content security policy forbids it, and in the
 * extension host the test for it touches a global that VS Code warns about. Here, because it has to be said before the
 * first schema is made, whichever chunk that is in. What it would save is under a microsecond a message.
 * @type {import('esbuild').Plugin}
 */
const zodWithoutEval = {
  name: 'zod-without-eval',
  setup(builder) {
    const namespace = 'zod-without-eval';
    builder.onResolve({ filter: /^zod\/mini$/ }, ({ path }) => ({ path, namespace }));
    builder.onLoad({ filter: /.*/, namespace }, () => ({
      contents:
        "import { config } from 'zod/v4/mini';\nconfig({ jitless: true });\nexport * from 'zod/v4/mini';",
      resolveDir: import.meta.dirname,
    }));
    // Nothing uses this namespace, whose languages would be in each bundle that uses one of them anywhere.
    builder.onResolve({ filter: /[\\/]locales[\\/]index\.js$/ }, ({ path, importer }) =>
      /[\\/]zod[\\/]v4[\\/]mini[\\/]external\.js$/.test(importer) ? { path, namespace: 'empty' } : undefined,
    );
    builder.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export {};' }));
    // The only use of this namespace as a value, which keeps all of it in each bundle.
    builder.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]mini[\\/]schemas\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('core.util.', 'util.'),
    }));
  },
};

/** What is replaced in modules of packages, and how often it is in them. */
const replacements = [
  // Errors that a module makes when it is evaluated, to throw them later and to know them by their identity. For the stack
  // of an error, and with an inspector attached as soon as one is made, V8 parses each function on the stack once more;
  // while a bundle is evaluated that is the whole bundle, several times: two thirds of what its evaluation took.
  {
    filter: /[\\/]react-dom-client\.production\.js$/,
    text: /(\w+Exception = )Error\((formatProdErrorMessage\(\d+\))\)/g,
    replacement: '$1Object.assign(Object.create(Error.prototype), { message: $2 })',
    count: 5,
  },
  {
    filter: /[\\/]highlight\.js[\\/]lib[\\/]core\.js$/,
    text: /(const MultiClassError = )new Error\(\);/g,
    replacement: '$1Object.create(Error.prototype);',
    count: 1,
  },
  // All that the keys of the composer's input need of the syntax of languages: Enter, which it handles itself, and the
  // width of an indentation, which nothing sets. Without them the first picture of the panel loads 40 KB less.
  {
    filter: /[\\/]@codemirror[\\/]commands[\\/]dist[\\/]index\.js$/,
    text: /\{ key: "Enter", run: insertNewlineAndIndent, shift: insertNewlineAndIndent \},|getIndentUnit\(state\)(?= \|\||;)/g,
    replacement: (text) => (text.startsWith('{') ? '' : '2'),
    count: 3,
  },
  // The content security policy allows a style element with the nonce of the page, and the style of an element by its object:
  // without them Mermaid measures letters that look different from those it draws.
  {
    filter: /[\\/]mermaid[\\/]dist[\\/]mermaid\.core\.mjs$/,
    text: /(const style1 = )(document\.createElement\("style"\));/g,
    replacement: `$1Object.assign($2, { nonce: document.querySelector('meta[property="csp-nonce"]')?.content });`,
    count: 1,
  },
  // One of its ways to place boxes, 1.5 MB under a license that asks for more than a notice: Mermaid takes another instead.
  {
    filter: /[\\/]mermaid[\\/].*[\\/]chunk-CFHHFPVC\.mjs$/,
    text: /,\s*\.\.\.elkLayoutLoaders\(\)|import\("\.\/elk-\w+\.mjs"\)/g,
    replacement: (text) => (text.startsWith(',') ? '' : 'undefined'),
    count: 2,
  },
  {
    filter: /[\\/]d3-selection[\\/]dist[\\/]d3-selection\.mjs$/,
    text: /this\.setAttribute\(name, (v|value)\);/g,
    replacement: 'name === "style" ? (this.style.cssText = $1) : this.setAttribute(name, $1);',
    count: 2,
  },
];

/** @type {import('esbuild').Plugin} */
const replacedTexts = {
  name: 'replaced-texts',
  setup(builder) {
    for (const { filter, text, replacement, count } of replacements) {
      builder.onLoad({ filter }, ({ path }) => {
        const source = readFileSync(path, 'utf8');
        const found = source.match(text)?.length ?? 0;
        if (found !== count) throw new Error(`${path} has ${text} ${found} times instead of ${count}.`);
        return { contents: source.replace(text, replacement) };
      });
    }
    // Its package does not say so, and commands of CodeMirror that are left out would bring it along.
    builder.onResolve({ filter: /^@lezer\/common$/ }, ({ path }) => ({
      path: fileURLToPath(import.meta.resolve(path)),
      sideEffects: false,
    }));
  },
};

/** How the toolkit waits to apply the theme, and how it does where the page is loaded before it. */
const waiting = "window.addEventListener('load', () => {";
const onceLoaded = `(document.readyState === 'complete'
  ? queueMicrotask
  : (start) => window.addEventListener('load', start))(() => {`;

/**
 * Has the elements of the webview UI toolkit take the colors of the theme also where the toolkit is loaded after the page.
 * The load event must not be sent again for it: VS Code waits for that event to show a webview.
 * @type {import('esbuild').Plugin}
 */
const themeOnceLoaded = {
  name: 'theme-once-loaded',
  setup(builder) {
    const filter = /[\\/]webview-ui-toolkit[\\/]dist[\\/]utilities[\\/]theme[\\/]applyTheme\.js$/;
    builder.onLoad({ filter }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (text.split(waiting).length !== 2)
        throw new Error(`${path} does not wait for the page as expected.`);
      return { contents: text.replace(waiting, onceLoaded) };
    });
  },
};

/** What is loaded on use as a bundle of its own, by the name of its first module. */
const apart = { mcpHandler: 'ide-tools', mcpSdk: 'mcp-sdk' };

/**
 * The tools of the editor and the connections to MCP servers are bundles of their own: the MCP SDK uses parts of zod that
 * the host does without, and esbuild puts a module that both import among what activation loads.
 * @type {import('esbuild').Plugin}
 */
const mcpSdkApart = {
  name: 'mcp-sdk-apart',
  setup(builder) {
    builder.onResolve({ filter: /\/(?:mcpHandler|mcpSdk)\.ts$/ }, ({ kind, path }) =>
      // As seen from dist/host, where all chunks are that are loaded on use.
      kind === 'dynamic-import'
        ? { path: `../${apart[basename(path, '.ts')]}.js`, external: true }
        : undefined,
    );
  },
};

/** @type {import('esbuild').Plugin} */
const woff2Only = {
  name: 'woff2-only',
  setup(builder) {
    builder.onLoad({ filter: /[\\/]katex[\\/]dist[\\/]katex\.css$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(/,\s*url\([^)]+\) format\("(?:woff|truetype)"\)/g, ''),
      loader: 'css',
    }));
  },
};

/** What the panel and the other pages load with the first formula and the first diagram, by the name of its package. */
const drawingLibraries = ['katex', 'mermaid'];

/**
 * The panel and the other pages import these from the same files: they are larger than all the rest. What imports one is
 * loaded on use itself, so it is a chunk, in a folder beside theirs.
 * @type {import('esbuild').Plugin}
 */
const drawingLibrariesApart = {
  name: 'drawing-libraries-apart',
  setup(builder) {
    builder.onResolve({ filter: new RegExp(`^(?:${drawingLibraries.join('|')})$`) }, ({ path }) => ({
      path: `../libraries/${path}.js`,
      external: true,
    }));
  },
};

const panel = 'webview/composition/panel.tsx';
const pages = 'webview/composition/pages.tsx';

/** @type {import('esbuild').BuildOptions} */
const inChunks = { format: 'esm', splitting: true, sourcemap: production ? false : 'inline' };

/** @type {import('esbuild').BuildOptions} */
const webview = {
  ...shared,
  platform: 'browser',
  target: 'chrome124',
  format: 'iife',
  jsx: 'automatic',
  // The latter is in a package that Mermaid uses.
  logOverride: { 'import-is-undefined': 'silent', 'equals-negative-zero': 'silent' },
  loader: { '.ttf': 'file' },
  assetNames: '[name]',
  outdir: 'dist',
};

const bundles = [
  {
    ...node,
    format: 'esm',
    // What the least VS Code of package.json runs on, also where its extension host has no Electron.
    target: 'node22',
    splitting: true,
    write: false,
    sourcemap: production ? false : 'inline',
    chunkNames: 'host/[name]-[hash]',
    entryPoints: { extension },
    external: ['vscode'],
    alias: {
      // The other build of it brings Node's HTTP client along, to load bundles that VS Code has loaded already.
      '@vscode/l10n': './node_modules/@vscode/l10n/dist/browser.js',
      // The other build of it finds its parts by calls that no bundler follows.
      'jsonc-parser': './node_modules/jsonc-parser/lib/esm/main.js',
    },
    plugins: [mcpSdkApart, zodWithoutEval, chunksAsCommonJs],
    logOverride: { 'import-is-undefined': 'silent' },
    outdir: 'dist',
  },
  {
    ...node,
    entryPoints: { 'bunzip2-worker': 'src/features/addAgent/node/install/archive/bunzip2Worker.ts' },
    outdir: 'dist',
  },
  {
    ...node,
    entryPoints: { 'tree-watcher': 'src/snapshots/treeWatcher.ts' },
    plugins: [zodWithoutEval],
    outdir: 'dist',
  },
  {
    ...node,
    target: 'node22',
    entryPoints: { 'ide-tools': 'src/features/ideTools/host/mcp/mcpHandler.ts' },
    external: ['vscode'],
    alias: { '@vscode/l10n': './node_modules/@vscode/l10n/dist/browser.js' },
    plugins: [zodWithoutEval],
    logOverride: { 'import-is-undefined': 'silent' },
    outdir: 'dist',
  },
  {
    ...node,
    target: 'node22',
    entryPoints: { 'mcp-sdk': 'src/features/mcp/node/mcpSdk.ts' },
    plugins: [zodWithoutEval],
    logOverride: { 'import-is-undefined': 'silent' },
    outdir: 'dist',
  },
  {
    ...node,
    entryPoints: { 'ide-bridge': 'src/features/ideTools/host/bridge/ideBridge.ts' },
    outdir: 'dist',
  },
  ...Object.values(programs)
    .flat()
    .map((options) => ({ ...node, ...options, outdir: 'dist' })),
  ...[
    // The panel, without what its first picture does not need: that is loaded a moment later.
    { name: 'webview', entryPoint: panel },
    // Each of the other pages is loaded on use.
    { name: 'pages', entryPoint: pages },
  ].flatMap(({ name, entryPoint }) => [
    {
      ...webview,
      ...inChunks,
      chunkNames: `${name}/[name]-[hash]`,
      entryPoints: { [name]: entryPoint },
      write: false,
      plugins: [
        zodWithoutEval,
        replacedTexts,
        themeOnceLoaded,
        drawingLibrariesApart,
        inOneModule({ entryPoint, minify: production }),
      ],
    },
    {
      ...webview,
      // Its styles are one file: a page asks for those of a chunk only after it was loaded.
      write: false,
      entryPoints: { [name]: entryPoint },
      plugins: [zodWithoutEval, replacedTexts, drawingLibrariesApart, stylesOnly],
    },
  ]),
  {
    ...webview,
    ...inChunks,
    chunkNames: 'libraries/[name]-[hash]',
    entryPoints: Object.fromEntries(drawingLibraries.map((name) => [`libraries/${name}`, name])),
    plugins: [zodWithoutEval, replacedTexts],
  },
  {
    ...webview,
    // Loaded with the first formula, with the one kind of font that Chromium needs.
    entryPoints: { 'math/katex': 'katex/dist/katex.css' },
    loader: { '.woff2': 'file' },
    assetNames: 'math/[name]',
    plugins: [woff2Only],
  },
];

if (watch) {
  for (const options of bundles) await (await context(options)).watch();
} else {
  rmSync('dist', { recursive: true, force: true });
  const results = await Promise.all(bundles.map((options) => build(options)));
  const metafiles = results.map(({ metafile }) => metafile);
  writeBundledPackages(metafiles);
  writeFeatureSizes(metafiles, extension);
}
