// The framing of messages: any way the bytes are cut, any junk between them.
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Message } from 'vscode-jsonrpc/node';
import { JsonLinesReader, JsonLinesWriter } from '../../../src/agents/wire/jsonLines.ts';
import { until } from '../../support/agentHarness.ts';
import { propertyRuns } from '../../support/cases/fullRun.ts';

interface Reading {
  readonly messages: Message[];
  readonly skipped: string[];
}

/** Everything a reader makes of these chunks. */
async function read(chunks: readonly Buffer[], maxLineBytes?: number): Promise<Reading> {
  const stream = new PassThrough();
  const reading: Reading = { messages: [], skipped: [] };
  const reader = new JsonLinesReader(stream, {
    onSkipped: (reason, excerpt) => reading.skipped.push(`${reason}: ${excerpt}`),
    ...(maxLineBytes === undefined ? {} : { maxLineBytes }),
  });
  const closed = new Promise<void>((resolve) => {
    reader.onClose(() => resolve());
  });
  reader.listen((message) => {
    reading.messages.push(message);
    setImmediate(() => reader.next());
  });
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  await closed;
  return reading;
}

function note(text: string): object {
  return { jsonrpc: '2.0', method: 'note', params: { text } };
}

/** The bytes, cut at these places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const sorted = places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b);
  return [0, ...sorted].map((start, index) => bytes.subarray(start, sorted[index] ?? bytes.length));
}

describe('reading', () => {
  it('R2 survives any chunk split, inside characters too, any line ending, empty lines and a missing last newline', async () => {
    const ending = fc.constantFrom('\n', '\r\n', '\n\n', '\r\n  \r\n');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), ending), { maxLength: 8 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        fc.boolean(),
        async (lines, places, isOpenEnded) => {
          const all = lines.map(([text, end]) => JSON.stringify(note(text)) + end).join('');
          const bytes = Buffer.from(isOpenEnded ? all.trimEnd() : all);
          const { messages, skipped } = await read(cut(bytes, places));
          expect(messages).toEqual(lines.map(([text]) => note(text)));
          expect(skipped).toEqual([]);
        },
      ),
      propertyRuns(200),
    );
  });

  it('R2 reads a stream that begins with a byte order mark', async () => {
    const { messages } = await read([Buffer.from(`\uFEFF${JSON.stringify(note('first'))}\n`)]);
    expect(messages).toEqual([note('first')]);
  });

  it.each([
    ['text', 'Warming up the model'],
    ['half a message', '{"jsonrpc":"2.0","method":'],
    ['a number', '42'],
    ['an array without messages', '[{"level":"info"}]'],
    ['a string', '"hello"'],
    ['null', 'null'],
    ['an object that is no message', '{"level":"info"}'],
    ['a request with an unusable id', '{"id":{},"method":"note"}'],
    ['a method that is no string', '{"method":5}'],
    ['an error that answers nothing', '{"id":null,"error":{"code":-32700,"message":"Parse error"}}'],
    ['bytes that are no text', '\u0000\u0001\u0002'],
    ['the cancellation of another protocol', '{"method":"$/cancelRequest"}'],
  ])('R3 skips %s and reads on', async (_what, junk) => {
    const { messages, skipped } = await read([Buffer.from(`${junk}\n${JSON.stringify(note('after'))}\n`)]);
    expect(messages).toEqual([note('after')]);
    expect(skipped).toHaveLength(1);
  });

  const ESC = '\u001b';
  it.each([
    ['a window title', `${ESC}]0;agent: ready\u0007`, ''],
    ['a window title that ends with ST', `${ESC}]2;{busy}${ESC}\\`, ''],
    ['a cursor style', `${ESC}[1 q`, ''],
    ['a hidden cursor and an erased line', `${ESC}[?25l${ESC}[2K\r`, `${ESC}[?25h`],
    ['a reset behind it', '', `${ESC}[0m`],
    ['colors around it', `${ESC}[38;5;12m`, `${ESC}[39m\r`],
    ['a character set and a saved cursor', `${ESC}(B${ESC}7`, `${ESC}8`],
    ['a device control string', `${ESC}P1$r0m${ESC}\\`, ''],
    ['a control sequence of one C1 byte', '\u009b0m', '\u009b0m'],
    ['bells, backspaces and NULs', '\u0007\b\u0000', '\u0000\u0007'],
    ['a byte order mark that is not first', `${ESC}[0m\uFEFF`, '\uFEFF'],
    ['marks that cannot be seen', '\u200b\u2060', '\u200e'],
    ['a prompt', '> ', ''],
    ['the prompt of a shell', 'me@host:~/project$ ', ''],
    ['a colored prompt', `${ESC}[32magent❯${ESC}[0m `, ' $ '],
    ['a progress that was written over', 'Loading {1/2}\rLoading {2/2}\r', '\r'],
  ])('finds a message in %s', async (_what, before, after) => {
    const noisy = Buffer.from(`${before}${JSON.stringify(note(`a{"}\u009b0m`))}${after}\n`);
    const { messages, skipped } = await read([noisy, Buffer.from(JSON.stringify(note('next')))]);
    expect(messages).toEqual([note(expect.stringMatching(/^a\{"\}/)), note('next')]);
    expect(skipped.filter((line) => !line.includes('Loading'))).toEqual([]);
  });

  it('finds colors between the words of a message', async () => {
    const colored = `${ESC}[34m{${ESC}[0m"method":${ESC}[32m"note"${ESC}[0m}`;
    expect((await read([Buffer.from(colored)])).messages).toEqual([{ jsonrpc: '2.0', method: 'note' }]);
  });

  it('reads messages that have no line end between them, and reports what stands behind them', async () => {
    const [first, second] = [note('{1}'), note('2')].map((message) => JSON.stringify(message));
    const { messages, skipped } = await read([
      Buffer.from(`${first}${second} and some text\n${first}\r${second}`),
    ]);
    expect(messages).toEqual([note('{1}'), note('2'), note('{1}'), note('2')]);
    expect(skipped).toEqual([expect.stringMatching(/and some text$/)]);
  });

  it.each([
    '[INFO] 2026-01-01 ',
    '2026-01-01T12:00:00.123Z [info]: ',
    'Jan 01 12:00:00 ',
    '(warn) ',
    'data: ',
    '[',
  ])('finds a message behind the prefix of a log: %s', async (prefix) => {
    const { messages, skipped } = await read([Buffer.from(`${prefix}${JSON.stringify(note('a'))}\n`)]);
    expect(messages).toEqual([note('a')]);
    expect(skipped).toEqual([]);
  });

  it('takes a message and its copy in a log for one, whichever comes first', async () => {
    const [one, two] = [note('1'), note('2')].map((message) => JSON.stringify(message));
    const lines = [`INFO ${one}`, one, two, `INFO ${two}`, two, two];
    const { messages } = await read([Buffer.from(lines.join('\n'))]);
    expect(messages).toEqual(['1', '2', '2', '2'].map(note));
  });

  it('takes what the agent was sent for no message of its own', async () => {
    const sent = JSON.stringify({ id: 1, method: 'session/prompt', params: {} });
    const { messages, skipped } = await read([Buffer.from(`INFO ${sent}\n`)]);
    expect(messages).toEqual([]);
    expect(skipped).toHaveLength(1);
  });

  it.each(['', ' ', '\n', ' \n\t'])('reads the messages of an array, with %j between', async (blank) => {
    const [one, two] = [note('1'), note('2')].map((message) => JSON.stringify(message));
    const { messages } = await read([Buffer.from(`[${blank}${one}${blank},${blank}${two}${blank}]\n`)]);
    expect(messages).toEqual([note('1'), note('2')]);
  });

  it.each(['DEBUG sent ', '-> ', '<<< ', '[12:00] recv: ', 'DEBUG 12:00 ', '12:00 << '])(
    'takes the copy of a message in a log for none: %s',
    async (mark) => {
      const { messages, skipped } = await read([Buffer.from(`${mark}${JSON.stringify(note('copy'))}\n`)]);
      expect(messages).toEqual([]);
      expect(skipped).toHaveLength(1);
    },
  );

  describe('JSON over several lines', () => {
    const message = { ...note('a\n"b"'), more: [{ c: [] }, {}, [1, { d: '}' }]] };
    it.each([
      ['two blanks', JSON.stringify(message, null, 2)],
      ['tabs and CRLF', JSON.stringify(message, null, '\t').replaceAll('\n', '\r\n')],
      ['only some breaks', JSON.stringify(message).replace(',"params"', '\n,"params"')],
      ['colors', JSON.stringify(message, null, 1).replaceAll('\n', `${ESC}[0m\n${ESC}[2m`)],
    ])('is put together: %s', async (_how, json) => {
      const after = JSON.stringify(note('after'));
      const { messages, skipped } = await read([Buffer.from(`${json}\n${after}\n${json}\n`)]);
      expect(messages).toEqual([message, note('after'), message]);
      expect(skipped).toEqual([]);
    });

    it.each([
      ['an object of a debug log', '{\n  port: 1,\n}'],
      ['an object that is no message', '{\n  "port": 1\n}'],
      ['one that does not end', '{\n  "port": 1,'],
      ['one that breaks inside of a text', '{"method":"note","params":{"text":"a\nb"}}'],
    ])('loses no message behind %s', async (_what, junk) => {
      const after = JSON.stringify(note('after'));
      const { messages, skipped } = await read([Buffer.from(`${junk}\n${after}\n`)]);
      expect(messages).toEqual([note('after')]);
      expect(skipped.join('\n')).toContain(junk.split('\n').at(-1));
    });

    it('takes time in proportion to its lines, and bounded memory', async () => {
      const endless = Buffer.from(`{"a":[\n${'1,\n'.repeat(300_000)}`);
      const { messages, skipped } = await read(
        [endless, Buffer.from(JSON.stringify(note('after')))],
        100_000,
      );
      expect(messages).toEqual([note('after')]);
      expect(skipped.length).toBeGreaterThan(0);
    });
  });

  it('R2 skips a line over the limit, keeps only its beginning, and reads on', async () => {
    const chunks = Array.from({ length: 50 }, () => Buffer.alloc(1000, 'x'));
    const after = Buffer.from(`\n${JSON.stringify(note('after'))}\n`);
    const { messages, skipped } = await read([...chunks, after], 10_000);
    expect(messages).toEqual([note('after')]);
    expect(skipped).toEqual([expect.stringMatching(/^longer than allowed \(50000 bytes\): x{400}$/)]);
  });

  it('reads a line of exactly the limit', async () => {
    const line = JSON.stringify(note('y'.repeat(100)));
    const { messages } = await read([Buffer.from(`${line}\n`)], line.length);
    expect(messages).toHaveLength(1);
  });

  it('R2 copies a line of 40 MB once, however many pieces it comes in', async () => {
    const concat = vi.spyOn(Buffer, 'concat');
    onTestFinished(() => concat.mockRestore());
    const pieces = Array.from({ length: 640 }, () => Buffer.alloc(64 * 1024, 'y'));
    const { messages } = await read([
      Buffer.from('{"method":"note","params":{"text":"'),
      ...pieces,
      Buffer.from('"}}\n'),
    ]);
    expect(messages).toHaveLength(1);
    const copied = concat.mock.results.reduce(
      (sum, { value }) => sum + (Buffer.isBuffer(value) ? value.length : 0),
      0,
    );
    expect(copied / (640 * 64 * 1024)).toBeCloseTo(1, 2);
  });

  it('tolerates a missing jsonrpc field and an answer without a result', async () => {
    const { messages } = await read([Buffer.from('{"id":0}\n{"error":"no","id":"a"}\n')]);
    expect(messages).toEqual([
      { jsonrpc: '2.0', id: 0, result: null },
      { jsonrpc: '2.0', id: 'a', error: { code: -32603, message: 'no' } },
    ]);
  });

  it('pauses the stream while a message is being dealt with, and delivers nothing more before', async () => {
    const stream = new PassThrough();
    const reader = new JsonLinesReader(stream, { onSkipped: () => {} });
    const delivered: Message[] = [];
    reader.listen((message) => delivered.push(message));
    stream.write([note('a'), note('b')].map((message) => `${JSON.stringify(message)}\n`).join(''));
    await until(() => delivered.length === 1, 'the first message');
    await new Promise(setImmediate);
    expect(delivered).toEqual([note('a')]);
    expect(stream.isPaused()).toBe(true);
    reader.next();
    expect(delivered).toEqual([note('a')]);
    await until(() => delivered.length === 2, 'the second message');
    expect(delivered).toEqual([note('a'), note('b')]);
    reader.next();
    await until(() => !stream.isPaused(), 'the stream to be read again');
    reader.dispose();
  });

  it('delivers no message that comes after one which is handled and ends the reading', async () => {
    const stream = new PassThrough();
    const handled: Message[] = [];
    const reader = new JsonLinesReader(stream, {
      onSkipped: () => {},
      handle: (message) => {
        handled.push(message);
        reader.dispose();
        return true;
      },
    });
    reader.listen(() => expect.unreachable('It is handled at once.'));
    stream.write([note('a'), note('b')].map((message) => `${JSON.stringify(message)}\n`).join(''));
    await until(() => handled.length > 0, 'the first message');
    await new Promise(setImmediate);
    expect(handled).toEqual([note('a')]);
  });

  it('lets the event loop turn while it skips a backlog of junk', async () => {
    const stream = new PassThrough({ highWaterMark: 1 << 26 });
    let skipped = 0;
    const reader = new JsonLinesReader(stream, { onSkipped: () => skipped++ });
    let ended = false;
    reader.onClose(() => {
      ended = true;
    });
    reader.listen(() => {});
    stream.end(Buffer.from('junk\n'.repeat(400_000)));
    let turns = 0;
    while (!ended) {
      turns++;
      await new Promise(setImmediate);
    }
    expect(skipped).toBe(400_000);
    expect(turns).toBeGreaterThan(3);
  });
});

describe('writing', () => {
  it('R1 writes one JSON object per line, whatever the text holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary' })), async (texts) => {
        const stream = new PassThrough();
        const writer = new JsonLinesWriter(stream, () => {});
        const messages = texts.map((text) => ({ jsonrpc: '2.0', method: 'note', params: { text } }));
        for (const message of messages) await writer.write(message);
        writer.end();
        const written = Buffer.concat(await stream.toArray()).toString('utf8');
        const lines = written.split('\n');
        expect(lines.pop()).toBe('');
        const valid = messages.map((message) => JSON.parse(JSON.stringify(message)));
        expect(lines.map((line) => JSON.parse(line))).toEqual(valid);
      }),
    );
  });

  it('R1 swallows what is written to a stream that is gone', async () => {
    const stream = new PassThrough();
    const writer = new JsonLinesWriter(stream, () => {});
    stream.destroy();
    await expect(writer.write({ jsonrpc: '2.0' })).resolves.toBeUndefined();
  });
});
