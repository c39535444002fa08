// Client-side requests: what rules restrict, what the user is asked, and how often.
import { describe, expect, test } from 'vitest';
import type {
  ClientRequest,
  FileClientRequest,
  Permit,
  WriteProposal,
} from '../../../src/core/ports/clientRequests.ts';
import { ClientRequestPermissions } from '../../../src/core/permissions/clientRequestPermissions.ts';
import { FileAccessError } from '../../../src/core/ports/fileAccess.ts';
import { Emitter, toDisposable } from '../../../src/core/base/lifecycle.ts';
import { judge } from '../../../src/core/permissions/policy/permissionPolicy.ts';
import { factsOf } from '../../../src/core/permissions/policy/requestFacts.ts';
import { readRules } from '../../../src/core/permissions/policy/permissionRule.ts';
import type { ProposalEdit } from '../../../src/core/permissions/permissionAnswer.ts';
import { Permissions, type DecidedPermission } from '../../../src/core/permissions/permissionRequests.ts';
import type { ToolCallPatch } from '../../../src/core/session/toolCall/state.ts';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { ManualClock } from '../../support/clock.ts';
import { MemoryLog } from '../../support/log.ts';
import { countedKeys } from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

const KEY = 'session-1';
const idle = { aborted: false, addEventListener: () => undefined };

/** Sessions with these rules in the user's settings. */
function setUp(...rules: readonly object[]) {
  const store = new SessionStore();
  const clock = new ManualClock();
  const changed = new Emitter<void>();
  let userRules = readRules('user', rules);
  let isReadOnly = false;
  const policy = {
    judge: (agent: string, cwd: string, call: Parameters<Permissions['judge']>[1]) =>
      judge(
        { userRules, workspaceRules: [], isReadOnly },
        {
          facts: factsOf(agent, call, 'posix'),
          scope: { cwd, home: '/home/me', family: 'posix', realPath: (path) => path },
        },
      ),
    onChange: changed.event,
  };
  const edits: { now: readonly ProposalEdit[] } = { now: [] };
  const proposals = { edits: () => edits.now };
  const permissions = new Permissions({ store, clock, log: new MemoryLog(), policy, proposals });
  const direct = new ClientRequestPermissions({ store, permissions, clock, newId: countedKeys() });
  for (const key of [KEY, 'session-2']) {
    store.create(key, 'A', '/work');
    store.dispatch(key, { type: 'opened', at: 0, sessionId: 'acp-1' });
    store.dispatch(key, { type: 'prompt_started', at: 0, content: [{ type: 'text', text: 'go' }] });
  }
  const decided: DecidedPermission[] = [];
  permissions.onDecision((one) => decided.push(one));
  const waiting = (key = KEY) => store.state(key)?.permissions ?? [];
  return {
    store,
    permissions,
    decided,
    edits,
    waiting,
    asked: { count: 0 },
    async request(access: ClientRequest, signal = new AbortController().signal, key = KEY): Promise<Permit> {
      return direct.request(key, access, { signal, onAsking: () => void (this.asked.count += 1) });
    },
    /** How it ends: `allowed`, or the refusal. */
    async outcome(access: ClientRequest, key = KEY): Promise<string> {
      return this.request(access, undefined, key).then(
        () => 'allowed',
        (error: unknown) => (error instanceof FileAccessError ? error.refusal : String(error)),
      );
    },
    /** The user answers the request that waits first. */
    async answer(optionId: string, key = KEY): Promise<void> {
      await flushMicrotasks();
      const [first] = waiting(key);
      if (first === undefined) throw new Error('Nobody is asked.');
      permissions.answer(key, first.requestId, optionId);
    },
    /** The agent asks itself, and the user answers. */
    async allowCall(call: ToolCallPatch, optionId = 'yes'): Promise<void> {
      const options = [
        { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
        { optionId: 'no', name: 'No', kind: 'reject_once' },
      ];
      const writesThroughClient = true;
      const answered = permissions.request(KEY, { call, options, writesThroughClient }, idle);
      await this.answer(optionId);
      await answered;
    },
    rules(...changedTo: readonly object[]): void {
      userRules = readRules('user', changedTo);
      changed.fire();
    },
    readOnlyMode(isOn: boolean): void {
      isReadOnly = isOn;
      changed.fire();
    },
    entries: () => (store.state(KEY)?.entries.flat() ?? []).filter((entry) => entry.kind === 'tool'),
  };
}

function write(path: string, content = 'new\n', isInside = true): FileClientRequest {
  return {
    use: 'write',
    path,
    real: path,
    isInside,
    content,
    proposal: { texts: async () => ({ before: 'old\n', content }) },
  };
}

function read(path: string, isInside = true): FileClientRequest {
  return { use: 'read', path, real: path, isInside };
}

function command(line: string, ...args: string[]): ClientRequest {
  return { use: 'command', command: line, args, env: {}, cwd: '/work' };
}

/** A line that an agent sent in the place of a program. */
function shellLine(line: string): ClientRequest {
  return { use: 'command', command: '/bin/sh', args: ['-c', line], line, env: {}, cwd: '/work' };
}

function inFolder(cwd: string, line: string, ...args: string[]): ClientRequest {
  return { use: 'command', command: line, args, env: {}, cwd };
}

describe('a write whose file changes while the user reads the question', () => {
  test('is asked about anew, with what is there now, and what was asked first cannot be answered', async () => {
    const desk = setUp({ action: 'ask', tool: 'edit' });
    let before = 'old\n';
    let changed = (): void => undefined;
    let isFollowed = false;
    const proposal: WriteProposal = {
      texts: async () => ({ before, content: `${before}new\n` }),
      onChange: (listener) => {
        changed = listener;
        isFollowed = true;
        return toDisposable(() => (isFollowed = false));
      },
    };
    const outcome = desk.outcome({ ...write('/work/a.txt'), proposal });
    await flushMicrotasks();
    const [first] = desk.waiting();
    expect(first?.call.content).toMatchObject([{ oldText: 'old\n', newText: 'old\nnew\n' }]);
    before = 'mine\n';
    changed();
    await flushMicrotasks();
    const [second, ...others] = desk.waiting();
    expect(others).toEqual([]);
    expect(second).toMatchObject({
      isChanged: true,
      call: { content: [{ oldText: 'mine\n', newText: 'mine\nnew\n' }] },
    });
    expect(second?.requestId).not.toBe(first?.requestId);
    await desk.answer('once');
    expect(await outcome).toBe('allowed');
    expect(isFollowed).toBe(false);
  });
});

describe('a file that runs on its own', () => {
  test.each([[], [{ action: 'allow', path: '**' }], [{ action: 'allow' }]])(
    'is asked about with the reason, whatever wildcards allow: %j',
    async (...rules) => {
      const desk = setUp(...rules);
      const outcome = desk.outcome(write('/work/.git/config'));
      await flushMicrotasks();
      expect(desk.waiting()).toMatchObject([
        {
          options: [{ kind: 'allow_once' }, { kind: 'reject_once' }],
          protectedFiles: [{ path: '/work/.git/config', reason: 'versionControl' }],
        },
      ]);
      await desk.answer('reject');
      expect(await outcome).toBe('refused');
      expect(desk.decided).toMatchObject([
        { decision: { by: 'user', protectedFiles: [{ path: '/work/.git/config' }] } },
      ]);
    },
  );

  test('is asked about by its real path, and again for each write', async () => {
    const desk = setUp();
    for (const content of ['a', 'b', 'b']) {
      const outcome = desk.outcome({
        ...write('/work/notes.txt', content),
        real: '/work/.vscode/tasks.json',
      });
      await desk.answer('once');
      expect(await outcome).toBe('allowed');
    }
    expect(desk.asked.count).toBe(3);
  });

  test('is not asked about when a rule of the user names it, nor when it is read', async () => {
    const desk = setUp({ action: 'allow', path: '.git/config' });
    expect(await desk.outcome(write('/work/.git/config'))).toBe('allowed');
    expect(await desk.outcome(read('/work/.vscode/tasks.json'))).toBe('allowed');
    expect(desk.asked.count).toBe(0);
  });

  test('outside of the folders offers no answer for the session', async () => {
    const desk = setUp();
    for (const content of ['a', 'b']) {
      const outcome = desk.outcome(write('/home/me/.bashrc', content, false));
      await flushMicrotasks();
      expect(desk.waiting()[0]?.options.map(({ kind }) => kind)).toEqual(['allow_once', 'reject_once']);
      await desk.answer('once');
      expect(await outcome).toBe('allowed');
    }
    expect(desk.asked.count).toBe(2);
  });

  test('is written without a second question only as the user was shown it', async () => {
    const desk = setUp();
    const path = '/work/.vscode/tasks.json';
    await desk.allowCall({
      toolCallId: 't',
      kind: 'edit',
      status: 'in_progress',
      content: [{ type: 'diff', path, newText: 'shown\n' }],
    });
    expect(await desk.outcome(write(path, 'shown\r\n'))).toBe('allowed');
    expect(desk.asked.count).toBe(0);
    const other = desk.outcome(write(path, 'other\n'));
    await desk.answer('reject');
    expect(await other).toBe('refused');
    const linked = desk.outcome({ ...write(path, 'shown\n'), real: '/work/.git/config' });
    await desk.answer('reject');
    expect(await linked).toBe('refused');
  });
});

describe('inside the folders', () => {
  test.each([
    ['a write', write('/work/a.txt')],
    ['a read', read('/work/a.txt')],
    ['a command', command('npm', 'test')],
  ])('%s needs no question while no rule restricts it', async (_name, access) => {
    const desk = setUp({ action: 'deny', path: '**/.env' }, { action: 'deny', command: 'rm' });
    expect(await desk.outcome(access)).toBe('allowed');
    expect(desk.entries()).toEqual([]);
    expect(desk.decided).toEqual([]);
  });

  test.each([
    ['a write', write('/work/.env'), { action: 'deny', kind: 'edit', path: '.env' }],
    ['a read', read('/work/.env'), { action: 'deny', path: '**/.env' }],
    ['a command', command('rm', '-rf', 'x'), { action: 'deny', command: 'rm' }],
    [
      'a command in a shell',
      command('bash', '-l', '-c', 'ls && rm -rf x'),
      { action: 'deny', command: 'rm' },
    ],
  ])('%s that a rule denies is refused with the rule in words, and shown', async (_name, access, rule) => {
    const desk = setUp({ ...rule, name: 'No secrets' });
    await expect(desk.request(access)).rejects.toThrow(
      "the user's permission rules do not allow this (No secrets",
    );
    expect(await desk.outcome(access)).toBe('refused');
    expect(desk.waiting()).toEqual([]);
    expect(desk.entries()[0]).toMatchObject({
      call: { status: 'failed' },
      decision: { by: 'rule', rule: 'No secrets (user rule 1)' },
    });
    expect(desk.decided).toHaveLength(2);
  });

  test('the path of a link counts as well as where it leads', async () => {
    const desk = setUp({ action: 'deny', path: 'secret/**' });
    expect(await desk.outcome({ ...read('/work/link'), real: '/work/secret/a' })).toBe('refused');
    expect(await desk.outcome({ ...read('/work/secret/a'), real: '/work/plain' })).toBe('refused');
  });

  test('what a rule asks about waits for the user, with all of it on the card', async () => {
    const desk = setUp({ action: 'ask', kind: 'edit' });
    const answered = desk.request(write('/work/a.txt'));
    await flushMicrotasks();
    expect(desk.asked.count).toBe(1);
    expect(desk.waiting()).toMatchObject([
      { rule: 'user rule 1: ask, kind edit', options: [{ name: 'Allow Once' }, { name: 'Reject' }] },
    ]);
    expect(desk.entries()[0]?.call).toMatchObject({
      title: 'Write /work/a.txt',
      kind: 'edit',
      content: [{ type: 'diff', path: '/work/a.txt', oldText: 'old\n', newText: 'new\n' }],
    });
    await desk.answer('once');
    const permit = await answered;
    expect(permit.content).toBeUndefined();
    permit.close('completed');
    expect(desk.entries()[0]).toMatchObject({
      call: { status: 'completed' },
      decision: { by: 'user', option: { kind: 'allow_once' } },
    });
  });

  test('a rejected command is an error that says so', async () => {
    const desk = setUp({ action: 'ask', kind: 'execute' });
    const refused = expect(desk.request(command('make', 'all targets'))).rejects.toThrow(
      "make 'all targets': the user did not allow this.",
    );
    await desk.answer('reject');
    await refused;
    expect(desk.entries()[0]?.call.status).toBe('failed');
  });

  test('one answer is for one call: the next is asked again', async () => {
    const desk = setUp({ action: 'ask', kind: 'edit' });
    const first = desk.outcome(write('/work/a.txt'));
    await desk.answer('once');
    expect(await first).toBe('allowed');
    const second = desk.outcome(write('/work/a.txt'));
    await desk.answer('reject');
    expect(await second).toBe('refused');
  });

  test('new rules hold for a question that waits', async () => {
    const desk = setUp({ action: 'ask', kind: 'execute' });
    const waits = desk.outcome(command('make'));
    await flushMicrotasks();
    desk.rules({ action: 'deny', command: 'make' });
    expect(await waits).toBe('refused');
    const next = desk.outcome(command('npm', 'test'));
    expect(await next).toBe('allowed');
  });

  test('R14 a question that is withdrawn closes', async () => {
    const desk = setUp({ action: 'ask', kind: 'execute' });
    const controller = new AbortController();
    const waits = desk.request(command('make'), controller.signal);
    const cancelled = expect(waits).rejects.toMatchObject({ refusal: 'cancelled' });
    await flushMicrotasks();
    controller.abort();
    await cancelled;
    expect(desk.waiting()).toEqual([]);
  });
});

describe('read-only mode', () => {
  test('denies writes and commands at once while it is on, and says why; reads go on', async () => {
    const desk = setUp({ action: 'allow' });
    desk.readOnlyMode(true);
    const message = 'The user has turned on read-only mode: no file is changed and no command is run.';
    for (const access of [write('/work/a.txt'), write('/etc/hosts', 'x', false), command('make')]) {
      await expect(desk.request(access)).rejects.toThrow(message);
      expect(await desk.outcome(access)).toBe('no-permission');
    }
    expect(desk.asked.count).toBe(0);
    expect(desk.entries()[0]).toMatchObject({
      call: { status: 'failed' },
      decision: { by: 'rule', rule: 'read-only mode' },
    });
    expect(await desk.outcome(read('/work/a.txt'))).toBe('allowed');
    desk.readOnlyMode(false);
    expect(await desk.outcome(write('/work/a.txt'))).toBe('allowed');
    expect(await desk.outcome(command('make'))).toBe('allowed');
  });

  test('denies a request that waits for the user, and what they allowed before', async () => {
    const desk = setUp({ action: 'ask' });
    await desk.allowCall({ toolCallId: 't', kind: 'execute', rawInput: { command: 'npm test' } });
    const waits = desk.outcome(write('/work/a.txt'));
    await flushMicrotasks();
    desk.readOnlyMode(true);
    expect(await waits).toBe('no-permission');
    expect(await desk.outcome(command('npm', 'test'))).toBe('no-permission');
  });
});

describe('what the user has just allowed', () => {
  test.each<[string, ToolCallPatch, ClientRequest]>([
    [
      'the same command',
      { toolCallId: 't', kind: 'execute', rawInput: { command: 'npm test' } },
      command('npm', 'test'),
    ],
    [
      'the line that a shell is given',
      { toolCallId: 't', kind: 'execute', rawInput: { command: 'cd a && ls *.ts' } },
      command('/bin/bash', '-l', '-c', 'cd a && ls *.ts'),
    ],
    [
      'the line that a shell on Windows is given',
      { toolCallId: 't', kind: 'execute', rawInput: { command: 'ls *.ts' } },
      command('C:\\Program Files\\Git\\bin\\bash.exe', '-lc', 'ls *.ts'),
    ],
    [
      'a command with the variables that were asked for',
      { toolCallId: 't', kind: 'execute', rawInput: { command: 'npm test', Env: { CI: '1' } } },
      { use: 'command', command: 'bash', args: ['-c', 'npm test'], env: { CI: '1' }, cwd: '/work' },
    ],
    [
      'a command in the folder that was named for it',
      { toolCallId: 't', kind: 'execute', rawInput: { command: 'npm test', workdir: 'a' } },
      inFolder('/work/a', 'npm', 'test'),
    ],
    [
      'a command in the session’s folder that was named for it',
      { toolCallId: 't', kind: 'execute', rawInput: { command: 'npm test', cwd: '/work/' } },
      command('npm', 'test'),
    ],
    [
      'a command that is named under two keys',
      { toolCallId: 't', kind: 'execute', rawInput: { command: 'ls *.ts', commands: ['ls *.ts'] } },
      command('sh', '-c', 'ls *.ts'),
    ],
    [
      'the same file',
      { toolCallId: 't', kind: 'edit', locations: [{ path: '/work/a.txt' }] },
      write('/work/a.txt'),
    ],
    [
      'the same file, named relative to the folder',
      { toolCallId: 't', kind: 'other', content: [{ type: 'diff', path: './a.txt', newText: 'x' }] },
      write('/work/a.txt'),
    ],
    [
      'a file to read',
      { toolCallId: 't', kind: 'read', locations: [{ path: '/work/a.txt' }] },
      read('/work/a.txt'),
    ],
  ])('is not asked again: %s', async (_name, call, access) => {
    const desk = setUp({ action: 'ask' });
    await desk.allowCall(call);
    expect(await desk.outcome(access)).toBe('allowed');
    expect(desk.asked.count).toBe(0);
  });

  test.each<[string, ToolCallPatch, ClientRequest]>([
    [
      'another command',
      { toolCallId: 't', kind: 'execute', rawInput: { command: 'npm test' } },
      command('npm', 'publish'),
    ],
    [
      'a command with more to it',
      { toolCallId: 't', kind: 'execute', rawInput: { command: 'npm test' } },
      command('bash', '-c', 'npm test && rm -rf .'),
    ],
    [
      'a command with variables that can change what it does',
      { toolCallId: 't', kind: 'execute', rawInput: { command: 'npm test' } },
      { use: 'command', command: 'npm', args: ['test'], env: { PATH: '/work/bin' }, cwd: '/work' },
    ],
    [
      'a command with other variables than were asked for',
      { toolCallId: 't', kind: 'execute', rawInput: { command: 'npm test', env: { PATH: '/usr/bin' } } },
      { use: 'command', command: 'bash', args: ['-c', 'npm test'], env: { PATH: '/work/bin' }, cwd: '/work' },
    ],
    [
      'a command without the variables that were asked for',
      { toolCallId: 't', kind: 'execute', rawInput: { command: 'sh deploy', env: { DRY_RUN: '1' } } },
      command('bash', '-c', 'sh deploy'),
    ],
    [
      'the same command in another folder',
      { toolCallId: 't', kind: 'execute', rawInput: { command: 'npm test', cwd: '/work/a' } },
      inFolder('/work/b', 'npm', 'test'),
    ],
    [
      'the line of a shell in another folder',
      { toolCallId: 't', kind: 'execute', rawInput: { command: 'rm *.tmp', Working_Directory: '/work/a' } },
      inFolder('/work', 'sh', '-c', 'rm *.tmp'),
    ],
    [
      'a command in another folder than the session’s',
      { toolCallId: 't', kind: 'execute', rawInput: { command: 'npm test' } },
      inFolder('/work/b', 'npm', 'test'),
    ],
    [
      'a command that was to be run by something else',
      { toolCallId: 't', kind: 'execute', rawInput: { command: 'rm *.tmp', shell: 'echo' } },
      command('sh', '-c', 'rm *.tmp'),
    ],
    [
      'a program that only has the name of a shell',
      { toolCallId: 't', kind: 'execute', rawInput: { command: 'ls' } },
      command('/work/bash', '-c', 'ls'),
    ],
    [
      'another file',
      { toolCallId: 't', kind: 'edit', locations: [{ path: '/work/b.txt' }] },
      write('/work/a.txt'),
    ],
    [
      'a file that was to be read only',
      { toolCallId: 't', kind: 'read', locations: [{ path: '/work/a.txt' }] },
      write('/work/a.txt'),
    ],
    [
      'a path that a link may bend',
      { toolCallId: 't', kind: 'edit', locations: [{ path: '/work/x/../a.txt' }] },
      write('/work/a.txt'),
    ],
  ])('covers nothing else: %s', async (_name, call, access) => {
    const desk = setUp({ action: 'ask' });
    await desk.allowCall(call);
    const waits = desk.outcome(access);
    await desk.answer('reject');
    expect(await waits).toBe('refused');
  });

  test('covers nothing once the call is done, rejected, or the turn is over', async () => {
    const call = { toolCallId: 't', kind: 'execute', rawInput: { command: 'make' } };
    const done = setUp({ action: 'ask' });
    await done.allowCall(call);
    done.store.dispatch(KEY, { type: 'tool_call', at: 1, call: { toolCallId: 't', status: 'completed' } });
    void done.outcome(command('make'));
    await flushMicrotasks();
    expect(done.waiting()).toHaveLength(1);

    const rejected = setUp({ action: 'ask' });
    await rejected.allowCall(call, 'no');
    void rejected.outcome(command('make'));
    await flushMicrotasks();
    expect(rejected.waiting()).toHaveLength(1);

    const over = setUp({ action: 'ask' });
    await over.allowCall(call);
    over.store.dispatch(KEY, { type: 'turn_ended', at: 1, stopReason: 'end_turn' });
    void over.outcome(command('make'));
    await flushMicrotasks();
    expect(over.waiting()).toHaveLength(1);
  });
});

describe('R78 outside the folders', () => {
  const hosts = '/etc/hosts';

  test('the user is asked with the full path, whatever the rules allow', async () => {
    const desk = setUp({ action: 'allow' });
    const waits = desk.outcome(write(hosts, 'new\n', false));
    await flushMicrotasks();
    expect(desk.waiting()[0]?.options.map(({ name }) => name)).toEqual([
      'Allow Once',
      'Allow for This Session',
      'Reject',
    ]);
    expect(desk.entries()[0]?.call).toMatchObject({
      title: 'Write a file outside the folders of this session: /etc/hosts',
      content: [{ path: hosts, oldText: 'old\n', newText: 'new\n' }],
    });
    desk.rules({ action: 'allow', path: hosts });
    await flushMicrotasks();
    expect(desk.waiting()).toHaveLength(1);
    await desk.answer('reject');
    expect(await waits).toBe('outside');
  });

  test('a rule that denies spares the question', async () => {
    const desk = setUp({ action: 'deny', path: '/etc/**' });
    expect(await desk.outcome(read(hosts, false))).toBe('refused');
  });

  test('once is once; for the session is for the session, for that file and use', async () => {
    const desk = setUp();
    const once = desk.outcome(read(hosts, false));
    await desk.answer('once');
    expect(await once).toBe('allowed');
    const session = desk.outcome(read(hosts, false));
    await desk.answer('session');
    expect(await session).toBe('allowed');
    expect(await desk.outcome(read(hosts, false))).toBe('allowed');

    const other = desk.outcome(read('/etc/passwd', false));
    await desk.answer('reject');
    expect(await other).toBe('outside');
    const writing = desk.outcome(write(hosts, 'x', false));
    await desk.answer('session');
    expect(await writing).toBe('allowed');
  });

  test('who may write may read', async () => {
    const desk = setUp();
    const writing = desk.outcome(write(hosts, 'x', false));
    await desk.answer('session');
    await writing;
    expect(await desk.outcome(read(hosts, false))).toBe('allowed');
  });

  test('an answer is worth nothing in another session, nor in another one of the agent', async () => {
    const desk = setUp();
    const first = desk.outcome(read(hosts, false));
    await desk.answer('session');
    await first;
    void desk.outcome(read(hosts, false), 'session-2');
    await flushMicrotasks();
    expect(desk.waiting('session-2')).toHaveLength(1);
    desk.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-2' });
    void desk.outcome(read(hosts, false));
    await flushMicrotasks();
    expect(desk.waiting()).toHaveLength(1);
  });

  test('a refusal holds until the turn ends, and says why', async () => {
    const desk = setUp();
    const refused = expect(desk.request(write(hosts, 'x', false))).rejects.toThrow(
      '/etc/hosts is outside the folders of this session and the user did not allow it to be written.',
    );
    await desk.answer('reject');
    await refused;
    expect(await desk.outcome(write(hosts, 'y', false))).toBe('outside');
    desk.store.dispatch(KEY, { type: 'turn_ended', at: 1, stopReason: 'end_turn' });
    desk.store.dispatch(KEY, { type: 'prompt_started', at: 2, content: [{ type: 'text', text: 'again' }] });
    void desk.outcome(write(hosts, 'z', false));
    await flushMicrotasks();
    expect(desk.waiting()).toHaveLength(1);
  });

  test('reads of one file at the same time are one question, also when the first is withdrawn', async () => {
    const desk = setUp();
    const controller = new AbortController();
    const first = desk.request(read(hosts, false), controller.signal);
    const gone = expect(first).rejects.toMatchObject({ refusal: 'cancelled' });
    const second = desk.outcome(read(hosts, false));
    const third = desk.outcome(read(hosts, false));
    await flushMicrotasks();
    expect(desk.waiting()).toHaveLength(1);
    controller.abort();
    await gone;
    await flushMicrotasks();
    expect(desk.waiting()).toHaveLength(1);
    await desk.answer('once');
    expect([await second, await third]).toEqual(['allowed', 'allowed']);
  });

  test('a refusal answers every read of the file that waited', async () => {
    const desk = setUp();
    const reads = [1, 2, 3].map(() => desk.outcome(read(hosts, false)));
    await desk.answer('reject');
    expect(await Promise.all(reads)).toEqual(['outside', 'outside', 'outside']);
    expect(desk.waiting()).toEqual([]);
  });

  test('what the agent asked for itself counts when the user saw where it really leads', async () => {
    const edit = { toolCallId: 't', kind: 'edit', locations: [{ path: hosts }] };
    const seen = setUp();
    await seen.allowCall(edit);
    expect(await seen.outcome(write(hosts, 'x', false))).toBe('allowed');

    const link = setUp();
    await link.allowCall({ ...edit, locations: [{ path: '/work/link' }] });
    const waits = link.outcome({ ...write('/work/link', 'x', false), real: hosts });
    await link.answer('reject');
    expect(await waits).toBe('outside');
  });

  test('what a rule allowed is not what the user has seen', async () => {
    const desk = setUp({ action: 'allow', kind: 'edit' });
    const call = { toolCallId: 't', kind: 'edit', locations: [{ path: hosts }] };
    const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
    await desk.permissions.request(KEY, { call, options }, idle);
    expect(desk.decided).toMatchObject([{ decision: { by: 'rule' } }]);
    void desk.outcome(write(hosts, 'x', false));
    await flushMicrotasks();
    expect(desk.waiting()).toHaveLength(1);
  });

  test('what a rule allowed grants nothing that other rules ask about', async () => {
    const desk = setUp(
      { action: 'allow', kind: ['read', 'search', 'think'] },
      { action: 'allow', mcpTool: 'github/*' },
      { action: 'ask', kind: ['edit', 'execute'] },
    );
    const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
    const file = '/work/src.txt';
    const rawInput = { command: 'touch a' };
    const content = [{ type: 'diff' as const, path: file, oldText: 'old\n', newText: 'new\n' }];
    const tool = { kind: 'other', name: 'mcp__github__get', rawInput, content };
    await desk.permissions.request(KEY, { call: { toolCallId: 't', ...tool }, options }, idle);
    expect(desk.decided).toMatchObject([{ decision: { by: 'rule' } }]);
    void desk.outcome(command('touch', 'a'));
    void desk.outcome(write(file));
    await flushMicrotasks();
    expect(desk.waiting()).toHaveLength(2);
    for (const call of [
      { kind: 'read', rawInput },
      { kind: 'think', content },
      { kind: 'search', content },
    ]) {
      void desk.permissions.request(KEY, { call: { toolCallId: call.kind, ...call }, options }, idle);
    }
    await flushMicrotasks();
    expect(desk.waiting()).toHaveLength(5);
  });

  const inside = '/work/a.txt';

  test.each<[string, ToolCallPatch]>([
    [
      'a command with a path in its input',
      { toolCallId: 't', kind: 'execute', rawInput: { command: 'npm test', to: hosts } },
    ],
    [
      'an edit with another path in its input',
      { toolCallId: 't', kind: 'edit', locations: [{ path: inside }], rawInput: { target: hosts } },
    ],
    [
      'an edit whose only path is in its input',
      { toolCallId: 't', kind: 'edit', rawInput: { file_path: hosts } },
    ],
    [
      'an edit that shows it, and hides another',
      { toolCallId: 't', kind: 'edit', locations: [{ path: hosts }], rawInput: { to: '/etc/passwd' } },
    ],
    [
      'a change of one file, and of others in its input',
      {
        toolCallId: 't',
        kind: 'edit',
        content: [{ type: 'diff', path: '/work/lock', newText: 'x' }],
        rawInput: { changes: { [hosts]: 1 } },
      },
    ],
    [
      'one of 60 files, folded away',
      {
        toolCallId: 't',
        kind: 'edit',
        locations: [
          ...Array.from({ length: 59 }, (_, index) => ({ path: `/work/${index}` })),
          { path: hosts },
        ],
      },
    ],
    [
      'the first of 13 files',
      {
        toolCallId: 't',
        kind: 'edit',
        locations: [
          { path: hosts },
          ...Array.from({ length: 12 }, (_, index) => ({ path: `/work/${index}` })),
        ],
      },
    ],
    ['a command at a location', { toolCallId: 't', kind: 'execute', locations: [{ path: hosts }] }],
    [
      'another kind with its change',
      { toolCallId: 't', kind: 'other', content: [{ type: 'diff', path: hosts, newText: 'x' }] },
    ],
    ['a reading', { toolCallId: 't', kind: 'read', content: [{ type: 'diff', path: hosts, newText: 'x' }] }],
    ['a deletion', { toolCallId: 't', kind: 'delete', locations: [{ path: hosts }] }],
  ])('F2 what the card of a request does not show is not granted by it: %s', async (_name, call) => {
    const desk = setUp();
    await desk.allowCall(call);
    const waits = desk.outcome(write(hosts, 'x', false));
    await flushMicrotasks();
    expect(desk.waiting()[0]?.call.title).toBe(
      'Write a file outside the folders of this session: /etc/hosts',
    );
    await desk.answer('reject');
    expect(await waits).toBe('outside');
  });

  test('F2 inside the folders, too, raw input grants nothing', async () => {
    const desk = setUp({ action: 'ask' });
    await desk.allowCall({ toolCallId: 't', kind: 'execute', rawInput: { command: 'npm test', to: inside } });
    const waits = desk.outcome(write(inside));
    await desk.answer('reject');
    expect(await waits).toBe('refused');
  });

  test('F2 what the card shows unfolded is granted, named in its input as well', async () => {
    const desk = setUp();
    const locations = [{ path: inside }, { path: hosts }];
    await desk.allowCall({
      toolCallId: 't',
      kind: 'edit',
      locations,
      rawInput: { file_path: 'a.txt', to: hosts },
    });
    expect(await desk.outcome(write(hosts, 'x', false))).toBe('allowed');
  });

  test.each<[string, ToolCallPatch]>([
    [
      'under a kind whose card shows no command',
      { toolCallId: 't', kind: 'think', rawInput: { command: 'make' } },
    ],
    ['as a text of a kind that runs none', { toolCallId: 't', kind: 'read', rawInput: 'make' }],
    [
      'longer than its card shows',
      { toolCallId: 't', kind: 'execute', rawInput: { command: ['make', 'x'.repeat(4_001)] } },
    ],
  ])('a command that is not shown is not granted: %s', async (_name, call) => {
    const desk = setUp({ action: 'ask' });
    await desk.allowCall(call);
    const isLong = JSON.stringify(call).length > 4_000;
    const waits = desk.outcome(isLong ? command('make', 'x'.repeat(4_001)) : command('make'));
    await desk.answer('reject');
    expect(await waits).toBe('refused');
  });

  test('F3 what is granted is the call as it was shown, not what it has become since', async () => {
    const desk = setUp({ action: 'ask' });
    await desk.allowCall({ toolCallId: 't', kind: 'execute', rawInput: { command: 'git status' } });
    const rawInput = { command: 'touch important' };
    desk.store.dispatch(KEY, { type: 'tool_call', at: 2, call: { toolCallId: 't', rawInput } });
    expect(await desk.outcome(command('git', 'status'))).toBe('allowed');
    const waits = desk.outcome(command('touch', 'important'));
    await desk.answer('reject');
    expect(await waits).toBe('refused');
  });

  test('R56 a cancelled turn is no answer', async () => {
    const desk = setUp();
    desk.store.dispatch(KEY, { type: 'cancel_requested', at: 1 });
    expect(await desk.outcome(read(hosts, false))).toBe('cancelled');
  });
});

describe('a proposed text that the user edited', () => {
  const proposal: ToolCallPatch = {
    toolCallId: 't',
    kind: 'edit',
    content: [{ type: 'diff', path: '/work/a.txt', oldText: 'old\n', newText: 'new\n' }],
  };
  const edited = [{ path: '/work/a.txt', proposed: 'new\n', text: 'mine\n' }];

  test('is written instead, and the card says so', async () => {
    const desk = setUp();
    desk.edits.now = edited;
    await desk.allowCall(proposal);
    expect(desk.entries()[0]?.decision).toMatchObject({ edit: 'waiting' });
    // Line ends are the file's.
    const permit = await desk.request(write('/work/a.txt', 'new\r\n'));
    expect(permit.content).toBe('mine\n');
    expect(desk.entries()[0]?.decision).toMatchObject({ by: 'user', edit: 'written' });
    expect((await desk.request(write('/work/a.txt', 'new\n'))).content).toBeUndefined();
  });

  test('is not used for another text than was proposed', async () => {
    const desk = setUp();
    desk.edits.now = edited;
    await desk.allowCall(proposal);
    expect((await desk.request(write('/work/a.txt', 'other\n'))).content).toBeUndefined();
    expect(desk.entries()[0]?.decision).toMatchObject({ edit: 'unused' });
  });

  test('is said to be unused when the agent wrote on its own', async () => {
    const desk = setUp();
    desk.edits.now = edited;
    await desk.allowCall(proposal);
    desk.store.dispatch(KEY, { type: 'turn_ended', at: 1, stopReason: 'end_turn' });
    expect(desk.entries()[0]?.decision).toMatchObject({ edit: 'unused' });
  });

  test('counts for nothing when the request is rejected', async () => {
    const desk = setUp();
    desk.edits.now = edited;
    await desk.allowCall(proposal, 'no');
    expect((await desk.request(write('/work/a.txt'))).content).toBeUndefined();
  });

  test('is written at once where Parley asks itself', async () => {
    const desk = setUp({ action: 'ask', kind: 'edit' });
    desk.edits.now = edited;
    const answered = desk.request(write('/work/a.txt'));
    await flushMicrotasks();
    expect(desk.waiting()).toMatchObject([{ canEdit: true }]);
    await desk.answer('once');
    expect((await answered).content).toBe('mine\n');
    expect(desk.entries()[0]?.decision).toMatchObject({ edit: 'written' });
  });
});

describe('A line for a shell in the place of a program', () => {
  test('is judged as the line that it is', async () => {
    const session = setUp({ action: 'deny', command: 'rm' });
    expect(await session.outcome(shellLine('echo a && rm -rf x'))).toBe('refused');
    expect(await session.outcome(shellLine('echo a; (rm x)'))).toBe('refused');
    expect(await session.outcome(shellLine('echo one && echo two | tr a-z A-Z'))).toBe('allowed');
    expect(session.asked.count).toBe(0);
  });

  test('is shown as the agent sent it, and is what the user allowed as a call of its own', async () => {
    const session = setUp({ action: 'ask' });
    const asked = session.request(shellLine('echo a  &&  echo b'));
    await flushMicrotasks();
    expect(session.waiting()[0]?.call).toMatchObject({ rawInput: { command: 'echo a  &&  echo b' } });
    await session.answer('once');
    await asked;
    await session.allowCall({ toolCallId: 'c', kind: 'execute', rawInput: { command: 'make && make test' } });
    expect(await session.outcome(shellLine('make && make test'))).toBe('allowed');
    expect(session.asked.count).toBe(1);
  });
});
