// MCP servers that are revoked while sessions use them.
import { beforeEach, expect, test } from 'vitest';
import { Emitter } from '../../../src/core/base/lifecycle.ts';
import type { Agent } from '../../../src/core/ports/agent.ts';
import { AgentSettingsWatch } from '../../../src/host/agents/agentSettingsWatch.ts';
import { MemoryLog } from '../../support/log.ts';
import { resetVscode, vscode } from '../../support/vscode.ts';
import { flushMicrotasks } from '../../support/wait.ts';

let changed: Emitter<void>;
let statusChanged: Emitter<Pick<Agent, 'name' | 'status'>>;
let servers: string[];
let restarted: string[];

beforeEach(() => {
  resetVscode();
  changed = new Emitter();
  statusChanged = new Emitter();
  servers = ['mine', 'evil\u202E'];
  restarted = [];
  new AgentSettingsWatch({
    agents: { onStatusChange: statusChanged.event },
    sessions: { supervisor: { restart: async (name) => void restarted.push(name) } },
    agentSettings: {
      agentText: () => 'same',
      mcpServers: () =>
        servers.map((name) => ({
          id: name,
          name,
          setting: {},
          inputs: [],
          source: { kind: 'user-setting' },
          folder: '/w',
          entry: undefined,
          shadowedBy: undefined,
        })),
      onChange: changed.event,
    },
    log: new MemoryLog(),
    openSettings: async () => undefined,
  });
});

async function change(...now: readonly string[]): Promise<void> {
  servers = [...now];
  changed.fire();
  await flushMicrotasks();
}

test('a revoked server is named, and the agents that may use it are restarted where the user wants that', async () => {
  statusChanged.fire({ name: 'A', status: { state: 'starting' } });
  statusChanged.fire({ name: 'B', status: { state: 'starting' } });
  statusChanged.fire({ name: 'B', status: { state: 'stopped' } });
  vscode.answers.push((buttons) => buttons[0]);
  await change('mine');
  expect(vscode.messages[0]).toContain('evil\\u{202e}');
  expect(restarted).toEqual(['A']);
});

test('nothing is said where no agent runs, where a server is added, and twice', async () => {
  await change('mine');
  statusChanged.fire({ name: 'A', status: { state: 'starting' } });
  await change('mine', 'more');
  expect(vscode.messages).toEqual([]);
  await change('mine');
  await change('mine');
  expect(vscode.buttons).toEqual([['Restart Agents']]);
  expect(restarted).toEqual([]);
});
