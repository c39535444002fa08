// The notices of third-party packages: whole, or there is no package.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { licensedPackages, noticesText } from '../../scripts/packaging/notices.mjs';

function packageWith(manifest: object, files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-package-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'licenses'));
  return { name: 'some-package', version: '1.2.3', folder };
}

test('the notices have the name, the license and every license text of a package', () => {
  const some = packageWith(
    { license: '(MIT AND CC-BY-4.0)', repository: { url: 'git+https://example.com/some.git' } },
    { 'LICENSE.md': 'Copyright A\r\nMIT text', 'LICENSE-ICONS': 'CC text', NOTICE: 'A notice' },
  );
  const text = noticesText(licensedPackages([some]), 'Parley');
  expect(text).toContain('- some-package 1.2.3 ((MIT AND CC-BY-4.0))');
  expect(text).toContain('https://example.com/some\n');
  expect(text).toContain('CC text\n\nCopyright A\nMIT text\n\nA notice');
});

test.each([
  ['none', {}, { LICENSE: 'text' }, 'has the license (none)'],
  ['an unknown one', { license: 'GPL-3.0' }, { LICENSE: 'text' }, 'has the license GPL-3.0'],
  ['one part unknown', { license: 'MIT AND SSPL-1.0' }, { LICENSE: 'text' }, 'MIT AND SSPL-1.0'],
  ['a file of its own', { license: 'SEE LICENSE IN LICENSE' }, { LICENSE: 'text' }, 'SEE LICENSE IN'],
  ['no text', { license: 'MIT' }, {}, 'ships no license text'],
  ['an empty text', { license: 'MIT' }, { LICENSE: '\n' }, 'ships no license text'],
])(
  'a package with a license that is %s fails the packaging by its name',
  (_name, manifest, files, problem) => {
    const some = packageWith(manifest, files);
    expect(() => licensedPackages([some])).toThrow('some-package@1.2.3');
    expect(() => licensedPackages([some])).toThrow(problem);
  },
);

test('of alternative licenses one known is enough', () => {
  const some = packageWith({ license: '(GPL-2.0 OR MIT)' }, { LICENSE: 'text' });
  expect(licensedPackages([some])).toMatchObject([{ license: '(GPL-2.0 OR MIT)' }]);
});
