// What one session file says about its conversation: the id, the folder, a title, and whether anything was said.
import { createReadStream } from 'node:fs';
import { isAbsolute } from 'node:path';
import * as z from 'zod';
import { parsedJson } from '../../../process/json.ts';
import { LineSplitter, lineText } from '../../../process/lineSplitter.ts';
import { rpcMessage, type RpcMessage } from '../cli/frames.ts';
import { MAX_NAME_CHARACTERS, titleOf } from '../../../agent/titleText.ts';
import { typedText } from '../conversation/typedText.ts';

export interface StoredFacts {
  readonly sessionId: string;
  /** Absolute. */
  readonly cwd: string;
  readonly title: string | undefined;
  readonly hasMessages: boolean;
}

/** Longer lines hold pictures or big results, and no title. */
const MAX_LINE_BYTES = 1024 * 1024;

/** The first prompt is looked for in this much of a line that is too long to be parsed. */
const MAX_HEAD_BYTES = 64 * 1024;

/** The type of an entry is among the first characters of its line. */
const TYPE_WITHIN_CHARACTERS = 400;

/** A prompt that stands for a title is cut to this. */
const MAX_PROMPT_CHARACTERS = 100;

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

/** The first text of a line whose end is cut off, as JSON: the text of a user comes before their images. */
const FIRST_TEXT = /"role"\s*:\s*"user"[^]{0,200}?"text"\s*:\s*("(?:[^"\\]|\\.)*")/;

/** Reads a session file. Undefined where the file is not a session, has no folder or cannot be read. */
export async function readStoredFacts(path: string): Promise<StoredFacts | undefined> {
  const reading = new Reading();
  const splitter = new LineSplitter(MAX_LINE_BYTES, MAX_HEAD_BYTES);
  try {
    for await (const chunk of createReadStream(path)) {
      if (!Buffer.isBuffer(chunk)) continue;
      for (const line of splitter.push(chunk)) reading.addLine(lineText(line));
      if (reading.isForeign) return undefined;
    }
    const rest = splitter.end();
    if (rest !== undefined) reading.addLine(lineText(rest));
  } catch {
    return undefined;
  }
  return reading.facts();
}

/** Collects the facts, a line at a time. */
class Reading {
  #head: z.output<typeof header> | undefined;
  /** The name the user or the agent gave: the last one counts, an empty one removes it. */
  #name: { readonly title: string | undefined } | undefined;
  #firstPrompt: string | undefined;
  #hasMessages = false;
  /** The first lines are not those of a session. */
  isForeign = false;

  addLine(line: string): void {
    const type = /"type"\s*:\s*"([a-z_]+)"/.exec(line.slice(0, TYPE_WITHIN_CHARACTERS))?.[1];
    // Only what is used is parsed: a long conversation has megabytes of results.
    if (type === 'message') this.#addMessage(line);
    else if (type === 'custom_message') this.#addCustom(line);
    else if (type === 'session' || type === 'session_info' || type?.startsWith('title') === true) {
      this.#addName(line);
    }
    if (this.#head === undefined && type !== 'title' && line.trim() !== '') this.isForeign = true;
  }

  facts(): StoredFacts | undefined {
    if (this.#head === undefined || !isAbsolute(this.#head.cwd)) return undefined;
    return {
      sessionId: this.#head.id,
      cwd: this.#head.cwd,
      title:
        (this.#name ?? { title: titleOf(this.#head.title, MAX_NAME_CHARACTERS) }).title ?? this.#firstPrompt,
      hasMessages: this.#hasMessages,
    };
  }

  #addName(line: string): void {
    const entry = typed.safeParse(parsedJson(line));
    if (!entry.success) return;
    if (entry.data.type === 'session') {
      this.#head ??= header.safeParse(entry.data).data;
      return;
    }
    const names = named.safeParse(entry.data);
    if (names.success)
      this.#name = { title: titleOf(names.data.name ?? names.data.title, MAX_NAME_CHARACTERS) };
  }

  #addMessage(line: string): void {
    this.#hasMessages = true;
    if (this.#firstPrompt !== undefined || !line.includes('"user"')) return;
    const entry = parsedJson(line);
    const message = said.safeParse(entry).data?.message;
    this.#firstPrompt = titleOfPrompt(entry === undefined ? cutPrompt(line) : typedIn(message));
  }

  /** oh-my-pi stores what it made of a skill beside the messages. */
  #addCustom(line: string): void {
    if (this.#firstPrompt !== undefined || !line.includes('"user"')) return;
    this.#firstPrompt = titleOfPrompt(typedIn(customEntry.safeParse(parsedJson(line)).data));
  }
}

/** A message whose fields are those of its entry. */
const customEntry = z.looseObject({}).transform((entry) => rpcMessage.parse({ ...entry, role: 'custom' }));

function typedIn(message: RpcMessage | undefined): string | undefined {
  return message === undefined ? undefined : typedText(message);
}

function cutPrompt(line: string): string | undefined {
  const [, literal] = FIRST_TEXT.exec(line) ?? [];
  return literal === undefined ? undefined : z.string().safeParse(parsedJson(literal)).data;
}

function titleOfPrompt(text: string | undefined): string | undefined {
  return titleOf(text, MAX_PROMPT_CHARACTERS);
}
