// Asks for the URL of a remote agent and its token, and tries it before it is saved.
import { remoteAddress } from '../../../core/settings/remoteAddress.ts';
import type { RemoteLaunch } from '../../../core/settings/agentSettings.ts';
import {
  confirmUnencrypted,
  preparedRemote,
  storeToken,
  tokenProblem,
  type RemoteAccessContext,
} from '../../../host/agents/remoteAccess.ts';
import { addAgentStrings } from './addAgentStrings.ts';
import type { AddAgentServices } from './addAgentServices.ts';
import { nameAndConfirm, withTrial } from './addAgentEntry.ts';
import { nameOf } from './askName.ts';
import { askSteps } from '../../../host/window/inputSteps.ts';
import { writeAgent } from './userAgents.ts';

const TIMEOUT_SECONDS = 30;

/** What the user entered. */
interface Connection {
  readonly url: string;
  /** Empty for none. */
  readonly token: string;
}

/** Resolves to the name of the agent that was added; undefined when it was not. */
export async function addRemoteAgent(services: AddAgentServices): Promise<string | undefined> {
  let connection: Connection = { url: '', token: '' };
  for (;;) {
    const entered = await askConnection(connection);
    if (entered === undefined) return undefined;
    connection = entered;
    const { url, token } = connection;
    const host = hostOf(url);
    if (!(await confirmUnencrypted(host, url, services.context))) continue;
    const result = await tryConnection(host, connection, services);
    if (result === 'retry') continue;
    if (result === 'cancelled') return undefined;
    const entry = { url };
    const name = await nameAndConfirm(addAgentStrings.remoteTitle(), result.name, entry);
    if (name === undefined) return undefined;
    await storeToken(name, url, token, services.context);
    await writeAgent(name, entry);
    return name;
  }
}

/** Removes the token of an agent that is removed; `entry`: its entry, outside data. */
export async function forgetTokenOf(
  name: string,
  entry: unknown,
  context: RemoteAccessContext,
): Promise<void> {
  if (typeof entry !== 'object' || entry === null || !('url' in entry)) return;
  if (typeof entry.url === 'string') await storeToken(name, entry.url, '', context);
}

async function askConnection(initial: Connection): Promise<Connection | undefined> {
  const values = await askSteps(addAgentStrings.remoteTitle(), [
    {
      prompt: addAgentStrings.urlPrompt(),
      value: initial.url,
      problem: (text) =>
        remoteAddress(text.trim()) === undefined ? addAgentStrings.urlInvalid() : undefined,
    },
    {
      prompt: addAgentStrings.remoteTokenPrompt(),
      value: initial.token,
      isSecret: true,
      problem: tokenProblem,
    },
  ]);
  if (values === undefined) return undefined;
  const [url = '', token = ''] = values.map((value) => value.trim());
  return { url, token };
}

/** Resolves to what the agent is called; to `'retry'` when it does not work and the user corrects the connection. */
function tryConnection(
  host: string,
  { url, token }: Connection,
  services: AddAgentServices,
): Promise<{ readonly name: string } | 'cancelled' | 'retry'> {
  const options = { name: host, again: addAgentStrings.editConnection(), advice: '', services };
  return withTrial(options, async (signal, report) => {
    report(addAgentStrings.connecting());
    const plain: RemoteLaunch = { url, headers: {} };
    const prepared = await preparedRemote(host, plain, services.context);
    const description = await services.tryAgent({
      name: host,
      launch: { ...prepared, ...(token === '' ? {} : { token }) },
      log: services.logs.agent(host),
      timeoutSeconds: TIMEOUT_SECONDS,
      signal,
    });
    return { name: nameOf(description) || host };
  });
}

/** The host of an address, without its port. */
function hostOf(url: string): string {
  return (remoteAddress(url)?.origin ?? url).replace(/^\w+:\/\//, '').replace(/:\d+$/, '');
}
