// Bundles the extension host, the webview and the programs that are agents into dist/.
import { build, context, transform } from 'esbuild';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

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

/**
 * The extension host loads CommonJS, and esbuild splits only ES modules: so the host is bundled as ES modules, with what
 * is imported on use in chunks of their own, and each chunk is then turned into CommonJS.
 * @type {import('esbuild').Plugin}
 */
const chunksAsCommonJs = {
  name: 'chunks-as-commonjs',
  setup(builder) {
    builder.onEnd(async ({ errors, outputFiles }) => {
      if (errors.length > 0) return;
      for (const { path, text } of outputFiles) {
        const { code } = await transform(withPlainExports(text), {
          format: 'cjs',
          platform: 'node',
          target: 'node22',
          minify: production,
          sourcemap: production ? false : 'inline',
          supported: { 'dynamic-import': false },
        });
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, code);
      }
    });
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
    builder.onResolve({ filter: /^zod$/ }, ({ path }) => ({ path, namespace }));
    builder.onLoad({ filter: /.*/, namespace }, () => ({
      contents: "import { config } from 'zod/v4';\nconfig({ jitless: true });\nexport * from 'zod/v4';",
      resolveDir: import.meta.dirname,
    }));
  },
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
    entryPoints: { extension: 'src/extension.ts' },
    external: ['vscode'],
    // The other build of it brings Node's HTTP client along, to load bundles that VS Code has loaded already.
    alias: { '@vscode/l10n': './node_modules/@vscode/l10n/dist/browser.js' },
    plugins: [zodWithoutEval, withoutJsonSchema, chunksAsCommonJs],
    logOverride: { 'import-is-undefined': 'silent' },
    outdir: 'dist',
  },
  { ...node, entryPoints: { 'demo-agent': 'src/agentBin/demo.ts' }, outdir: 'dist' },
  {
    ...node,
    entryPoints: { 'rpc-agent': 'src/agentBin/rpcMode.ts' },
    banner: { js: '#!/usr/bin/env node' },
    outdir: 'dist',
  },
  {
    ...shared,
    platform: 'browser',
    target: 'chrome124',
    format: 'iife',
    jsx: 'automatic',
    entryPoints: { webview: 'webview/index.tsx' },
    plugins: [zodWithoutEval, withoutJsonSchema],
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
