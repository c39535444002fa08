// The program for agents without HTTP, against what agents and servers do wrong.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { root } from '../../../scripts/project.mjs';

const owned: (() => void)[] = [];
afterEach(() => {
  for (const dispose of owned.splice(0).toReversed()) dispose();
});

const program = join(root, 'src', 'ide', 'bridge', 'ideBridge.ts');

/** A server that answers each message with its text, and one with the method `hang` never. */
async function echoing() {
  const seen = { hanging: 0, gone: 0 };
  const textOf = async (asked: IncomingMessage): Promise<string> => {
    const chunks: Buffer[] = [];
    for await (const chunk of asked) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };
  const server = createServer((asked, answer) => {
    void textOf(asked).then((text) => {
      if (text.includes('"hang"')) {
        seen.hanging++;
        answer.on('close', () => seen.gone++);
        return;
      }
      const isMessage = text.startsWith('{');
      answer.writeHead(isMessage ? 200 : 400, { 'content-type': 'application/json' });
      answer.end(text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  owned.push(close);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { seen, close, url: `http://127.0.0.1:${port}/mcp/x` };
}

function started(url: string): {
  readonly child: ChildProcessWithoutNullStreams;
  readonly lines: readonly string[];
} {
  const env = { ...process.env, PARLEY_IDE_URL: url, PARLEY_IDE_TOKEN: 'token' };
  const child = spawn(process.execPath, [program], { env });
  owned.push(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  return { child, lines };
}

test('lines that are no messages are passed over, and those around them are answered', async () => {
  const { url } = await echoing();
  const { child, lines } = started(url);
  child.stdin.write('{"id":1}\n\n \t\r\ngarbage\n[\n\u0000\u0001\nnull\n{"id":2}\n{"id":3}');
  child.stdin.end();
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  expect(lines.toSorted()).toEqual(['{"id":1}', '{"id":2}', '{"id":3}']);
});

test('a message of a megabyte comes through', async () => {
  const { url } = await echoing();
  const { child, lines } = started(url);
  const message = JSON.stringify({ id: 1, text: 'x'.repeat(1_000_000) });
  child.stdin.end(`${message}\n`);
  await once(child, 'close');
  expect(lines).toEqual([message]);
});

test('a call is answered with what happened when the server is gone, before or during it', async () => {
  const { url, seen, close } = await echoing();
  const { child, lines } = started(url);
  child.stdin.write('{"id":1,"method":"hang"}\n');
  await expect.poll(() => seen.hanging, { timeout: 10_000 }).toBe(1);
  close();
  await expect.poll(() => lines.length).toBe(1);
  child.stdin.write('{"id":"two"}\n{"method":"notifications/initialized"}\n');
  await expect.poll(() => lines.length).toBe(2);
  for (const [index, id] of [1, 'two'].entries()) {
    expect(JSON.parse(lines[index] ?? '')).toMatchObject({
      id,
      error: { message: expect.stringContaining('Its window may be closed') },
    });
  }
  child.stdin.end();
  expect(await once(child, 'close')).toEqual([0, null]);
});

test('a call that is withdrawn ends at the server, and is not answered', async () => {
  const { url, seen } = await echoing();
  const { child, lines } = started(url);
  child.stdin.write('{"id":7,"method":"hang"}\n');
  await expect.poll(() => seen.hanging, { timeout: 10_000 }).toBe(1);
  child.stdin.write('{"method":"notifications/cancelled","params":{"requestId":7}}\n{"id":8}\n');
  await expect.poll(() => seen.gone).toBe(1);
  await expect.poll(() => lines.includes('{"id":8}')).toBe(true);
  expect(lines.some((line) => line.startsWith('{"id":7'))).toBe(false);
});

test('a call that was begun ends at the server when the agent is killed', async () => {
  const { url, seen } = await echoing();
  // The agent starts the program, calls, and waits for ever.
  const source = `const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, [${JSON.stringify(program)}]);
    child.stdin.write('{"id":1,"method":"hang"}\\n');
    console.log(child.pid);
    setInterval(() => {}, 1000);`;
  const env = { ...process.env, PARLEY_IDE_URL: url, PARLEY_IDE_TOKEN: 'token' };
  const agent = spawn(process.execPath, ['-e', source], { env });
  const [pid] = await once(agent.stdout, 'data');
  const bridge = Number(String(pid));
  await expect.poll(() => seen.hanging, { timeout: 10_000 }).toBe(1);
  agent.kill('SIGKILL');
  const isRunning = (): boolean => {
    try {
      return process.kill(bridge, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(() => seen.gone, { timeout: 15_000 }).toBe(1);
  await expect.poll(isRunning, { timeout: 5_000 }).toBe(false);
}, 40_000);
