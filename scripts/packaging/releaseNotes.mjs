// Prints the section of CHANGELOG.md about the version in package.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../project.mjs';
import { Failure, program } from '../say.mjs';

await program(() => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const section = changelog.split(/^## /m).find((each) => each.startsWith(version));
  if (section === undefined) throw new Failure(`CHANGELOG.md has no section "## ${version}".`);
  process.stdout.write(`${section.slice(section.indexOf('\n')).trim()}\n`);
});
