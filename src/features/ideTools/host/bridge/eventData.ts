// Reads the messages of an event stream that has ended.

/** The data of each event of a text of the type `text/event-stream`; comments and events without data are skipped. */
export function eventData(text: string): readonly string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n\n')
    .map((event) =>
      event
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice('data:'.length).replace(/^ /, ''))
        .join('\n'),
    )
    .filter((data) => data !== '');
}
