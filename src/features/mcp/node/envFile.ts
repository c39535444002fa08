// Reads the `envFile` of an MCP server: variables as `NAME=value` lines.
import { realpath } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { mcpStrings } from '../../../core/mcp/mcpStrings.ts';
import { FileTooLargeError, NotAFileError, readBounded } from '../../../storage/boundedRead.ts';

const MAX_MEGABYTES = 1;

/** The variables by name; why, where the file (an absolute path) cannot be read. Never rejects. */
export async function readEnvFile(path: string): Promise<Readonly<Record<string, string>> | string> {
  try {
    const text = (await readBounded(await realpath(path), MAX_MEGABYTES * 1024 * 1024)).toString('utf8');
    return Object.fromEntries(
      Object.entries(parseEnv(text)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
  } catch (error) {
    if (error instanceof FileTooLargeError) return mcpStrings.fileTooLarge(MAX_MEGABYTES);
    if (error instanceof NotAFileError) return mcpStrings.fileNotRegular();
    // The rest of the message is the path, in which a secret may be.
    return error instanceof Error ? (error.message.split(',')[0] ?? '') : String(error);
  }
}
