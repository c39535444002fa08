// Composition root: builds the objects, hands out the ports, owns the disposal.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod';
import { AcpConnection } from './agents/acpConnection.ts';
import { WireLog } from './agents/wireLog.ts';
import type { Agent, AgentClient } from './core/ports/agent.ts';
import { DisposableStore } from './core/base/lifecycle.ts';
import { configureLocalization } from './core/text/localization.ts';
import { Sessions } from './core/sessionLifecycle/sessions.ts';
import { SessionStore } from './core/sessionLifecycle/sessionStore.ts';
import { Agents } from './host/agents/agentDirectory.ts';
import { AgentSettingsWatch } from './host/agents/agentSettingsWatch.ts';
import { matchesPattern } from './host/editors/boundedPattern.ts';
import { AnswerEditors } from './host/editors/answerEditors.ts';
import { BudgetGuard } from './host/usage/budgetGuard.ts';
import { ChangesOnUse } from './host/changes/lazyChanges.ts';
import { ChatPanel, type PanelActions } from './host/chat/chatPanel.ts';
import { Chats } from './host/chat/openChats.ts';
import { displayLanguage } from './host/chat/panelHtml.ts';
import { ChatRestore } from './host/chat/chatRestore.ts';
import { ChatTabs } from './host/chat/chatTabOpener.ts';
import { ChatView, type MakePanel } from './host/chat/chatView.ts';
import { systemClock } from './host/window/clock.ts';
import { registerCommands } from './host/window/commands.ts';
import { ConfigControls } from './host/settings/configControls.ts';
import { CurrentSession } from './host/chat/currentSession.ts';
import { watchDefaultAgent } from './host/agents/defaultAgentWatch.ts';
import { Drafts } from './host/chat/drafts.ts';
import { demoLaunch } from './host/agents/demoLaunch.ts';
import { DiffView } from './host/editors/diffView.ts';
import { EditorFileSystem } from './host/editors/editorFileSystem.ts';
import { DecisionLog } from './host/permissions/decisionLog.ts';
import { IdleAgents } from './host/agents/idleAgents.ts';
import { historyFolder, SessionArchive } from './host/sessions/sessionArchive.ts';
import { openExportedPages } from './host/sessions/exportedPages.ts';
import { FollowMode } from './host/editors/followMode.ts';
import { LiveTitle } from './host/sessions/liveTitle.ts';
import { Logs } from './host/window/log.ts';
import { permissionCommands } from './host/permissions/permissionCommands.ts';
import { notifyOfPermissions } from './host/permissions/permissionNotifier.ts';
import { PermissionRules } from './host/permissions/permissionRules.ts';
import { ProposalEditors } from './host/editors/proposalEditors.ts';
import { watchQuestions } from './host/permissions/questionContext.ts';
import { unlessReadOnly } from './files/readOnlyFiles.ts';
import { SessionActions } from './host/sessions/sessionActions.ts';
import { openAgentSettings, runErrorAction, sessionCommands } from './host/sessions/sessionCommands.ts';
import { SessionList } from './host/sessions/sessionList.ts';
import { SessionMarks } from './host/sessions/unreadSessions.ts';
import { notifyOfSessions } from './host/sessions/sessionNotifier.ts';
import { SessionsTree } from './host/sessions/sessionsTree.ts';
import {
  agentLabel,
  agentLaunch,
  DEMO_AGENT,
  idleMinutes,
  isTraceOn,
  mcpServers,
  keepsWarmSpare,
  otherRoots,
  remembersConfigOptions,
} from './host/settings/settings.ts';
import { StatusBar } from './host/usage/statusBar.ts';
import { StoredChoices } from './host/settings/storedChoices.ts';
import { terminalsInRoots } from './files/terminalFolder.ts';
import { TerminalViews } from './host/editors/terminalView.ts';
import { TranscriptPages } from './host/sessions/transcriptPages.ts';
import { WarmSpares } from './host/agents/warmSpares.ts';

const manifest = z.object({ version: z.string() });

let closing: (() => Promise<void>) | undefined;

/** Called by VS Code on first use. */
export function activate(context: vscode.ExtensionContext): void {
  configureLocalization(displayLanguage());
  const owned = new DisposableStore();
  context.subscriptions.push(owned);

  const logs = owned.add(new Logs());
  const store = owned.add(new SessionStore());
  const agents = owned.add(new Agents((name) => makeAgent(name)));
  const choices = owned.add(new StoredChoices(context.globalState));
  const budgetGuard = owned.add(
    new BudgetGuard({ store, clock: systemClock, choices, cancel: (key) => sessions.cancel(key) }),
  );
  const rules = owned.add(new PermissionRules(logs.own));
  const storage = (context.storageUri ?? context.globalStorageUri).fsPath;
  const drafts = owned.add(new Drafts(storage, systemClock, logs.own));
  const changes = owned.add(
    new ChangesOnUse({
      store,
      log: logs.own,
      storage,
      shownKey: () => current.shownKey,
      currentKey: () => restore.currentKey(),
    }),
  );
  const proposals = owned.add(new ProposalEditors(store));
  const sessions: Sessions & AgentClient = owned.add(
    new Sessions({
      store,
      agents,
      clock: systemClock,
      log: logs.own,
      gate: budgetGuard,
      policy: rules,
      proposals,
      matches: matchesPattern,
      checkpoints: changes,
      newKey: () => randomUUID(),
      furtherRoots: otherRoots,
      written: (requestId) => answers.written(requestId),
    }),
  );
  const decisions = owned.add(new DecisionLog(store, sessions, context.workspaceState));
  const makePanel: MakePanel = (webview, told) =>
    new ChatPanel({
      webview,
      store,
      sessions,
      agents,
      clock: systemClock,
      log: logs.own,
      choices,
      drafts,
      actions: panelActions,
      ...told,
    });
  const { extensionUri } = context;
  const sidebar = owned.add(
    new ChatView({ extensionUri, makePanel, fill: () => run(restore.fillSidebar()) }),
  );
  const chats = owned.add(new Chats(sidebar, setContext));
  const current = new CurrentSession(store, sessions, chats);
  const tabs = owned.add(
    new ChatTabs({
      extensionUri,
      makePanel,
      chats,
      fill: (tab, key) => run(restore.fillTab(tab, key)),
    }),
  );
  const kept = owned.add(
    new SessionArchive({
      folder: historyFolder(context.globalStorageUri),
      ...(context.storageUri === undefined ? {} : { place: context.storageUri.fsPath }),
      store,
      sessions,
      clock: systemClock,
      log: logs.own,
    }),
  );
  const restore = owned.add(
    new ChatRestore({
      folder: storage,
      store,
      sessions,
      kept,
      current,
      chats,
      drafts,
      clock: systemClock,
      log: logs.own,
    }),
  );
  const list = owned.add(
    new SessionList({ store, sessions, agents, kept, chats, clock: systemClock, log: logs.own }),
  );
  const marks = owned.add(new SessionMarks(store, chats));
  const transcripts = owned.add(new TranscriptPages((key) => kept.state(key)));
  const actions = new SessionActions({
    store,
    sessions,
    list,
    kept,
    current,
    chats,
    tabs,
    drafts,
    transcripts,
    log: logs.own,
  });
  const files = unlessReadOnly(changes.trackWrites(new EditorFileSystem()), () => rules.isReadOnly);
  closing = async () => {
    // An agent may take longer to end than VS Code waits.
    await Promise.all([kept.leave(), drafts.flush(), restore.flush()]);
    await agents.stopAll();
    await kept.close();
  };

  const makeAgent = (name: string): Agent => {
    const wireLog = new WireLog(join(context.logUri.fsPath, `${fileName(name)}.ndjson`));
    return new AcpConnection({
      name,
      label: agentLabel(name),
      launch: () => (name === DEMO_AGENT ? demoLaunch(context) : agentLaunch(name, context.extensionUri)),
      client: sessions,
      files,
      terminals: terminalsInRoots(() => rules.isReadOnly),
      mcpServers: () => mcpServers(logs.agent(name)),
      clientInfo: { name: 'parley', title: 'Parley', version: extensionVersion(context) },
      clock: systemClock,
      log: logs.agent(name),
      wireLog: () => (isTraceOn() ? wireLog : undefined),
    });
  };

  const answers = owned.add(new AnswerEditors(store, sessions.elicitations));
  owned.add(openExportedPages(store));
  const diffView = owned.add(new DiffView(store));
  const follow = owned.add(new FollowMode({ store, current, log: logs.own }));
  const terminalViews = owned.add(new TerminalViews(store));
  const controls = owned.add(
    new ConfigControls({
      store,
      sessions,
      current,
      currentKey: () => restore.currentKey(),
      choices,
      remembers: remembersConfigOptions,
    }),
  );
  const run = (work: Promise<void>): void => {
    work.catch((error: unknown) => logs.own.error(String(error)));
  };
  const panelActions: PanelActions = {
    runErrorAction: (action, agent) => run(runErrorAction(action, agent, { sessions, store, current, logs })),
    changeConfigOption: (key, configId, value) => run(controls.change(key, configId, value)),
    runContextAction: (action, key) =>
      run(
        import('./host/sessions/contextActions.ts').then(({ runContextAction }) =>
          runContextAction(action, key, { store, sessions, current, chats }),
        ),
      ),
    rename: (key) => run(actions.rename(key)),
    presented: (key) => restore.presented(key),
    continueInNew: (key) => run(actions.continueInNew(key)),
    fork: (key, entryId) => run(actions.fork(key, entryId)),
    openDiff: (key, toolCallId, index) => run(diffView.open(key, toolCallId, index)),
    editProposal: (key, requestId) => run(proposals.edit(key, requestId)),
    openTerminal: (key, terminalId) => terminalViews.open(key, terminalId),
    exportUsage: () =>
      run(import('./host/usage/usageExport.ts').then(({ exportUsage }) => exportUsage(store))),
    changesAction: (key, action, path) =>
      run(changes.commands().then((commands) => commands.run(key, action, path))),
    restoreFiles: (key, entryId) =>
      run(changes.commands().then((commands) => commands.restore(key, entryId))),
    redoFiles: (key) => run(changes.commands().then((commands) => commands.redo(key))),
  };
  owned.add(new SessionsTree({ store, list, marks, chats, agents, clock: systemClock }));
  owned.add(
    new WarmSpares({
      store,
      agents,
      makeSpare: (agent) => void current.newKey(undefined, agent),
      isWanted: keepsWarmSpare,
    }),
  );
  owned.add(new AgentSettingsWatch({ agents, sessions, log: logs.own, openSettings: openAgentSettings }));
  owned.add(watchDefaultAgent({ store, chats, current, drafts }));
  owned.add(
    new IdleAgents({
      store,
      sessions,
      agents,
      chats,
      clock: systemClock,
      log: logs.own,
      idleMinutes,
      onSuspended: (keys) => restore.openWhenPresented(keys),
    }),
  );
  owned.add(new StatusBar(store, agents, current, rules));
  owned.add(new LiveTitle(store, chats));
  owned.add(watchQuestions(store, current));
  owned.add(notifyOfPermissions({ store, sessions, current, chats }));
  owned.add(notifyOfSessions({ store, chats, open: (key) => actions.open(key) }));
  owned.add(
    registerCommands({
      ...sessionCommands({
        store,
        sessions,
        current,
        chats,
        logs,
        controls,
        actions,
        currentKey: () => restore.currentKey(),
        pick: async () => {
          await actions.choose(async () => {
            const { pickSession } = await import('./host/sessions/sessionPicker.ts');
            const isShown = (key: string): boolean => chats.showing(key) !== undefined;
            const clock = systemClock;
            return pickSession(current.before()[0], { list, marks, actions, clock, isShown });
          });
        },
        search: async () => {
          const { searchSessions } = await import('./host/sessions/sessionSearch.ts');
          await searchSessions({ list, kept, actions, chats, clock: systemClock, log: logs.own });
        },
      }),
      ...permissionCommands(rules, decisions),
      ...changes.handlers,
      ...follow.handlers,
    }),
  );
}

/** Called by VS Code before the window closes: no agent is left behind (R16). */
export async function deactivate(): Promise<void> {
  await closing?.();
}

function setContext(key: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', key, value);
}

function extensionVersion(context: vscode.ExtensionContext): string {
  return manifest.parse(context.extension.packageJSON).version;
}

function fileName(agent: string): string {
  return agent.replace(/[^\w.-]+/g, '_');
}
