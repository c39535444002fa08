// Where npm installs and caches, as far as files and variables say it: npm itself is not started.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface NpmSurroundings {
  /** The environment in which npm is started. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly home: string;
}

/** A folder of npm's configuration; undefined where the user has not set it. */
export async function npmFolder(
  name: 'prefix' | 'cache',
  { env, home }: NpmSurroundings,
): Promise<string | undefined> {
  const variable = env[`npm_config_${name}`] ?? env[`NPM_CONFIG_${name.toUpperCase()}`];
  if (variable !== undefined) return variable;
  const text = await readFile(join(home, '.npmrc'), 'utf8').catch(() => '');
  const [, folder] = new RegExp(String.raw`^\s*${name}\s*=\s*"?([^"\r\n]+?)"?\s*$`, 'm').exec(text) ?? [];
  return folder?.replace(/^(?:~|\$\{HOME\})(?=\/|$)/, home);
}
