// The variables of VS Code that an MCP server's entry may use. What they stand for is not looked at for variables again.
import type { SettingVariables } from '../settings/agentSettings.ts';

export interface ServerVariables extends SettingVariables {
  readonly pathSeparator: string;
  /** The path of the window's folder of that name. */
  readonly folderNamed: (name: string) => string | undefined;
  /** The value of a setting of VS Code; undefined where it is not set or not text. */
  readonly setting: (name: string) => string | undefined;
}

/** A variable, and what is between its braces. */
export const VARIABLE = /\$\{([^{}]*)\}/g;
/** Variables that mean something in an editor, and in no session. */
const UNSUPPORTED =
  /^(?:(?:relative)?file(?:$|[A-Z])|selectedText$|lineNumber$|columnNumber$|cursorNumber$|execPath$|defaultBuildTask$|(?:command|extensionInstallFolder):)/;

/** The inputs that texts name, and the first variable that cannot be used. */
export function variablesIn(texts: readonly string[]): {
  readonly inputs: ReadonlySet<string>;
  readonly unsupported: string | undefined;
} {
  const names = texts.flatMap((text) => [...text.matchAll(VARIABLE)].map(([, name = '']) => name));
  return {
    inputs: new Set(names.flatMap((name) => (name.startsWith('input:') ? [name.slice(6)] : []))),
    unsupported: names.find((name) => UNSUPPORTED.test(name)),
  };
}
