// Which of the rendered places is a hit of the source, which has markup that the rendered text lacks.

/** Letters and digits that are compared on each side. */
const CONTEXT_LENGTH = 24;
/** How far they are searched for, in UTF-16 code units. */
const MAX_DISTANCE = 160;
/** How many hits before the wanted one are compared with it. */
const MAX_COMPARED = 200;

/** A place in a text. */
export interface TextPlace {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The index of the rendered place of the hit `index` of the source. Where there are as many of both, their order is the
 * same; text that is rendered unchanged has the hit at the same offset; else the text around decides, and among equals
 * their order.
 */
export function alignHit(
  source: readonly TextPlace[],
  index: number,
  rendered: readonly TextPlace[],
): number | undefined {
  const hit = source[index];
  if (hit === undefined || rendered.length === 0) return undefined;
  if (source.length === rendered.length) return index;
  const same = rendered.findIndex(
    ({ text, start }) => start === hit.start && hit.text.slice(0, text.length) === text,
  );
  if (same >= 0) return same;
  const wanted = around(hit);
  const scores = rendered.map((place) => score(wanted, around(place)));
  const best = Math.max(...scores);
  const candidates = scores.flatMap((each, number) => (each === best ? [number] : []));
  const like = source
    .slice(Math.max(0, index - MAX_COMPARED), index)
    .filter((other) => score(around(other), wanted) >= best).length;
  return candidates[Math.min(like, candidates.length - 1)];
}

interface Around {
  readonly before: string;
  readonly after: string;
}

function around({ text, start, end }: TextPlace): Around {
  return {
    before: wordsOnly(text.slice(Math.max(0, start - MAX_DISTANCE), start)).slice(-CONTEXT_LENGTH),
    after: wordsOnly(text.slice(end, end + MAX_DISTANCE)).slice(0, CONTEXT_LENGTH),
  };
}

function wordsOnly(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** How many characters are equal, from the place outwards. */
function score(a: Around, b: Around): number {
  let before = 0;
  while (before < a.before.length && a.before.at(-1 - before) === b.before.at(-1 - before)) before++;
  let after = 0;
  while (after < a.after.length && a.after[after] === b.after[after]) after++;
  return before + after;
}
