// The token that is stored for a remote agent of the settings.
import type { RemoteLaunch } from '../../core/settings/agentSettings.ts';
import type { HostServices } from '../window/hostServices.ts';
import { agentLaunch } from './agentLaunch.ts';
import { hasToken, storeToken } from './remoteAccess.ts';

/** How to forget it; undefined where none is stored. */
export async function remoteToken(
  agent: string,
  host: Pick<HostServices, 'context' | 'agentSettings'>,
): Promise<{ readonly forget: () => Promise<void> } | undefined> {
  const launch = remoteLaunch(agent, host);
  if (launch === undefined || !(await hasToken(agent, launch.url, host.context))) return undefined;
  return { forget: () => storeToken(agent, launch.url, '', host.context) };
}

function remoteLaunch(
  agent: string,
  { context, agentSettings }: Pick<HostServices, 'context' | 'agentSettings'>,
): RemoteLaunch | undefined {
  try {
    const launch = agentLaunch(agent, context, agentSettings);
    return 'url' in launch ? launch : undefined;
  } catch {
    // An agent that cannot be used is sent nothing.
    return undefined;
  }
}
