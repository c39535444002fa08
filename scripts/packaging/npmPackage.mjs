// What npm runs before it packs a package of packages/: writes its dist, the programs with the licenses of what they bundle.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { nodeOptions, programs } from '../bundling/options.mjs';
import { root } from '../project.mjs';
import { program, say } from '../say.mjs';
import { packagesIn } from './bundledPackages.mjs';
import { licensedPackages, noticesText } from './notices.mjs';

await program(async () => {
  const folder = resolve('.');
  const dist = join(folder, 'dist');
  rmSync(dist, { recursive: true, force: true });
  const results = await Promise.all(
    programs[basename(folder)].map((options) =>
      build({ ...nodeOptions({ watch: false }), ...options, absWorkingDir: root, outdir: dist }),
    ),
  );
  const licensed = licensedPackages(packagesIn(results.map(({ metafile }) => metafile)));
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  writeFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), noticesText(licensed, name));
  say(`Wrote ${name}/dist.`);
});
