// The output of a command as a terminal in the client, by the `_meta` convention that agents share (R70).
import type { ToolCallContent } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import type { ToolResult } from '../cli/frames.ts';

/** So much of the end of the output is searched for in its next state, to find what is new. */
const ANCHOR_CHARACTERS = 256;

interface TerminalMeta {
  readonly _meta: Readonly<Record<string, unknown>>;
}

const exitDetails = z.looseObject({ exitCode: z.int() });

/** One command. The CLI sends the whole output again and again, or only its end; the client gets what is new. */
export class ShellOutput {
  readonly #terminalId: string;
  #shown = '';

  constructor(toolCallId: string) {
    this.#terminalId = toolCallId;
  }

  /** What the client shows in place of text. */
  get content(): ToolCallContent {
    return { type: 'terminal', terminalId: this.#terminalId };
  }

  begin(cwd: string): TerminalMeta {
    return { _meta: { terminal_info: { terminal_id: this.#terminalId, cwd } } };
  }

  /** The output so far. Undefined where it brings nothing new. */
  more(result: ToolResult | undefined): TerminalMeta | undefined {
    const data = this.#reports(result);
    if (data === '') return undefined;
    return { _meta: { terminal_output_delta: { terminal_id: this.#terminalId, data } } };
  }

  /** The rest of the output, and how the command ended. */
  end(result: ToolResult | undefined, failed: boolean): TerminalMeta {
    const terminal_exit = {
      terminal_id: this.#terminalId,
      exit_code: exitCodeOf(result, failed),
      signal: null,
    };
    return { _meta: { ...this.more(withoutReport(result))?._meta, terminal_exit } };
  }

  #reports(result: ToolResult | undefined): string {
    const text = (result?.content ?? []).map((block) => block.text ?? '').join('');
    const shown = this.#shown;
    if (text === '' || shown.startsWith(text)) return '';
    this.#shown = text;
    if (text.startsWith(shown)) return text.slice(shown.length);
    // The beginning was cut off, or spaces at the end.
    const trimmed = shown.trimEnd();
    const anchor = trimmed.slice(-ANCHOR_CHARACTERS);
    const at = text.lastIndexOf(anchor);
    if (at === -1) return `\n…\n${text}`;
    let known = 0;
    const rest = text.slice(at + anchor.length);
    while (known < rest.length && rest[known] === shown[trimmed.length + known]) known++;
    return rest.slice(known);
  }
}

/** What oh-my-pi adds to the end of an output: the terminal shows the duration and the exit code itself. */
const REPORT =
  /\n+Wall time: [\d.]+ s(?:econds)?\s*(?:\n+Command exited with code \d+\s*)?$|\n+Command exited with code \d+\s*$/;

function withoutReport(result: ToolResult | undefined): ToolResult | undefined {
  const last = result?.content.at(-1);
  if (result === undefined || last?.text === undefined) return result;
  const text = last.text.replace(REPORT, '\n');
  return { ...result, content: [...result.content.slice(0, -1), { ...last, text }] };
}

/** Some CLIs report the code, some only in the text; a command that was stopped has none. */
function exitCodeOf(result: ToolResult | undefined, failed: boolean): number | null {
  const reported = exitDetails.safeParse(result?.details).data?.exitCode;
  if (reported !== undefined) return reported;
  const text = result?.content.at(-1)?.text ?? '';
  const [, code] = /exited with code (\d+)\W*$/.exec(text) ?? [];
  if (code !== undefined) return Number(code);
  return failed ? null : 0;
}
