// A CLI's process: its frames, the answers to commands, and its end.
import { Buffer } from 'node:buffer';
import { afterEach, describe, expect, test } from 'vitest';
import { ChunkJoiner } from '../../../../packages/rpc-agent/src/cli/chunkJoiner.ts';
import { recognize } from '../../../../packages/rpc-agent/src/cli/cliFamily.ts';
import type { RpcFrame } from '../../../../packages/rpc-agent/src/cli/frames.ts';
import type { LateFailure } from '../../../../packages/rpc-agent/src/cli/commandAnswers.ts';
import { RpcCli } from '../../../../packages/rpc-agent/src/cli/rpcCli.ts';
import { RpcGone, RpcRefusal } from '../../../../packages/rpc-agent/src/cli/rpcErrors.ts';
import { until } from '../../../support/agentHarness.ts';

describe('frames in pieces', () => {
  const piece = (index: number, text: string, chunkId = 'c1'): object => ({
    type: 'rpc_chunk',
    chunkId,
    index,
    count: 2,
    data: Buffer.from(text).toString('base64'),
  });

  test('are joined', () => {
    const joiner = new ChunkJoiner();
    expect(joiner.push(piece(0, '{"type":'))).toBeUndefined();
    expect(joiner.push(piece(1, '"x"}'))).toBe('{"type":"x"}');
  });

  test('a piece that is missing loses its frame only', () => {
    const joiner = new ChunkJoiner();
    expect(joiner.push(piece(1, 'b'))).toBeUndefined();
    expect(joiner.push(piece(0, 'a', 'c2'))).toBeUndefined();
    expect(joiner.push(piece(1, 'b', 'c1'))).toBeUndefined();
    expect(joiner.push(piece(0, 'c', 'c3'))).toBeUndefined();
    expect(joiner.push(piece(1, 'd', 'c3'))).toBe('cd');
  });
});

describe('a CLI', () => {
  const started: RpcCli[] = [];
  afterEach(async () => {
    await Promise.all(started.splice(0).map((cli) => cli.stop()));
  });

  /** A CLI that does `onLine` for each line of its input; `out` writes a frame. */
  async function start(onLine: string, before = ''): Promise<RpcCli> {
    const script = `
      const out = (frame) => process.stdout.write(JSON.stringify(frame) + '\\n');
      ${before}
      let rest = '';
      process.stdin.on('data', (chunk) => {
        const lines = (rest + chunk).split('\\n');
        rest = lines.pop();
        for (const line of lines) { const frame = JSON.parse(line); ${onLine} }
      });`;
    const cli = await RpcCli.start({
      command: process.execPath,
      args: ['-e', script],
      cwd: import.meta.dirname,
      env: {},
    });
    started.push(cli);
    return cli;
  }

  test('answers with data, or refuses with its reason', async () => {
    const cli = await start(
      `out({ id: frame.id, type: 'response', command: frame.type, success: frame.type === 'good', data: { a: 1 }, error: 'Not that.' });`,
    );
    expect(await cli.request('good')).toEqual({ a: 1 });
    const refusal = await cli.request('bad').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RpcRefusal);
    expect(refusal).toMatchObject({ command: 'bad', message: 'Not that.' });
  });

  test('a response without an id belongs to the oldest command of its name', async () => {
    const cli = await start(
      `if (frame.type === 'end') for (const command of ['b', 'a']) out({ type: 'response', command, success: false, error: 'No ' + command });`,
    );
    const answers = Promise.allSettled([cli.request('a'), cli.request('b')]);
    cli.send({ type: 'end' });
    expect(await answers).toMatchObject([{ reason: { message: 'No a' } }, { reason: { message: 'No b' } }]);
  });

  test('a second, failing response is reported with the id of its command', async () => {
    const cli = await start(
      `out({ id: frame.id, type: 'response', command: 'prompt', success: true }); out({ id: frame.id, type: 'response', command: 'prompt', success: false, error: 'Busy.' });`,
    );
    const late: LateFailure[] = [];
    cli.onLateFailure((failure) => late.push(failure));
    const { id, answer } = cli.ask('prompt');
    await answer;
    await until(() => late.length > 0, 'the failure is reported');
    expect(late).toEqual([{ id, command: 'prompt', error: 'Busy.' }]);
  });

  test('a failure comes late even after many other answers', async () => {
    const cli = await start(
      `if (frame.type === 'fail') out({ id: 'parley-1', type: 'response', command: 'prompt', success: false, error: 'Busy.' });
      else out({ id: frame.id, type: 'response', command: frame.type, success: true });`,
    );
    const late: LateFailure[] = [];
    cli.onLateFailure((failure) => late.push(failure));
    const { id, answer } = cli.ask('prompt');
    await answer;
    await Promise.all(Array.from({ length: 200 }, () => cli.request('get_state')));
    cli.send({ type: 'fail' });
    await until(() => late.length > 0, 'the failure is reported');
    expect(late).toEqual([{ id, command: 'prompt', error: 'Busy.' }]);
  });

  test.each([
    ['damaged', `process.stdout.write('{"id":"' + frame.id + '","type":"response","command":"a","succ\\n');`],
    [
      'longer than can be read',
      `out({ id: frame.id, type: 'response', command: 'a', data: 'x'.repeat(65 << 20) });`,
    ],
  ])('an answer that is %s is none, and nobody waits for it', async (_how, onLine) => {
    const cli = await start(onLine);
    await expect(cli.request('a')).rejects.toThrow('could not be read because it is too long or damaged');
  });

  test('what is no frame is passed over, and is the stderr tail where nothing else is printed', async () => {
    const cli = await start(
      `process.exit(3);`,
      `process.stdout.write('\\u001b[31mUnknown option: --mode\\u001b[0m\\n[1]\\n{"no":"type"}\\n'); out({ type: 'hello' });`,
    );
    const frames: RpcFrame[] = [];
    cli.onFrame((frame) => frames.push(frame));
    await until(() => frames.length > 0, 'the frame is reported');
    expect(frames).toEqual([{ type: 'hello' }]);
    const gone = await cli.request('get_state').catch((error: unknown) => error);
    expect(gone).toBeInstanceOf(RpcGone);
    expect(gone).toMatchObject({ stderrTail: 'Unknown option: --mode\n[1]\n{"no":"type"}' });
    expect(String(gone)).toContain('code 3');
  });

  test('its end is reported once, rejects what waits, and everything after', async () => {
    const cli = await start(`process.stderr.write('out of memory\\n'); process.exit(1);`);
    const lost: RpcGone[] = [];
    cli.onLost((gone) => lost.push(gone));
    await expect(cli.request('a')).rejects.toThrow('out of memory');
    await expect(cli.request('b')).rejects.toBeInstanceOf(RpcGone);
    await until(() => lost.length > 0, 'the end is reported');
    await cli.stop();
    expect(lost).toEqual([
      expect.objectContaining({ stderrTail: 'out of memory', ended: expect.any(String) }),
    ]);
  });

  test('a command that is not there says so', async () => {
    const options = { command: '/nowhere/pi', args: [], cwd: import.meta.dirname, env: {} };
    await expect(RpcCli.start(options)).rejects.toThrow('“/nowhere/pi” was not found');
  });

  test.each([
    [
      'pi',
      `out({ id: frame.id, type: 'response', command: frame.type, success: frame.type === 'get_commands' });`,
    ],
    [
      'omp',
      `out({ ...(frame.type === 'get_commands' ? {} : { id: frame.id }), type: 'response', command: frame.type, success: frame.type === 'get_available_commands' });`,
    ],
    ['xcsh', `out({ type: 'response', command: frame.type, success: false, error: 'Unknown command' });`],
  ])('is recognized as %s by its answers', async (family, onLine) => {
    expect(await recognize(await start(onLine), undefined)).toMatchObject({ family });
  });

  test('is recognized as oh-my-pi by its greeting, and asked for frames in pieces', async () => {
    const cli = await start(
      `out({ id: frame.id, type: 'response', command: frame.type, success: true, data: { commands: [], asked: frame } });`,
    );
    const greeting = { type: 'ready', supportedProtocolVersions: [1, 2] };
    expect(await recognize(cli, greeting)).toMatchObject({ family: 'omp', commands: { commands: [] } });
  });
});
