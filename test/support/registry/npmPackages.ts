// Stands for npm's registry: serves packages that are installed on this machine, and puts them into the cache of `npx`.
import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'tar';
import * as z from 'zod';
import type { RegistryServer } from './registryServer.ts';

const manifest = z.looseObject({ name: z.string(), version: z.string() });

/** An installed package. */
export interface InstalledPackage {
  /** The folder `node_modules` in which it is. */
  readonly modules: string;
  readonly name: string;
}

/**
 * Serves a package as npm's registry does, from an archive that is made in `folder`. What it would install besides is
 * left out: resolves to `NAME@VERSION`.
 */
export async function servePackage(
  server: RegistryServer,
  { modules, name }: InstalledPackage,
  folder: string,
): Promise<string> {
  const { optionalDependencies: _, ...fields } = manifestOf(modules, name);
  const { version } = fields;
  const archive = join(folder, `${name.replaceAll('/', '-')}.tgz`);
  await create({ cwd: join(modules, name), file: archive, gzip: { level: 1 }, prefix: 'package' }, ['.']);
  const path = `/tarballs/${name}-${version}.tgz`;
  server.serve(path, (_request, response) => void createReadStream(archive).pipe(response));
  const integrity = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  serveManifest(server, { ...fields, dist: { tarball: server.url(path), integrity } });
  return `${name}@${version}`;
}

/** Puts a package into the cache that `npx` has in a home, with all that is installed beside it. */
export function cachePackage(
  server: RegistryServer,
  { modules, name }: InstalledPackage,
  home: string,
): string {
  const fields = manifestOf(modules, name);
  const spec = `${name}@${fields.version}`;
  const folder = join(home, '.npm', '_npx', createHash('sha512').update(spec).digest('hex').slice(0, 16));
  mkdirSync(folder, { recursive: true });
  symlinkSync(modules, join(folder, 'node_modules'), 'dir');
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { [name]: fields.version } }));
  serveManifest(server, { ...fields, dist: { tarball: server.url('/not-served.tgz') } });
  return spec;
}

/** The path at which npm asks for what there is of a package. */
export function manifestPath(name: string): string {
  return `/${name.replace('/', '%2f')}`;
}

function manifestOf(modules: string, name: string): z.infer<typeof manifest> {
  return manifest.parse(JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')));
}

function serveManifest(server: RegistryServer, fields: z.infer<typeof manifest>): void {
  const { name, version } = fields;
  const answer = { name, 'dist-tags': { latest: version }, versions: { [version]: fields } };
  server.serve(manifestPath(name), JSON.stringify(answer));
}
