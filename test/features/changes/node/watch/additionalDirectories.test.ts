// An agent in a process of its own writes to the folders that its session got as `additionalDirectories`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectionTo } from '../../../../support/agentHarness.ts';
import { asFile } from '../../../../support/changes/lineEnds.ts';
import {
  changes,
  finishTurn,
  KEY,
  listed,
  look,
  prompt,
  promptToRun,
} from '../../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

/** Appends a line to `f.txt` of each folder that its session got, in each prompt. */
const AGENT = `
const { appendFileSync } = require('node:fs');
let folders = [];
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answers = {
    initialize: () => ({
      protocolVersion: 1,
      agentCapabilities: { sessionCapabilities: { additionalDirectories: CAN ? {} : null } },
    }),
    'session/new': () => {
      folders = [params.cwd, ...(params.additionalDirectories ?? [])];
      return { sessionId: 'acp-1' };
    },
    'session/prompt': () => {
      for (const folder of folders) appendFileSync(folder + '/f.txt', 'by the agent\\n');
      return { stopReason: 'end_turn' };
    },
  };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.() ?? {} }) + '\\n');
});
`;

async function agentWrites(
  canTakeMore: boolean,
  additional: readonly string[],
): Promise<() => Promise<void>> {
  const program = AGENT.replace('CAN', String(canTakeMore));
  const { agent } = connectionTo({ command: process.execPath, args: ['-e', program] });
  await agent.connect();
  const sessionId = await agent.sessions.create({ cwd: files.folder, additional });
  return async () => void (await agent.prompt(sessionId, [{ type: 'text', text: 'write' }]));
}

/** Folders beside the session's own, each with a file. */
function makeFolders(...names: readonly string[]): readonly string[] {
  files.put('f.txt', 'before\n');
  return names.map((name) => {
    const folder = files.beside(name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'f.txt'), asFile('before\n'));
    return folder;
  });
}

function texts(folders: readonly string[]): readonly string[] {
  return folders.map((folder) => readFileSync(join(folder, 'f.txt'), 'utf8').replaceAll('\r\n', '\n'));
}

const written = 'before\nby the agent\n';

test('what it writes there is listed, undone, and redone', async () => {
  const further = makeFolders('api', 'web');
  const all = [files.folder, ...further];
  files.furtherFolders = further;
  const write = await agentWrites(true, further);
  const window = files.openWindow();
  await promptToRun(window);
  await write();
  await finishTurn(window);
  expect(listed(window)).toEqual([
    'modified api/f.txt +1 -0',
    'modified project/f.txt +1 -0',
    'modified web/f.txt +1 -0',
  ]);
  await window.tracker.review.undo(KEY);
  expect(texts(all)).toEqual(['before\n', 'before\n', 'before\n']);
  await window.tracker.review.redo(KEY);
  expect(texts(all)).toEqual([written, written, written]);
});

test('one of them is undone alone, and kept files stay as they are', async () => {
  const further = makeFolders('api', 'web');
  const [api = '', web = ''] = further;
  files.furtherFolders = further;
  const write = await agentWrites(true, further);
  const window = files.openWindow();
  await promptToRun(window);
  await write();
  await finishTurn(window);
  await window.tracker.review.undo(KEY, join(api, 'f.txt'));
  await window.tracker.review.keep(KEY, join(web, 'f.txt'));
  expect(texts([files.folder, ...further])).toEqual([written, 'before\n', written]);
  expect(listed(window)).toEqual(['modified f.txt +1 -0']);
});

test('a restore brings back the files of all of them', async () => {
  const further = makeFolders('api');
  files.furtherFolders = further;
  const write = await agentWrites(true, further);
  const window = files.openWindow();
  const entry = await promptToRun(window);
  await write();
  await finishTurn(window);
  await window.tracker.review.restore(KEY, entry, async () => true);
  expect(texts([files.folder, ...further])).toEqual(['before\n', 'before\n']);
  expect(changes(window)?.files ?? []).toEqual([]);
});

test('an agent that takes none is given none, and nothing is listed there', async () => {
  const further = makeFolders('api');
  files.furtherFolders = further;
  const write = await agentWrites(false, further);
  const window = files.openWindow();
  await prompt(window);
  await promptToRun(window);
  await write();
  await finishTurn(window);
  await look(window);
  expect(listed(window)).toEqual(['modified f.txt +1 -0']);
  expect(texts(further)).toEqual(['before\n']);
});
