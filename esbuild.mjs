// Bundles the extension host, the webview and the programs that are agents into dist/.
import { build, context } from 'esbuild';
import { rmSync } from 'node:fs';

const watch = process.argv.includes('--watch');
const production = !watch;

/** @type {import('esbuild').BuildOptions} */
const shared = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  // In watch mode esbuild says when a build is finished: the task behind F5 waits for that line.
  logLevel: watch ? 'info' : 'warning',
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': production ? '"production"' : '"development"' },
};

/** @type {import('esbuild').BuildOptions} */
const node = { ...shared, platform: 'node', target: 'node20', format: 'cjs' };

/** Packages that few windows need: bundles of their own, loaded on first use, so that activation stays small. */
const loadedOnUse = ['shell-env', 'isomorphic-git'];

/** @type {import('esbuild').Plugin} */
const ownBundles = {
  name: 'own-bundles',
  setup(builder) {
    builder.onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === 'dynamic-import' && loadedOnUse.includes(path)
        ? { path: `./${path}.js`, external: true }
        : undefined,
    );
  },
};

/**
 * Leaves out how zod writes a schema as JSON Schema: every schema has a method for it, so no bundler can tell that
 * nobody calls it.
 * @type {import('esbuild').Plugin}
 */
const withoutJsonSchema = {
  name: 'without-json-schema',
  setup(builder) {
    const file = /[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/;
    const names = {
      'to-json-schema': [
        'createToJSONSchemaMethod',
        'createStandardJSONSchemaMethod',
        'extractDefs',
        'finalize',
        'initializeContext',
        'processSchema',
      ],
      'json-schema-processors': ['allProcessors', 'toJSONSchema'],
    };
    builder.onLoad({ filter: file }, ({ path }) => ({
      contents: names[file.exec(path)[1]].map((name) => `export const ${name} = () => undefined;`).join('\n'),
    }));
  },
};

const bundles = [
  {
    ...node,
    entryPoints: { extension: 'src/extension.ts' },
    external: ['vscode'],
    plugins: [ownBundles, withoutJsonSchema],
    logOverride: { 'import-is-undefined': 'silent' },
    outdir: 'dist',
  },
  { ...node, entryPoints: loadedOnUse, outdir: 'dist' },
  { ...node, entryPoints: { 'demo-agent': 'src/agentBin/demo.ts' }, outdir: 'dist' },
  {
    ...shared,
    platform: 'browser',
    target: 'chrome124',
    format: 'iife',
    jsx: 'automatic',
    entryPoints: { webview: 'webview/index.tsx' },
    plugins: [withoutJsonSchema],
    logOverride: { 'import-is-undefined': 'silent' },
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
    outdir: 'dist',
  },
];

if (watch) {
  for (const options of bundles) await (await context(options)).watch();
} else {
  rmSync('dist', { recursive: true, force: true });
  await Promise.all(bundles.map((options) => build(options)));
}
