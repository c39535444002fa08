// What the user types into a filter: words in any order.

/** Checks whether every word of a filter is in a text, in upper or lower case; any text matches an empty filter. */
export function wordMatcher(filter: string): (text: string) => boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return (text) => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
}
