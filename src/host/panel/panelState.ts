// What a panel shows besides its session.
import { hostname } from 'node:os';
import * as vscode from 'vscode';
import { ownValue } from '../../core/base/ownValue.ts';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { PanelState } from '../../core/panel/hostMessage.ts';
import type { Agent } from '../../core/ports/agent.ts';
import type { AgentRedactors } from '../../core/secrets/agentRedactors.ts';
import type { SessionState } from '../../core/session/model.ts';
import type { Agents } from '../../core/agentUpkeep/agentDirectory.ts';
import { onSettingsChange, readSetting, readUserSetting } from '../contributions/settings.ts';
import { onReadingSettingsChange, readingSettings } from '../settings/readingSettings.ts';
import { folderText } from '../sessions/list/sessionFolders.ts';
import { agentLabel, configuredAgents, DEMO_AGENT, localRoots } from '../settings/settings.ts';
import type { StoredChoices } from '../settings/storedChoices.ts';
import type { SignInCards } from '../../core/ports/signInCards.ts';
import { canEndAfterAnswer, type WholeForks } from '../../core/session/branches/forkAbility.ts';
import type { SessionBranches } from '../sessions/branches/sessionBranches.ts';
import type { PermissionRules } from '../permissions/permissionRules.ts';
import type { ReadingNotices } from '../context/readingNotices.ts';
import type { Drafts } from '../prompt/drafts.ts';

/** Where a panel's state comes from. */
export interface PanelStateSources {
  readonly agents: Agents;
  readonly choices: StoredChoices;
  readonly drafts: Drafts;
  readonly redactors: AgentRedactors;
  readonly branches: Pick<SessionBranches, 'of' | 'onChange'>;
  readonly signInCards: Pick<SignInCards, 'of' | 'onChange'>;
  readonly notices: Pick<ReadingNotices, 'isReading' | 'onChange'>;
  readonly wholeForks: Pick<WholeForks, 'has' | 'onChange'>;
  readonly rules: Pick<PermissionRules, 'isReadOnly' | 'onChange'>;
}

const NO_PROMPT_CAPABILITIES = { image: false, audio: false, embeddedContext: false };

/** Calls `changed` when the panel's state may be another: with the agent that changed, or for any agent. */
export function watchPanelState(
  { agents, choices, drafts, signInCards, branches, notices, wholeForks, rules }: PanelStateSources,
  changed: (agent?: Pick<Agent, 'name'>) => void,
): Disposable {
  const owned = new DisposableStore();
  owned.add(agents.onStatusChange(changed));
  owned.add(drafts.onEditorsChange(() => changed()));
  owned.add(signInCards.onChange((name) => changed({ name })));
  owned.add(onSettingsChange((affects) => (affects('enterKey') || affects('agents')) && changed()));
  owned.add(onReadingSettingsChange(() => changed()));
  owned.add(branches.onChange(() => changed()));
  owned.add(notices.onChange(() => changed()));
  owned.add(wholeForks.onChange(() => changed()));
  owned.add(rules.onChange(() => changed()));
  owned.add(choices.onFavoritesChange(() => changed()));
  owned.add(vscode.workspace.onDidChangeWorkspaceFolders(() => changed()));
  return owned;
}

/** The state of a panel that shows a session. */
export function panelState(
  { key, agent: name, cwd }: SessionState,
  { agents, choices, drafts, signInCards, branches, notices, wholeForks, rules }: PanelStateSources,
): PanelState {
  const agent = agents.existing(name);
  const description = agent?.description;
  const edits = drafts.editsOf(key);
  const forms = drafts.formsOf(key);
  const folder = folderText(cwd);
  const roots = localRoots().filter(({ uri }) => uri.fsPath !== cwd);
  return {
    agent: {
      name,
      title: agentLabel(name),
      ...(description === undefined
        ? {}
        : withoutUndefined({ reportedTitle: description.title, version: description.version })),
      ...(isOnServer(name) ? {} : withoutUndefined({ runsOn: remoteMachine() })),
      isDemo: name === DEMO_AGENT,
      ...(name === DEMO_AGENT && configuredAgents().length > 0 ? { hasOthers: true } : {}),
      status: agent?.status ?? { state: 'stopped' },
    },
    ...withoutUndefined({ signIn: signInCards.of(name) }),
    ...(folder === '' || localRoots().length < 2 ? {} : { folder }),
    ...(roots.length === 0
      ? {}
      : { roots: roots.map(({ name: root, uri }) => ({ name: root, path: uri.fsPath })) }),
    enterKey: readSetting('enterKey'),
    ...readingSettings(),
    draft: {
      key,
      text: drafts.of(key),
      revision: drafts.revisionOf(key),
      ...(edits.length === 0 ? {} : { edits: [...edits] }),
      ...(drafts.isInEditor(key) ? { isInEditor: true } : {}),
      ...(forms.length === 0 ? {} : { forms }),
    },
    favorites: choices.favoritesOf(name),
    steering: [...(description?.steering ?? [])],
    promptCapabilities: description?.promptCapabilities ?? NO_PROMPT_CAPABILITIES,
    sessionAbilities: {
      fork: description?.sessions.fork ?? false,
      forkAtPrompt: description?.sessions.forkAtPrompt ?? false,
      forkAfterAnswer:
        description !== undefined && canEndAfterAnswer(description.sessions) && !wholeForks.has(name),
    },
    ...(rules.isReadOnly ? { isReadOnlyMode: true } : {}),
    ...(notices.isReading(key) ? { isReadingContext: true } : {}),
    branches: [...branches.of(key)],
  };
}

/** Whether the settings name the URL of an agent, which then runs on a server. */
function isOnServer(agent: string): boolean {
  const setting = ownValue<unknown>(readUserSetting('agents'), agent);
  return typeof setting === 'object' && setting !== null && 'url' in setting;
}

/** The name of the machine on which agents run in a remote window, and how it is reached. */
function remoteMachine(): string | undefined {
  const { remoteName } = vscode.env;
  return remoteName === undefined ? undefined : `${hostname()} (${remoteName})`;
}
