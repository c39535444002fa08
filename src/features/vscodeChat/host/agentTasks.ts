// Which agent and folder a task from VS Code's chat is for, and the session that it is worked on in.
import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import type { CurrentSession } from '../../../host/chat/currentSession.ts';
import type { SessionOpener } from '../../../host/sessions/sessionOpener.ts';
import type { AgentSettings } from '../../../host/settings/agentSettings.ts';
import type { Sessions } from '../../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import { Abort } from '../../../core/base/abort.ts';
import type { NamedAgent } from '../core/namedAgent.ts';
import { resolvePath } from '../../../files/containedPath.ts';
import { withoutLastSlash } from '../../../core/paths/folderSpelling.ts';
import { agentLabel, DEMO_AGENT, sessionFolder } from '../../../host/settings/settings.ts';

export interface ChatAgentServices {
  readonly store: SessionStore;
  readonly sessions: Pick<Sessions, 'create' | 'queue' | 'cancel' | 'turns'>;
  readonly current: Pick<CurrentSession, 'mayStart'>;
  readonly agentSettings: Pick<AgentSettings, 'agents' | 'decisionOf' | 'defaultAgent'>;
  readonly history: { readonly opener: Pick<SessionOpener, 'bring'> };
}

/** The agents that may be named, without those of the workspace that the user refused. */
export function namedAgents({ agentSettings }: ChatAgentServices): readonly NamedAgent[] {
  const usable = agentSettings.agents.filter((agent) => agentSettings.decisionOf(agent) !== 'refused');
  const names = [...new Set([...usable.map(({ name }) => name), DEMO_AGENT])];
  return names.map((name) => ({ name, label: agentLabel(name) }));
}

/** The agent of new sessions. */
export function defaultAgent({ agentSettings }: ChatAgentServices): NamedAgent {
  const name = agentSettings.defaultAgent;
  return { name, label: agentLabel(name) };
}

/**
 * The folder of a session: the first of the workspace, or one that is in the workspace. Undefined where another one is
 * asked for.
 */
export async function taskFolder(folder: string | undefined): Promise<string | undefined> {
  if (folder === undefined || folder === '') return sessionFolder();
  if (!isAbsolute(folder)) return undefined;
  const roots = (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
  const path = await resolvePath(withoutLastSlash(folder), roots).catch(() => undefined);
  if (path?.inside !== true) return undefined;
  const uri = vscode.Uri.file(path.real);
  const isFolder = await Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    ({ type }) => (type & vscode.FileType.Directory) !== 0,
    () => false,
  );
  return isFolder ? path.real : undefined;
}

/** Aborts when a token of VS Code's is canceled. */
export function abortOf(token: vscode.CancellationToken): Abort {
  const abort = new Abort();
  if (token.isCancellationRequested) abort.abort();
  token.onCancellationRequested(() => abort.abort());
  return abort;
}
