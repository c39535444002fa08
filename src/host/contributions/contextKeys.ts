// The context keys that `when` clauses of package.json ask for, and the only place that sets them.
import * as vscode from 'vscode';

/** The keys with the types of their values. */
interface ContextKeyValues {
  /** Whether the focus is in a chat. */
  readonly 'parley.chatFocused': boolean;
  /** Whether the focus is in the composer of a chat. */
  readonly 'parley.composerFocused': boolean;
  /** Whether a question waits in the current session: then Shift+Tab goes from the composer back to it. */
  readonly 'parley.questionWaits': boolean;
  /** Whether a permission request waits in the current session: then two keys answer it. */
  readonly 'parley.permissionWaits': boolean;
  /** Whether read-only mode is on. */
  readonly 'parley.readOnly': boolean;
  /** Whether an agent changed files that the user has neither kept nor undone. */
  readonly 'parley.hasChanges': boolean;
  /** Whether there are several of them, in one session or in several. */
  readonly 'parley.hasSeveralChangedFiles': boolean;
  /** Whether the cursor is at one of an agent's changes that are neither kept nor undone. */
  readonly 'parley.atHunk': boolean;
  /** The absolute paths of those files. */
  readonly 'parley.changedPaths': readonly string[];
  /** The changed paths that the user has marked as reviewed in every session that changed them. */
  readonly 'parley.reviewedPaths': readonly string[];
  /** The roots of the repositories for which an agent writes a commit message. VS Code compares them as its window has them. */
  readonly 'parley.commitMessagesRunning': readonly vscode.Uri[];
  /** The roots of those whose generated message can be undone. */
  readonly 'parley.commitMessagesWritten': readonly vscode.Uri[];
  /** Whether comments on changes were not sent yet, in any session. */
  readonly 'parley.hasUnsentComments': boolean;
  /** Whether the user has configured an agent. */
  readonly 'parley.hasAgent': boolean;
  /** Whether the user has signed in to an agent from Parley. */
  readonly 'parley.hasSignedIn': boolean;
  /** Whether an agent has ever answered. */
  readonly 'parley.hasAnswer': boolean;
  /** Whether the user has ever answered a permission request. */
  readonly 'parley.hasDecided': boolean;
  /** Whether the agent of the current session lists ways to sign in. */
  readonly 'parley.signsIn': boolean;
  /** Whether one can sign out of it. */
  readonly 'parley.signsOut': boolean;
  /** Whether secrets are stored for it. */
  readonly 'parley.hasSecrets': boolean;
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
  'parley.questionWaits': true,
  'parley.permissionWaits': true,
  'parley.readOnly': true,
  'parley.hasChanges': true,
  'parley.hasSeveralChangedFiles': true,
  'parley.atHunk': true,
  'parley.changedPaths': true,
  'parley.reviewedPaths': true,
  'parley.commitMessagesRunning': true,
  'parley.commitMessagesWritten': true,
  'parley.hasUnsentComments': true,
  'parley.hasAgent': true,
  'parley.hasSignedIn': true,
  'parley.hasAnswer': true,
  'parley.hasDecided': true,
  'parley.signsIn': true,
  'parley.signsOut': true,
  'parley.hasSecrets': true,
};

/** The key that says whether the current session has a config option of a category. */
export function categoryKey(category: string): CategoryKey {
  return `parley.category.${category.replace(/[^\w.-]+/g, '_')}`;
}

/** Sets a context key of VS Code. */
export function setContext<Key extends ContextKey>(key: Key, value: ContextKeyValue<Key>): void {
  void vscode.commands.executeCommand('setContext', key, value);
}
