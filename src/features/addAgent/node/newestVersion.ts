// The newest version of a package, as its registry says it.
import { homedir } from 'node:os';
import * as z from 'zod/mini';
import { parseJson } from '../../../core/text/parseJson.ts';
import { userEnvironment } from '../../../process/userEnvironment.ts';
import { fetchBytes, isAllowedAddress, type Fetch } from './httpFetch.ts';
import { npmSetting } from '../../../machine/npmConfig.ts';

const NPM_REGISTRY = 'https://registry.npmjs.org/';
const TIMEOUT_MS = 10_000;
/** The facts of one version of a package. */
const MAX_BYTES = 4 * 1024 * 1024;

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
