// The context keys of the kernel that `when` clauses of package.json ask for, and the only place that sets any: those of
// features are in their `feature.ts`, or beside it.
import * as vscode from 'vscode';

/** The keys with the types of their values. */
interface ContextKeyValues {
  /** Whether the focus is in a chat. */
  readonly 'parley.chatFocused': boolean;
  /** Whether the focus is in the composer of a chat. */
  readonly 'parley.composerFocused': boolean;
  /** Whether a chat shows a session, which commands of the palette need. */
  readonly 'parley.hasSession': boolean;
  /** Whether the chat is in the secondary side bar. */
  readonly 'parley.isInSecondarySideBar': boolean;
  /** Whether a question waits in the current session: then Shift+Tab goes from the composer back to it. */
  readonly 'parley.questionWaits': boolean;
  /** Whether a permission request waits in the current session: then two keys answer it. */
  readonly 'parley.permissionWaits': boolean;
  /** Whether read-only mode is on. */
  readonly 'parley.readOnly': boolean;
  /** Whether the user has configured an agent. */
  readonly 'parley.hasAgent': boolean;
  /** Whether the user has signed in to an agent from Parley. */
  readonly 'parley.hasSignedIn': boolean;
  /** Whether an agent has ever answered. */
  readonly 'parley.hasAnswer': boolean;
  /** Whether the user has ever answered a permission request. */
  readonly 'parley.hasDecided': boolean;
}

type CategoryKey = `parley.category.${string}`;
export type ContextKey = keyof ContextKeyValues | CategoryKey;
type ContextKeyValue<Key extends ContextKey> = Key extends keyof ContextKeyValues
  ? ContextKeyValues[Key]
  : boolean;

/** Every key but those of categories. */
export const contextKeys: Readonly<Record<keyof ContextKeyValues, true>> = {
  'parley.chatFocused': true,
  'parley.composerFocused': true,
  'parley.hasSession': true,
  'parley.isInSecondarySideBar': true,
  'parley.questionWaits': true,
  'parley.permissionWaits': true,
  'parley.readOnly': true,
  'parley.hasAgent': true,
  'parley.hasSignedIn': true,
  'parley.hasAnswer': true,
  'parley.hasDecided': true,
};

/** The key that says whether the current session has a config option of a category. */
export function categoryKey(category: string): CategoryKey {
  return `parley.category.${category.replace(/[^\w.-]+/g, '_')}`;
}

/** Context keys that a feature contributes, each with a value of its type: what `when` clauses see before it is set. */
export type ContextKeys = Readonly<
  Record<`parley.${string}`, boolean | readonly string[] | readonly vscode.Uri[]>
>;

/** Returns what sets the context keys of a feature, and no others. */
export function contextSetter<Keys extends ContextKeys>() {
  return <Key extends keyof Keys & string>(key: Key, value: Keys[Key]): void =>
    void vscode.commands.executeCommand('setContext', key, value);
}

/** Sets a context key of the kernel. */
export function setContext<Key extends ContextKey>(key: Key, value: ContextKeyValue<Key>): void {
  void vscode.commands.executeCommand('setContext', key, value);
}
