// Cutting texts without cutting a character in two: those outside the basic plane are two UTF-16 code units.

/** At most the first `length` code units of a text, never half of a character at its end. */
export function startOf(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** The text, cut to a length with a mark for the rest. Lengths are UTF-16 code units. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${startOf(text, length - 1)}…`;
}

/** Whether the code units before and after this place are the halves of one character. */
export function isInsidePair(text: string, place: number): boolean {
  return place > 0 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(place - 1, place + 1));
}
