// Asks for the values of the variables of a sign-in method, one input box after the other.
import * as vscode from 'vscode';
import type { AbortSignalLike } from '../../../core/base/abort.ts';
import { isApiKeyName } from '../../../core/signIn/apiKey.ts';
import type { AuthMethod, AuthVariable, VariableValues } from '../../../core/signIn/authMethod.ts';
import { spelledOut } from '../../../core/text/spelledOut.ts';
import { signInUiStrings } from './signInUiStrings.ts';

/** Resolves to the values, or to undefined when the user closed one of the boxes or entered nothing, or `signal` aborted. */
export async function askForVariables(
  label: string,
  { name, variables = [] }: AuthMethod,
  signal: AbortSignalLike,
): Promise<VariableValues | undefined> {
  const values: Record<string, string> = {};
  const token = new vscode.CancellationTokenSource();
  signal.addEventListener('abort', () => token.cancel());
  for (const [index, variable] of variables.entries()) {
    const step = variables.length > 1 ? ` (${index + 1}/${variables.length})` : '';
    const value = await vscode.window.showInputBox(
      {
        title: `${label}: ${spelledOut(name)}${step}`,
        prompt: promptFor(label, variable),
        password: variable.isSecret,
        ignoreFocusOut: true,
        validateInput: (text) =>
          variable.isOptional || text.trim() !== '' ? undefined : signInUiStrings.variableMissing(),
      },
      token.token,
    );
    if (value === undefined || signal.aborted) return undefined;
    if (value.trim() !== '') values[variable.name] = value.trim();
  }
  return Object.keys(values).length === 0 ? undefined : values;
}

function promptFor(label: string, { name, label: variableLabel, isOptional }: AuthVariable): string {
  const isKey = isApiKeyName(name);
  const described = isKey ? spelledOut(variableLabel) : `${spelledOut(variableLabel)} (${name})`;
  const shown = variableLabel.trim() === '' ? name : described;
  return [
    `${signInUiStrings.enterVariable(shown)}.`,
    isKey ? signInUiStrings.keyStored(label) : signInUiStrings.variableStored(label),
    ...(isOptional ? [signInUiStrings.variableOptional()] : []),
  ].join(' ');
}
