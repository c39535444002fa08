// What the settings of VS Code say about the network, for programs that have to reach it as VS Code does.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { NetworkSettings } from '../../registry/machine/packageNetwork.ts';

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
