// `terminal/*` as a real agent process meets it, with real commands.
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { FileAccessError, type FileAccess } from '../../../src/core/ports/fileAccess.ts';
import { emptySession, type SessionState } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce.ts';
import type { TerminalAccess } from '../../../src/core/ports/agentTerminals.ts';
import { shellCommand } from '../../../src/process/shellLine.ts';
import { terminalsInRoots } from '../../../src/files/terminalFolder.ts';
import { isAlive, temporaryFolder, until } from '../../support/agentHarness.ts';
import { relayAgent, type Received, type RelayHarness, type Sent } from '../../support/relayHarness.ts';
import { startProcessorTimer } from '../../support/clock.ts';

const created = z.object({ terminalId: z.string() });
const exitStatus = z.object({ exitCode: z.number().nullable(), signal: z.string().nullable() });
const printed = z.object({
  output: z.string(),
  truncated: z.boolean(),
  exitStatus: exitStatus.optional(),
});

interface TerminalAgent extends RelayHarness {
  /** The folder of session `s1`. */
  readonly folder: string;
  readonly send: (method: string, params?: object) => Sent;
  /** Sends a request in `s1` and resolves to the answer. */
  readonly call: (method: string, params?: object) => Promise<Received>;
  /** Creates a terminal and resolves to its id. */
  readonly create: (command: string, args?: readonly string[], more?: object) => Promise<string>;
  /** One that runs a line in a shell. */
  readonly shell: (line: string, more?: object) => Promise<string>;
  readonly output: (terminalId: string) => Promise<z.infer<typeof printed>>;
  readonly exit: (terminalId: string) => Promise<z.infer<typeof exitStatus>>;
  /** The session as the panel shows it. */
  readonly shown: () => SessionState;
}

interface AgentOptions {
  readonly files?: FileAccess;
  readonly terminals?: TerminalAccess;
}

/** An agent with sessions `s1` and `s2` in two folders. */
async function terminalAgent(options: AgentOptions = {}): Promise<TerminalAgent> {
  const folder = realpathSync(temporaryFolder());
  const harness = await relayAgent({ terminals: terminalsInRoots, ...options });
  await harness.agent.sessions.create({ cwd: folder, additional: [] });
  await harness.agent.sessions.create({ cwd: realpathSync(temporaryFolder()), additional: [] });
  const send = (method: string, params: object = {}): Sent =>
    harness.send(method, { sessionId: 's1', ...params });
  const call = (method: string, params: object = {}): Promise<Received> => send(method, params).answer;
  const create = async (
    command: string,
    args: readonly string[] = [],
    more: object = {},
  ): Promise<string> => {
    const { error, result } = await call('terminal/create', { command, args, ...more });
    expect(error).toBeUndefined();
    return created.parse(result).terminalId;
  };
  return {
    ...harness,
    folder,
    send,
    call,
    create,
    shell: (line, more) => create('/bin/sh', ['-c', line], more),
    output: async (terminalId) => printed.parse((await call('terminal/output', { terminalId })).result),
    exit: async (terminalId) =>
      exitStatus.parse((await call('terminal/wait_for_exit', { terminalId })).result),
    shown: () =>
      harness.client.updates
        .filter(({ sessionId }) => sessionId === 's1')
        .map(({ event }) => event)
        .reduce(reduce, emptySession('key', 'fake', folder)),
  };
}

/** The process id that a command wrote to a file. */
async function pidIn(file: string): Promise<number> {
  await until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'), `a process id in ${file}`);
  return Number(readFileSync(file, 'utf8'));
}

function gone(...pids: readonly number[]): Promise<void> {
  return until(() => !pids.some(isAlive), `the end of ${pids.join(', ')}`);
}

/** A program of this Node that runs some code. */
function node(code: string): [string, string[]] {
  return [process.execPath, ['-e', code]];
}

describe('What is advertised', () => {
  it('R79 terminals when they are served', async () => {
    const { handshake } = await terminalAgent();
    expect(handshake).toMatchObject({ clientCapabilities: { terminal: true } });
  });

  it('R79 no terminals when they are not, and the methods are not there', async () => {
    const { handshake, agent, send } = await relayAgent();
    expect(handshake).not.toHaveProperty('clientCapabilities.terminal');
    await agent.sessions.create({ cwd: temporaryFolder(), additional: [] });
    for (const method of ['create', 'output', 'wait_for_exit', 'kill', 'release']) {
      const params = { sessionId: 's1', command: 'true', terminalId: 't' };
      expect(await send(`terminal/${method}`, params).answer).toMatchObject({ error: { code: -32601 } });
    }
  });

  it('R70 terminals of the agent itself in any case', async () => {
    const { handshake } = await relayAgent();
    expect(handshake).toMatchObject({ clientCapabilities: { _meta: { terminal_output: true } } });
  });
});

describe('Starting a command', () => {
  it('R80 answers while the command runs, and R83 reports no end until there is one', async () => {
    const { shell, output, exit, folder } = await terminalAgent();
    const id = await shell('echo started; while [ ! -e go ]; do sleep 0.02; done; echo done');
    let seen = await output(id);
    while (seen.output === '') seen = await output(id);
    expect(seen).toEqual({ output: 'started\n', truncated: false });
    writeFileSync(join(folder, 'go'), '');
    expect(await exit(id)).toEqual({ exitCode: 0, signal: null });
    expect(await output(id)).toEqual({
      output: 'started\ndone\n',
      truncated: false,
      exitStatus: { exitCode: 0, signal: null },
    });
  });

  it('R81 runs in the folder of the session when the agent names none', async () => {
    const { shell, output, exit, folder } = await terminalAgent();
    const id = await shell('pwd');
    await exit(id);
    expect((await output(id)).output).toBe(`${folder}\n`);
  });

  it('R81 runs in the folder that the agent names, with or without a slash at its end', async () => {
    const { shell, output, exit, folder } = await terminalAgent();
    mkdirSync(join(folder, 'a', 'b'), { recursive: true });
    for (const cwd of [join(folder, 'a', 'b'), join(folder, 'a', 'b/'), folder]) {
      const id = await shell('pwd', { cwd });
      await exit(id);
      expect((await output(id)).output).toBe(`${cwd.replace(/\/$/, '')}\n`);
    }
  });

  it('R81 runs in the session’s folder where the agent names it by a dot or an address', async () => {
    const { shell, output, exit, folder } = await terminalAgent();
    for (const cwd of ['.', './', pathToFileURL(folder).href]) {
      const id = await shell('pwd', { cwd });
      await exit(id);
      expect((await output(id)).output).toBe(`${folder}\n`);
    }
  });

  it('R81 adds the variables to the environment', async () => {
    const { create, output, exit } = await terminalAgent();
    const code =
      'process.stdout.write(JSON.stringify([process.env.ADDED, process.env.PATH, process.env.EMPTY]))';
    const env = [
      { name: 'ADDED', value: 'a=b; $HOME' },
      { name: 'EMPTY', value: '' },
    ];
    const id = await create(...node(code), { env });
    await exit(id);
    expect(JSON.parse((await output(id)).output)).toEqual(['a=b; $HOME', process.env['PATH'], '']);
  });

  it('passes arguments as they are, and never through a shell', async () => {
    const { create, output, exit, folder } = await terminalAgent();
    const odd = [
      '$(touch hacked)',
      '; touch hacked',
      '`touch hacked`',
      '*',
      '',
      "it's",
      '"',
      'two words',
      'é😀',
    ];
    const [program, args] = node('process.stdout.write(JSON.stringify(process.argv.slice(1)))');
    const id = await create(program, [...args, '--', ...odd]);
    await exit(id);
    expect(JSON.parse((await output(id)).output)).toEqual(odd);
    expect(existsSync(join(folder, 'hacked'))).toBe(false);
  });

  it('gives the command an empty input, so that it waits for nobody', async () => {
    const { create, exit } = await terminalAgent();
    expect(await exit(await create('cat'))).toEqual({ exitCode: 0, signal: null });
  });

  it.each([
    ['no command', {}],
    ['an empty command', { command: '' }],
    ['a NUL in the command', { command: 'a\0b' }],
    ['a NUL in an argument', { command: 'true', args: ['a\0b'] }],
    ['arguments that are no text', { command: 'true', args: [{ text: 'a' }] }],
    ['a variable without a name', { command: 'true', env: [{ name: '', value: '1' }] }],
    ['a variable with = in its name', { command: 'true', env: [{ name: 'A=B', value: '1' }] }],
    ['a relative folder', { command: 'true', cwd: 'src' }],
    ['a folder with ..', { command: 'true', cwd: '/a/../b' }],
    ['a folder and another one', { command: 'true', cwd: '/tmp', workdir: '/' }],
    ['input', { command: 'true', stdin: 'yes' }],
    ['a session that is not there', { command: 'true', sessionId: 'other' }],
  ])('R8 R81 %s is -32602, and nothing is started', async (_what, params) => {
    const { call, shown } = await terminalAgent();
    expect(await call('terminal/create', params)).toMatchObject({ error: { code: -32602 } });
    expect(shown().terminals).toEqual([]);
  });

  it.each(['workdir', 'working_directory', 'folder'])('runs in the folder that is its %s', async (name) => {
    const { create, exit, output, folder } = await terminalAgent();
    mkdirSync(join(folder, 'inner'));
    const id = await create('pwd', [], { [name]: join(folder, 'inner') });
    await exit(id);
    expect((await output(id)).output.trim()).toBe(join(folder, 'inner'));
  });

  it('takes null for what is left out', async () => {
    const { create, exit } = await terminalAgent();
    const more = { args: null, env: null, cwd: null, outputByteLimit: null };
    expect(await exit(await create('true', [], more))).toEqual({ exitCode: 0, signal: null });
  });

  it.each([
    ['no-such-program-here', [], 'not on the PATH'],
    ['no-such-program-here', ['with', 'arguments'], 'not on the PATH'],
  ])('reports why %s cannot be started', async (command, args, words) => {
    const { call } = await terminalAgent();
    const { error } = await call('terminal/create', { command, args });
    expect(error).toMatchObject({ code: -32603, data: { reason: 'not-found' } });
    expect(error?.message).toContain(command);
    expect(error?.message).toContain(words);
  });

  it('reports that a file is no program', async () => {
    const { call, folder } = await terminalAgent();
    writeFileSync(join(folder, 'text'), 'not a program');
    const { error } = await call('terminal/create', { command: join(folder, 'text') });
    expect(error).toMatchObject({ code: -32603, data: { reason: 'failed' } });
  });

  it('R78 starts nothing outside the folders of the session, by a link neither', async () => {
    const { call, folder } = await terminalAgent();
    const outside = realpathSync(temporaryFolder());
    symlinkSync(outside, join(folder, 'link'));
    const touch = { command: '/bin/sh', args: ['-c', 'touch hacked'] };
    for (const cwd of [outside, join(folder, 'link'), '/', '/etc']) {
      const { error } = await call('terminal/create', { ...touch, cwd });
      expect(error).toMatchObject({ code: -32603, data: { reason: 'outside' } });
      expect(error?.message).toContain(folder);
    }
    expect(existsSync(join(outside, 'hacked'))).toBe(false);
  });

  it('reports that a folder is missing, or is none', async () => {
    const { call, folder } = await terminalAgent();
    writeFileSync(join(folder, 'file'), '');
    const missing = await call('terminal/create', { command: 'true', cwd: join(folder, 'missing') });
    expect(missing.error?.message).toContain('does not exist');
    const file = await call('terminal/create', { command: 'true', cwd: join(folder, 'file') });
    expect(file.error?.message).toContain('is not a folder');
  });

  it('starts nothing that is not permitted, and reports the reason', async () => {
    const { call, client, folder } = await terminalAgent();
    client.onAccess = async () => {
      throw new FileAccessError('refused', 'touch: a rule denies it.');
    };
    const touch = { command: 'touch', args: ['made'], env: [{ name: 'A', value: 'b' }] };
    expect(await call('terminal/create', touch)).toMatchObject({
      error: { code: -32603, message: 'touch: a rule denies it.', data: { reason: 'refused' } },
    });
    expect(client.accesses).toEqual([
      { use: 'command', command: 'touch', args: ['made'], env: { A: 'b' }, cwd: folder },
    ]);
    expect(existsSync(join(folder, 'made'))).toBe(false);
  });

  it('R78 looks at the folder again after the user was asked', async () => {
    const folders = ['inside', 'swapped'];
    const asked: string[] = [];
    const terminals: TerminalAccess = {
      async workingFolder() {
        const folder = folders.shift();
        if (folder === 'swapped') throw new FileAccessError('outside', 'It leads outside by now.');
        return folder ?? '';
      },
    };
    const { call, client } = await terminalAgent({ terminals });
    const closed: string[] = [];
    client.onAccess = async (access) => {
      asked.push(access.use);
      return { close: (status) => closed.push(status) };
    };
    expect(await call('terminal/create', { command: 'true' })).toMatchObject({
      error: { data: { reason: 'outside' } },
    });
    expect([asked, closed]).toEqual([['command'], ['failed']]);
  });

  it('R10 R77 comes after the writes before it', async () => {
    const writing = Promise.withResolvers<void>();
    const files: FileAccess = {
      readTextFile: async () => '',
      async writeTextFile({ path }, content) {
        await writing.promise;
        writeFileSync(path, content);
        return content;
      },
    };
    const { send, shell, exit, folder } = await terminalAgent({ files });
    const path = join(folder, 'script');
    const write = send('fs/write_text_file', { path, content: 'exit 7' });
    const running = shell(`. ./script`);
    await until(() => true, 'the requests are sent');
    writing.resolve();
    await write.answer;
    expect(await exit(await running)).toEqual({ exitCode: 7, signal: null });
  });

  it('R14 starts no command whose request is withdrawn', async () => {
    const looking = Promise.withResolvers<void>();
    const terminals: TerminalAccess = {
      async workingFolder({ roots }) {
        await looking.promise;
        return roots[0] ?? '';
      },
    };
    const { send, notify, call, folder, shown } = await terminalAgent({ terminals });
    const { id, answer } = send('terminal/create', { command: '/bin/sh', args: ['-c', 'touch made'] });
    notify('$/cancel_request', { requestId: id });
    // When this is answered, the one before it was read.
    await call('terminal/output', { terminalId: 'none' });
    looking.resolve();
    expect(await answer).toMatchObject({ error: { code: -32800 } });
    expect(existsSync(join(folder, 'made'))).toBe(false);
    expect(shown().terminals).toEqual([]);
  });

  it('refuses the 65th running command until one has ended', async () => {
    const { create, call, exit } = await terminalAgent();
    const ids = await Promise.all(Array.from({ length: 64 }, () => create('sleep', ['100'])));
    expect(await call('terminal/create', { command: 'true' })).toMatchObject({ error: { code: -32603 } });
    await call('terminal/kill', { terminalId: ids[0] });
    await exit(await create('true'));
  });

  it('lets ended commands make room, the oldest first, and running ones stay', async () => {
    const { create, call, exit, output } = await terminalAgent();
    const running = await create('sleep', ['100']);
    const ids: string[] = [];
    for (let count = 0; count < 130; count++) {
      const id = await create('echo', [String(count)]);
      await exit(id);
      ids.push(id);
    }
    expect(await output(running)).toEqual({ output: '', truncated: false });
    expect((await output(ids[66] ?? '')).output).toBe('66\n');
    const [oldest] = ids;
    expect(await call('terminal/output', { terminalId: oldest })).toMatchObject({ error: { code: -32002 } });
    const { error } = await call('terminal/wait_for_exit', { terminalId: ids[64] });
    expect(error?.message).toContain('made room');
  });

  describe('a line for a shell in the place of a program', () => {
    it.each([
      ['with operators', 'echo one && echo two | tr a-z A-Z', [], 'one\nTWO\n'],
      ['with quotes', 'printf %s "a  b"', [], 'a  b'],
      ['with a variable before it', 'WORD=x; echo $WORD', [], 'x\n'],
      ['without any blank', 'echo<&-;echo\ttwo', [], '\ntwo\n'],
      ['of two lines', 'echo one\necho two', [], 'one\ntwo\n'],
      ['with arguments beside it', 'printf %s-%s', ['a b', "it's $HOME"], "a b-it's $HOME"],
    ])('is run by one: %s', async (_what, command, args, expected) => {
      const { create, output, exit, client, shown } = await terminalAgent();
      const id = await create(command, args);
      expect(await exit(id)).toEqual({ exitCode: 0, signal: null });
      expect((await output(id)).output).toBe(expected);
      const line = args.length === 0 ? command : `printf %s-%s 'a b' 'it'\\''s $HOME'`;
      expect(client.accesses).toMatchObject([{ ...shellCommand(line), line }]);
      expect(shown().terminals).toMatchObject([{ command: line }]);
    });

    it.each([
      ['a builtin', 'umask', ['027'], 0, ''],
      ['a builtin that prints', 'type', ['cd'], 0, 'cd is a shell builtin\n'],
      ['a test', '[[ abc == a* ]] && echo yes', [], 0, 'yes\n'],
      ['another command as a file', 'cat <(echo one)', [], 0, 'one\n'],
      ['both outputs in a pipe', '(echo one; echo two >&2) |& sort', [], 0, 'one\ntwo\n'],
      ['a function', 'function f { echo "$1"; }; f x', [], 0, 'x\n'],
      ['a failure inside a pipe', 'set -o pipefail; false | true', [], 1, ''],
    ])('is run by bash where that is there: %s', async (_what, command, args, exitCode, expected) => {
      const { create, output, exit } = await terminalAgent();
      const id = await create(command, args);
      expect(await exit(id)).toMatchObject({ exitCode });
      expect((await output(id)).output).toBe(expected);
    });

    it('is no line where there is a program of that name, whatever blanks that has', async () => {
      const { create, output, exit, folder, client } = await terminalAgent();
      mkdirSync(join(folder, 'my tools'));
      const tool = join(folder, 'my tools', 'run it; now.sh');
      writeFileSync(tool, '#!/bin/sh\necho ran $#\n', { mode: 0o755 });
      for (const command of [tool, './my tools/run it; now.sh']) {
        const id = await create(command, []);
        await exit(id);
        expect((await output(id)).output).toBe('ran 0\n');
      }
      expect(client.accesses).toMatchObject([{ command: tool }, { command: './my tools/run it; now.sh' }]);
    });

    it('is none where the file of that name is no program', async () => {
      const { call, folder } = await terminalAgent();
      writeFileSync(join(folder, 'a text'), 'not a program');
      const { error } = await call('terminal/create', { command: join(folder, 'a text') });
      expect(error).toMatchObject({ code: -32603, data: { reason: 'failed' } });
    });

    it('ends as its shell does', async () => {
      const { create, exit } = await terminalAgent();
      expect(await exit(await create('no-such-program-here --version'))).toMatchObject({ exitCode: 127 });
      expect(await exit(await create('exit 3'))).toMatchObject({ exitCode: 3 });
    });
  });
});

describe('Output', () => {
  it.each([
    ['ASCII', 'abcdefghij', 4, 'ghij'],
    ['a character of two bytes at the cut', 'aéééé', 5, 'éé'],
    ['a character of four bytes at the cut', '😀😀😀', 7, '😀'],
    ['exactly the limit', 'ééé', 6, 'ééé'],
  ])('R82 keeps the end, cut at a character boundary: %s', async (_what, text, limit, expected) => {
    const { create, exit, output } = await terminalAgent();
    const id = await create('printf', ['%s', text], { outputByteLimit: limit });
    await exit(id);
    const seen = await output(id);
    expect(seen).toMatchObject({ output: expected, truncated: expected !== text });
    expect(Buffer.byteLength(seen.output)).toBeLessThanOrEqual(limit);
  });

  it('R82 a limit of 0 keeps nothing', async () => {
    const { shell, exit, output } = await terminalAgent();
    const id = await shell('echo hello', { outputByteLimit: 0 });
    await exit(id);
    expect(await output(id)).toMatchObject({ output: '', truncated: true });
  });

  it('R82 is within the limit when the output is not text', async () => {
    const { create, exit, output } = await terminalAgent();
    const id = await create(...node('process.stdout.write(Buffer.alloc(5000, 0xff))'), {
      outputByteLimit: 100,
    });
    await exit(id);
    const seen = await output(id);
    expect(seen.truncated).toBe(true);
    expect(Buffer.byteLength(seen.output)).toBeLessThanOrEqual(100);
    expect(seen.output).toMatch(/^\uFFFD+$/);
  });

  it('puts characters together that are printed byte by byte, on both outputs at once', async () => {
    const code = `
      const bytes = Buffer.from('é€😀');
      let at = 0;
      const next = () => {
        if (at === bytes.length) return;
        process.stdout.write(bytes.subarray(at, at + 1));
        process.stderr.write(bytes.subarray(at, ++at), () => setTimeout(next, 5));
      };
      next();`;
    const { create, exit, output } = await terminalAgent();
    const id = await create(...node(code));
    await exit(id);
    const seen = await output(id);
    expect(Array.from(seen.output).sort()).toEqual(Array.from('éé€€😀😀').sort());
  });

  it('reports both outputs', async () => {
    const { shell, exit, output } = await terminalAgent();
    const id = await shell('echo out; echo err >&2');
    await exit(id);
    expect((await output(id)).output.split('\n').sort()).toEqual(['', 'err', 'out']);
  });

  it('100 MB of output are read to the end, and memory does not grow with them', async () => {
    const { shell, exit, output, shown, client } = await terminalAgent();
    const before = process.memoryUsage.rss();
    const id = await shell('yes | head -c 100000000', { outputByteLimit: 50_000 });
    expect(await exit(id)).toEqual({ exitCode: 0, signal: null });
    const seen = await output(id);
    expect(seen.output).toBe('y\n'.repeat(25_000));
    expect(seen.truncated).toBe(true);
    await until(() => shown().terminals[0]?.exit !== undefined, 'the end is reported');
    const [terminal] = shown().terminals;
    expect(terminal?.output.length).toBeLessThan(524_288);
    expect((terminal?.droppedBytes ?? 0) + (terminal?.output.length ?? 0)).toBe(100_000_000);
    // What this test has recorded is part of it: bounded too, by how often is reported.
    const sentOutputs = client.updates.filter(({ event }) => event.type === 'terminal_output');
    expect(sentOutputs.length).toBeLessThan(400);
    expect(process.memoryUsage.rss() - before).toBeLessThan(400 * 1024 * 1024);
  });

  it('a command that prints for ever leaves time for everything else', async () => {
    const { create, call, output } = await terminalAgent();
    const id = await create('yes');
    let turns = 0;
    let longestMs = 0;
    let usedMs = startProcessorTimer();
    const watch = setInterval(() => {
      turns++;
      longestMs = Math.max(longestMs, usedMs());
      usedMs = startProcessorTimer();
    }, 5);
    for (let asked = 0; asked < 20; asked++) await output(id);
    const before = turns;
    await until(() => turns > before, 'the timer runs');
    clearInterval(watch);
    expect(longestMs).toBeLessThan(500);
    expect(await call('terminal/kill', { terminalId: id })).toMatchObject({ result: {} });
  });
});

describe('Waiting', () => {
  it('R84 resolves when the command ends, for everybody who waits, and at once after that', async () => {
    const { shell, exit, folder } = await terminalAgent();
    const id = await shell('while [ ! -e go ]; do sleep 0.02; done; exit 3');
    const waiting = [exit(id), exit(id)];
    writeFileSync(join(folder, 'go'), '');
    expect(await Promise.all(waiting)).toEqual([
      { exitCode: 3, signal: null },
      { exitCode: 3, signal: null },
    ]);
    expect(await exit(id)).toEqual({ exitCode: 3, signal: null });
  });

  it('the agent is busy as long as a command runs, though it asks for nothing', async () => {
    const { agent, shell, exit, folder } = await terminalAgent();
    const id = await shell('while [ ! -e go ]; do sleep 0.02; done');
    await until(() => agent.isBusy, 'a running command');
    writeFileSync(join(folder, 'go'), '');
    await exit(id);
    await until(() => !agent.isBusy, 'the end of the command');
  });

  it('R84 reports the signal that ended a command', async () => {
    const { shell, exit } = await terminalAgent();
    expect(await exit(await shell('kill -9 $$'))).toEqual({ exitCode: null, signal: 'SIGKILL' });
  });

  it('R14 a withdrawn wait is answered -32800, and the command goes on', async () => {
    const { shell, send, notify, output, folder, exit } = await terminalAgent();
    const id = await shell('while [ ! -e go ]; do sleep 0.02; done');
    const waiting = send('terminal/wait_for_exit', { terminalId: id });
    notify('$/cancel_request', { requestId: waiting.id });
    expect(await waiting.answer).toMatchObject({ error: { code: -32800 } });
    expect((await output(id)).exitStatus).toBeUndefined();
    writeFileSync(join(folder, 'go'), '');
    expect(await exit(id)).toEqual({ exitCode: 0, signal: null });
  });

  it('does not wait for what a command leaves behind, which goes on until the release', async () => {
    const { shell, exit, output, call, folder } = await terminalAgent();
    const id = await shell('sleep 1000 & echo $! > pid; echo left');
    expect(await exit(id)).toEqual({ exitCode: 0, signal: null });
    expect((await output(id)).output).toBe('left\n');
    const pid = await pidIn(join(folder, 'pid'));
    expect(isAlive(pid)).toBe(true);
    await call('terminal/release', { terminalId: id });
    await gone(pid);
  });
});

/** Commands that leave the group that they are started in and lose their parent; they write their id to a file. */
const leavers: readonly (readonly [string, string, readonly string[]])[] = [
  ['a program that is a daemon', 'setsid', ['sh', '-c', 'echo $$ > pid; exec sleep 1000']],
  ['a double fork', 'sh', ['-c', `(setsid sh -c 'echo $$ > pid; exec sleep 1000' >/dev/null 2>&1 &)`]],
  [
    'one without a terminal that ignores SIGTERM and SIGHUP',
    'sh',
    [
      '-c',
      `nohup setsid sh -c 'trap "" TERM HUP; echo $$ > pid; while :; do sleep 1; done' >/dev/null 2>&1 &`,
    ],
  ],
];

describe('Killing', () => {
  it('R85 ends the command, and the id can be used for everything but running', async () => {
    const { shell, call, output, exit } = await terminalAgent();
    const id = await shell('echo before; exec sleep 1000');
    while ((await output(id)).output === '');
    expect(await call('terminal/kill', { terminalId: id })).toMatchObject({ result: {} });
    expect(await exit(id)).toEqual({ exitCode: null, signal: 'SIGTERM' });
    expect(await output(id)).toMatchObject({
      output: 'before\n',
      exitStatus: { exitCode: null, signal: 'SIGTERM' },
    });
    expect(await call('terminal/kill', { terminalId: id })).toMatchObject({ result: {} });
    expect(await call('terminal/release', { terminalId: id })).toMatchObject({ result: {} });
  });

  it('R85 ends everything the command started, what ignores the signal and what left its group too', async () => {
    const { shell, call, exit, folder } = await terminalAgent();
    const stubborn = `process.on('SIGTERM', () => {}); require('node:fs').writeFileSync('stubborn', process.pid + '\\n'); setInterval(() => {}, 1000)`;
    writeFileSync(join(folder, 'stubborn.js'), stubborn);
    const detached = `require('node:child_process').spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' })`;
    writeFileSync(
      join(folder, 'parent.js'),
      `const child = ${detached}; require('node:fs').writeFileSync('detached', child.pid + '\\n')`,
    );
    const id = await shell(
      `${process.execPath} stubborn.js & ${process.execPath} parent.js & sh -c 'sleep 1000 & echo $! > deep; wait' & wait`,
    );
    const pids = await Promise.all(['stubborn', 'detached', 'deep'].map((file) => pidIn(join(folder, file))));
    expect(pids.every(isAlive)).toBe(true);
    await call('terminal/kill', { terminalId: id });
    await gone(...pids);
    expect((await exit(id)).exitCode).toBe(null);
  });

  it.each(leavers)('R85 ends %s', async (_name, command, args) => {
    const { create, call, folder } = await terminalAgent();
    const id = await create(command, args);
    const pid = await pidIn(join(folder, 'pid'));
    expect(isAlive(pid)).toBe(true);
    expect(await call('terminal/kill', { terminalId: id })).toMatchObject({ result: {} });
    expect(isAlive(pid)).toBe(false);
  });

  it('R85 ends a daemon that a command starts when it is asked to end', async () => {
    const { shell, call, folder } = await terminalAgent();
    const id = await shell(
      `trap 'setsid sh -c "echo \\$\\$ > pid; exec sleep 1000" & sleep 0.1; exit' TERM; echo > ready; while :; do sleep 0.02; done`,
    );
    await until(() => existsSync(join(folder, 'ready')), 'the command waits');
    await call('terminal/kill', { terminalId: id });
    const pid = await pidIn(join(folder, 'pid'));
    expect(isAlive(pid)).toBe(false);
  });

  it('the user can stop a command; the agent is notified as of any other end', async () => {
    const { shell, exit, agent, shown } = await terminalAgent();
    const id = await shell('exec sleep 1000');
    const ended = exit(id);
    agent.killTerminal('s1', id);
    expect(await ended).toEqual({ exitCode: null, signal: 'SIGTERM' });
    await until(() => shown().terminals[0]?.endedAt !== undefined, 'the end is reported');
    agent.killTerminal('s1', 'other');
    agent.killTerminal('other', id);
  });
});

describe('Releasing', () => {
  it('R86 ends the command, and no method takes the id after that', async () => {
    const { shell, call, folder, send } = await terminalAgent();
    const id = await shell('echo $$ > pid; exec sleep 1000');
    const pid = await pidIn(join(folder, 'pid'));
    const waiting = send('terminal/wait_for_exit', { terminalId: id });
    expect(await call('terminal/release', { terminalId: id })).toMatchObject({ result: {} });
    expect(isAlive(pid)).toBe(false);
    expect(await waiting.answer).toMatchObject({ result: { signal: 'SIGTERM' } });
    for (const method of ['output', 'wait_for_exit', 'kill', 'release']) {
      expect(await call(`terminal/${method}`, { terminalId: id })).toMatchObject({ error: { code: -32002 } });
    }
  });

  it.each(leavers)('R86 ends %s, though its command has ended', async (_name, command, args) => {
    const { create, call, folder, exit } = await terminalAgent();
    const id = await create(command, args);
    const pid = await pidIn(join(folder, 'pid'));
    await exit(id);
    expect(isAlive(pid)).toBe(true);
    expect(await call('terminal/release', { terminalId: id })).toMatchObject({ result: {} });
    expect(isAlive(pid)).toBe(false);
  });

  it('R69 what it printed is still shown', async () => {
    const { shell, exit, call, shown } = await terminalAgent();
    const id = await shell('printf "\\033[31mred\\033[0m\\n"; exit 2');
    await exit(id);
    await call('terminal/release', { terminalId: id });
    expect(shown().terminals).toMatchObject([
      {
        id,
        output: '\x1b[31mred\x1b[0m\n',
        droppedBytes: 0,
        isForeign: false,
        exit: { code: 2, signal: null },
      },
    ]);
  });

  it.each(['output', 'wait_for_exit', 'kill', 'release'])(
    'R8 terminal/%s of an id that was never given out, or belongs to another session, is an error',
    async (method) => {
      const { shell, call, output } = await terminalAgent();
      const id = await shell('exec sleep 1000');
      expect(await call(`terminal/${method}`, { terminalId: 'never' })).toMatchObject({
        error: { code: -32002 },
      });
      expect(await call(`terminal/${method}`, { terminalId: id, sessionId: 's2' })).toMatchObject({
        error: { code: -32002 },
      });
      expect(await call(`terminal/${method}`, { terminalId: 7 })).toMatchObject({ error: { code: -32602 } });
      expect((await output(id)).exitStatus).toBeUndefined();
    },
  );
});

describe('The end of a session, and of the connection', () => {
  it('R87 the end of a session ends its commands, settles who waits, and leaves other sessions alone', async () => {
    const { shell, send, agent, folder, create, call, output } = await terminalAgent();
    const id = await shell('echo $$ > pid; exec sleep 1000');
    const other = await create('sleep', ['1000'], { sessionId: 's2' });
    const pid = await pidIn(join(folder, 'pid'));
    const waiting = send('terminal/wait_for_exit', { terminalId: id });
    await output(id);
    await agent.endTerminals('s1');
    expect(isAlive(pid)).toBe(false);
    expect(await waiting.answer).toMatchObject({ result: { signal: 'SIGTERM' } });
    expect(await call('terminal/output', { terminalId: id })).toMatchObject({ error: { code: -32002 } });
    expect(await call('terminal/output', { terminalId: other, sessionId: 's2' })).toMatchObject({
      result: { output: '' },
    });
  });

  it.each(leavers)('R87 the end of a session ends %s', async (_name, command, args) => {
    const { create, agent, folder } = await terminalAgent();
    await create(command, args);
    const pid = await pidIn(join(folder, 'pid'));
    await agent.endTerminals('s1');
    expect(isAlive(pid)).toBe(false);
  });

  it('R87 stopping the agent ends its commands and settles who waits', async () => {
    const { shell, send, agent, folder, output } = await terminalAgent();
    const id = await shell('sleep 1000 & echo $! > pid; wait');
    const pid = await pidIn(join(folder, 'pid'));
    const waiting = send('terminal/wait_for_exit', { terminalId: id });
    await output(id);
    await agent.stop();
    expect(isAlive(pid)).toBe(false);
    expect(await waiting.answer).toMatchObject({ error: { code: -32800 } });
  });

  it('R87 an agent that dies takes its commands with it', async () => {
    const { shell, agent, folder, log } = await terminalAgent();
    await shell('echo $$ > pid; exec sleep 1000');
    const pid = await pidIn(join(folder, 'pid'));
    const started = log.lines.findLast((line) => line.startsWith('Started'));
    process.kill(Number(/process (\d+)/.exec(started ?? '')?.[1]), 'SIGKILL');
    await until(() => agent.status.state === 'failed', 'the agent is lost');
    await gone(pid);
  });
});

describe('What is shown', () => {
  it('R69 the command, its folder, and its output while it runs', async () => {
    const { create, shown, folder, exit } = await terminalAgent();
    const line = 'echo first; while [ ! -e go ]; do sleep 0.02; done; echo second';
    const id = await create('/bin/sh', ['-c', line]);
    await until(() => shown().terminals[0]?.output === 'first\n', 'the first line is shown');
    expect(shown().terminals[0]).toMatchObject({ id, command: `/bin/sh -c '${line}'`, cwd: folder });
    expect(shown().terminals[0]?.endedAt).toBeUndefined();
    writeFileSync(join(folder, 'go'), '');
    await exit(id);
    await until(() => shown().terminals[0]?.exit !== undefined, 'the end is shown');
    expect(shown().terminals[0]).toMatchObject({
      output: 'first\nsecond\n',
      exit: { code: 0, signal: null },
    });
  });

  it('R70 terminals that the agent runs itself', async () => {
    const { notify, shown } = await terminalAgent();
    const update = (fields: object): void =>
      notify('session/update', {
        sessionId: 's1',
        update: { sessionUpdate: 'tool_call_update', toolCallId: 'call', ...fields },
      });
    update({
      sessionUpdate: 'tool_call',
      title: 'ls',
      content: [{ type: 'terminal', terminalId: 'call' }],
      _meta: { terminal_info: { terminal_id: 'call', cwd: '/ws' } },
    });
    update({ _meta: { terminal_output_delta: { terminal_id: 'call', data: 'one\n' } } });
    update({ _meta: { terminal_output: { terminal_id: 'call', data: 'two\n' } } });
    update({
      status: 'completed',
      _meta: { terminal_exit: { terminal_id: 'call', exit_code: 1, signal: null } },
    });
    await until(() => shown().terminals[0]?.exit !== undefined, 'the end is reported');
    expect(shown().terminals).toMatchObject([
      { id: 'call', isForeign: true, cwd: '/ws', output: 'one\ntwo\n', exit: { code: 1, signal: null } },
    ]);
    expect(shown().entries.flat()).toMatchObject([{ kind: 'tool', call: { status: 'completed' } }]);
  });
});

describe('Commands that are asked for at once', () => {
  it('are refused beyond a limit, and neither updates nor the end of the turn wait for them', async () => {
    const { agent, client, send, notify, reply, requests } = await terminalAgent();
    const turn = agent.prompt('s1', [{ type: 'text', text: 'go' }]);
    await until(() => requests.length > 0, 'the prompt');
    const answers = Array.from({ length: 1_000 }, () => send('terminal/create', { command: 'true' }).answer);
    notify('session/update', {
      sessionId: 's1',
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'done' } },
    });
    reply('session/prompt', { stopReason: 'end_turn' });
    await turn;
    expect(client.updates.some(({ event }) => event.type === 'message_chunk')).toBe(true);
    const refused = (await Promise.all(answers)).filter(({ error }) => error !== undefined);
    expect(refused.length).toBeGreaterThan(500);
    expect(refused[0]).toMatchObject({ error: { code: -32603, data: { reason: 'refused' } } });
    expect(await send('terminal/create', { command: 'true' }).answer).toHaveProperty('result');
  });

  it('that have not started are refused when the user stops the session, those of others start', async () => {
    const folder = Promise.withResolvers<void>();
    const terminals: TerminalAccess = {
      async workingFolder(session, cwd) {
        await folder.promise;
        return terminalsInRoots.workingFolder(session, cwd);
      },
    };
    const { agent, client, send, requests } = await terminalAgent({ terminals });
    void agent.prompt('s1', [{ type: 'text', text: 'go' }]).catch(() => undefined);
    await until(() => requests.length > 0, 'the prompt');
    const stopped = [1, 2, 3].map(() => send('terminal/create', { command: 'true' }).answer);
    const other = send('terminal/create', { sessionId: 's2', command: 'true' }).answer;
    await send('a/method').answer;
    agent.cancel('s1');
    folder.resolve();
    for (const answer of stopped) expect(await answer).toHaveProperty('error');
    expect(await other).toHaveProperty('result');
    const started = client.updates.filter(({ event }) => event.type === 'terminal_started');
    expect(started.map(({ sessionId }) => sessionId)).toEqual(['s2']);
  });
});
