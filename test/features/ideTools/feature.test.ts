// Which sessions are given the tools of the editor.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DisposableStore } from '../../../src/core/base/lifecycle.ts';
import type { Agent, OwnClient } from '../../../src/core/ports/agent.ts';
import { ServerSources } from '../../../src/core/ports/serverSources.ts';
import type { OpeningSession } from '../../../src/core/ports/sessionServers.ts';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { ideTools } from '../../../src/features/ideTools/feature.ts';
import type { HostServices } from '../../../src/host/window/hostServices.ts';
import { systemClock } from '../../../packages/process/systemClock.ts';
import { servedSession } from '../../support/ide/servedSession.ts';
import { MemoryLog } from '../../support/log.ts';
import { resetVscode, vscode } from '../../support/vscode.ts';
import { kernelWith } from '../kernelWith.ts';

let owned = new DisposableStore();
beforeEach(() => {
  resetVscode();
  owned = new DisposableStore();
});
afterEach(() => owned.dispose());

/** The servers of a session, as the feature gives them besides those of `servers`. */
async function serversOf(
  agent: string,
  session: Partial<OpeningSession> = {},
  servers = new ServerSources(),
): Promise<readonly string[]> {
  const context: HostServices['context'] = Object.assign(Object.create(null), {
    asAbsolutePath: (path: string) => path,
  });
  const host = { owned, store: new SessionStore(), clock: systemClock, log: new MemoryLog(), context };
  ideTools.start(kernelWith({ host, servers }));
  await servers.prepare(agent);
  const made: Agent = Object.assign(Object.create(null), { name: agent });
  const client: OwnClient = Object.create(null);
  const given = servers.of({ agent: made, client });
  const opening = { ...servedSession(), knownAs: undefined, ...session };
  return (await given.serversOf(opening)).map(({ name }) => name);
}

test('a session is given the tools', async () => {
  expect(await serversOf('A')).toEqual(['parley-ide']);
});

test('nothing is given to agents for which the setting says so, and to agents on other machines', async () => {
  vscode.settings.set('ideTools', { B: false });
  expect(await serversOf('B')).toEqual([]);
  expect(await serversOf('A', { isHere: false })).toEqual([]);
});

test('nothing is given to a session in which the user turned them off', async () => {
  const servers = new ServerSources();
  servers.add({ allows: (agent) => Promise.resolve(agent !== 'B') });
  expect(await serversOf('B', {}, servers)).toEqual([]);
});

test('the tools know the names of the servers that the user configured', async () => {
  const servers = new ServerSources();
  const own = { name: 'parley-ide', command: 'x', args: [], env: [] };
  servers.add({ configured: () => Promise.resolve([own]) });
  expect(await serversOf('A', {}, servers)).toEqual(['parley-ide', 'parley-ide-2']);
});
