// Each feature can be left out of the list: the extension still builds and starts, and only its commands are missing.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { context, type Plugin } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { root } from '../../scripts/project.mjs';
import { features } from '../../src/composition/features.ts';
import { panelFeatures } from '../../webview/composition/panelFeatures.ts';

const manifest = z
  .object({ contributes: z.object({ commands: z.array(z.object({ command: z.string() })) }) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const contributed = manifest.contributes.commands.map(({ command }) => command);

const folder = mkdtempSync(join(tmpdir(), 'parley-features-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The feature that the lists of features are read without. */
let leftOut = 'none';

/** Reads the lists of features without one of them. */
const leaveOut: Plugin = {
  name: 'leave-out',
  setup(builder) {
    builder.onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
    builder.onLoad({ filter: /[\\/]composition[\\/](?:features|panelFeatures)\.ts$/ }, ({ path }) => {
      const lines = readFileSync(path, 'utf8');
      const contents = lines
        .replace(new RegExp(`^import .*/features/${leftOut}/feature\\.ts';\n`, 'm'), '')
        .replace(new RegExp(`(\\[|^ *)${leftOut}(?:,\\s*|(?=\\]))`, 'm'), '$1');
      return { contents, loader: 'ts' };
    });
  },
};

// A context reads and parses again only what another build has changed: the lists.
const panel = await context({
  entryPoints: [join(root, 'webview/composition/parts.ts')],
  bundle: true,
  // No package imports a feature, and most of the time went into reading them.
  packages: 'external',
  write: false,
  metafile: true,
  outdir: folder,
  jsx: 'automatic',
  logLevel: 'silent',
  plugins: [leaveOut],
});
const extension = await context({
  entryPoints: [join(root, 'src/extension.ts')],
  bundle: true,
  write: false,
  metafile: true,
  format: 'cjs',
  platform: 'node',
  external: ['vscode'],
  logLevel: 'silent',
  plugins: [leaveOut],
});
afterAll(() => Promise.all([panel.dispose(), extension.dispose()]));

/** The files of which the panel is made. */
async function panelInputs(name: string): Promise<readonly string[]> {
  leftOut = name;
  const { metafile } = await panel.rebuild();
  return Object.keys(metafile.inputs);
}

/** What activation loads, as CommonJS. */
async function built(name: string) {
  leftOut = name;
  const { outputFiles, metafile } = await extension.rebuild();
  return { code: outputFiles[0]?.text ?? '', inputs: Object.keys(metafile.inputs) };
}

/** Stands in for whatever is not of interest: every property, call and instance of it is such a one again. */
function anything(known: object = {}): object {
  return new Proxy(class {}, {
    get: (_target, key) => {
      if (key in known) return Reflect.get(known, key);
      if (key === Symbol.iterator) return () => [].values();
      return key === 'then' || typeof key === 'symbol' ? undefined : anything();
    },
    set: () => true,
    apply: () => anything(),
    construct: () => anything(),
  });
}

/** Activates the extension in a window of which nothing is known. Returns the commands that it registers. */
function commandsOf(code: string): string[] {
  const registered: string[] = [];
  const configuration = { inspect: () => undefined, get: (_key: string, initial: unknown) => initial };
  const vscode = anything({
    commands: anything({ registerCommand: (id: string) => registered.push(id) && anything() }),
    // It says why the activation failed.
    window: anything({ showErrorMessage: () => Promise.resolve() }),
    workspace: anything({ workspaceFolders: undefined, getConfiguration: () => configuration }),
  });
  const state = { get: () => undefined, keys: () => [], update: () => Promise.resolve() };
  const uri = { fsPath: folder, path: folder };
  const context = anything({
    subscriptions: [],
    globalState: state,
    workspaceState: state,
    storageUri: uri,
    globalStorageUri: uri,
    logUri: uri,
    extension: { id: 'parley.parley-acp', packageJSON: { version: '0.0.0' } },
    asAbsolutePath: (path: string) => join(folder, path),
  });
  const real = createRequire(import.meta.url);
  const load = (id: string): unknown => {
    if (isBuiltin(id)) return real(id);
    // esbuild copies the properties of a module, but keeps its prototype.
    return Object.create(id === 'vscode' ? vscode : anything());
  };
  const module = { exports: {} };
  const program = compileFunction(code, ['require', 'module', 'exports']);
  Reflect.apply(program, undefined, [load, module, module.exports]);
  const { activate } = z.object({ activate: z.custom<(of: object) => void>() }).parse(module.exports);
  activate(context);
  return registered.filter((id) => contributed.includes(id)).toSorted();
}

test('with all features, every command of the manifest is there', async () => {
  const { code } = await built('none');
  expect(commandsOf(code)).toEqual(contributed.toSorted());
});

test.each(features.map(({ name, commandIds }) => ({ name, commandIds })))(
  'without $name the extension starts, and nothing of it is loaded',
  async ({ name, commandIds }) => {
    const { code, inputs } = await built(name);
    expect(inputs.filter((path) => path.startsWith(`src/features/${name}/`))).toEqual([]);
    expect(commandsOf(code)).toEqual(contributed.filter((id) => !commandIds.includes(id)).toSorted());
  },
);

test('of each feature of the panel something is in it', async () => {
  const inputs = await panelInputs('none');
  const missing = panelFeatures.filter(({ name }) => !inputs.some((path) => isOf(name, path)));
  expect(missing).toEqual([]);
});

test.each(panelFeatures.map(({ name }) => name))('without %s nothing of it is in the panel', async (name) => {
  expect((await panelInputs(name)).filter((path) => isOf(name, path))).toEqual([]);
});

function isOf(feature: string, path: string): boolean {
  return path.startsWith(`webview/features/${feature}/`);
}
