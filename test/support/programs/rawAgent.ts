// A fake agent that sends any bytes: `node rawAgent.ts '<steps as JSON>'`, or the path of a file that holds them.
//
// Its behaviour is a list of steps, run one after the other; when they are done it stays until its input ends. With
// settings: "parley.agents": { "raw": { "command": "node", "args": ["…/rawAgent.ts", "[{\"handshake\":{}}, …]"] } }.
// Input is read only once a step asks for it, so a script without `expect`, `handshake`, `serve` never reads its stdin.
// In everything that is sent, the string "$id" stands for the id of the request expected last.
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, closeSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import * as z from 'zod';

const CHILD_KINDS = ['child', 'stubborn-child', 'daemon', 'orphan', 'hidden-orphan'] as const;

const json = z.record(z.string(), z.unknown());

const step = z.union([
  /** Answers `initialize`, with these fields added to the result. */
  z.strictObject({ handshake: json }),
  /** Answers `session/new` with this id. */
  z.strictObject({ session: z.string() }),
  /** Waits for a message of that method, or, as `response`, for an answer of the client. Others are passed over. */
  z.strictObject({ expect: z.string() }),
  /** From here on answers requests of these methods on its own with these results. */
  z.strictObject({ serve: json }),
  /** Answers the request expected last. */
  z.strictObject({ reply: z.unknown() }),
  z.strictObject({ error: z.unknown() }),
  /** Sends a message; `jsonrpc` is added. */
  z.strictObject({ send: json }),
  /** Sends a `session/update` with this update to session `s1`, or to the session named. */
  z.strictObject({ update: json, to: z.string().optional() }),
  /** Sends a chunk of answer text to session `s1`. */
  z.strictObject({ text: z.string() }),
  /** Writes this as it is, without a newline. */
  z.strictObject({ raw: z.string() }),
  /** Writes this byte by byte. */
  z.strictObject({ bytewise: z.string() }),
  /** Writes one line of that many bytes: an update with a long text, or `x` over and over. */
  z.strictObject({ longUpdate: z.number() }),
  z.strictObject({ longGarbage: z.number() }),
  /** Sends that many chunks of text, as fast as they are taken. */
  z.strictObject({ flood: z.number() }),
  /** Sends that many requests, as fast as they are taken. */
  z.strictObject({ floodRequests: z.number() }),
  z.strictObject({ stderr: z.string() }),
  /** Milliseconds. */
  z.strictObject({ wait: z.number() }),
  /** Waits until there is a file at a path, which the test makes. */
  z.strictObject({ waitForFile: z.string() }),
  z.strictObject({ closeStdout: z.literal(true) }),
  z.strictObject({ closeStdin: z.literal(true) }),
  /** What it survives from here on. */
  z.strictObject({ ignore: z.enum(['stdin-end', 'SIGTERM']) }),
  /**
   * Starts a process that never ends, and writes its pid to a file: in this group, as a daemon in one of its own, as one
   * that has lost its parent too, and as one that has lost its environment besides.
   */
  z.strictObject({ spawn: z.enum(CHILD_KINDS), pidFile: z.string() }),
  /** Appends every line that comes in to a file. */
  z.strictObject({ record: z.string() }),
  z.strictObject({ exit: z.number() }),
  z.strictObject({ kill: z.enum(['SIGKILL', 'SIGSEGV']) }),
]);
type Step = z.infer<typeof step>;

export type RawStep = z.input<typeof step>;

const message = z.looseObject({
  id: z.unknown().optional(),
  method: z.string().optional(),
});

let lastId: unknown;
let recordFile: string | undefined;
let served: Record<string, unknown> = {};
let staysAfterInput = false;
let reading = false;
const received: z.infer<typeof message>[] = [];
let wake: () => void = () => {};

function write(bytes: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(bytes, () => resolve());
  });
}

function send(fields: object): Promise<void> {
  const text = JSON.stringify({ jsonrpc: '2.0', ...fields }).replaceAll(
    '"$id"',
    JSON.stringify(lastId ?? null),
  );
  return write(`${text}\n`);
}

function sendUpdate(update: object, sessionId = 's1'): Promise<void> {
  return send({ method: 'session/update', params: { sessionId, update } });
}

function textChunk(text: string): object {
  return { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
}

function startReading(): void {
  if (reading) return;
  reading = true;
  createInterface({ input: process.stdin })
    .on('line', (line) => {
      if (recordFile !== undefined) appendFileSync(recordFile, `${line}\n`);
      const parsed = message.parse(JSON.parse(line));
      const { id, method } = parsed;
      if (method !== undefined && id !== undefined && method in served) {
        void send({ id, result: served[method] });
        return;
      }
      received.push(parsed);
      wake();
    })
    .on('close', () => {
      if (!staysAfterInput) process.exit(0);
    });
}

async function expect(method: string): Promise<void> {
  startReading();
  for (;;) {
    const next = received.shift();
    if (next === undefined) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    } else if (next.method === method || (method === 'response' && next.method === undefined)) {
      if (next.method !== undefined && next.id !== undefined) lastId = next.id;
      return;
    }
  }
}

function spawnForEver(kind: (typeof CHILD_KINDS)[number], pidFile: string): void {
  if (kind === 'orphan' || kind === 'hidden-orphan') {
    const env = kind === 'orphan' ? process.env : {};
    spawnSync(
      '/bin/sh',
      [
        '-c',
        `exec setsid sh -c 'echo $$ > "${pidFile}.part"; mv "${pidFile}.part" "${pidFile}"; exec sleep 1000' &`,
      ],
      {
        env,
        stdio: 'inherit',
      },
    );
    return;
  }
  const stubborn = kind === 'stubborn-child' ? "process.on('SIGTERM', () => {});" : '';
  const child = spawn(process.execPath, ['-e', `${stubborn}setInterval(() => {}, 1000)`], {
    stdio: 'inherit',
    detached: kind === 'daemon',
  });
  child.unref();
  writeFileSync(pidFile, String(child.pid));
}

async function flood(count: number, makeLine: (index: number) => object): Promise<void> {
  for (let index = 0; index < count; index += 100) {
    const lines: string[] = [];
    for (let at = index; at < Math.min(count, index + 100); at++) {
      lines.push(`${JSON.stringify({ jsonrpc: '2.0', ...makeLine(at) })}\n`);
    }
    await write(lines.join(''));
  }
}

async function run(current: Step): Promise<void> {
  if ('handshake' in current) {
    await expect('initialize');
    await send({ id: lastId, result: { protocolVersion: 1, ...current.handshake } });
  } else if ('session' in current) {
    await expect('session/new');
    await send({ id: lastId, result: { sessionId: current.session } });
  } else if ('expect' in current) {
    await expect(current.expect);
  } else if ('serve' in current) {
    startReading();
    served = { ...served, ...current.serve };
  } else if ('reply' in current) {
    await send({ id: lastId, result: current.reply });
  } else if ('error' in current) {
    await send({ id: lastId, error: current.error });
  } else if ('send' in current) {
    await send(current.send);
  } else if ('update' in current) {
    await sendUpdate(current.update, current.to);
  } else if ('text' in current) {
    await sendUpdate(textChunk(current.text));
  } else if ('raw' in current) {
    await write(current.raw.replaceAll('"$id"', JSON.stringify(lastId ?? null)));
  } else if ('bytewise' in current) {
    for (const byte of Buffer.from(current.bytewise)) {
      await write(Buffer.from([byte]));
      await new Promise(setImmediate);
    }
  } else if ('longUpdate' in current) {
    await sendUpdate(textChunk('y'.repeat(current.longUpdate)));
  } else if ('longGarbage' in current) {
    await write(`${'x'.repeat(current.longGarbage)}\n`);
  } else if ('flood' in current) {
    await flood(current.flood, (index) => ({
      method: 'session/update',
      params: { sessionId: 's1', update: textChunk(`word${index} `) },
    }));
  } else if ('floodRequests' in current) {
    await flood(current.floodRequests, (index) => ({ id: index, method: '_flood', params: {} }));
  } else if ('stderr' in current) {
    process.stderr.write(current.stderr);
  } else if ('waitForFile' in current) {
    while (!existsSync(current.waitForFile)) {
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
  } else if ('wait' in current) {
    await new Promise((resolve) => {
      setTimeout(resolve, current.wait);
    });
  } else if ('closeStdout' in current) {
    closeSync(1);
  } else if ('closeStdin' in current) {
    process.stdin.destroy();
    closeSync(0);
    staysAfterInput = true;
  } else if ('ignore' in current) {
    if (current.ignore === 'stdin-end') staysAfterInput = true;
    else process.on('SIGTERM', () => {});
  } else if ('spawn' in current) {
    spawnForEver(current.spawn, current.pidFile);
  } else if ('record' in current) {
    recordFile = current.record;
  } else if ('exit' in current) {
    process.exit(current.exit);
  } else {
    process.kill(process.pid, current.kill);
  }
}

const script = process.argv[2] ?? '[]';
const text = existsSync(script) ? readFileSync(script, 'utf8') : script;
setInterval(() => {}, 60_000);
process.stdout.on('error', () => {});
for (const next of z.array(step).parse(JSON.parse(text))) await run(next);
