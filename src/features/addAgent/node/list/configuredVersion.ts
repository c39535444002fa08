// Recognizes an agent of the registry in an entry of `parley.agents`, and its version there.
import { basename, relative, sep } from 'node:path';
import * as z from 'zod/mini';
import type { RegistryAgent } from './registryFormat.ts';

const entry = z.object({ command: z.string(), args: z.optional(z.array(z.string())) });

/** The folder of an installed version, below the one of all installs. */
export function versionFolder({ id, version }: { readonly id: string; readonly version: string }): string {
  return `${id}@${version}`;
}

/** The name of the folder, among the installs, that an entry starts its program from; undefined where it does not. */
export function installFolderOf(setting: unknown, installs: string): string | undefined {
  const parsed = entry.safeParse(setting);
  if (!parsed.success) return undefined;
  const [folder, ...rest] = relative(installs, parsed.data.command).split(sep);
  return folder === undefined || folder === '' || folder === '..' || rest.length === 0 ? undefined : folder;
}

/** The version of a registry's agent that an entry starts; undefined where it starts something else. */
export function configuredVersion(
  setting: unknown,
  { id, distribution }: RegistryAgent,
  installs: string,
): string | undefined {
  const folder = installFolderOf(setting, installs);
  if (folder !== undefined) return folder.startsWith(`${id}@`) ? folder.slice(id.length + 1) : undefined;
  const parsed = entry.safeParse(setting);
  if (!parsed.success) return undefined;
  const { command, args = [] } = parsed.data;
  const program = basename(command).replace(/\.(?:cmd|exe)$/i, '');
  if (program === 'npx' && distribution.npx !== undefined)
    return versionAmong(args, distribution.npx.package);
  if (program === 'uvx' && distribution.uvx !== undefined)
    return versionAmong(args, distribution.uvx.package);
  return undefined;
}

/** The version with which a package stands among arguments. */
function versionAmong(args: readonly string[], wanted: string): string | undefined {
  const { name } = splitPackage(wanted);
  return args.map(splitPackage).find((each) => each.name === name)?.version;
}

function splitPackage(text: string): { readonly name: string; readonly version: string | undefined } {
  const [, name = text, version] = /^(@?[^@=]+?)(?:@|==)(.*)$/.exec(text) ?? [];
  return { name, version };
}
