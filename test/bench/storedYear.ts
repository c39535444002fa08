// Writes a folder of stored sessions as a year of use leaves it: real logs with the texts to search, of very different sizes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { writeEvents, writeHeader, writeSummary } from '../../src/core/history/logLine.ts';
import { summarize } from '../../src/core/history/sessionSummary.ts';
import type { SessionEvent } from '../../src/core/session/events.ts';
import { emptySession, type SessionState } from '../../src/core/session/model.ts';
import { reduce } from '../../src/core/session/reduce.ts';
import { HistoryFolder } from '../../src/history/historyFolder.ts';

export interface StoredYear {
  readonly sessions: number;
  /** Of all logs together. */
  readonly totalBytes: number;
}

/** A word that one session in {@link RARE_EVERY} has, one that one session has, and one that none has. */
export const words = { rare: 'zirconium', single: 'Xylophon42', none: 'quetzalcoatlus', common: 'function' };
const RARE_EVERY = 100;

const DAY_MS = 24 * 3_600_000;
const NEWEST_AT = Date.UTC(2026, 0, 1);
const AGENTS = ['claude', 'codex', 'gemini'];
/** How many different answers and outputs there are: what differs besides is put into each. */
const PIECES = 400;

/** The same numbers each time. */
class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 to 1, without 1. */
  next(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#state / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }
}

const random = new Random(7);
const syllables = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo yu za str tion able ing'.split(
  ' ',
);
const vocabulary = Array.from({ length: 20_000 }, () =>
  Array.from({ length: 1 + random.below(4) }, () => syllables[random.below(syllables.length)]).join(''),
);

/** Common words come more often than others. */
function word(): string {
  return vocabulary[Math.floor(random.next() ** 3 * vocabulary.length)] ?? '';
}

function text(length: number): string {
  let made = '';
  while (made.length < length) made += `${word()}${random.below(12) === 0 ? `.\n${words.common} ` : ' '}`;
  return made;
}

const answers = Array.from({ length: PIECES }, () => text(200 + random.below(5_000)));
const outputs = Array.from({ length: PIECES }, () => text(500 + Math.floor(9_000 * random.next() ** 2)));

/** About 17 KB: a prompt, four calls with their output, and an answer. */
function* turnOf(session: number, turn: number, at: number, secret: string): Generator<SessionEvent> {
  const name = `s${session}t${turn}`;
  const prompt = `Prompt ${name} ${secret} ${word()} ${word()} ${word()}`;
  yield { type: 'prompt_started', at, content: [{ type: 'text', text: prompt }] };
  for (let number = 0; number < 4; number++) {
    const path = `/work/src/${word()}/${word()}.ts`;
    const toolCallId = `${name}c${number}`;
    const call = {
      toolCallId,
      title: `Read ${path}`,
      kind: 'read',
      locations: [{ path }],
      rawInput: { path },
    };
    yield { type: 'tool_call', at, call, isAnnouncement: true };
    const output = outputs[random.below(PIECES)] ?? '';
    const content = [{ type: 'content', content: { type: 'text', text: output } }] as const;
    yield { type: 'tool_call', at, call: { toolCallId, status: 'completed', content } };
  }
  const thought = answers[random.below(PIECES)]?.slice(0, 600) ?? '';
  yield { type: 'message_chunk', at, role: 'thought', content: { type: 'text', text: thought } };
  const answer = `${answers[random.below(PIECES)]} ${name} ${random.below(1e9).toString(36)}`;
  yield { type: 'message_chunk', at, role: 'agent', content: { type: 'text', text: answer } };
  yield { type: 'turn_ended', at, stopReason: 'end_turn' };
}

/** Session number n has the key `s<n>` and is the older the higher its number is. Nothing may be in the folder yet. */
export async function writeYear(
  path: string,
  { sessions, totalBytes }: StoredYear,
  writeText: (state: SessionState, logSize: number) => Promise<unknown>,
): Promise<number> {
  const folder = new HistoryFolder(path);
  mkdirSync(folder.texts, { recursive: true });
  // Most sessions are short; the longest have hundreds of times as much.
  const weights = Array.from({ length: sessions }, () => 0.05 + 12 * random.next() ** 8);
  const scale = totalBytes / weights.reduce((sum, weight) => sum + weight, 0);
  let written = 0;
  for (const [number, weight] of weights.entries()) {
    const at = NEWEST_AT - Math.floor((number / sessions) * 365 * DAY_MS);
    const key = `s${number}`;
    let state = emptySession(key, AGENTS[number % AGENTS.length] ?? '', `/work/project${number % 20}`);
    const lines = [writeHeader(state, at)];
    let length = 0;
    for (let turn = 0; turn === 0 || length < weight * scale; turn++) {
      const isLast = turn === 0;
      const secret = [
        ...(isLast && number % RARE_EVERY === RARE_EVERY - 1 ? [words.rare] : []),
        ...(isLast && number === sessions - 1 ? [words.single] : []),
      ].join(' ');
      const events = [...turnOf(number, turn, at, secret)];
      state = events.reduce(reduce, state);
      for (const line of writeEvents(events)) {
        lines.push(line);
        length += line.length;
      }
    }
    lines.push(writeSummary(summarize(state, { createdAt: at, updatedAt: at })));
    const log = lines.join('');
    writeFileSync(folder.log(key), log);
    const logSize = Buffer.byteLength(log);
    written += logSize;
    await writeText(state, logSize);
  }
  return written;
}
