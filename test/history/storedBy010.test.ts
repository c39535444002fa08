// What 0.1.0 stored is read as it was meant. Its code (44f2e14) wrote the files that are read here.
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportMarkdown } from '../../src/core/history/exportMarkdown.ts';
import { decisionsCsv, readDecisions } from '../../src/core/permissions/decisionRecords.ts';
import { openWindow, temporaryFolder } from '../support/history/historyWindow.ts';

const stored = join(import.meta.dirname, '../support/history/storedBy010');
const key = 'f8a3c1de-0000-4000-8000-000000000010';

test('a session is listed and comes back whole, with the prompts and decisions of the user', async () => {
  const folder = temporaryFolder();
  cpSync(join(stored, 'history'), folder, { recursive: true });
  const window = await openWindow(folder);
  expect(window.history.summaries()).toMatchObject([{ key, alias: 'My session', entries: 7 }]);
  const state = await window.history.read(key);
  expect(state?.entries.flat()).toMatchObject([
    { kind: 'user', origin: 'user', content: [{ text: 'Change the port' }] },
    { kind: 'thought' },
    { kind: 'tool', decision: { by: 'user', option: { kind: 'allow_once' }, edit: 'written' } },
    { kind: 'user', origin: 'user', content: [{ text: 'And the docs' }] },
    { kind: 'agent', content: [{ text: 'The port is 8080 now.' }] },
    { kind: 'tool', call: { title: 'npm test', content: [{ type: 'terminal', terminalId: 'x' }] } },
    { kind: 'tool', decision: { by: 'rule', rule: 'user rule 1: deny, command rm' } },
    { kind: 'turn', stopReason: 'end_turn' },
  ]);
  expect(state).toMatchObject({
    sessionId: 'acp-1',
    queue: [{ id: 'q2' }],
    queueHeld: true,
    terminals: [{ command: 'npm test', output: 'ok\n', exit: { code: 0 } }],
  });
  expect(state === undefined ? '' : exportMarkdown(state)).toContain('- Allow (by you)');
});

test('a decision of the user stays theirs in the log and its exports', () => {
  const records = readDecisions(JSON.parse(readFileSync(join(stored, 'decisions.json'), 'utf8')));
  expect(records).toMatchObject([{ title: 'Edit config.ts', decision: { by: 'user' } }]);
  expect(decisionsCsv(records)).toContain(',allowed,Allow,user,');
});
