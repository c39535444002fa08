// The values that users entered for `${input:…}` of an `mcp.json`: asked for once, in VS Code's secret storage.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { SerialWork } from '../../../core/base/serialWork.ts';
import { isPassword, type McpInput } from '../../../core/mcp/mcpInput.ts';
import { mcpLabel } from '../core/mcpLabels.ts';
import { withoutIcons } from '../../../host/text/iconText.ts';
import { mcpUiStrings } from './mcpUiStrings.ts';

/** Which values are stored, without the values. */
const STORED = 'parley.mcpInputs';
const MAX_DESCRIPTION_LENGTH = 300;

const storedInputs = z.catch(z.array(z.object({ file: z.string(), id: z.string() })), []);

/** The path of the file that defines an input, and the server that needs it. */
export interface InputPlace {
  readonly file: string;
  readonly server: string;
}

export class McpInputs {
  readonly #context: Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>;
  /** What commands answered, and what was cancelled (undefined), in this window. */
  readonly #answered = new Map<string, string | undefined>();
  readonly #asking = new SerialWork();

  constructor(context: Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>) {
    this.#context = context;
  }

  /** The stored value; undefined where there is none. */
  async stored(file: string, { id }: McpInput): Promise<string | undefined> {
    const key = secretKey(file, id);
    return this.#answered.get(key) ?? (await this.#context.secrets.get(key));
  }

  /** The stored value; else the user is asked, one question after another, unless they cancelled it in this window. */
  async value(place: InputPlace, input: McpInput): Promise<string | undefined> {
    return this.#asking.run(async () => {
      const key = secretKey(place.file, input.id);
      const stored = await this.stored(place.file, input);
      return stored ?? (this.#answered.has(key) ? undefined : this.#ask(place, input));
    });
  }

  /** Asks again what was cancelled. */
  askAgain(): void {
    for (const [key, value] of this.#answered) if (value === undefined) this.#answered.delete(key);
  }

  /** How many values are stored. */
  get count(): number {
    return this.#list().length;
  }

  /** Deletes all values. */
  async forgetAll(): Promise<void> {
    await Promise.all(this.#list().map(({ file, id }) => this.#context.secrets.delete(secretKey(file, id))));
    await this.#context.globalState.update(STORED, undefined);
    this.#answered.clear();
  }

  #list(): z.infer<typeof storedInputs> {
    return storedInputs.parse(this.#context.globalState.get(STORED));
  }

  async #ask(place: InputPlace, input: McpInput): Promise<string | undefined> {
    const key = secretKey(place.file, input.id);
    const value = await answerTo(place, input);
    if (value === undefined || input.type === 'command') {
      this.#answered.set(key, value);
      return value;
    }
    await this.#context.secrets.store(key, value);
    const others = this.#list().filter(({ file, id }) => file !== place.file || id !== input.id);
    await this.#context.globalState.update(STORED, [...others, { file: place.file, id: input.id }]);
    return value;
  }
}

async function answerTo({ server }: InputPlace, input: McpInput): Promise<string | undefined> {
  const title = mcpUiStrings.inputTitle(mcpLabel(server));
  const prompt = mcpLabel((input.description ?? input.id).slice(0, MAX_DESCRIPTION_LENGTH));
  switch (input.type) {
    case 'promptString':
      return vscode.window.showInputBox({
        title,
        prompt,
        password: isPassword(input),
        ignoreFocusOut: true,
        ...(input.default === undefined ? {} : { value: input.default }),
      });
    case 'pickString': {
      const rows = input.options.map((value) => ({ label: withoutIcons(mcpLabel(value)), value }));
      const sorted = rows.toSorted(
        (one, other) => Number(other.value === input.default) - Number(one.value === input.default),
      );
      const options = { title, placeHolder: prompt, ignoreFocusOut: true };
      return (await vscode.window.showQuickPick(sorted, options))?.value;
    }
    case 'command': {
      const args = Array.isArray(input.args) ? input.args : input.args === undefined ? [] : [input.args];
      const result: unknown = await vscode.commands.executeCommand(input.command, ...args).then(
        (answer) => answer,
        () => undefined,
      );
      return typeof result === 'string' ? result : undefined;
    }
  }
}

function secretKey(file: string, id: string): string {
  return `parley.mcpInput:${JSON.stringify([file, id])}`;
}
