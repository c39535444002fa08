// What the settings of VS Code say about the network, for programs that have to reach it as VS Code does.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { NetworkSettings } from '../../machine/packageNetwork.ts';

/** In lower case; their names in upper case count too. */
const PROXY_VARIABLES = ['https_proxy', 'http_proxy', 'all_proxy'];

const proxySetting = z.catch(z.string(), '');
const hostsSetting = z.catch(z.array(z.string()), []);

export function networkSettings(): NetworkSettings {
  const settings = vscode.workspace.getConfiguration('http');
  return {
    proxy: settings.get('proxySupport') === 'off' ? '' : proxySetting.parse(settings.get('proxy')),
    noProxy: hostsSetting.parse(settings.get('noProxy')),
    usesSystemCertificates: settings.get('systemCertificates') !== false,
  };
}

/**
 * Whether VS Code reaches an address through a proxy that is named in the settings or in the environment. As there,
 * `http.noProxy` replaces the exceptions of the environment where it has any, and this machine is always an exception.
 */
export function isProxied(url: string, env: NodeJS.ProcessEnv = process.env): boolean {
  const address = URL.parse(url);
  if (address === null || vscode.workspace.getConfiguration('http').get('proxySupport') === 'off')
    return false;
  const { proxy, noProxy } = networkSettings();
  const ofEnvironment = PROXY_VARIABLES.some(
    (name) => hasValue(env[name]) || hasValue(env[name.toUpperCase()]),
  );
  if (proxy === '' && !ofEnvironment) return false;
  const exceptions = noProxy.length > 0 ? noProxy : (env['no_proxy'] || env['NO_PROXY'] || '').split(',');
  return !['localhost', '127.0.0.1', '[::1]'].includes(address.hostname) && !isException(address, exceptions);
}

function hasValue(text: string | undefined): boolean {
  return text !== undefined && text !== '';
}

/** `*` is every host; a name is also every host below it. Each may have a port, an IPv6 address only behind brackets. */
function isException({ protocol, hostname, port }: URL, exceptions: readonly string[]): boolean {
  const ownPort = port === '' ? (/^(?:https|wss):$/.test(protocol) ? '443' : '80') : port;
  return exceptions.some((exception) => {
    const text = exception.trim().toLowerCase();
    const [, bracketed = text, portBehind] = /^\[(.*)\](?::(.*))?$/.exec(text) ?? [];
    // Each address has one spelling among those of URLs.
    const ipv6 = /:.*:/.test(bracketed) ? (URL.parse(`http://[${bracketed}]`)?.hostname ?? '') : undefined;
    const [name = '', wantedPort = ''] = ipv6 === undefined ? text.split(':') : [ipv6, portBehind];
    if (name === '*') return true;
    const domain = name.startsWith('.') ? name : `.${name}`;
    return name !== '' && `.${hostname}`.endsWith(domain) && (wantedPort === '' || wantedPort === ownPort);
  });
}
