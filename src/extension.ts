// Composition root: has each area built from those before it, and joins the agents to the host.
import { join } from 'node:path';
import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { AcpConnection } from './agents/acpConnection.ts';
import { matchesPattern } from './agents/boundedPattern.ts';
import type { ClientInfo } from './agents/handshake.ts';
import { TappedLog } from './agents/wire/tappedLog.ts';
import { WireLog } from './agents/wire/wireLog.ts';
import { joinDisjoint } from './core/base/joinDisjoint.ts';
import { WireTaps } from './core/protocolView/wireTaps.ts';
import type { Agent } from './core/ports/agent.ts';
import type { AskAgent } from './core/ports/askAgent.ts';
import type { ServedComments, ServedPath } from './core/ports/servedSession.ts';
import { configureLocalization } from './core/text/localization.ts';
import type { MakeAgent } from './core/agentUpkeep/agentDirectory.ts';
import { createAccessibility } from './host/accessibility/accessibilityCommands.ts';
import type { TryAgent } from './host/addAgent/addAgentServices.ts';
import { agentCheckCommands, type CheckPreparation } from './host/agentCheck/agentCheckCommands.ts';
import { agentCommands } from './host/agents/agentCommands.ts';
import type { FindProgram } from './host/agents/agentLaunch.ts';
import { AgentLauncher, editorFiles, sessionTerminals } from './host/agents/agentPorts.ts';
import { createUpkeep } from './host/agents/createUpkeep.ts';
import { createAttach } from './host/attach/attachCommands.ts';
import { createChangeCommands } from './host/changes/createChangeCommands.ts';
import { LazyChanges } from './host/changes/lazyChanges.ts';
import { createChats } from './host/chat/createChats.ts';
import { chatLocationCommands } from './host/chat/chatLocation.ts';
import { createCommit } from './host/commit/commitCommands.ts';
import { contextMenuCommands } from './host/chat/contextMenuCommands.ts';
import { createPanels } from './host/chat/createPanels.ts';
import { displayLanguage } from './host/chat/panelHtml.ts';
import { createCompose } from './host/compose/createCompose.ts';
import { DiffView } from './host/editors/diffView.ts';
import { FollowMode } from './host/editors/followMode.ts';
import { permissionCommands } from './host/permissions/permissionCommands.ts';
import { createMcp, type McpArea } from './host/mcp/createMcp.ts';
import { mcpCommands } from './host/mcp/mcpCommands.ts';
import { PermissionRules } from './host/permissions/permissionRules.ts';
import { followLinks, linkCommands } from './host/links/links.ts';
import { createHistory } from './host/sessions/createHistory.ts';
import { createSessions } from './host/sessions/createSessions.ts';
import { sessionCommands } from './host/sessions/sessionCommands.ts';
import { sessionQuickPicks } from './host/sessions/list/sessionQuickPicks.ts';
import { configCommands } from './host/settings/configCommands.ts';
import { AgentSecrets } from './host/signIn/agentSecrets.ts';
import { createSignIn, type ResolveTerminalCommand } from './host/signIn/createSignIn.ts';
import { createShortcuts } from './host/shortcuts/shortcutCommands.ts';
import { signInCommands } from './host/signIn/signInCommands.ts';
import { fontSizeCommands } from './host/settings/fontSizeCommands.ts';
import { ConfigControls } from './host/settings/configControls.ts';
import { agentLabel, offersIdeTools, offersVscodeTool } from './host/settings/settings.ts';
import { registerCommands } from './host/contributions/commands.ts';
import { readSetting } from './host/contributions/settings.ts';
import { protocolCommands, type ProtocolTools } from './host/protocolView/protocolCommands.ts';
import { usageCommands } from './host/usage/usageCommands.ts';
import { createViews } from './host/window/createViews.ts';
import { inBackground } from './host/window/inBackground.ts';
import { offerChatAgents } from './host/vscodeChat/chatAgents.ts';
import { LazyIde } from './ide/lazyIde.ts';
import { servedSession } from './ide/servedSessions.ts';
import { systemClock } from './process/systemClock.ts';
import { createHostServices, type HostServices } from './host/window/hostServices.ts';
import { Logs } from './host/window/log.ts';
import { reportActivationFailure } from './host/window/activationFailure.ts';
import { makePrivateFolder, tightenStorage } from './storage/privateFiles.ts';

const manifest = z.object({ version: z.string() });

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
  const { owned, store, clock, log, logs, choices, storage, agentSettings } = host;
  closeToOthers(host);
  const rules = owned.add(new PermissionRules(log));
  const changes = owned.add(new LazyChanges({ store, clock, log, storage }));
  const secrets = owned.add(new AgentSecrets(host));
  const mcp = createMcp({
    ...host,
    agentLog: (agent) => logs.agent(agent),
    prepareProcesses: () => prepareProcesses(host.context),
  });
  const launcher = agentLauncher(host, rules, secrets, mcp);
  const taps = new WireTaps();
  const ide = ideTools(host);
  const makeAgent = agentMaker(host, { launcher, changes, taps, mcp, ide });
  const session = createSessions(host, {
    makeAgent,
    rules,
    checkpoints: changes,
    matches: matchesPattern,
  });
  const chat = createChats(host, session.sessions);
  changes.setShown(chat.current);
  const history = createHistory(host, session, chat, changes);

  const signIn = createSignIn(host, {
    session,
    secrets,
    resolveCommand: terminalCommandResolver,
    serverValues: async () => (await mcp.runtime()).inputs,
  });
  const { agents, sessions, decisions } = session;
  const { chats, current } = chat;
  const currentKey = (): Promise<string> => history.restore.currentKey();
  const controls = owned.add(new ConfigControls({ store, sessions, current, currentKey, choices }));
  const follow = owned.add(new FollowMode({ store, current, log }));
  const shownKey = (): string | undefined => current.shownKey;
  const changeCommands = createChangeCommands({
    changes,
    store,
    queue: session.sessions.queue,
    shownKey,
    currentKey,
  });
  const accessibility = createAccessibility(chats, owned, clock);
  const attach = createAttach(host, {
    agents,
    current,
    chats,
    currentKey,
    agentLabel: () => agentLabel(store.state(shownKey() ?? '')?.agent ?? agentSettings.defaultAgent),
  });
  const shortcuts = createShortcuts(host.context, chats);
  const compose = owned.add(
    createCompose({
      store,
      chats,
      current,
      drafts: chat.drafts,
      editors: chat.promptEditors,
      currentKey,
      bring: (id) => history.opener.bring(id),
    }),
  );
  const { context } = host;
  const agentPages = { host, store, agents, sessions, current, logs, agentSettings, context };
  const commit = createCommit({ ...agentPages, changes, askAgent: agentQuestions(host, launcher) });
  const tabs = createPanels(host, {
    session,
    chat,
    history,
    signIn,
    controls,
    diffs: owned.add(new DiffView(store)),
    changes: changeCommands,
    accessibility: accessibility.panel,
    attach,
    compose: compose.panel,
    commit: commit.panel,
    resources: mcp.resources,
    shortcuts: shortcuts.panel,
  });
  createViews(host, { session, chat, history, rules, signIn });
  createUpkeep(host, { session, chat, history });
  const links = { ...agentPages, chats, history, currentKey, log };
  owned.add(followLinks(links));
  owned.add(offerChatAgents({ store, sessions, current, agentSettings, history }));
  const quickPicks = sessionQuickPicks(host, chat, session, history, tabs);
  owned.add(
    registerCommands(
      joinDisjoint(
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
          clock,
          log,
          tryAgent: agentTrial(host),
          prepareProcesses: () => prepareProcesses(host.context),
        }),
        agentCheckCommands({
          ...agentPages,
          ...agentChecks(host, launcher, mcp),
        }),
        signInCommands({
          signIn,
          currentAgent: async () => store.state(await currentKey())?.agent,
          async showChat(agent) {
            if (store.state(current.shownKey ?? '')?.agent !== agent) await current.startNew(agent);
            await chats.reveal();
          },
        }),
        mcpCommands({ ...agentPages, mcp, currentKey }),
        protocolCommands({
          ...agentPages,
          chats: chat.chats,
          taps,
          loadTools: loadProtocolTools,
        }),
        chatLocationCommands(chats),
        contextMenuCommands(chats),
        attach.commands,
        linkCommands(links),
        commit.commands,
        configCommands(controls, chats),
        fontSizeCommands(),
        permissionCommands({ store, sessions, current, rules, decisions }),
        usageCommands(host),
        changeCommands.commands,
        follow.handlers,
        accessibility.commands,
        compose.commands,
        shortcuts.commands,
      ),
    ),
  );
  return async () => {
    // An agent may take longer to end than VS Code waits.
    await Promise.all([history.archive.leave(), chat.drafts.flush(), history.restore.flush()]);
    await session.agents.stopAll();
    await history.archive.close();
  };
}

/** Version 0.1.0 wrote files that other users of the machine can read; VS Code's own logs of agents are like that. */
function closeToOthers({ context, log, storage }: HostServices): void {
  inBackground(log, tightenStorage(storage));
  inBackground(log, tightenStorage(context.globalStorageUri.fsPath));
  inBackground(log, makePrivateFolder(context.logUri.fsPath));
}

/** Loaded before the first process is started, which must not be left behind. */
async function prepareProcesses(context: vscode.ExtensionContext): Promise<FindProgram> {
  const [{ useKeeper }, { findProgram }] = await Promise.all([
    import('./process/ownedProcesses.ts'),
    import('./process/programPath.ts'),
  ]);
  useKeeper(context.asAbsolutePath(join('dist', 'keeper.js')));
  return findProgram;
}

/** Finds what a sign-in method runs in a terminal. */
const terminalCommandResolver: ResolveTerminalCommand = async (command, label) => {
  const { resolveTerminalCommand } = await import('./agents/signIn/terminalCommand.ts');
  return resolveTerminalCommand(command, label);
};

/** Starts agents that the user wants to add, to see whether they work. */
function agentTrial({ context, clock }: HostServices): TryAgent {
  return async (options) => {
    const [{ tryAgent }] = await Promise.all([import('./agents/tryAgent.ts'), prepareProcesses(context)]);
    return tryAgent({ ...options, clientInfo: clientInfo(context), clock });
  };
}

/** Starts agents for a check, in the same way as for sessions. */
function agentChecks(
  { context, clock, redactors }: HostServices,
  launcher: AgentLauncher,
  mcp: McpArea,
): CheckPreparation {
  return {
    prepare: async (name) => {
      const launch = await launcher.launch(name);
      const { servers, problems } = await mcp.serversForCheck(name);
      return { launch, servers, serverProblems: problems };
    },
    mcp,
    startProbe: (name) => async (options) => {
      const { startProbe } = await import('./agents/startProbe.ts');
      return startProbe({ ...options, clientInfo: clientInfo(context), clock, redactor: redactors.of(name) });
    },
  };
}

/** Asks agents questions outside of all sessions, in processes of their own. */
function agentQuestions(
  { context, clock, logs, redactors, choices }: HostServices,
  launcher: AgentLauncher,
): AskAgent {
  return async (name, options) => {
    const { askOnce } = await import('./agents/askOnce.ts');
    return askOnce({
      ...options,
      name,
      label: agentLabel(name),
      launch: () => launcher.launch(name),
      onOpened: (sessionId) => void choices.hideSession(name, sessionId),
      clientInfo: clientInfo(context),
      clock,
      log: logs.agent(name),
      redactor: redactors.of(name),
    });
  };
}

/** Looks at messages with the schemas by which agents are understood. */
async function loadProtocolTools(): Promise<ProtocolTools> {
  const [{ ProtocolInspector }, { replayRecords }] = await Promise.all([
    import('./agents/inspection/protocolInspector.ts'),
    import('./agents/inspection/replayRecords.ts'),
  ]);
  return { newInspector: () => new ProtocolInspector(), replay: replayRecords };
}

function clientInfo({ extension }: vscode.ExtensionContext): ClientInfo {
  const { version } = manifest.parse(extension.packageJSON);
  return { name: 'parley', title: 'Parley', version };
}

/** Knows how agents are started. */
function agentLauncher(
  { context, agentSettings, redactors }: HostServices,
  rules: PermissionRules,
  secrets: AgentSecrets,
  mcp: McpArea,
): AgentLauncher {
  const launcher = new AgentLauncher({
    context,
    rules,
    agentSettings,
    secrets,
    prepareProcesses: () => prepareProcesses(context),
  });
  redactors.readFrom(async (name) => [...(await launcher.secrets(name)), ...(await mcp.secrets(name))]);
  return launcher;
}

/** What agents are made of. */
interface AgentParts {
  readonly launcher: AgentLauncher;
  readonly changes: LazyChanges;
  readonly taps: WireTaps;
  readonly mcp: McpArea;
  readonly ide: LazyIde;
}

/** Makes agents over ACP, and hands each the ports that it is granted. */
function agentMaker(
  { context, clock, logs, redactors, store }: HostServices,
  { launcher, changes, taps, mcp, ide }: AgentParts,
): MakeAgent {
  const files = changes.trackWrites(editorFiles());
  const commentsOf = async (key: string): Promise<ServedComments> => (await changes.review()).served(key);
  return (name, client) => {
    const log = logs.agent(name);
    const redactor = redactors.of(name);
    const configured = mcp.serversOf(name);
    const wireLog = new WireLog(join(context.logUri.fsPath, `${name.replace(/[^\w.-]+/g, '_')}.ndjson`));
    const agent: Agent = new AcpConnection({
      name,
      label: agentLabel(name),
      launch: async () => {
        const [launch] = await Promise.all([launcher.launch(name), ide.prepare(name)]);
        return launch;
      },
      client,
      files,
      terminals: sessionTerminals,
      mcpServers: {
        serversOf: async (session) => {
          const servers = await configured.serversOf(session);
          const served = servedSession(session, {
            agent,
            client,
            clock,
            store,
            files,
            resolve: resolveServedPath,
            commentsOf,
            offersTool: offersVscodeTool,
          });
          return [...servers, ...ide.serversFor(served, servers)];
        },
        passed: (session) => configured.passed(session),
      },
      redactor,
      clientInfo: clientInfo(context),
      clock,
      log,
      wireLog: () =>
        new TappedLog(readSetting('trace') === 'messages' ? wireLog : undefined, () => taps.of(name)),
    });
    return agent;
  };
}

/** Where a path of an agent leads, for the tools of the editor. */
async function resolveServedPath(path: string, roots: readonly string[]): Promise<ServedPath> {
  const { resolvePath } = await import('./files/containedPath.ts');
  return resolvePath(path, roots);
}

/** The tools of the editor, which remember the problems there are when a turn begins. */
function ideTools({ owned, store, clock, log, context }: HostServices): LazyIde {
  const bridge = context.asAbsolutePath(join('dist', 'ide-bridge.js'));
  const ide = owned.add(new LazyIde({ clock, log, bridge, isOn: offersIdeTools }));
  owned.add(store.onEvent('prompt_started', ({ state }) => ide.turnBegins(state.agent, state.sessionId)));
  return ide;
}
