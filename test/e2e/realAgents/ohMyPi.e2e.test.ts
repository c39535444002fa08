// A real CLI in a real window: oh-my-pi in RPC mode against a scripted model, chosen by setting.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startModelServer } from '../../support/modelServer.ts';
import { TOOL_ARGUMENT } from '../../support/modelToolCalls.ts';
import { installQuestions, ohMyPiLaunch } from '../../support/rpcAgents.ts';
import { Chat } from '../harness/chat.ts';
import { useParley } from '../harness/useParley.ts';
import { POEM, rpcAgentPanel } from './rpcAgentPanel.ts';

const agent = 'oh-my-pi';
const model = await startModelServer();
const home = mkdtempSync(join(tmpdir(), 'parley-rpc-'));
afterAll(async () => {
  await model.stop();
  rmSync(home, { recursive: true, force: true });
});

installQuestions(home, 'omp');
const launch = await ohMyPiLaunch(model, home);

const mcpServer = join(import.meta.dirname, '..', '..', 'support', 'programs', 'mcpServerProcess.ts');
const parley = useParley({
  files: { 'poem.txt': POEM },
  machineSettings: {
    'parley.agents': { [agent]: launch },
    'parley.mcpServers': { tests: { command: process.execPath, args: [mcpServer, join(home, 'notes')] } },
    'parley.defaultAgent': agent,
  },
});

rpcAgentPanel({ parley, model, agent, launch });

test('the model calls a tool of an MCP server through the host', async () => {
  await parley.window.openChat();
  const chat = new Chat(parley.window);
  await chat.newSession();
  await chat.ask('[[tool:name=echo]] Call it.');
  const card = chat.find('tool-card').last();
  await card.click();
  await card.getByText(`MCP says ${TOOL_ARGUMENT}`).first().waitFor();
  expect(model.requests.map(({ lastToolText }) => lastToolText)).toContain(`MCP says ${TOOL_ARGUMENT}`);
  expect(readFileSync(join(home, 'notes'), 'utf8')).toContain('"called":"echo"');
});
