// Permission requests answered by the user, by rules, and by nobody.
import { describe, expect, test } from 'vitest';
import { WITHDRAWN } from '../../../src/core/base/abort.ts';
import { MAX_OPEN_QUESTIONS } from '../../../src/core/permissions/openQuestionLimit.ts';
import type { PermissionQuestion } from '../../../src/core/ports/agent.ts';
import { Emitter } from '../../../src/core/base/lifecycle.ts';
import type { Verdict } from '../../../src/core/permissions/policy/permissionPolicy.ts';
import type {
  DecidedPermission,
  PermissionPolicy,
} from '../../../src/core/permissions/permissionRequests.ts';
import { Permissions } from '../../../src/core/permissions/permissionRequests.ts';
import type { PermissionOption } from '../../../src/core/session/permission/state.ts';
import type { ToolCall } from '../../../src/core/session/toolCall/state.ts';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { ManualClock } from '../../support/clock.ts';
import { MemoryLog } from '../../support/log.ts';

const noAbort = { aborted: false, addEventListener: () => undefined };
const KEY = 'session-1';

function option(kind: string, optionId = kind): PermissionOption {
  return { optionId, name: `The ${optionId}`, kind };
}

const usual = [option('allow_always'), option('allow_once'), option('reject_once'), option('reject_always')];

function question(options = usual, toolCallId = 't'): PermissionQuestion {
  return { call: { toolCallId, title: 'Run make', kind: 'execute' }, options };
}

/** Rules that the test changes. */
class TestPolicy implements PermissionPolicy {
  readonly #changed = new Emitter<void>();
  readonly onChange = this.#changed.event;
  readonly judged: ToolCall[] = [];
  verdict: (call: ToolCall) => Verdict = () => ({ action: 'ask' });

  judge(_agent: string, _cwd: string, call: ToolCall): Verdict {
    this.judged.push(call);
    return this.verdict(call);
  }

  change(verdict: TestPolicy['verdict']): void {
    this.verdict = verdict;
    this.#changed.fire();
  }
}

function setUp(verdict?: Verdict) {
  const store = new SessionStore();
  const log = new MemoryLog();
  const policy = new TestPolicy();
  if (verdict !== undefined) policy.verdict = () => verdict;
  const permissions = new Permissions({ store, clock: new ManualClock(), log, policy });
  store.create(KEY, 'A', '/work');
  const decided: DecidedPermission[] = [];
  permissions.onDecision((one) => decided.push(one));
  const ask = (asked = question()) => permissions.request(KEY, asked, noAbort);
  const waiting = () => store.state(KEY)?.permissions ?? [];
  const entry = () => store.state(KEY)?.entries.flat()[0];
  const report = (patch: Partial<ToolCall>) =>
    store.dispatch(KEY, { type: 'tool_call', at: 2, call: { toolCallId: 't', ...patch } });
  return { report, store, log, policy, permissions, decided, ask, waiting, entry };
}

const allow: Verdict = { action: 'allow', rule: 'rule 1' };
const deny: Verdict = { action: 'deny', rule: 'rule 2' };

describe('a rule that allows', () => {
  test('R72 chooses the option to allow once, and never one that lasts', async () => {
    const { ask, waiting, entry, log } = setUp(allow);
    expect(await ask()).toEqual({ outcome: 'selected', optionId: 'allow_once' });
    expect(waiting()).toEqual([]);
    expect(entry()).toMatchObject({
      kind: 'tool',
      decision: { by: 'rule', rule: 'rule 1', option: { name: 'The allow_once', kind: 'allow_once' } },
    });
    expect(log.lines.join()).toContain('rule 1');
  });

  test.each([
    ['no option to allow once', [option('allow_always'), option('reject_once')]],
    ['R72 a kind that is not known', [option('allow'), option('proceed'), option('ALLOW_ONCE')]],
    ['several options to allow once', [option('allow_once', 'a'), option('allow_once', 'b')]],
  ])('asks where there is %s', (_name, options) => {
    const { ask, waiting } = setUp(allow);
    void ask(question(options));
    expect(waiting()).toHaveLength(1);
    expect(waiting()[0]).not.toHaveProperty('rule');
  });
});

describe('a rule that denies', () => {
  test.each([
    ['reject_once', usual],
    ['reject_always', [option('allow_once'), option('reject_always')]],
  ])('chooses %s', async (optionId, options) => {
    const { ask, entry } = setUp(deny);
    expect(await ask(question(options))).toEqual({ outcome: 'selected', optionId });
    expect(entry()).toMatchObject({ decision: { by: 'rule', rule: 'rule 2', option: { kind: optionId } } });
  });

  test('cancels a request that cannot be rejected', async () => {
    const { ask, decided } = setUp(deny);
    expect(await ask(question([option('allow_once'), option('odd')]))).toEqual({ outcome: 'cancelled' });
    expect(decided).toMatchObject([{ decision: { by: 'rule', rule: 'rule 2' } }]);
  });
});

describe('the user', () => {
  test('sees the rule because of which they are asked, and is named as who decided', async () => {
    const { ask, waiting, permissions, entry, decided } = setUp({ action: 'ask', rule: 'rule 3' });
    const answer = ask();
    expect(waiting()).toMatchObject([{ rule: 'rule 3' }]);
    permissions.answer(KEY, waiting()[0]?.requestId ?? '', 'allow_always');
    expect(await answer).toEqual({ outcome: 'selected', optionId: 'allow_always' });
    const decision = { by: 'user', option: { name: 'The allow_always', kind: 'allow_always' } };
    expect(entry()).toMatchObject({ decision });
    expect(decided).toMatchObject([{ key: KEY, call: { title: 'Run make' }, decision }]);
  });

  test('cannot answer a request of another session', () => {
    const { ask, waiting, permissions, store } = setUp();
    store.create('session-2', 'A', '/work');
    void ask();
    permissions.answer('session-2', waiting()[0]?.requestId ?? '', 'allow_once');
    expect(waiting()).toHaveLength(1);
  });

  test('R56 who cancels is no user who decided', async () => {
    const { ask, permissions, entry } = setUp();
    const answer = ask();
    permissions.cancel(KEY);
    expect(await answer).toEqual({ outcome: 'cancelled' });
    expect(entry()).toMatchObject({ decision: { by: 'cancelled' } });
    expect(entry()).not.toHaveProperty('decision.option');
  });

  test('R5 R71 of a session that is gone is answered, turn or no turn', async () => {
    const { ask, store, permissions } = setUp();
    const answer = ask();
    store.create('other', 'A', '/work');
    void permissions.request('other', question(), noAbort);
    store.remove(KEY);
    expect(await answer).toEqual({ outcome: 'cancelled' });
    expect(store.state('other')?.permissions).toHaveLength(1);
  });

  test('R72 is waited for without end: no time passes into an answer', () => {
    const store = new SessionStore();
    const clock = new ManualClock();
    const permissions = new Permissions({ store, clock, log: new MemoryLog() });
    store.create(KEY, 'A', '/work');
    void permissions.request(KEY, question(), noAbort);
    clock.advance(7 * 24 * 3_600_000);
    expect(store.state(KEY)?.permissions).toHaveLength(1);
  });
});

describe('changed rules', () => {
  test('hold for waiting requests, each separately', async () => {
    const { ask, policy, waiting } = setUp();
    const first = ask(question(usual, 'one'));
    const second = ask(question(usual, 'two'));
    void ask(question(usual, 'three'));
    policy.change(({ toolCallId }) =>
      toolCallId === 'one' ? allow : toolCallId === 'two' ? deny : { action: 'ask' },
    );
    expect(await first).toEqual({ outcome: 'selected', optionId: 'allow_once' });
    expect(await second).toEqual({ outcome: 'selected', optionId: 'reject_once' });
    expect(waiting()).toMatchObject([{ toolCallId: 'three' }]);
  });

  test('are asked about what the agent has reported since', () => {
    const { ask, policy, report } = setUp();
    void ask();
    report({ rawInput: { command: 'rm' } });
    policy.change(() => ({ action: 'ask' }));
    expect(policy.judged.at(-1)).toMatchObject({ title: 'Run make', rawInput: { command: 'rm' } });
  });

  test('are no longer listened to once disposed', async () => {
    const { ask, policy, permissions, decided } = setUp();
    const answer = ask();
    permissions.dispose();
    expect(await answer).toEqual({ outcome: 'cancelled' });
    policy.change(() => allow);
    expect(decided).toHaveLength(1);
  });
});

test('R66 rules see the call as it is shown: what was reported before and with the request', () => {
  const { ask, policy, store } = setUp();
  const rawInput = { command: 'make' };
  store.dispatch(KEY, { type: 'tool_call', at: 1, call: { toolCallId: 't', title: 'Old', rawInput } });
  void ask();
  expect(policy.judged).toMatchObject([{ title: 'Run make', kind: 'execute', rawInput }]);
});

describe('a call that changes while its question waits (F3)', () => {
  const asked: PermissionQuestion = {
    call: {
      toolCallId: 't',
      title: 'Touch',
      kind: 'execute',
      rawInput: { command: 'touch important', args: [] },
      content: [],
      locations: [{ path: '/work/a' }],
    },
    options: usual,
  };

  test.each<[string, Partial<ToolCall>]>([
    ['title', { title: 'git status' }],
    ['kind', { kind: 'read' }],
    ['tool', { name: 'other' }],
    ['raw input', { rawInput: { command: 'git status', args: [] } }],
    ['content', { content: [{ type: 'content', content: { type: 'text', text: 'harmless' } }] }],
    ['locations', { locations: [] }],
  ])('is asked about anew, under another id, when its %s changes', async (_name, patch) => {
    const { ask, report, waiting, permissions, decided } = setUp();
    const answer = ask(asked);
    const [first] = waiting();
    report(patch);
    expect(waiting()).toHaveLength(1);
    expect(waiting()[0]).toMatchObject({ isChanged: true, call: patch });
    expect(waiting()[0]?.requestId).not.toBe(first?.requestId);
    expect(first?.call).toMatchObject({ title: 'Touch', rawInput: { command: 'touch important' } });
    // An answer to what was shown before is no answer to what is asked now.
    permissions.answer(KEY, first?.requestId ?? '', 'allow_once');
    expect(waiting()).toHaveLength(1);
    permissions.answer(KEY, waiting()[0]?.requestId ?? '', 'allow_once');
    expect(await answer).toEqual({ outcome: 'selected', optionId: 'allow_once' });
    expect(decided).toMatchObject([{ call: patch }]);
  });

  test('stays as it is when the update says the same, or only that it goes on', () => {
    const { ask, report, waiting } = setUp();
    void ask(asked);
    const before = waiting();
    report({ title: 'Touch', rawInput: { args: [], command: 'touch important' } });
    report({ status: 'in_progress', rawOutput: 'x', locations: [{ path: '/work/a' }] });
    expect(waiting()).toBe(before);
  });

  test('stays as it is when the call reports what it does', () => {
    const { ask, report, waiting } = setUp();
    void ask(asked);
    const before = waiting();
    const said = (text: string) => [{ type: 'content' as const, content: { type: 'text' as const, text } }];
    report({ status: 'in_progress', content: said('10%') });
    report({ content: said('20%') });
    report({ status: 'running', content: said('30%') });
    expect(waiting()).toBe(before);
    report({ content: said('40%'), rawInput: { command: 'rm important', args: [] } });
    expect(waiting()).toMatchObject([{ isChanged: true }]);
  });

  test('stays with its call when the agent announces another one under the same id', async () => {
    const { ask, store, waiting, permissions, decided } = setUp();
    const answer = ask(asked);
    const before = waiting();
    const other = { toolCallId: 't', title: 'Remove', rawInput: { command: 'rm theirs' } };
    store.dispatch(KEY, { type: 'tool_call', at: 2, call: other, isAnnouncement: true });
    expect(waiting()).toBe(before);
    permissions.answer(KEY, before[0]?.requestId ?? '', 'allow_once');
    expect(await answer).toMatchObject({ outcome: 'selected' });
    expect(decided).toMatchObject([{ call: { rawInput: { command: 'touch important' } } }]);
    const calls = store.state(KEY)?.entries.flat() ?? [];
    expect(calls.map((entry) => (entry.kind === 'tool' ? entry.decision?.by : ''))).toEqual([
      'user',
      undefined,
    ]);
  });

  test.each<[string, Partial<ToolCall>[]]>([
    ['the folder of the session', [{ rawInput: { command: 'touch important', args: [], cwd: '/work' } }]],
    ['the folder as a URI', [{ rawInput: { command: 'touch important', args: [], cwd: 'file:///work/' } }]],
    [
      'the folder as a URI of this machine, with encoded letters',
      [{ rawInput: { command: 'touch important', args: [], cwd: 'file://localhost/%77ork' } }],
    ],
    ['that folder as a location', [{ locations: [{ path: '/work/a' }, { path: '/work/' }] }]],
    [
      'a path in another spelling, and a line',
      [{ locations: [{ path: 'a', line: 3 }, { path: '/work/./a' }] }],
    ],
    [
      'what only describes the command',
      [{ rawInput: { command: 'touch important', timeout: 5, description: 'x' } }],
    ],
    ['blanks behind the command', [{ rawInput: { command: 'touch important \n', args: [] } }]],
    ['the command as its title', [{ title: '$ touch important' }, { title: '`touch important`' }]],
    ['its title in another spelling', [{ title: '`touch`…' }]],
    ['the terminal in which it will run', [{ content: [{ type: 'terminal', terminalId: 'x' }] }]],
  ])('stays as it is when the agent adds nothing but %s', (_name, patches) => {
    const { ask, report, waiting } = setUp();
    void ask(asked);
    const before = waiting();
    for (const patch of patches) report(patch);
    expect(waiting()).toBe(before);
  });

  test.each<[string, Partial<ToolCall>]>([
    ['another folder', { rawInput: { command: 'touch important', args: [], cwd: '/work/sub' } }],
    [
      'another folder as a URI',
      { rawInput: { command: 'touch important', args: [], cwd: 'file:///work/a' } },
    ],
    [
      'a folder of another machine',
      { rawInput: { command: 'touch important', args: [], cwd: 'file://server/work' } },
    ],
    ['a folder above', { rawInput: { command: 'touch important', args: [], cwd: '..' } }],
    ['a variable', { rawInput: { command: 'touch important', args: [], env: { PATH: '/tmp' } } }],
    ['another file', { locations: [{ path: '/work/a' }, { path: '/work/b' }] }],
    ['another command as its title', { title: 'touch nothing' }],
    ['a blank that is a word', { rawInput: { command: String.raw`touch important \ `, args: [] } }],
    ['a letter that looks like a blank', { rawInput: { command: 'touch important\u00a0', args: [] } }],
  ])('is asked about anew for %s', (_name, patch) => {
    const { ask, report, waiting } = setUp();
    void ask(asked);
    report(patch);
    expect(waiting()).toMatchObject([{ isChanged: true }]);
  });

  const edit: PermissionQuestion = {
    call: {
      toolCallId: 't',
      title: 'Edit a.txt',
      kind: 'edit',
      content: [{ type: 'diff', path: '/work/a.txt', oldText: 'a', newText: 'b' }],
    },
    options: usual,
  };

  test.each<[string, Partial<ToolCall>]>([
    ['the path of its change as a location', { locations: [{ path: '/work/a.txt', line: 1 }] }],
    ['that path as input', { rawInput: { file_path: '/work/a.txt' } }],
    ['that path as its title', { title: '/work/a.txt' }],
    ['another word for the change', { title: 'Write a.txt' }],
    [
      'the input of just this change',
      { rawInput: { file_path: '/work/a.txt', old_string: 'a', new_string: 'b' } },
    ],
  ])('about a change stays as it is when the agent adds nothing but %s', (_name, patch) => {
    const { ask, report, waiting } = setUp();
    void ask(edit);
    const before = waiting();
    report(patch);
    expect(waiting()).toBe(before);
  });

  test.each<[string, Partial<ToolCall>]>([
    ['the session’s folder', { locations: [{ path: '/work' }] }],
    ['another text', { content: [{ type: 'diff', path: '/work/a.txt', oldText: 'a', newText: 'c' }] }],
    ['another file in its title', { title: 'Edit b.txt' }],
    ['other input', { rawInput: { file_path: '/work/a.txt', replace_all: true } }],
    ['the input of another change', { rawInput: { file_path: '/work/a.txt', new_string: 'c' } }],
    ['a text of it under another name', { rawInput: { file_path: '/work/a.txt', mode: 'b' } }],
  ])('about a change is asked about anew for %s', (_name, patch) => {
    const { ask, report, waiting } = setUp();
    void ask(edit);
    report(patch);
    expect(waiting()).toMatchObject([{ isChanged: true }]);
  });

  test('is judged by the rules again', async () => {
    const { ask, report, waiting, policy, decided } = setUp();
    policy.verdict = ({ title }) =>
      title === 'bad' ? deny : title === 'odd' ? { action: 'ask', rule: 'rule 9' } : { action: 'ask' };
    const answer = ask(asked);
    report({ title: 'odd' });
    expect(waiting()).toMatchObject([{ rule: 'rule 9' }]);
    report({ title: 'fine' });
    expect(waiting()[0]).not.toHaveProperty('rule');
    report({ title: 'bad' });
    expect(await answer).toEqual({ outcome: 'selected', optionId: 'reject_once' });
    expect(decided).toMatchObject([{ call: { title: 'bad' }, decision: { by: 'rule', rule: 'rule 2' } }]);
  });

  test('keeps its place among the questions, also after 1,000 changes, and other calls change nothing', () => {
    const { ask, report, waiting, store } = setUp();
    void ask(asked);
    void ask(question(usual, 'other'));
    const [, other] = waiting();
    for (let count = 0; count < 1_000; count++) report({ title: `Touch ${count}` });
    expect(waiting()).toMatchObject([{ call: { title: 'Touch 999' } }, { toolCallId: 'other' }]);
    expect(waiting()[1]).toBe(other);
    const before = waiting();
    store.dispatch(KEY, { type: 'tool_call', at: 3, call: { toolCallId: 'third', title: 'x' } });
    expect(waiting()).toBe(before);
  });

  test('is withdrawn once, by whoever asked, whatever it has become', async () => {
    const { permissions, report, waiting } = setUp();
    const abort = new AbortController();
    const answer = permissions.request(KEY, asked, abort.signal);
    report({ title: 'else' });
    abort.abort();
    expect(await answer).toEqual({ outcome: 'cancelled' });
    expect(waiting()).toEqual([]);
  });

  test('leaves a second question about the same call to its own value', async () => {
    const { ask, waiting, permissions, decided } = setUp();
    const first = ask(asked);
    void ask({ ...asked, call: { ...asked.call, rawInput: { command: 'git status' } } });
    expect(waiting()).toMatchObject([
      { call: { rawInput: { command: 'touch important' } } },
      { call: { rawInput: { command: 'git status' } } },
    ]);
    permissions.answer(KEY, waiting()[0]?.requestId ?? '', 'allow_once');
    await first;
    expect(decided).toMatchObject([{ call: { rawInput: { command: 'touch important' } } }]);
  });
});

describe('a report of an end ends no question', () => {
  const named = (title: string, command: string, toolCallId = 't'): PermissionQuestion => ({
    call: { toolCallId, title, kind: 'execute', rawInput: { command } },
    options: usual,
  });
  const ended: readonly (readonly Partial<ToolCall>[])[] = [
    [{ status: 'completed' }],
    [{ status: 'failed' }],
    [{ status: 'completed' }, { status: 'completed' }, { status: 'failed' }],
    // What is reported with an end, and after it, is the result.
    [
      {
        status: 'completed',
        rawOutput: 'done',
        content: [{ type: 'content', content: { type: 'text', text: 'x' } }],
      },
      { title: 'Done', rawInput: { command: 'git status' } },
    ],
  ];

  test.each(ended.map((reports) => ({ reports })))('of the one that waits: $reports', async ({ reports }) => {
    const { ask, report, waiting, permissions, entry } = setUp();
    const answer = ask(named('Touch', 'touch a'));
    const asked = waiting();
    for (const patch of reports) report(patch);
    expect(waiting()).toBe(asked);
    expect(entry()).toMatchObject({ call: { status: reports.at(-1)?.status ?? 'completed' } });
    permissions.answer(KEY, asked[0]?.requestId ?? '', 'reject_once');
    expect(await answer).toEqual({ outcome: 'selected', optionId: 'reject_once' });
    expect(entry()).toMatchObject({ decision: { by: 'user', option: { kind: 'reject_once' } } });
  });

  test.each(ended.map((reports) => ({ reports })))(
    'of several under one id, before, between and after: $reports',
    async ({ reports }) => {
      const { ask, report, waiting, permissions, decided, store } = setUp();
      const all = (): void => {
        for (const patch of reports) report(patch);
      };
      const commands = ['touch a', 'touch b', 'touch c'];
      const answers = [];
      for (const command of commands) {
        answers.push(ask(named(command, command)));
        all();
      }
      expect(waiting().map(({ call }) => call.title)).toEqual(commands);
      for (const option of ['allow_once', 'reject_once', 'allow_once']) {
        permissions.answer(KEY, waiting()[0]?.requestId ?? '', option);
        all();
      }
      expect(await Promise.all(answers)).toMatchObject([
        { optionId: 'allow_once' },
        { optionId: 'reject_once' },
        { optionId: 'allow_once' },
      ]);
      expect(decided.map(({ call }) => call.rawInput)).toEqual(commands.map((command) => ({ command })));
      const decisions = store
        .state(KEY)
        ?.entries.flat()
        .map((entry) => entry.kind === 'tool' && entry.decision?.by);
      expect(decisions).toEqual(['user', 'user', 'user']);
    },
  );

  test.each(['tool_call', 'tool_call_update'])('of a call with its id in another turn: %s', (update) => {
    const { ask, waiting, store } = setUp();
    void ask(named('Touch', 'touch a'));
    const asked = waiting();
    store.dispatch(KEY, { type: 'prompt_started', at: 3, content: [{ type: 'text', text: 'go' }] });
    for (const status of ['pending', 'completed']) {
      const call = { toolCallId: 't', title: 'Another', status };
      const isAnnouncement = update === 'tool_call' && status === 'pending';
      store.dispatch(KEY, { type: 'tool_call', at: 4, call, ...(isAnnouncement ? { isAnnouncement } : {}) });
    }
    store.dispatch(KEY, { type: 'turn_ended', at: 5, stopReason: 'end_turn' });
    expect(waiting()).toHaveLength(1);
    if (update === 'tool_call') expect(waiting()).toBe(asked);
  });

  test('of a replay of the session', () => {
    const { ask, waiting, store, report } = setUp();
    void ask(named('Touch', 'touch a'));
    const asked = waiting();
    store.dispatch(KEY, { type: 'transcript_cleared', at: 3 });
    report({ title: 'Run make' });
    report({ status: 'completed' });
    expect(waiting()).toBe(asked);
  });
});

test('F20 the questions of an agent that is gone are closed', async () => {
  const { ask, waiting, store } = setUp();
  const answer = ask();
  store.dispatch(KEY, { type: 'detached', at: 5 });
  expect(await answer).toEqual({ outcome: 'cancelled' });
  expect(waiting()).toEqual([]);
});

test('only what the agent withdrew is called withdrawn', () => {
  const { permissions, store, entry } = setUp();
  const abort = new AbortController();
  void permissions.request(KEY, question(), abort.signal);
  abort.abort(WITHDRAWN);
  expect(entry()).toMatchObject({ decision: { by: 'cancelled', isWithdrawn: true } });
  for (const end of [() => permissions.cancel(KEY), () => store.dispatch(KEY, { type: 'detached', at: 5 })]) {
    void permissions.request(KEY, question(), noAbort);
    end();
    expect(store.state(KEY)?.entries.flat().at(-1)).toMatchObject({ decision: { by: 'cancelled' } });
    expect(store.state(KEY)?.entries.flat().at(-1)).not.toHaveProperty('decision.isWithdrawn');
  }
});

describe('a flood of requests', () => {
  const notices = (store: SessionStore) =>
    (store.state(KEY)?.entries.flat() ?? []).filter(({ kind }) => kind === 'notice');

  test('leaves as many questions as one may answer, says so once, and cancels the rest', async () => {
    const { ask, waiting, permissions, store } = setUp();
    const open = Array.from({ length: MAX_OPEN_QUESTIONS }, (_, index) => ask(question(usual, `t${index}`)));
    const rest = await Promise.all(Array.from({ length: 1_000 }, () => ask(question(usual, 'more'))));
    expect(new Set(rest.map(({ outcome }) => outcome))).toEqual(new Set(['cancelled']));
    expect(waiting()).toHaveLength(MAX_OPEN_QUESTIONS);
    expect(notices(store)).toHaveLength(1);
    permissions.answer(KEY, waiting()[0]?.requestId ?? '', 'allow_once');
    expect(await open[0]).toEqual({ outcome: 'selected', optionId: 'allow_once' });
    void ask(question(usual, 'later'));
    expect(waiting()).toHaveLength(MAX_OPEN_QUESTIONS);
    await ask(question(usual, 'much later'));
    expect(notices(store)).toHaveLength(1);
  });

  test('that rules answer asks nothing, and has no limit', async () => {
    const { ask, waiting, store } = setUp(allow);
    await Promise.all(Array.from({ length: 1_000 }, (_, index) => ask(question(usual, `t${index}`))));
    expect(waiting()).toEqual([]);
    expect(notices(store)).toEqual([]);
  });

  test('does not keep another session from asking', () => {
    const { ask, permissions, store } = setUp();
    store.create('other', 'A', '/work');
    for (let count = 0; count < 2 * MAX_OPEN_QUESTIONS; count++) void ask(question(usual, `t${count}`));
    void permissions.request('other', question(), noAbort);
    expect(store.state('other')?.permissions).toHaveLength(1);
  });
});
