// Requests and notifications both ways: ids, errors, order, cancellation, responsiveness.
import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ErrorCodes, ResponseError } from '../../../src/agents/wire/responseError.ts';
import { RpcConnection, type RpcHandlers } from '../../../src/agents/wire/rpcConnection.ts';
import { atEnd, until } from '../../support/agentHarness.ts';
import { MemoryLog } from '../../support/log.ts';

interface Peer {
  readonly rpc: RpcConnection;
  readonly log: MemoryLog;
  /** What the client has written so far. */
  readonly written: Record<string, unknown>[];
  /** Sends messages in one write. */
  readonly send: (...messages: readonly object[]) => void;
  readonly input: PassThrough;
}

function connect(handlers: Partial<RpcHandlers> = {}): Peer {
  const input = new PassThrough();
  const output = new PassThrough();
  const log = new MemoryLog();
  const written: Record<string, unknown>[] = [];
  output.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString('utf8').trimEnd().split('\n')) written.push(JSON.parse(line));
  });
  const rpc = new RpcConnection({
    input,
    output,
    log,
    handlers: {
      request: async () => {
        throw new ResponseError(ErrorCodes.MethodNotFound, 'Method not found');
      },
      notification: () => {},
      ...handlers,
    },
  });
  atEnd(() => rpc.dispose());
  const send = (...messages: readonly object[]): void => {
    input.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  };
  return { rpc, log, written, send, input };
}

describe('requests of the agent', () => {
  it.each([0, 1, 'a', '0', '7e6f2a1c-1111-4222-8333-444455556666'])(
    'R5 answers id %j once, with the id unchanged',
    async (id) => {
      const { send, written } = connect({ request: async () => ({ ok: true }) });
      send({ id, method: 'ask' });
      await until(() => written.length > 0, 'an answer');
      await new Promise(setImmediate);
      expect(written).toEqual([{ jsonrpc: '2.0', id, result: { ok: true } }]);
    },
  );

  it('R5 keeps the ids 1 and "1" apart', async () => {
    const { send, written } = connect({ request: async (method) => method });
    send({ id: 1, method: 'number' }, { id: '1', method: 'string' });
    await until(() => written.length === 2, 'both answers');
    expect(written).toEqual([
      { jsonrpc: '2.0', id: 1, result: 'number' },
      { jsonrpc: '2.0', id: '1', result: 'string' },
    ]);
  });

  it('R5 answers no notification', async () => {
    const seen: string[] = [];
    const { send, written } = connect({ notification: (method) => seen.push(method) });
    send({ method: 'tell' }, { method: 'tell', params: [1, 2] });
    await until(() => seen.length === 2, 'both notifications');
    expect(written).toEqual([]);
  });

  it('R8 answers -32603 when the handler fails, and goes on', async () => {
    const { send, written } = connect({
      request: async (method) => {
        if (method === 'bad') throw new Error('it broke');
        return 'fine';
      },
    });
    send({ id: 0, method: 'bad' }, { id: 1, method: 'good' });
    await until(() => written.length === 2, 'both answers');
    expect(written).toContainEqual({
      jsonrpc: '2.0',
      id: 0,
      error: { code: -32603, message: expect.stringContaining('it broke') },
    });
    expect(written).toContainEqual({ jsonrpc: '2.0', id: 1, result: 'fine' });
  });

  it('R8 goes on when a notification handler throws', async () => {
    const seen: string[] = [];
    const { send, log } = connect({
      notification: (method) => {
        seen.push(method);
        throw new Error('it broke');
      },
    });
    send({ method: 'a' }, { method: 'b' });
    await until(() => seen.length === 2, 'both notifications');
    expect(log.lines).toEqual([
      expect.stringMatching(/“a”.*it broke/),
      expect.stringMatching(/“b”.*it broke/),
    ]);
  });

  it('R8 goes on after an answer to nothing that is nested too deeply to be logged', async () => {
    const seen: string[] = [];
    const { send, input, log } = connect({ notification: (method) => seen.push(method) });
    input.write(`{"id":77,"result":${'['.repeat(20_000)}${']'.repeat(20_000)}}\n`);
    send({ method: 'after' });
    await until(() => seen.length === 1, 'the notification after it');
    expect(log.lines.join('\n')).toContain('never made');
  });

  it('R14 a cancelled request has its signal aborted and is answered once', async () => {
    const { send, written } = connect({
      request: (_method, _params, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve('given up'));
        }),
    });
    send(
      { id: 0, method: 'ask' },
      { method: '$/cancel_request', params: { requestId: 0 } },
      { method: '$/cancel_request', params: { requestId: 0 } },
    );
    await until(() => written.length > 0, 'an answer');
    await new Promise(setImmediate);
    expect(written).toEqual([{ jsonrpc: '2.0', id: 0, result: 'given up' }]);
  });

  it('R14 a handler may answer a cancelled request with -32800', async () => {
    const { send, written } = connect({
      request: (_method, _params, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new ResponseError(-32800, 'Request cancelled')));
        }),
    });
    send({ id: 'x', method: 'ask' }, { method: '$/cancel_request', params: { requestId: 'x' } });
    await until(() => written.length > 0, 'an answer');
    expect(written).toEqual([
      { jsonrpc: '2.0', id: 'x', error: { code: -32800, message: 'Request cancelled' } },
    ]);
  });

  it.each([
    [7, '7'],
    ['7', 7],
  ])('R14 the request %j is withdrawn by the id %j, and no other one', async (id, requestId) => {
    const { send, written } = connect({
      request: (method, _params, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(`${method} given up`));
        }),
    });
    send({ id, method: 'ask' }, { id: 70, method: 'other' });
    send({ method: '$/cancel_request', params: { requestId } });
    await until(() => written.length > 0, 'an answer');
    await new Promise(setImmediate);
    expect(written).toEqual([{ jsonrpc: '2.0', id, result: 'ask given up' }]);
  });

  it.each([{}, { requestId: 99 }, { requestId: null }, undefined])(
    'R14 ignores a cancellation with params %j',
    async (params) => {
      const { send, written } = connect({ request: async () => 'fine' });
      send({ method: '$/cancel_request', params }, { id: 1, method: 'ask' });
      await until(() => written.length > 0, 'an answer');
      expect(written).toEqual([{ jsonrpc: '2.0', id: 1, result: 'fine' }]);
    },
  );

  it('R16 aborts what it serves when it is disposed', async () => {
    let aborted = false;
    let asked = false;
    const { send, rpc } = connect({
      request: (_method, _params, signal) => {
        asked = true;
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            aborted = true;
            resolve(null);
          });
        });
      },
    });
    send({ id: 0, method: 'ask' });
    await until(() => asked, 'the request');
    rpc.dispose();
    expect(aborted).toBe(true);
  });
});

describe('requests of ours', () => {
  it('R14 withdraws a request in the spelling of ACP, and takes the answer that comes', async () => {
    const { rpc, send, written } = connect();
    const controller = new AbortController();
    const answer = rpc.request('ask', {}, controller.signal);
    controller.abort();
    await until(() => written.length === 2, 'the cancellation');
    expect(written[1]).toEqual({
      jsonrpc: '2.0',
      method: '$/cancel_request',
      params: { requestId: written[0]?.['id'] },
    });
    send({ id: written[0]?.['id'], error: { code: -32800, message: 'Request cancelled' } });
    await expect(answer).rejects.toMatchObject({ code: -32800 });
  });

  it('logs and ignores answers to requests that were never made, and second answers', async () => {
    const { rpc, send, log, written } = connect();
    const answer = rpc.request('ask', {});
    await until(() => written.length === 1, 'the request');
    const id = written[0]?.['id'];
    send({ id: 4711, result: 'wrong' }, { id: 'x', error: { code: 1, message: 'wrong' } });
    send({ id, result: 'right' }, { id, result: 'again' });
    await expect(answer).resolves.toBe('right');
    await until(() => log.lines.filter((line) => line.includes('never made')).length === 3, 'three lines');
  });

  it('takes an answer whose id is the number of the request as text, once', async () => {
    const { rpc, send, log, written } = connect();
    const answer = rpc.request('ask', {});
    const other = rpc.request('ask', {});
    await until(() => written.length === 2, 'the requests');
    const [id = '', second = ''] = written.map((message) => String(message['id']));
    send({ id: `${id}x`, result: 'wrong' }, { id: `0${id}`, result: 'wrong' });
    send({ id, result: 'right' }, { id, result: 'again' });
    await expect(answer).resolves.toBe('right');
    await until(() => log.lines.filter((line) => line.includes('never made')).length === 3, 'three lines');
    send({ id: second, error: { code: 1, message: 'refused' } });
    await expect(other).rejects.toMatchObject({ code: 1, message: 'refused' });
  });

  it('rejects what is pending when it is disposed', async () => {
    const { rpc } = connect();
    const answer = rpc.request('ask', {});
    rpc.dispose();
    await expect(answer).rejects.toBeInstanceOf(ResponseError);
  });
});

describe('order', () => {
  it('R10 updates, requests and what follows an answer take effect in wire order', async () => {
    const order: string[] = [];
    const { rpc, send, written } = connect({
      notification: (method) => order.push(method),
      request: async (method) => {
        order.push(method);
        return null;
      },
    });
    const first = rpc.request('prompt', {});
    const second = rpc.request('prompt', {});
    const follow = async (answer: Promise<unknown>, name: string): Promise<void> => {
      await answer;
      await Promise.resolve();
      order.push(name);
    };
    const both = Promise.all([follow(first, 'answer 1'), follow(second, 'answer 2')]);
    await until(() => written.length === 2, 'both requests');
    send(
      { method: 'update 1' },
      { id: 0, method: 'permission' },
      { method: 'update 2' },
      { id: written[0]?.['id'], result: null },
      { method: 'update 3' },
      { id: written[1]?.['id'], error: null, result: null },
      { method: 'update 4' },
    );
    await both;
    await until(() => order.length === 7, 'all of it');
    expect(order).toEqual([
      'update 1',
      'permission',
      'update 2',
      'answer 1',
      'update 3',
      'answer 2',
      'update 4',
    ]);
  });

  it('lets the event loop turn between any two requests of a flood', async () => {
    let received = 0;
    let turns = 0;
    const turnsAt: number[] = [];
    const { send } = connect({
      request: async () => {
        received++;
        turnsAt.push(turns);
      },
    });
    const count = 2_000;
    send(...Array.from({ length: count }, (_, id) => ({ id, method: 'ask' })));
    while (received < count) {
      await new Promise(setImmediate);
      turns++;
    }
    const sameTurn = turnsAt.filter((turn, index) => turn === turnsAt[index - 1]).length;
    expect(sameTurn).toBeLessThan(count / 100);
  });

  it('lets the event loop turn in a flood of notifications that take long', async () => {
    let received = 0;
    let turns = 0;
    const { send } = connect({
      notification: () => {
        received++;
        const end = performance.now() + 2;
        while (performance.now() < end);
      },
    });
    const count = 40;
    send(...Array.from({ length: count }, (_, index) => ({ method: 'update', params: { index } })));
    while (received < count) {
      await new Promise(setImmediate);
      turns++;
    }
    expect(turns).toBeGreaterThan(count / 10);
  });

  it('says when notifications that came in one go are handled, before a request, an answer or the end', async () => {
    const order: string[] = [];
    const { rpc, send, input, written } = connect({
      notification: (method) => order.push(method),
      notified: () => {
        if (order.at(-1)?.startsWith('update') === true) order.push('all');
      },
      request: async (method) => {
        order.push(method);
        return null;
      },
    });
    const answer = rpc.request('prompt', {}).then(() => order.push('answer'));
    rpc.onEnd(() => order.push('end'));
    await until(() => written.length === 1, 'the request');
    send({ method: 'update 1' }, { method: 'update 2' }, { id: 7, method: 'ask' }, { method: 'update 3' });
    send({ id: written[0]?.['id'], result: null });
    await answer;
    input.end('{"method":"update 4"}');
    await until(() => order.includes('end'), 'the end');
    expect(order.join(', ')).toBe('update 1, update 2, all, ask, update 3, all, answer, update 4, all, end');
  });

  it('handles no notification that comes after the one which disposes it', async () => {
    const seen: string[] = [];
    const { rpc, send } = connect({
      notification: (method) => {
        seen.push(method);
        rpc.dispose();
      },
    });
    send({ method: 'a' }, { method: 'b' });
    await until(() => seen.length > 0, 'the first notification');
    await new Promise(setImmediate);
    expect(seen).toEqual(['a']);
  });

  it('stops reading from a peer that takes no answers, so that they do not pile up', async () => {
    const input = new PassThrough();
    const output = new Writable({ highWaterMark: 1, write: () => {} });
    let served = 0;
    const rpc = new RpcConnection({
      input,
      output,
      log: new MemoryLog(),
      handlers: { request: async () => served++, notification: () => {} },
    });
    atEnd(() => rpc.dispose());
    const request = (id: number): string => `${JSON.stringify({ id, method: 'ask' })}\n`;
    input.write(Array.from({ length: 12_000 }, (_, id) => request(id)).join(''));
    await until(() => served > 10_000, 'as many as may pile up');
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
    expect(served).toBeLessThan(10_010);
    expect(input.isPaused()).toBe(true);
  });

  it('delivers everything that came before the end, then reports the end', async () => {
    const order: string[] = [];
    const { rpc, send, input } = connect({ notification: (method) => order.push(method) });
    rpc.onEnd(() => order.push('end'));
    send({ method: 'a' }, { method: 'b' });
    input.end('{"method":"c"}');
    await until(() => order.includes('end'), 'the end');
    expect(order).toEqual(['a', 'b', 'c', 'end']);
  });
});
