// The MCP servers of a session: what variables of the user's own entries stand for.
import { beforeEach, expect, test } from 'vitest';
import type * as vscodeTypes from 'vscode';
import { Emitter } from '../../../src/core/base/lifecycle.ts';
import { onServers, ServerCatalog } from '../../../src/host/mcp/serverCatalog.ts';
import { ServerSwitches } from '../../../src/host/mcp/storedSwitches.ts';
import { AgentSettings } from '../../../src/host/settings/agentSettings.ts';
import { EntryDecisions } from '../../../src/host/settings/entryDecisions.ts';
import { MemoryLog } from '../../support/log.ts';
import { resetVscode, vscode } from '../../support/vscode.ts';

beforeEach(() => resetVscode());

const nothingStored: vscodeTypes.Memento = {
  keys: () => [],
  get: () => undefined,
  update: async () => undefined,
};

async function addresses(): Promise<readonly unknown[]> {
  const files = { current: [], onChange: new Emitter<void>().event, refresh: async () => undefined };
  const catalog = new ServerCatalog({
    agentSettings: new AgentSettings(new EntryDecisions(nothingStored), new MemoryLog(), files),
    files,
    inputs: { stored: async () => undefined, value: async () => undefined },
    switches: new ServerSwitches(nothingStored),
  });
  const session = { agent: 'A', cwd: '/work', sessionId: 's' };
  const servers = onServers(await catalog.list(session, false));
  return servers.map((server) => ('url' in server ? server.url : server.command));
}

test("a server of the user's own gets the user's own settings, never those of a workspace", async () => {
  vscode.settings.set('mcpServers', { it: { type: 'http', url: 'https://${config:my.host}/mcp' } });
  // What holds, and where it is set.
  vscode.settings.set('my.host', 'workspace.example');
  const workspaceValue = 'workspace.example';
  vscode.places.set('my.host', {
    defaultValue: 'default.example',
    globalValue: 'user.example',
    workspaceValue,
  });
  expect(await addresses()).toEqual(['https://user.example/mcp']);
  vscode.places.set('my.host', { defaultValue: 'default.example', globalValue: undefined, workspaceValue });
  expect(await addresses()).toEqual(['https://default.example/mcp']);
});
