// Markdown that the answers are made of.

/** A link to a line (1-based) of a file of the session's folder. */
export function lineLink(label: string, name: string, line: number): string {
  return `[${label}](${linkPath(name)}#L${line})`;
}

/** A link to a file of the session's folder. */
export function fileLink(label: string, name: string): string {
  return `[${label.replace(/[[\]|\\]/g, '\\$&')}](${linkPath(name)})`;
}

function linkPath(name: string): string {
  return encodeURI(name).replace(/[()#?]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}

/** "1 line", "3 lines". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
