// Finds what stands at a place of a command line, and where a bracket in it is closed.

/** What a sticky pattern matches at an index; undefined when nothing. */
export function matchAt(pattern: RegExp, line: string, index: number): string | undefined {
  pattern.lastIndex = index;
  return pattern.exec(line)?.[0];
}

/** The index of the bracket that closes the one at `open`, quotes respected; undefined when there is none. */
export function closingBracket(line: string, open: number): number | undefined {
  let depth = 0;
  let quote = '';
  for (let index = open; index < line.length; index++) {
    const character = line.charAt(index);
    if (character === '\\' && quote !== "'") index++;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === "'" || character === '"') quote = character;
    else if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return index;
  }
  return undefined;
}
