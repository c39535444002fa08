// Composition root: has each area built from those before it, and joins their panel handlers and commands.
import type * as vscode from 'vscode';
import { joinDisjoint } from './core/base/joinDisjoint.ts';
import { ServerSources } from './core/ports/serverSources.ts';
import { SignInCards } from './core/ports/signInCards.ts';
import { WireTaps } from './core/ports/wireTaps.ts';
import { configureLocalization } from './core/text/localization.ts';
import { agentCommands } from './host/agents/agentCommands.ts';
import { editorFiles } from './host/agents/agentPorts.ts';
import { createUpkeep } from './host/views/createUpkeep.ts';
import { createAttach } from './host/attach/attachCommands.ts';
import { createChangeCommands } from './host/changes/createChangeCommands.ts';
import { LazyChanges } from './host/changes/lazyChanges.ts';
import { createChats } from './host/chat/createChats.ts';
import { chatLocationCommands } from './host/chat/chatLocation.ts';
import { contextMenuCommands } from './host/chat/contextMenuCommands.ts';
import { createPanels } from './host/panel/createPanels.ts';
import { displayLanguage } from './host/chat/panelHtml.ts';
import { PromptEditors } from './host/compose/promptEditors.ts';
import { createCompose } from './host/compose/createCompose.ts';
import { DiffView } from './host/editors/diffView.ts';
import { createFollowMode } from './host/editors/createFollowMode.ts';
import { permissionCommands } from './host/permissions/permissionCommands.ts';
import { PermissionRules } from './host/permissions/permissionRules.ts';
import { createHistory } from './host/sessions/createHistory.ts';
import { createSessions } from './host/sessions/createSessions.ts';
import { sessionCommands } from './host/sessions/sessionCommands.ts';
import { sessionQuickPicks } from './host/sessions/list/sessionQuickPicks.ts';
import { configCommands } from './host/configOptions/configCommands.ts';
import { AgentSecrets } from './host/agents/agentSecrets.ts';
import { fontSizeCommands } from './host/settings/fontSizeCommands.ts';
import { ConfigControls } from './host/configOptions/configControls.ts';
import { agentLabel } from './host/settings/settings.ts';
import { commands, registerCommands } from './host/contributions/commands.ts';
import { createViews } from './host/views/createViews.ts';
import { inBackground } from './host/window/inBackground.ts';
import { systemClock } from '../packages/process/systemClock.ts';
import { createHostServices, type HostServices } from './host/window/hostServices.ts';
import { Logs } from './host/window/log.ts';
import { reportActivationFailure } from './host/window/activationFailure.ts';
import { makePrivateFolder, tightenStorage } from './storage/privateFiles.ts';
import { startFeatures } from './composition/features.ts';
import type { Kernel } from './host/kernel.ts';
import { agentLauncher, agentMaker, prepareProcesses } from './composition/agentMaker.ts';
import { agentProbes, agentQuestions, agentTrial } from './composition/agentTools.ts';

let closing: (() => Promise<void>) | undefined;

/** Called by VS Code on first use. */
export function activate(context: vscode.ExtensionContext): void {
  configureLocalization(displayLanguage());
  const logs = new Logs();
  context.subscriptions.push(logs);
  try {
    closing = start(createHostServices(context, logs, systemClock));
  } catch (error) {
    reportActivationFailure(error, logs);
    throw error;
  }
}

/** Called by VS Code before the window closes: no agent is left behind (R16). */
export async function deactivate(): Promise<void> {
  await closing?.();
}

/** Builds everything. Returns what ends it in order. */
function start(host: HostServices): () => Promise<void> {
  closeToOthers(host);
  const areas = createAreas(host);
  const handlers = commandHandlers(host, areas);
  host.owned.add(registerCommands(commands, () => handlers));
  const { chat, history, session, changes } = areas;
  return async () => {
    // An agent may take longer to end than VS Code waits.
    await Promise.all([
      history.archive.leave(),
      chat.drafts.flush(),
      history.restore.flush(),
      changes.flush(),
    ]);
    await session.agents.stopAll();
    await history.archive.close();
  };
}

/** What is built, each from those before it; `host` owns what must be disposed. */
function createAreas(host: HostServices) {
  const { owned, store, clock, log, logs, choices, storage, agentSettings } = host;
  const rules = owned.add(new PermissionRules(log));
  const changes = owned.add(new LazyChanges({ store, clock, log, storage }));
  const secrets = owned.add(new AgentSecrets(host));
  const servers = new ServerSources();
  const launcher = agentLauncher(host, rules, secrets, servers);
  const taps = new WireTaps();
  const files = changes.trackWrites(editorFiles(owned));
  const makeAgent = agentMaker(host, { launcher, files, taps, servers });
  const session = createSessions(host, {
    makeAgent,
    rules,
    checkpoints: changes,
  });
  const chat = createChats(host, session.sessions);
  changes.setShown(chat.current);
  const history = createHistory(host, session, chat, changes);

  const signInCards = owned.add(new SignInCards());
  const { agents, sessions } = session;
  const { chats, current } = chat;
  const currentKey = (): Promise<string> => history.restore.currentKey();
  const controls = owned.add(new ConfigControls({ store, sessions, current, currentKey, choices }));
  const follow = owned.add(createFollowMode({ store, current, log }));
  const shownKey = (): string | undefined => current.shownKey;
  const changeCommands = createChangeCommands({
    changes,
    store,
    queue: session.sessions.queue,
    shownKey,
    currentKey,
  });
  const attach = createAttach(host, {
    agents,
    current,
    chats,
    drafts: chat.drafts,
    currentKey,
    agentLabel: () => agentLabel(store.state(shownKey() ?? '')?.agent ?? agentSettings.defaultAgent),
  });
  const promptEditors = owned.add(new PromptEditors(chat.drafts, clock, log));
  const compose = owned.add(
    createCompose({
      store,
      chats,
      current,
      drafts: chat.drafts,
      editors: promptEditors,
      currentKey,
      bring: (id) => history.opener.bring(id),
    }),
  );
  const kernel: Kernel = {
    host,
    session,
    chat,
    history,
    rules,
    changes: changeCommands,
    tracking: changes,
    servers,
    secrets,
    signInCards,
    files,
    launcher,
    prepareProcesses: () => prepareProcesses(host.context),
    actions: { store, sessions, current, logs, agentSettings, context: host.context },
    taps,
    startProbe: agentProbes(host),
    tryAgent: agentTrial(host),
    askAgent: agentQuestions(host, launcher),
    currentKey,
  };
  const features = startFeatures(kernel);
  const tabs = createPanels(host, {
    features,
    session,
    rules,
    chat,
    history,
    signInCards,
    controls,
    diffs: owned.add(new DiffView(store)),
    changes: changeCommands,
    attach,
    compose: compose.panel,
    resources: servers.configured.resources,
  });
  createViews(host, { session, chat, history, rules, secrets, signInCards });
  createUpkeep(host, { session, chat, history });
  const quickPicks = sessionQuickPicks(host, chat, session, history, tabs);
  return {
    rules,
    changes,
    launcher,
    taps,
    session,
    chat,
    history,
    controls,
    follow,
    currentKey,
    tabs,
    changeCommands,
    attach,
    compose,
    quickPicks,
  };
}

/** The handlers of all commands: the compiler reports one that is missing. */
function commandHandlers(host: HostServices, areas: ReturnType<typeof createAreas>) {
  const { store, logs, agentSettings } = host;
  const { history, controls, tabs, quickPicks, currentKey } = areas;
  const { agents, sessions, decisions } = areas.session;
  const { chats, current } = areas.chat;
  return joinDisjoint(
    sessionCommands({
      store,
      sessions,
      current,
      chats,
      tabs,
      history,
      quickPicks,
      redactors: host.redactors,
      currentKey,
    }),
    agentCommands({
      store,
      agents,
      sessions,
      current,
      logs,
      currentKey,
      agentSettings,
      mcpFiles: host.mcpFiles,
      context: host.context,
    }),
    chatLocationCommands(chats, areas.chat.sidebar.place),
    contextMenuCommands(chats),
    areas.attach.commands,
    configCommands(controls, chats),
    fontSizeCommands(),
    permissionCommands({ store, sessions, current, rules: areas.rules, decisions }),
    areas.changeCommands.commands,
    areas.follow.handlers,
    areas.compose.commands,
  );
}

/** Version 0.1.0 wrote files that other users of the machine can read; VS Code's own logs of agents are like that. */
function closeToOthers({ context, log, storage }: HostServices): void {
  inBackground(log, tightenStorage(storage));
  inBackground(log, tightenStorage(context.globalStorageUri.fsPath));
  inBackground(log, makePrivateFolder(context.logUri.fsPath));
}
