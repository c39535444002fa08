// Replaces the variables in the texts of an MCP server, with what they stand for.
import type { NamedValue } from '../secrets/secretRecognition.ts';
import { VARIABLE, type ServerVariables } from './serverVariables.ts';

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
