// What an agent wrote to its standard error since a moment: agents say there why they could not do what they were asked.

/** What was added to the tail since it was `before`. What the agent wrote before an answer may be read just after it. */
export async function stderrSince(before: string, tail: () => string): Promise<string> {
  const written = addedTo(before, tail());
  if (written !== '') return written;
  await new Promise(setImmediate);
  return addedTo(before, tail());
}

/** The lines at the end that were not there before; earlier ones may have moved out of the tail. */
function addedTo(before: string, end: string): string {
  let known = before;
  while (known !== '' && !end.startsWith(known)) {
    const lineEnd = known.indexOf('\n');
    known = lineEnd < 0 ? '' : known.slice(lineEnd + 1);
  }
  return end.slice(known.length).trim();
}
