// `npm run package`: the same bytes wherever and whenever it is made, with all that the law and audits ask for.
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { root } from '../../scripts/project.mjs';

const bundledPackages = z.array(z.object({ name: z.string(), version: z.string(), folder: z.string() }));
const manifest = z.object({ dependencies: z.record(z.string(), z.string()) });
const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ dev: z.boolean().optional(), devOptional: z.boolean().optional() }),
  ),
});
const sbom = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      purl: z.string(),
      licenses: z.array(z.unknown()).nonempty(),
      hashes: z.array(z.object({ alg: z.string(), content: z.string().regex(/^[\da-f]{32,}$/) })).optional(),
    }),
  ),
});

const run = promisify(execFile);

const PACKAGING =
  "import('./scripts/extensionPackage.mjs').then(({ packageExtension }) => packageExtension())";
let folder = '';
let first = '';
let second = '';

/** Packages a copy of the sources. */
async function packaged(copy: string, env: Readonly<Record<string, string>>): Promise<string> {
  mkdirSync(copy, { recursive: true });
  for (const name of readdirSync(root)) {
    if (/^(?:\.git|\.vscode-test|node_modules|out|dist|test|test-results|.*\.vsix|.*\.cdx\.json)$/.test(name))
      continue;
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const { PARLEY_PACKAGED: _packaged, ...inherited } = process.env;
  await run(process.execPath, ['-e', PACKAGING], { cwd: copy, env: { ...inherited, ...env } });
  return copy;
}

function parsed<T extends z.ZodType>(schema: T, path: string): z.output<T> {
  return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-packaging-'));
  [first, second] = await Promise.all([
    packaged(join(folder, 'one'), { TZ: 'UTC' }),
    packaged(join(folder, 'further', 'down', 'two'), { TZ: 'Asia/Bangkok', LANG: 'th_TH.UTF-8' }),
  ]);
}, 240_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(['parley-acp.vsix', 'parley-acp.cdx.json'])('%s is the same bytes twice', (name) => {
  expect(readFileSync(join(first, name)).equals(readFileSync(join(second, name)))).toBe(true);
});

test('nothing in the package names a path of this machine, and no source map is in it', () => {
  const shipped = join(first, 'out', 'package');
  const files = readdirSync(shipped, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files.filter(({ name }) => name.endsWith('.map'))).toEqual([]);
  for (const { parentPath, name } of files) {
    const text = readFileSync(join(parentPath, name), 'latin1');
    for (const path of [folder, root, dirname(root)]) expect(text.includes(`${path}/`), name).toBe(false);
    expect(text, name).not.toContain('sourceMappingURL=');
  }
});

test('activation loads at most 300 KB of code', () => {
  // Whatever is not needed before a feature is used belongs behind a dynamic import.
  expect(statSync(join(first, 'dist', 'extension.js')).size).toBeLessThanOrEqual(300_000);
});

test('the first picture of the panel loads at most 750 KB of code, and the rest is there to be loaded', () => {
  const panel = join(first, 'out', 'package', 'dist');
  expect(statSync(join(panel, 'webview.js')).size).toBeLessThanOrEqual(750_000);
  const parts = /import\("\.\/(webview\/parts-\w+\.js)"\)/.exec(
    readFileSync(join(panel, 'webview.js'), 'utf8'),
  );
  expect(statSync(join(panel, parts?.[1] ?? '')).isFile()).toBe(true);
});

test('the pictures of README.md, which are loaded from the repository, are not in the package', () => {
  // The names of files are not compressed in a zip.
  const zip = readFileSync(join(first, 'parley-acp.vsix'), 'latin1');
  const names = ['extension/media/walkthrough/agent-light.png', 'extension/media/readme/'];
  expect(names.map((name) => zip.includes(name))).toEqual([true, false]);
});

test('F12 the package has the full license text of everything that is bundled, the icons’ too', () => {
  const notices = readFileSync(join(first, 'out', 'package', 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  // The names of files are not compressed in a zip.
  expect(readFileSync(join(first, 'parley-acp.vsix'), 'latin1')).toContain(
    'extension/THIRD-PARTY-NOTICES.txt',
  );
  for (const { name, version } of parsed(bundledPackages, join(first, 'out', 'bundled-packages.json'))) {
    expect(notices).toContain(`\n${name} ${version}\nLicense: `);
  }
  expect(notices).toContain('@vscode/codicons 0.0.45\nLicense: CC-BY-4.0');
  expect(notices).toContain('Creative Commons Attribution 4.0 International Public License');
  expect(notices).toContain('Redistribution and use in source and binary forms');
});

test('what is bundled is what `npm audit --omit=dev` sees', () => {
  const bundled = parsed(bundledPackages, join(first, 'out', 'bundled-packages.json'));
  const { packages } = parsed(lockFile, join(root, 'package-lock.json'));
  const inLock = bundled.map(({ folder: path }) =>
    path.slice(path.indexOf('node_modules')).replaceAll('\\', '/'),
  );
  expect(inLock.filter((path) => packages[path] === undefined)).toEqual([]);
  expect(
    inLock.filter((path) => packages[path]?.dev === true || packages[path]?.devOptional === true),
  ).toEqual([]);
  const names = new Set(bundled.map(({ name }) => name));
  const { dependencies } = parsed(manifest, join(root, 'package.json'));
  expect(Object.keys(dependencies).filter((name) => !names.has(name))).toEqual([]);
});

test('the bill of materials lists every bundled package with its license', () => {
  const bundled = parsed(bundledPackages, join(first, 'out', 'bundled-packages.json'));
  const { components } = parsed(sbom, join(first, 'parley-acp.cdx.json'));
  expect(components.map(({ name, version }) => `${name}@${version}`)).toEqual(
    bundled.map(({ name, version }) => `${name}@${version}`),
  );
});
