// A real agent asks the editor for problems and references in a real window, and gets right answers.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startModelServer } from '../../support/modelServer.ts';
import { ohMyPiLaunch } from '../../support/rpcAgents.ts';
import { answerPermission } from '../harness/answerPermission.ts';
import { Chat } from '../harness/chat.ts';
import { useParley } from '../harness/useParley.ts';

const model = await startModelServer();
const homes = mkdtempSync(join(tmpdir(), 'parley-ide-tools-'));
const home = (name: string): string => {
  const path = join(homes, name);
  mkdirSync(path);
  return path;
};
afterAll(async () => {
  await model.stop();
  rmSync(homes, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const agents = {
  'oh-my-pi': await ohMyPiLaunch(model, home('omp')),
};

const parley = useParley({
  files: {
    'tsconfig.json': '{}',
    'box.ts': 'export interface Box {\n  size: number;\n}\nexport const wrong: string = 1;\n',
    'use.ts': "import type { Box } from './box.ts';\nexport const one = (x: Box): number => x.size;\n",
    'broken.json': '{ "a": }\n',
  },
  machineSettings: { 'parley.agents': agents, 'parley.defaultAgent': 'oh-my-pi' },
});

const call = (tool: string, input: object): string => `[[ide:${tool}=${JSON.stringify(input)}]] Go.`;

/** Each prompt, and what of the editor's answer the agent must hand to its model. */
const asked = (folder: string): readonly [prompt: string, answer: RegExp][] => {
  const path = join(folder, 'box.ts');
  return [
    [call('diagnostics', { op: 'file', path }), /"line":4.*not assignable to type 'string'/s],
    [call('code_navigate', { op: 'references', path, line: 2, symbol: 'size' }), /use\.ts","line":2/],
    [call('diagnostics', { op: 'file', path: join(folder, 'broken.json') }), /"line":1.*Value expected/s],
  ];
};

/** Sends a prompt, allows what the agent asks for, and waits until its model got an answer like that. */
async function ask(chat: Chat, prompt: string, answer: RegExp): Promise<void> {
  const before = model.requests.length;
  const row = await chat.lastRow();
  await chat.send(prompt);
  await expect
    .poll(
      async () => {
        if ((await chat.find('permission').count()) > 0) await answerPermission(chat, '1');
        // Some hand on JSON within JSON.
        return model.requests.slice(before).map(({ lastToolText }) => lastToolText.replaceAll('\\"', '"'));
      },
      { timeout: 60_000, interval: 200 },
    )
    .toContainEqual(expect.stringMatching(answer));
  await chat.turnEnd(row);
}

describe.each(Object.keys(agents))('%s', (agent) => {
  test('calls diagnostics and references, and gets right answers', async () => {
    await parley.window.openChat();
    const chat = new Chat(parley.window);
    await chat.newSession(agent);
    await chat.connected();
    for (const [prompt, answer] of asked(parley.server.workspace)) await ask(chat, prompt, answer);
  }, 180_000);
});
