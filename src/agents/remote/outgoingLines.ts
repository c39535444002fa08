// What is sent to a remote agent as a stream of lines, each a message.
import { Writable } from 'node:stream';

/** `send` resolves when a line is on its way, or never will be; it does not reject. */
export function outgoingLines(send: (line: string) => Promise<void>): Writable {
  const write = async (line: string, done: () => void): Promise<void> => {
    await send(line);
    done();
  };
  return new Writable({
    decodeStrings: false,
    write: (line: unknown, _encoding, done) => void write(String(line), done),
  });
}
