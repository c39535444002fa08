// Splits what an agent replays as one prompt into the prompts that it was: some agents glue those that nothing separates.
import type { ContentBlock } from '../content.ts';
import type { UpdateEvent } from '../events.ts';

export type MessageChunk = Extract<UpdateEvent, { type: 'message_chunk' }>;

/** Within one chunk, a prompt this long does not stand before another one by chance; in characters without white space. */
const MIN_CERTAIN_LENGTH = 8;

/** A prompt of a replay. */
export interface ReplayedPrompt {
  readonly key: string;
  readonly chunks: readonly MessageChunk[];
}

/** What is compared of a prompt: its text without white space, which agents join, wrap and trim in their own ways. */
export function promptKey(content: readonly ContentBlock[]): string {
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  return text.replace(/\s+/gu, '');
}

/** A step of the search: where in the key it begins, what it reads, and how much of all before it is known. */
interface Step {
  readonly from: Step | undefined;
  readonly start: number;
  readonly isKnown: boolean;
  readonly score: number;
}

/**
 * The prompts in the chunks of one message. It is split where prompts with the known keys follow each other; what is
 * not known stays whole between the ends of chunks.
 */
export function splitPrompts(
  chunks: readonly MessageChunk[],
  known: ReadonlySet<string>,
): readonly ReplayedPrompt[] {
  const key = promptKey(chunks.map(({ content }) => content));
  const whole = [{ key, chunks }];
  if (key === '' || (chunks.length === 1 && known.has(key))) return whole;
  const candidates = [...known].filter((each) => each !== '' && key.includes(each));
  if (candidates.length === 0) return whole;
  const cuts = cutsOf(key, chunkEnds(chunks), candidates);
  return cuts.length < 2 ? whole : cut(chunks, key, cuts);
}

/** Where in the key each chunk ends. */
function chunkEnds(chunks: readonly MessageChunk[]): readonly number[] {
  let end = 0;
  return chunks.map(({ content }) => (end += promptKey([content]).length));
}

/** Where in the key each prompt begins. */
function cutsOf(key: string, ends: readonly number[], candidates: readonly string[]): readonly number[] {
  const steps = new Map<number, Step>();
  const reach = (end: number, step: Step): void => {
    const best = steps.get(end);
    if (best === undefined || best.score < step.score) steps.set(end, step);
  };
  const visit = (position: number, from: Step | undefined): void => {
    const score = from?.score ?? 0;
    for (const candidate of candidates) {
      if (!key.startsWith(candidate, position)) continue;
      const end = position + candidate.length;
      // If the same text can be read in two ways, the way counts whose prompts are chunks, or end as chunks do, or
      // are fewer.
      const isChunk = ends.find((each) => each > position) === end;
      const cost = isChunk ? 0.01 : ends.includes(end) ? 0.1 : 0.2;
      reach(end, { from, start: position, isKnown: true, score: score + candidate.length - cost });
    }
    const end = ends.find((each) => each > position);
    const isWithinChunk = position > 0 && !ends.includes(position);
    const isCertain =
      !isWithinChunk || (from?.isKnown === true && position - from.start >= MIN_CERTAIN_LENGTH);
    if (end !== undefined && isCertain) reach(end, { from, start: position, isKnown: false, score });
  };
  visit(0, undefined);
  for (let position = 1; position < key.length; position++) {
    const step = steps.get(position);
    if (step !== undefined) visit(position, step);
  }
  const path: Step[] = [];
  for (let step = steps.get(key.length); step !== undefined; step = step.from) path.unshift(step);
  if (!path.some(({ isKnown }) => isKnown)) return [];
  // Chunks that follow each other and are not known are one prompt.
  return path.filter((step) => step.isKnown || step.from?.isKnown !== false).map(({ start }) => start);
}

function cut(
  chunks: readonly MessageChunk[],
  key: string,
  cuts: readonly number[],
): readonly ReplayedPrompt[] {
  return cuts.map((start, index) => {
    const end = cuts[index + 1] ?? key.length;
    let position = 0;
    const own = chunks.flatMap((chunk) => {
      const [from, to] = [position, position + promptKey([chunk.content]).length];
      position = to;
      if (chunk.content.type !== 'text') return from >= start && from < end ? [chunk] : [];
      if (to <= start || from >= end) return [];
      if (from >= start && to <= end) return [chunk];
      const text = between(chunk.content.text, Math.max(start - from, 0), Math.min(end, to) - from);
      return [{ ...chunk, content: { type: 'text' as const, text } }];
    });
    return { key: key.slice(start, end), chunks: own };
  });
}

/** The part of a text from one of its characters to another, which are counted without white space. */
function between(text: string, start: number, end: number): string {
  let count = 0;
  let part = '';
  for (const character of text.split('')) {
    const isSpace = /\s/u.test(character);
    if (count >= start && count < end) part += character;
    if (!isSpace) count++;
  }
  return part;
}
