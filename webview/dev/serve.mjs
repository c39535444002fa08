// Shows the panel in a plain browser: `node webview/dev/serve.mjs [port]`, then open the address it prints.
/* oxlint-disable no-restricted-imports -- this runs in Node and is no part of the panel. */
import { context } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const types = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.ttf': 'font/ttf',
};

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
  sourcemap: 'inline',
  minify: process.env['NODE_ENV'] === 'production',
  define: { 'process.env.NODE_ENV': JSON.stringify(process.env['NODE_ENV'] ?? 'development') },
  logLevel: 'warning',
});

/** The built files by their place in the page; built anew whenever a page is opened. */
let built = new Map();

async function serve(path) {
  if (path.endsWith('.html')) {
    const { outputFiles } = await builds.rebuild();
    built = new Map(outputFiles.map((file) => [file.path.slice(folder.length - 1), file.contents]));
  }
  return built.get(path) ?? (await readFile(`${folder}${path.slice(1).replaceAll('..', '')}`));
}

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const path = pathname === '/' ? '/index.html' : pathname;
  serve(path).then(
    (body) =>
      response.writeHead(200, { 'content-type': types[/\.\w+$/.exec(path)?.[0] ?? ''] ?? '' }).end(body),
    (error) => response.writeHead(404).end(String(error)),
  );
});

server.listen(Number(process.argv[2] ?? 4173), '127.0.0.1', () => {
  const { port } = server.address();
  process.stdout.write(`The panel: http://127.0.0.1:${port}/\n`);
});
