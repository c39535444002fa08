// Reads a JSON file with comments that a repository may have written: bounded, and never through a link out of its folder.
import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { parseTree, type Node, type ParseError } from 'jsonc-parser';
import { mcpStrings } from '../../../core/mcp/mcpStrings.ts';
import { FileTooLargeError, NotAFileError, readBounded } from '../../../storage/boundedRead.ts';

const MAX_MEGABYTES = 1;
const MAX_BYTES = MAX_MEGABYTES * 1024 * 1024;

/** Undefined where there is no file, or nothing of what is asked for in it; a problem is a part of a sentence. */
export type ReadConfig = { readonly value: unknown } | { readonly problem: string } | undefined;

export interface ReadConfigOptions {
  /** The folder that a link must not lead out of; absolute. */
  readonly within?: string;
  /** The keys that lead to what is asked for. */
  readonly under?: readonly string[];
}

/** Never rejects. */
export async function readConfigFile(
  path: string,
  { within, under = [] }: ReadConfigOptions = {},
): Promise<ReadConfig> {
  try {
    const real = await realpath(path);
    if (within !== undefined && !real.startsWith((await realpath(within)) + sep)) {
      return { problem: mcpStrings.fileLeavesFolder() };
    }
    return jsoncValue((await readBounded(real, MAX_BYTES)).toString('utf8'), under);
  } catch (error) {
    return isMissing(error) ? undefined : { problem: reasonText(error) };
  }
}

function reasonText(error: unknown): string {
  if (error instanceof FileTooLargeError) return mcpStrings.fileTooLarge(MAX_MEGABYTES);
  if (error instanceof NotAFileError) return mcpStrings.fileNotRegular();
  return error instanceof Error ? error.message : String(error);
}

/** What a text says at a place of it. Comments and trailing commas are allowed, as VS Code allows them. */
export function jsoncValue(text: string, under: readonly string[] = []): ReadConfig {
  const errors: ParseError[] = [];
  try {
    const root = parseTree(text.replace(/^\uFEFF/, ''), errors, {
      allowTrailingComma: true,
      allowEmptyContent: true,
    });
    const [first] = errors;
    if (first !== undefined) {
      return { problem: mcpStrings.fileNotJson(text.slice(0, first.offset).split('\n').length) };
    }
    const at = under.reduce<Node | undefined>(
      (node, key) => node?.children?.findLast(({ children }) => children?.[0]?.value === key)?.children?.[1],
      root,
    );
    return at === undefined ? undefined : { value: valueOf(at) };
  } catch (error) {
    // Brackets within brackets, more than there is room for.
    if (error instanceof RangeError) return { problem: mcpStrings.fileNotJson(1) };
    throw error;
  }
}

/** With every key as a property of its own: the parser's own values take `__proto__` for the prototype. */
function valueOf({ type, value, children = [] }: Node): unknown {
  if (type === 'array') return children.map(valueOf);
  if (type !== 'object') return value;
  return Object.fromEntries(
    children.map(({ children: [key, content] = [] }) => [
      String(key?.value),
      content === undefined ? undefined : valueOf(content),
    ]),
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
