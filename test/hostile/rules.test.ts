// Rules as nobody should write them: ten thousand, one that matches everything, and such that are none.
import { expect, test } from 'vitest';
import { createToolCall, type ToolCall } from '../../src/core/session/toolCall/state.ts';
import { PermissionRules } from '../../src/host/permissions/permissionRules.ts';
import { atEnd } from '../support/agentHarness.ts';
import { MemoryLog } from '../support/log.ts';
import { changeSettings, resetVscode, vscode } from '../support/vscode.ts';
import { startProcessorTimer } from '../support/clock.ts';

async function rulesOf(user: unknown, workspace?: unknown): Promise<PermissionRules> {
  resetVscode();
  vscode.settings.set('permissions.rules', user);
  if (workspace !== undefined) vscode.places.set('permissions.rules', { workspaceValue: workspace });
  const rules = new PermissionRules(new MemoryLog());
  atEnd(() => rules.dispose());
  await rules.load();
  return rules;
}

function command(line: string): ToolCall {
  return createToolCall({ toolCallId: 't', kind: 'execute', rawInput: { command: line } });
}

function edit(path: string): ToolCall {
  return createToolCall({ toolCallId: 't', kind: 'edit', locations: [{ path }] });
}

function action(rules: PermissionRules, call: ToolCall): string {
  return rules.judge('A', '/work', call).action;
}

function processorMs(work: () => void): number {
  const usedMs = startProcessorTimer();
  work();
  return usedMs();
}

const TEN_THOUSAND = Array.from({ length: 10_000 }, (_, index) => {
  switch (index % 4) {
    case 0:
      return { action: 'allow', command: `program${index} --flag` };
    case 1:
      return { action: 'deny', path: `**/{a,b,c}${index}/*.{ts,tsx}` };
    case 2:
      return { action: 'ask', command: [`npm run task${index}`, `git task${index}`] };
    default:
      return { action: 'allow', agent: `agent${index}`, kind: 'edit' };
  }
});

test('10,000 rules are read and judged by without a wait, and the last one counts', async () => {
  const last = { action: 'deny', command: 'rm' };
  const rules = await rulesOf([...TEN_THOUSAND, last]);
  const read = processorMs(() => changeSettings());
  expect(read).toBeLessThan(2_000);
  expect(action(rules, command('rm -rf x'))).toBe('deny');
  expect(action(rules, command('program0 --flag'))).toBe('allow');
  const lines = ['npm test && git status | cat', "sh -c 'echo a; echo b'", 'x'.repeat(10_000)];
  const judged = processorMs(() => {
    for (const line of lines) action(rules, command(line));
    for (let index = 0; index < 20; index++)
      action(rules, edit(`/work/src/${'deep/'.repeat(50)}${index}.ts`));
  });
  expect(judged).toBeLessThan(5_000);
});

test('10,000 rules for paths are held against many files at once', async () => {
  const actions = ['allow', 'ask', 'deny'];
  const some = TEN_THOUSAND.map((_, index) => ({
    action: actions[index % 3],
    path: [`**/{a,b}${index}/*.ts`, `lib/part${index}/**`, `~/x${index}/*`],
  }));
  const rules = await rulesOf([...some, { action: 'deny', path: '**/*7.key' }]);
  const files = Array.from({ length: 1_000 }, (_, index) => `/work/src/some/folder${index}/file${index}.ts`);
  const named = createToolCall({
    toolCallId: 't',
    kind: 'edit',
    locations: files.map((path) => ({ path })),
  });
  const listed = createToolCall({ toolCallId: 't', kind: 'read', rawInput: { files: files.slice(0, 90) } });
  const read = command(`cat ${files.slice(0, 90).join(' ')}`);
  let found: readonly string[] = [];
  const judged = processorMs(() => {
    found = [named, listed, read, edit('/work/lib/part9/x.ts'), edit('/work/c/17.KEY')].map((call) =>
      action(rules, call),
    );
  });
  expect(found).toEqual(['ask', 'ask', 'ask', 'allow', 'deny']);
  expect(judged).toBeLessThan(10_000);
});

test('a rule that matches everything allows what a rule may allow, and nothing more', async () => {
  const rules = await rulesOf([{ action: 'allow' }, { action: 'allow', path: '**' }]);
  expect(action(rules, edit('/work/a'))).toBe('allow');
  expect(action(rules, edit('/work/.git/config'))).toBe('ask');
  expect(action(rules, edit('/work/.VSCODE/settings.json'))).toBe('ask');
});

test('a rule of the workspace that matches everything can only restrict', async () => {
  const allow = [{ action: 'allow' }];
  expect(action(await rulesOf([], allow), edit('/work/a'))).toBe('ask');
  expect(action(await rulesOf(allow, [{ action: 'deny' }]), edit('/work/a'))).toBe('deny');
  expect(action(await rulesOf([{ action: 'deny' }], allow), edit('/work/a'))).toBe('deny');
});

test.each([
  [null],
  ['allow'],
  [[null, 7, 'allow', [], [[{ action: 'allow' }]]]],
  [[{ action: 'ALLOW' }, { action: ['allow'] }, { Action: 'allow' }]],
  [[{ action: 'allow', comand: 'git' }]],
  [
    [
      { action: 'allow', command: '' },
      { action: 'allow', command: [] },
      { action: 'allow', path: '' },
    ],
  ],
  [
    [
      { action: 'allow', command: null },
      { action: 'allow', command: {} },
      { action: 'allow', path: [null] },
    ],
  ],
  [JSON.parse('[{"__proto__":{"action":"allow"}}]')],
])('what is no rule allows nothing: %j', async (value) => {
  const rules = await rulesOf(value);
  expect(action(rules, command('git status'))).not.toBe('allow');
  expect(action(rules, edit('/work/a'))).not.toBe('allow');
});
