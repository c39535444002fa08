// The variables of VS Code that an MCP server's entry may use. What they stand for is not looked at for variables again.
import type { NamedValue } from '../secrets/secretRecognition.ts';
import type { SettingVariables } from '../settings/agentSettings.ts';

export interface ServerVariables extends SettingVariables {
  readonly pathSeparator: string;
  /** The path of the window's folder of that name. */
  readonly folderNamed: (name: string) => string | undefined;
  /** The value of a setting of VS Code; undefined where it is none or no text. */
  readonly setting: (name: string) => string | undefined;
}

const VARIABLE = /\$\{([^{}]*)\}/g;
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

/**
 * The text with its variables replaced, in one pass; an unset variable of the environment is empty, and what is no
 * variable stays as it is. What the environment, settings and inputs gave is added to `expanded`.
 */
export function expandServerText(
  text: string,
  variables: ServerVariables,
  inputs: ReadonlyMap<string, string>,
  expanded: NamedValue[],
): string {
  const secret = (name: string, value: string): string => {
    expanded.push({ name, value });
    return value;
  };
  return text.replace(VARIABLE, (whole: string, variable: string) => {
    const [kind = '', ...rest] = variable.split(':');
    const name = rest.join(':');
    switch (variable.includes(':') ? `${kind}:` : kind) {
      case 'workspaceFolder':
      case 'workspaceRoot':
      case 'cwd':
        return variables.workspaceFolder;
      case 'workspaceFolder:':
        return variables.folderNamed(name) ?? '';
      case 'workspaceFolderBasename':
        return variables.workspaceFolder.split(/[\\/]/).findLast((part) => part !== '') ?? '';
      case 'userHome':
        return variables.userHome;
      case 'pathSeparator':
      case '/':
        return variables.pathSeparator;
      case 'env:':
        return secret(name, variables.environment[name] ?? '');
      case 'config:':
        return secret(name, variables.setting(name) ?? '');
      case 'input:':
        return inputs.get(name) ?? '';
      default:
        return whole;
    }
  });
}
