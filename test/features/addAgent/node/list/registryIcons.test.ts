// Icons are loaded once, and only pictures that do nothing are used.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RegistryIcons } from '../../../../../src/features/addAgent/node/list/registryIcons.ts';
import { RegistryServer } from '../../../../support/registry/registryServer.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path fill="currentColor" d="M0 0"/></svg>';

let server: RegistryServer;
let folder: string;

beforeEach(async () => {
  server = await RegistryServer.start();
  folder = mkdtempSync(join(tmpdir(), 'parley-icons-'));
});

afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const icons = () => new RegistryIcons({ fetch: (url, init) => fetch(url, init), folder, timeoutMs: 10_000 });
const text = (data: string): string => Buffer.from(data.split(',')[1] ?? '', 'base64').toString('utf8');

async function load(made: RegistryIcons, ...paths: readonly string[]): Promise<number> {
  let loaded = 0;
  await made.load(
    paths.map((path) => server.url(path)),
    { signal: new AbortController().signal, trusted: server.url('/'), onLoad: () => (loaded += 1) },
  );
  return loaded;
}

test('an icon has the color of the theme, and is loaded once', async () => {
  server.serve('/a.svg', SVG);
  const first = icons();
  expect(await load(first, '/a.svg', '/a.svg')).toBe(1);
  expect(text(first.icon(server.url('/a.svg'))?.dark ?? '')).toContain('fill="#c5c5c5"');
  expect(text(first.icon(server.url('/a.svg'))?.light ?? '')).toContain('fill="#424242"');
  const second = icons();
  expect(await load(second, '/a.svg')).toBe(0);
  expect(second.icon(server.url('/a.svg'))).toBeDefined();
  expect(server.requests).toEqual(['/a.svg']);
});

test.each([
  ['a page', '<!DOCTYPE html><html></html>'],
  ['a script', SVG.replace('<path', '<script>alert(1)</script><path')],
  ['a handler', SVG.replace('<path', '<path onload="alert(1)"')],
  ['a page inside', SVG.replace('<path', '<foreignObject/><path')],
  ['an address', SVG.replace('<path', '<image href="https://x.test/a.png"/><path')],
  ['an address in a style', SVG.replace('fill="currentColor"', 'style="fill:url(https://x.test/a)"')],
  ['an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${SVG}`],
  ['an address with escapes of CSS', SVG.replace('fill=', 'style="fill:u\\72l(http://e)" fill=')],
  [
    'a script of another name space',
    SVG.replace('<path', '<x:script xmlns:x="http://www.w3.org/2000/svg"/><path'),
  ],
  ['an animation of an address', SVG.replace('<path', '<animate attributeName="h&#114;ef"/><path')],
  ['an address with entities', SVG.replace('<path', '<feImage h&#x72;ef="https://x.test/a"/><path')],
  ['an address in an attribute', SVG.replace('currentColor', 'u&#114;l(https://x.test/a)')],
  ['an image in a set', SVG.replace('<path', '<path mask="image-set(\'https://x.test/a.png\' 1x)"')],
  ['an image by its name alone', SVG.replace('<path', '<path filter="src(\'https://x.test/a.svg#b\')"')],
  ['an image in a style', SVG.replace('<path', '<path style="mask:image(\'https://x.test/a.png\')"')],
  ['an image by a style sheet', `<?xml-stylesheet href="https://x.test/a.css"?>${SVG}`],
  ['a picture without its name space', '<svg><path d="M0 0"/></svg>'],
  [
    'a page of another name space',
    SVG.replace('<path', '<iframe xmlns="http://www.w3.org/1999/xhtml"/><path'),
  ],
  ['a handler with a prefix', SVG.replace('<path', '<path xmlns:a="b" a:onload="x"')],
  ['what is not closed', SVG.replace('</svg>', '')],
  ['too much', SVG + ' '.repeat(40_000)],
])('%s is no icon', async (_what, content) => {
  server.serve('/a.svg', content);
  const made = icons();
  expect(await load(made, '/a.svg')).toBe(0);
  expect(made.icon(server.url('/a.svg'))).toBeUndefined();
});

test('an icon that is missing is no error', async () => {
  server.serve('/b.svg', SVG);
  expect(await load(icons(), '/missing.svg', '/b.svg')).toBe(1);
});

test.each([
  ['a heading and a comment', `<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by hand -->\n${SVG}`],
  [
    'a gradient',
    SVG.replace(
      '<path',
      '<defs><linearGradient id="a"><stop stop-color="#fff"/></linearGradient></defs><path clip-path="url(#a)"',
    ),
  ],
  ['plain styles', SVG.replace('fill=', 'style="fill:url(#a);stroke:rgb(1, 2, 3)" fill=')],
  ['a transform', SVG.replace('<path', '<path transform="rotate(45 12 12) scale(.5)"')],
  ['a title with entities', SVG.replace('<path', '<title>A &amp; B &#8212;</title><path')],
])('%s stands in an icon', async (_what, content) => {
  server.serve('/a.svg', content);
  expect(await load(icons(), '/a.svg')).toBe(1);
});
