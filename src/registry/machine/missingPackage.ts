// A package, or a version of one, that its registry does not have: as npm and uv say it, and what there is instead.
import { homedir } from 'node:os';
import * as z from 'zod/mini';
import { parseJson } from '../../core/text/parseJson.ts';
import { userEnvironment } from '../../process/environment.ts';
import { fetchBytes, isAllowedAddress, type Fetch } from '../httpFetch.ts';
import { npmSetting } from './npmConfig.ts';

const NPM_REGISTRY = 'https://registry.npmjs.org/';
const TIMEOUT_MS = 10_000;
/** The facts of one version of a package. */
const MAX_BYTES = 4 * 1024 * 1024;

export interface MissingPackage {
  readonly name: string;
  /** Undefined where there is no such package at all. */
  readonly version: string | undefined;
}

const NPM_NAME = String.raw`(?:@[\w.~-]+/)?[\w~-][\w.~-]*`;

/** In what npm prints: `notarget No matching version found for a@1.2.3.`, `404 '@a/b@1.2.3' is not in this registry.` */
const NO_VERSION = new RegExp(`No matching version found for (${NPM_NAME})@([^\\s]+?)\\.?(?:\\s|$)`);
const NO_PACKAGE = new RegExp(
  `(?:E404|404)[^]*?['"\u2018\u201c ](${NPM_NAME})(?:@[^\\s'"]*)?['"\u2019\u201d] (?:is not in (?:this|the npm) registry|could not be found)`,
);
/** `there is no version of a==1.2.3`, `a was not found in the package registry`. */
const NO_PYTHON_VERSION = /there is no version of ([A-Za-z0-9][\w.-]*)==([\w.+-]+)/;
const NO_PYTHON_PACKAGE = /([A-Za-z0-9][\w.-]*) was not found in the package registry/;

/** What a package manager could not find, by what it printed; undefined where it failed otherwise. */
export function missingPackage(printed: string): MissingPackage | undefined {
  for (const pattern of [NO_VERSION, NO_PYTHON_VERSION, NO_PACKAGE, NO_PYTHON_PACKAGE]) {
    const [, name, version] = pattern.exec(printed) ?? [];
    if (name !== undefined) return { name, version };
  }
  return undefined;
}

const latest = z.object({ version: z.string().check(z.regex(/^\d+\.\d+\.\d+[\w.+-]*$/), z.maxLength(100)) });

/** The newest version of a package of npm, from the registry that npm uses; undefined where that does not say. */
export async function newestVersion(
  name: string,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<string | undefined> {
  const setting = await npmSetting('registry', { env: await userEnvironment({}), home: homedir() });
  const registry = setting !== undefined && isAllowedAddress(setting, setting) ? setting : NPM_REGISTRY;
  const address = `${registry.replace(/\/*$/, '')}/${name.replace('/', '%2f')}/latest`;
  const limits = { idleTimeoutMs: TIMEOUT_MS, totalTimeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
  const bytes = await fetchBytes(address, { fetch, signal, trusted: registry, ...limits }).catch(
    () => undefined,
  );
  return latest.safeParse(parseJson(bytes?.toString('utf8') ?? '')).data?.version;
}
