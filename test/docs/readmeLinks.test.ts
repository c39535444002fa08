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

test('what README.md links to and shows is there', () => {
  const missing = links.filter((link) => !link.startsWith('https://') && !existsSync(join(root, link)));
  expect(missing).toEqual([]);
});
