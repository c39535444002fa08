// The user's configuration of npm, as far as their file and variables say it: npm itself is not started.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface NpmSurroundings {
  /** The environment in which npm is started. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly home: string;
}

/** A value of npm's configuration; undefined where the user has not set it. */
export async function npmSetting(
  name: 'prefix' | 'cache' | 'proxy' | 'https-proxy' | 'registry',
  { env, home }: NpmSurroundings,
): Promise<string | undefined> {
  const variable = `npm_config_${name.replace('-', '_')}`;
  const value = env[variable] ?? env[variable.toUpperCase()];
  if (value !== undefined) return value;
  const text = await readFile(join(home, '.npmrc'), 'utf8').catch(() => '');
  const [, written] = new RegExp(String.raw`^\s*${name}\s*=\s*"?([^"\r\n]+?)"?\s*$`, 'm').exec(text) ?? [];
  return written?.replace(/^(?:~|\$\{HOME\})(?=\/|$)/, home);
}
