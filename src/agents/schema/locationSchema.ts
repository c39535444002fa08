// The places that a tool call works on, in the shape of ACP or one near to it: a path, a URI, a place as LSP has it.
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import { pathOfFileUri } from '../../core/paths/fileUri.ts';
import { lenient, lenientArray } from './lenient.ts';
import { firstOf, protocolFields } from './near/nearFields.ts';

/** A line at the end of a URI. */
const URI_LINE = /#L?(?<line>\d+)(?:C\d+)?(?:-L?\d+(?:C\d+)?)?$/i;

const positive = z.int().check(z.positive());
const position = z.object({ line: z.int().check(z.nonnegative()) });
/** The lines as a pair, or as LSP has them, which counts from 0. */
const range = z.union([
  z.pipe(
    z.object({ start: position }),
    z.transform(({ start }) => start.line + 1),
  ),
  z.pipe(
    z.array(positive).check(z.minLength(1)),
    z.transform(([first]) => first),
  ),
]);

/** 1-based; some agents say 0 for the whole file, or give the number as text. */
const line = z.union([
  positive,
  z.pipe(z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number)), positive),
]);

/** A path as it is used: a URI of a file is the path in it, and its line. */
function placeOf(named: string): { readonly path: string; readonly line?: number } {
  const at = URI_LINE.exec(named);
  const path = pathOfFileUri(at === null ? named : named.slice(0, at.index));
  if (path === undefined) return { path: named };
  const number = Number(at?.groups?.['line'] ?? 0);
  return { path, ...(number > 0 ? { line: number } : {}) };
}

const exact = z.pipe(
  z.object({ path: z.string(), line: lenient(line) }),
  z.transform(({ path, ...rest }) => ({ ...placeOf(path), ...withoutUndefined(rest) })),
);

/** Whatever names a place becomes what ACP has for it. */
const nearPlace = z.transform((value: unknown): unknown => {
  // An agent that shortens what it sends puts an ellipsis in the place of the rest.
  if (typeof value === 'string') return /^(?!…)./s.test(value) ? { path: value } : value;
  const fields = protocolFields(value);
  if (fields === undefined) return value;
  const uri = firstOf(fields, ['uri', 'url']);
  const isFile = typeof uri === 'string' && /^file:/i.test(uri);
  const path = firstOf(fields, ['path', 'filePath', 'file', 'absolutePath', 'fileName', 'filename']);
  const number = firstOf(fields, ['line', 'lineNumber', 'startLine']);
  const lines = firstOf(fields, ['range', 'lines', 'lineRange']);
  return {
    path: path ?? (isFile ? uri : undefined),
    line: number ?? (lines === undefined ? undefined : range.safeParse(lines).data),
  };
});

const location = z.pipe(nearPlace, exact);

/** One place in the place of the list. */
const single = z.pipe(
  location,
  z.transform((only) => [only]),
);

export const locations = z.union([lenientArray(location), single]);

/** The path of a file, which may be written as a URI. */
export const filePath = z.pipe(
  z.string(),
  z.transform((named) => placeOf(named).path),
);

/** The path of a folder that is named by its address on this machine; any other text as it is. */
export function folderPath(text: string): string {
  if (!/^file:\/\//i.test(text)) return text;
  try {
    return fileURLToPath(text);
  } catch {
    return text;
  }
}
