// What one session file tells about its conversation: the id, the folder, a title, and whether anything was said.
import { createReadStream } from 'node:fs';
import { isAbsolute } from 'node:path';
import * as z from 'zod';
import { rpcMessage, type RpcMessage } from './frames.ts';
import { LineCutter } from './lineCutter.ts';
import { typedWords } from './typedWords.ts';

export interface StoredFacts {
  readonly sessionId: string;
  /** Absolute. */
  readonly cwd: string;
  readonly title: string | undefined;
  readonly hasMessages: boolean;
}

/** The longest line that is understood, in bytes: longer ones hold pictures or big results, and no title. */
const MAX_LINE = 1024 * 1024;

/** How far into a line its type stands, in characters. */
const TYPE_WITHIN = 400;

/** How far into a line that is cut off the first prompt is looked for, in characters. */
const CUT_WITHIN = 64 * 1024;

/** Characters of a first prompt that make a title. */
const TITLE_LENGTH = 100;

const typed = z.looseObject({ type: z.string() });
const header = z.looseObject({
  id: z.string().min(1),
  cwd: z.string(),
  title: z.string().optional().catch(undefined),
});
const named = z.looseObject({
  name: z.string().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
});
const said = z.looseObject({ message: rpcMessage });

/** The first text of a line whose end is cut off, as JSON: what a user wrote stands before their pictures. */
const FIRST_TEXT = /"role"\s*:\s*"user"[^]{0,200}?"text"\s*:\s*("(?:[^"\\]|\\.)*")/;

/** Reads a session file. Undefined where it is none, or has no folder; a file that cannot be read is none. */
export async function readStoredFacts(path: string): Promise<StoredFacts | undefined> {
  const reading = new Reading();
  const cutter = new LineCutter(MAX_LINE);
  try {
    for await (const chunk of createReadStream(path)) {
      if (Buffer.isBuffer(chunk)) cutter.push(chunk, (line) => reading.take(line));
      if (reading.isForeign) return undefined;
    }
    cutter.end((line) => reading.take(line));
  } catch {
    return undefined;
  }
  return reading.facts();
}

/** Collects the facts, a line at a time. */
class Reading {
  #head: z.output<typeof header> | undefined;
  /** The name the user or the agent gave: the last one counts, an empty one takes it away. */
  #name: { readonly title: string | undefined } | undefined;
  #firstPrompt: string | undefined;
  #hasMessages = false;
  /** The first lines are not those of a session. */
  isForeign = false;

  take(line: string): void {
    const type = /"type"\s*:\s*"([a-z_]+)"/.exec(line.slice(0, TYPE_WITHIN))?.[1];
    // Only what is used is parsed: a long conversation has megabytes of results.
    if (type === 'message') this.#takeMessage(line);
    else if (type === 'custom_message') this.#takeCustom(line);
    else if (type === 'session' || type === 'session_info' || type?.startsWith('title') === true) {
      this.#takeName(line);
    }
    if (this.#head === undefined && type !== 'title' && line.trim() !== '') this.isForeign = true;
  }

  facts(): StoredFacts | undefined {
    if (this.#head === undefined || !isAbsolute(this.#head.cwd)) return undefined;
    return {
      sessionId: this.#head.id,
      cwd: this.#head.cwd,
      title: (this.#name ?? { title: titleOf(this.#head.title) }).title ?? this.#firstPrompt,
      hasMessages: this.#hasMessages,
    };
  }

  #takeName(line: string): void {
    const entry = typed.safeParse(parsed(line));
    if (!entry.success) return;
    if (entry.data.type === 'session') {
      this.#head ??= header.safeParse(entry.data).data;
      return;
    }
    const names = named.safeParse(entry.data);
    if (names.success) this.#name = { title: titleOf(names.data.name ?? names.data.title) };
  }

  #takeMessage(line: string): void {
    this.#hasMessages = true;
    if (this.#firstPrompt !== undefined || !line.includes('"user"')) return;
    const entry = parsed(line);
    const message = said.safeParse(entry).data?.message;
    this.#firstPrompt = titleOf(entry === undefined ? cutPrompt(line) : typedIn(message));
  }

  /** oh-my-pi keeps what it made of a skill beside the messages. */
  #takeCustom(line: string): void {
    if (this.#firstPrompt !== undefined || !line.includes('"user"')) return;
    this.#firstPrompt = titleOf(typedIn(customEntry.safeParse(parsed(line)).data));
  }
}

/** A message that stands in its entry itself. */
const customEntry = z.looseObject({}).transform((entry) => rpcMessage.parse({ ...entry, role: 'custom' }));

function typedIn(message: RpcMessage | undefined): string | undefined {
  return message === undefined ? undefined : typedWords(message);
}

function cutPrompt(line: string): string | undefined {
  const [, literal] = FIRST_TEXT.exec(line.slice(0, CUT_WITHIN)) ?? [];
  return literal === undefined ? undefined : z.string().safeParse(parsed(literal)).data;
}

/** A title in one line; undefined where there is nothing to read. */
function titleOf(text: string | undefined): string | undefined {
  const words = (text ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (words === '') return undefined;
  const characters = Array.from(words);
  return characters.length <= TITLE_LENGTH ? words : `${characters.slice(0, TITLE_LENGTH).join('')}…`;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
