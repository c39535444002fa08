// README.md leads to every page of docs/, and to nothing that is not there.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/project.mjs';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map(([, link = '']) => link);

test('README.md links to every page for users', () => {
  const pages = readdirSync(join(root, 'docs')).filter((name) => /^[a-z].*\.md$/.test(name));
  expect(links).toEqual(expect.arrayContaining(pages.map((name) => `docs/${name}`)));
});

// vsce makes the addresses of pictures those of the repository, but not those of the light ones beside them.
const LIGHT = 'https://github.com/parley-acp/parley/raw/HEAD/';
const shown = [...readme.matchAll(/ (?:src|srcset)="([^"]+)"/g)].map(([, path = '']) => path);

test('README.md has each picture for dark and for light themes', () => {
  const [light, dark] = [true, false].map((isLight) =>
    shown.filter((path) => path.startsWith(LIGHT) === isLight),
  );
  expect(dark?.length).toBeGreaterThan(2);
  expect(light).toEqual(dark?.map((path) => `${LIGHT}${path.replace('-dark.', '-light.')}`));
});

test('what README.md links to and shows is there', () => {
  const pictures = shown.map((path) => path.replace(LIGHT, ''));
  const missing = [...links, ...pictures].filter(
    (link) => !link.startsWith('https://') && !existsSync(join(root, link)),
  );
  expect(missing).toEqual([]);
});
