// Real agents ask the editor for problems and references in a real window, and get right answers.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startModelServer } from '../../support/modelServer.ts';
import { claudeLaunch } from '../../support/realAgents/acpAgents.ts';
import { qwenLaunch } from '../../support/qwenCode.ts';
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
  Claude: await claudeLaunch(model, home('claude'), 'none'),
  'Qwen Code': await qwenLaunch(model, home('qwen')),
  'oh-my-pi': await ohMyPiLaunch(model, home('omp')),
};

const parley = useParley({
  builtInExtensions: ['typescript-language-features'],
  files: {
    'tsconfig.json': '{}',
    'box.ts': 'export interface Box {\n  size: number;\n}\nexport const wrong: string = 1;\n',
    'use.ts': "import type { Box } from './box.ts';\nexport const one = (x: Box): number => x.size;\n",
    'broken.json': '{ "a": }\n',
  },
  machineSettings: { 'parley.agents': agents, 'parley.defaultAgent': 'Claude' },
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

/** Runs in the page: the names of the tabs that are active from now on, each once. */
function recordActiveTabs(): string[] {
  const seen: string[] = [];
  const look = (): void => {
    for (const tab of document.querySelectorAll('.tabs-container .tab.active')) {
      const name = tab.getAttribute('data-resource-name') ?? '';
      if (!seen.includes(name)) seen.push(name);
    }
  };
  look();
  const options = { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] };
  new MutationObserver(look).observe(document.body, options);
  return seen;
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

describe.each(Object.keys(agents))('%s', (agent) => {
  test('gets the new problems of files that it has just written, and no tab jumps', async () => {
    const { page } = parley.window;
    await parley.window.openFile('use.ts');
    const tabs = page.locator('.tabs-container .tab');
    await parley.window.openChat();
    const chat = new Chat(parley.window);
    await chat.newSession(agent);
    const active = await page.evaluateHandle(recordActiveTabs);
    for (const [extension, answer] of [
      ['ts', /written\.ts","line":1,.*"source":"ts"/s],
      ['json', /written\.json","line":1,.*Expected a JSON/s],
    ] as const) {
      const path = join(parley.server.workspace, agent, `written.${extension}`);
      await ask(chat, `[[check:path=${path}]] Go.`, answer);
    }
    expect(await active.jsonValue()).toEqual(['use.ts']);
    await expect.poll(() => tabs.count()).toBe(1);
  }, 180_000);
});

test('what an agent renames is in the transcript and the changed files, and can be undone', async () => {
  await parley.window.openChat();
  const chat = new Chat(parley.window);
  await chat.newSession('Claude');
  const path = join(parley.server.workspace, 'use.ts');
  const before = parley.server.readFile('use.ts');
  const rename = { op: 'rename', path, line: 2, symbol: 'one', newName: 'first' };
  await ask(chat, call('refactor', rename), /"changed":1/);
  expect(parley.server.readFile('use.ts')).toBe(before.replace('one', 'first'));
  await chat.find('tool-card').getByText('use.ts').first().waitFor();
  await chat.find('changes').getByText('1 file').waitFor();
  await parley.window.runCommand('Parley: Undo Changes');
  await expect.poll(() => parley.server.readFile('use.ts')).toBe(before);
}, 120_000);
