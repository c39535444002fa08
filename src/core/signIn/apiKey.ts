// The keys of sign-in methods that are passed with `authenticate`, stored beside the values of variables.
import type { VariableValues } from './authMethod.ts';

/** No variable has such a name. */
const PREFIX = 'api-key:';

/** An agent checks a key in seconds, or not at all; its start must not hang on it. */
export const KEY_TIMEOUT_SECONDS = 30;

/** The name under which the key of a method is stored. */
export function apiKeyName(methodId: string): string {
  return `${PREFIX}${methodId}`;
}

/** Whether something is stored under the name of a key. */
export function isApiKeyName(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** What users see of the name of a stored value. */
export function storedName(name: string): string {
  return isApiKeyName(name) ? name.slice(PREFIX.length) : name;
}

/** What is stored for an agent: the variables of its process, and the keys by method. */
export function splitApiKeys(values: VariableValues): {
  readonly variables: VariableValues;
  readonly apiKeys: Readonly<Record<string, string>>;
} {
  const entries = Object.entries(values);
  const keys = entries.filter(([name]) => isApiKeyName(name));
  return {
    variables: Object.fromEntries(entries.filter(([name]) => !isApiKeyName(name))),
    apiKeys: Object.fromEntries(keys.map(([name, key]) => [name.slice(PREFIX.length), key])),
  };
}
