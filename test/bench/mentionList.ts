// Measures how soon the list of mentions has files of a folder with 100,000 of them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../../scripts/project.mjs';
import type { FileIndex } from '../../src/host/context/files/fileIndex.ts';

const FILES = 100_000;
const FOLDERS = 1_000;
const QUERIES = ['m', 'mod', 'module99', 'folder7 mod', 'fm12345', 'nothing-like-it'];

interface Search {
  /** Milliseconds until something was found; undefined where nothing was. */
  readonly firstMs: number | undefined;
  readonly totalMs: number;
  readonly found: number;
}

/** The figures as lines of text. */
export async function mentionListReport(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'parley-mentions-'));
  try {
    const folder = join(directory, 'project');
    makeFiles(folder);
    const bundled = await bundledIndex(directory, folder);
    const index = new bundled.FileIndex();
    const search = async (text: string): Promise<Search> => {
      const began = performance.now();
      let firstMs: number | undefined;
      let found = 0;
      await index.search('files', text, { limit: 50, signal: new AbortController().signal }, (paths) => {
        found = paths.length;
        if (found > 0) firstMs ??= performance.now() - began;
      });
      return { firstMs, totalMs: performance.now() - began, found };
    };
    const blocked = longestBlock();
    const cold = await search('module');
    const warm: Search[] = [];
    for (const query of QUERIES) warm.push(await search(query));
    const longestMs = blocked();
    index.dispose();
    return [
      `Mentions in a folder of ${FILES} files:`,
      `  first @ of the window: files after ${figure(cold.firstMs)}, all listed after ${figure(cold.totalMs)}`,
      ...warm.map(
        ({ firstMs, found }, number) => `  “${QUERIES[number] ?? ''}”: ${figure(firstMs)} (${found} shown)`,
      ),
      `  longest time without a turn of the event loop: ${figure(longestMs)}`,
    ].join('\n');
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function figure(milliseconds: number | undefined): string {
  return milliseconds === undefined ? 'nothing found' : `${milliseconds.toFixed(0)} ms`;
}

function makeFiles(folder: string): void {
  for (let number = 0; number < FOLDERS; number++) {
    const inner = join(folder, `group${number % 10}`, `folder${number}`);
    mkdirSync(inner, { recursive: true });
    for (let file = number; file < FILES; file += FOLDERS) writeFileSync(join(inner, `module${file}.ts`), '');
  }
  const git = (...args: string[]): void => {
    execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  };
  git('init', '-q');
  git('add', '.');
}

/** The longest time that the event loop was not free, in milliseconds, from now until the result is called. */
function longestBlock(): () => number {
  let last = performance.now();
  let longest = 0;
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  return () => {
    look();
    clearInterval(timer);
    return longest;
  };
}

/** The index as the extension has it, with as much of VS Code as it needs. */
async function bundledIndex(
  directory: string,
  folder: string,
): Promise<{ readonly FileIndex: typeof FileIndex }> {
  const outfile = join(directory, 'fileIndex.mjs');
  const stub = `
    const nothing = () => ({ dispose() {} });
    export const workspace = {
      workspaceFolders: [{ name: 'project', index: 0, uri: { scheme: 'file', fsPath: ${JSON.stringify(folder)} } }],
      getConfiguration: () => ({ get: () => ({ '**/.git': true, '**/node_modules': true, '**/*.code-search': true }) }),
      createFileSystemWatcher: () =>
        ({ onDidCreate: nothing, onDidDelete: nothing, onDidChange: nothing, dispose() {} }),
      onDidChangeWorkspaceFolders: nothing,
      onDidChangeConfiguration: nothing,
    };`;
  await build({
    entryPoints: [join(root, 'src/host/context/files/fileIndex.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    outfile,
    plugins: [
      {
        name: 'vscode-stub',
        setup(builder) {
          builder.onResolve({ filter: /^vscode$/ }, () => ({ path: 'vscode', namespace: 'stub' }));
          builder.onLoad({ filter: /./, namespace: 'stub' }, () => ({ contents: stub }));
        },
      },
    ],
  });
  return await import(pathToFileURL(outfile).href);
}
