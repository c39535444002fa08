// The program for agents without HTTP, against what agents and servers do wrong.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { root } from '../../../../../scripts/project.mjs';

const owned: (() => void)[] = [];
afterEach(() => {
  for (const dispose of owned.splice(0).toReversed()) dispose();
});

const program = join(root, 'src', 'features', 'ideTools', 'host', 'bridge', 'ideBridge.ts');

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

test.each([
  ['first', (text: string) => `{"jsonrpc":"2.0","id":7,"method":"m","params":{"id":8,"text":"${text}"}}`, 7],
  [
    'last',
    (text: string) => `{"method":"m","params":{"id":8,"text":"${text}"},"jsonrpc":"2.0","id":"a-7"}`,
    'a-7',
  ],
  ['in the parameters alone', (text: string) => `{"method":"m","params":{"text":"${text}","id":8}}`, null],
])('a message that is too long is refused with its id, written %s', async (_, message, id) => {
  const { url } = await echoing();
  const { child, lines } = started(url);
  child.stdin.write(`${message('x'.repeat(1_100_000))}\n{"id":1}\r\n`);
  await expect.poll(() => lines.length).toBe(2);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
    expect.arrayContaining([
      { id: 1 },
      {
        jsonrpc: '2.0',
        id,
        error: { code: -32_000, message: 'Parley: A request has at most 1048576 bytes.' },
      },
    ]),
  );
  child.stdin.end();
  expect(await once(child, 'close')).toEqual([0, null]);
});

/** Of the memory that a process takes. */
function residentBytes(pid = 0): number {
  const [, kilobytes] = /VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

test.runIf(process.platform === 'linux')(
  'a line that never ends is refused once, and does not fill the memory',
  async () => {
    const { url } = await echoing();
    const { child, lines } = started(url);
    const piece = Buffer.alloc(1_000_000, 'x');
    let greatest = 0;
    for (let written = 0; written < 300; written++) {
      if (!child.stdin.write(piece)) await once(child.stdin, 'drain');
      greatest = Math.max(greatest, residentBytes(child.pid));
    }
    await expect.poll(() => lines.length).toBe(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ id: null, error: { code: -32_000 } });
    // It takes some 60 MB to run, and the line is 300 MB.
    expect(greatest).toBeLessThan(200_000_000);
    child.stdin.end('\n{"id":1}\n');
    await once(child, 'close');
    expect(lines.slice(1)).toEqual(['{"id":1}']);
  },
);

test('a message with separators that end lines for many readers comes through and back', async () => {
  const { url } = await echoing();
  const { child, lines } = started(url);
  const message = '{"id":1,"text":"one\u2028two\u2029three\u0085four"}';
  child.stdin.end(`${message}\n`);
  await once(child, 'close');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([JSON.parse(message)]);
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
