// How package managers reach the network: as VS Code does, as far as the user has not configured them.
import { homedir } from 'node:os';
import { userEnvironment } from '../process/userEnvironment.ts';
import { npmSetting, type NpmSurroundings } from './npmConfig.ts';

/** What the settings of VS Code say about the network. */
export interface NetworkSettings {
  /** `http.proxy`; empty where there is none. */
  readonly proxy: string;
  /** `http.noProxy` */
  readonly noProxy: readonly string[];
  /** `http.systemCertificates` */
  readonly usesSystemCertificates: boolean;
}

const PROXY_VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];

/** The variables with which a package manager downloads a package; those that only it reads, where there are such. */
export async function networkVariables(
  manager: 'npx' | 'uvx',
  settings: NetworkSettings,
  surroundings?: NpmSurroundings,
): Promise<Readonly<Record<string, string>>> {
  const known = surroundings ?? { env: await userEnvironment({}), home: homedir() };
  const { proxy, noProxy, usesSystemCertificates } = settings;
  const hasProxy = proxy === '' || (await isConfigured(manager, known));
  const exceptions = noProxy.join(',');
  return manager === 'npx'
    ? {
        ...(hasProxy ? {} : { npm_config_proxy: proxy, npm_config_https_proxy: proxy }),
        ...(hasProxy || exceptions === '' ? {} : { npm_config_noproxy: exceptions }),
        ...(usesSystemCertificates ? { NODE_USE_SYSTEM_CA: '1' } : {}),
      }
    : {
        ...(hasProxy ? {} : { HTTP_PROXY: proxy, HTTPS_PROXY: proxy }),
        ...(hasProxy || exceptions === '' ? {} : { NO_PROXY: exceptions }),
        ...(usesSystemCertificates ? { UV_NATIVE_TLS: '1' } : {}),
      };
}

async function isConfigured(manager: 'npx' | 'uvx', surroundings: NpmSurroundings): Promise<boolean> {
  const { env } = surroundings;
  const names = PROXY_VARIABLES.flatMap((name) => [name, name.toLowerCase()]);
  if (names.some((name) => (env[name] ?? '') !== '')) return true;
  if (manager === 'uvx') return false;
  const values = await Promise.all([
    npmSetting('proxy', surroundings),
    npmSetting('https-proxy', surroundings),
  ]);
  return values.some((value) => value !== undefined);
}
