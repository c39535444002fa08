// What an edit or write tool does to a file, as a whole-file difference.
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ToolCallContent } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import { parsedJson } from '../../../process/json.ts';
import { requestedEdit } from './editArguments.ts';
import { kindOf, pathOf } from './toolNames.ts';

/** Larger files are not compared. */
const MAX_FILE_BYTES = 2 * 1024 * 1024;

/** A file as it was while the model still wrote the call. */
export interface Glimpse {
  readonly path: string;
  readonly text: string | null | undefined;
}

/**
 * Looks at the file that half-written arguments name, as soon as they do: the tool may run as soon as they are whole.
 * Undefined where they name none yet.
 */
export function glimpseOf(toolName: string, partialJson: string, cwd: string): Glimpse | undefined {
  if (kindOf(toolName) !== 'edit') return undefined;
  const [, literal] =
    /^\s*\{[^{[]*?"(?:path|file_path|filePath)"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(partialJson) ?? [];
  if (literal === undefined) return undefined;
  const path = pathOf({ path: parsedJson(literal) }, cwd);
  return path === undefined ? undefined : { path, text: textOf(path) };
}

/** One call of a tool that changes one file. */
export class FileChange {
  readonly #path: string;
  readonly #args: unknown;
  /** null: there was no such file. undefined: it cannot be compared. */
  #before: string | null | undefined;

  private constructor(path: string, args: unknown, before: string | null | undefined) {
    this.#path = path;
    this.#args = args;
    this.#before = before;
  }

  /**
   * The change that a call is going to make; undefined where it names no file or changes none. `glimpse`: the file as
   * it was looked at before.
   */
  static of(toolName: string, args: unknown, cwd: string, glimpse?: Glimpse): FileChange | undefined {
    const path = kindOf(toolName) === 'edit' ? pathOf(args, cwd) : undefined;
    if (path === undefined) return undefined;
    return new FileChange(path, args, glimpse?.path === path ? glimpse.text : textOf(path));
  }

  /**
   * The tool begins: the file may have been changed since the call was announced. It may already have done its
   * work, too; then what was there before stays what was there before.
   */
  begin(): void {
    const now = textOf(this.#path);
    const next = applied(now, this.#args);
    if (next !== undefined && next !== now) this.#before = now;
  }

  /** The difference that the arguments ask for; undefined where they cannot be applied to the file. */
  preview(): ToolCallContent | undefined {
    return this.#diff(applied(this.#before, this.#args));
  }

  /** The difference that the tool has made; undefined where there is none. */
  made(): ToolCallContent | undefined {
    const now = textOf(this.#path) ?? undefined;
    // The tool was done before the file could be looked at: what it replaced is put back.
    if (now !== undefined && now === this.#before) this.#before = undone(now, this.#args);
    return this.#diff(now);
  }

  #diff(newText: string | undefined): ToolCallContent | undefined {
    const oldText = this.#before;
    if (oldText === undefined || newText === undefined || newText === oldText) return undefined;
    return { type: 'diff', path: this.#path, oldText, newText };
  }
}

const reportedChange = z.object({
  details: z.object({ path: z.string(), oldText: z.string().nullish(), newText: z.string() }),
});

/** The difference that a tool's result describes, in the families that do so. */
export function changeReported(result: unknown, cwd: string): ToolCallContent | undefined {
  const reported = reportedChange.safeParse(result).data?.details;
  if (reported === undefined) return undefined;
  const { path, oldText, newText } = reported;
  return { type: 'diff', path: resolve(cwd, path), oldText: oldText ?? null, newText };
}

/** The text with the change in it; undefined where the change cannot be made. */
function applied(before: string | null | undefined, args: unknown): string | undefined {
  const { content, replacements } = requestedEdit(args);
  if (before === undefined) return undefined;
  if (content !== undefined) return content;
  if (before === null) return undefined;
  let text = before;
  for (const each of replacements) {
    if (each === undefined || each.oldText === '' || !text.includes(each.oldText)) return undefined;
    text = each.everywhere
      ? text.replaceAll(each.oldText, () => each.newText)
      : text.replace(each.oldText, () => each.newText);
  }
  return text;
}

/** The text without the change that is in it; undefined where that is ambiguous. */
function undone(after: string, args: unknown): string | undefined {
  const { content, replacements } = requestedEdit(args);
  if (content !== undefined) return undefined;
  let text = after;
  for (const each of replacements.toReversed()) {
    if (each === undefined || each.newText === '' || each.everywhere) return undefined;
    const [before, rest, ...more] = text.split(each.newText);
    if (before === undefined || rest === undefined || more.length > 0) return undefined;
    text = `${before}${each.oldText}${rest}`;
  }
  return text;
}

/** The text of a file; null where the file does not exist, undefined where it is not text or too large to compare. */
function textOf(path: string): string | null | undefined {
  try {
    const { size } = statSync(path);
    if (size > MAX_FILE_BYTES) return undefined;
    const text = readFileSync(path, 'utf8');
    return text.includes('\0') ? undefined : text;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? null : undefined;
  }
}
