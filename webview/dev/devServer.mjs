// Serves the panel with scripted sessions, in the themes of a real VS Code: see themes/ and `npm run themes`.
/* oxlint-disable no-restricted-imports -- this runs in Node and is no part of the panel. */
import { context } from 'esbuild';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const types = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.ttf': 'font/ttf',
};

/** Where the styles of all themes are. The page reads nothing else of the folder `themes`. */
const THEMES = '/themes.css';

/**
 * Starts a server on 127.0.0.1.
 * @param {{ port?: number, isBuiltOnce?: boolean }} [options] port: default a free one; isBuiltOnce: whether all pages
 *   have the sources of now. Otherwise each page that is opened has the newest.
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function startDevServer({ port = 0, isBuiltOnce = false } = {}) {
  const builds = await context({
    absWorkingDir: folder,
    entryPoints: { panel: './panel.ts', controls: './controls.ts' },
    outdir: 'dist',
    write: false,
    bundle: true,
    format: 'iife',
    target: 'chrome124',
    jsx: 'automatic',
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
    publicPath: '/dist',
    sourcemap: isBuiltOnce ? false : 'inline',
    minify: process.env['NODE_ENV'] === 'production',
    define: { 'process.env.NODE_ENV': JSON.stringify(process.env['NODE_ENV'] ?? 'development') },
    logLevel: 'warning',
  });
  /** The built files by their place in the page. */
  let built = new Map();

  const build = async () => {
    const { outputFiles } = await builds.rebuild();
    built = new Map(outputFiles.map((file) => [file.path.slice(folder.length - 1), file.contents]));
  };
  if (isBuiltOnce) await build();

  const serve = async (path) => {
    if (path.endsWith('.html') && !isBuiltOnce) await build();
    if (path === THEMES) return await themeStyles();
    return built.get(path) ?? (await readFile(`${folder}${path.slice(1).replaceAll('..', '')}`));
  };

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname === '/' ? '/index.html' : pathname;
    serve(path).then(
      (body) =>
        response.writeHead(200, { 'content-type': types[/\.\w+$/.exec(path)?.[0] ?? ''] ?? '' }).end(body),
      (error) => response.writeHead(404).end(String(error)),
    );
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await builds.dispose();
    },
  };
}

/** The variables of each theme under its name, and what VS Code puts into every webview. */
async function themeStyles() {
  const themes = `${folder}themes/`;
  const files = (await readdir(themes)).filter((name) => name.endsWith('.json'));
  const rules = await Promise.all(
    files.map(async (name) => {
      const { variables } = JSON.parse(await readFile(`${themes}${name}`, 'utf8'));
      const lines = Object.entries(variables).map(([variable, value]) => `${variable}: ${value};`);
      return `html[data-theme='${name.slice(0, -'.json'.length)}'] { ${lines.join('\n')} }`;
    }),
  );
  return [...rules, await readFile(`${themes}webview.css`, 'utf8')].join('\n');
}
