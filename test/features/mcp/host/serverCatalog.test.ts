// The MCP servers of a session: what variables of their entries stand for.
import { beforeEach, expect, test } from 'vitest';
import type * as vscodeTypes from 'vscode';
import { Emitter } from '../../../../src/core/base/lifecycle.ts';
import type { ReadMcpFile } from '../../../../src/host/settings/mcpFiles.ts';
import { onServers, ServerCatalog, type Catalog } from '../../../../src/features/mcp/host/serverCatalog.ts';
import { ServerSwitches } from '../../../../src/features/mcp/host/storedSwitches.ts';
import { serversSetting } from '../../../../src/features/mcp/host/mcpSettings.ts';
import { AgentSettings } from '../../../../src/host/settings/agentSettings.ts';
import { EntryDecisions } from '../../../../src/host/settings/entryDecisions.ts';
import { MemoryLog } from '../../../support/log.ts';
import { resetVscode, vscode } from '../../../support/vscode.ts';

beforeEach(() => resetVscode());

const nothingStored: vscodeTypes.Memento = {
  keys: () => [],
  get: () => undefined,
  update: async () => undefined,
};

/** A `Memento` in memory. */
function memento(): vscodeTypes.Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: (key: string) => values.get(key),
    update: async (key: string, value: unknown) => void values.set(key, value),
  };
}

/** The catalog of a session, once the user has allowed all the servers of the workspace. */
async function catalogOf(current: readonly ReadMcpFile[]): Promise<Catalog> {
  const files = { current, onChange: new Emitter<void>().event, refresh: async () => undefined };
  const decisions = new EntryDecisions(memento());
  const agentSettings = new AgentSettings(decisions, new MemoryLog(), files);
  agentSettings.readServersFrom(serversSetting);
  for (const { entry } of agentSettings.allMcpServers()) {
    if (entry !== undefined) await decisions.decide(entry, 'allowed');
  }
  const catalog = new ServerCatalog({
    agentSettings,
    files,
    inputs: { stored: async () => undefined, value: async () => undefined },
    switches: new ServerSwitches(nothingStored),
  });
  const session = { agent: 'A', cwd: '/work', sessionId: 's' };
  return await catalog.list(session, false);
}

/** The addresses of the servers that are on. */
async function addresses(current: readonly ReadMcpFile[] = []): Promise<readonly unknown[]> {
  const servers = onServers(await catalogOf(current));
  return servers.map((server) => ('url' in server ? server.url : server.command));
}

const configured = { it: { type: 'http', url: 'https://${config:my.host}/mcp' } };

test("a workspace's settings choose nothing in a server of its own that the user has reviewed", async () => {
  vscode.settings.set('my.host', 'workspace.example');
  vscode.places.set('my.host', { globalValue: 'user.example', workspaceValue: 'workspace.example' });
  const file: ReadMcpFile = {
    uri: 'file:///work/.vscode/mcp.json',
    path: '/work/.vscode/mcp.json',
    folder: '/work',
    config: { servers: configured, inputs: [], problems: [] },
  };
  expect(await addresses([file])).toEqual(['https://user.example/mcp']);
});

test("a server of the user's own gets the user's own settings, never those of a workspace", async () => {
  vscode.settings.set('mcpServers', configured);
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

test('what is no server in a file of the workspace is said, with the file that has it', async () => {
  const file: ReadMcpFile = {
    uri: 'file:///work/.vscode/mcp.json',
    path: '/work/.vscode/mcp.json',
    folder: '/work',
    config: { servers: { ...configured, odd: 7 }, inputs: [], problems: [] },
  };
  vscode.places.set('my.host', { globalValue: 'user.example' });
  const { servers, problems } = await catalogOf([file]);
  expect(servers).toHaveLength(1);
  expect(problems).toEqual([{ text: expect.stringContaining('“odd”'), path: '/work/.vscode/mcp.json' }]);
});
