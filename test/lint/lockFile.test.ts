// package-lock.json is whole: npm leaves out what a registry did not have when the file was written, and then refuses to install from it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { root } from '../../scripts/project.mjs';

const names = z.record(z.string(), z.string()).default({});
const lockFile = z.object({
  packages: z.record(z.string(), z.object({ dependencies: names, optionalDependencies: names })),
});

/** Whether Node would find a package from the folder of another: beside it, or in a folder above. */
function resolves(packages: ReadonlySet<string>, from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (packages.has(`${folder === '' ? '' : `${folder}/`}node_modules/${name}`)) return true;
    if (folder === '') return false;
  }
}

test('the lock file has every package that another one asks for, those of other systems too', () => {
  const { packages } = lockFile.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const present = new Set(Object.keys(packages));
  const missing = Object.entries(packages).flatMap(([from, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !resolves(present, from, name))
      .map((name) => `${from} asks for ${name}`),
  );
  expect(missing).toEqual([]);
});
