// Builds the kernel and the features, each area from those before it.
import { ChangeTracking } from '../core/ports/changeTracking.ts';
import { ServerSources } from '../core/ports/serverSources.ts';
import { SignInCards } from '../core/ports/signInCards.ts';
import { WireTaps } from '../core/ports/wireTaps.ts';
import { editorFiles } from '../host/agents/agentPorts.ts';
import { createUpkeep } from '../host/views/createUpkeep.ts';
import { createAttach } from '../host/attach/attachCommands.ts';
import { createChats } from '../host/chat/createChats.ts';
import { createPanels } from '../host/panel/createPanels.ts';
import { DiffView } from '../host/editors/diffView.ts';
import { PermissionRules } from '../host/permissions/permissionRules.ts';
import { createHistory } from '../host/sessions/createHistory.ts';
import { createSessions } from '../host/sessions/createSessions.ts';
import { sessionQuickPicks } from '../host/sessions/list/sessionQuickPicks.ts';
import { AgentSecrets } from '../host/agents/agentSecrets.ts';
import { ConfigControls } from '../host/configOptions/configControls.ts';
import { createViews } from '../host/views/createViews.ts';
import type { HostServices } from '../host/window/hostServices.ts';
import { featureSettings, startFeatures } from './features.ts';
import type { Kernel } from '../host/kernel.ts';
import { agentLauncher, agentMaker, prepareProcesses } from './agentMaker.ts';
import { agentProbes, agentQuestions, agentTrial } from './agentTools.ts';

/** What is built; `host` owns what must be disposed. */
export function createAreas(host: HostServices) {
  const { owned, store, log, logs, choices, agentSettings } = host;
  const rules = owned.add(new PermissionRules(log));
  const tracking = new ChangeTracking(log);
  const secrets = owned.add(new AgentSecrets(host));
  const servers = new ServerSources();
  const launcher = agentLauncher(host, rules, secrets, servers);
  const taps = new WireTaps();
  const files = tracking.trackWrites(editorFiles(owned));
  const makeAgent = agentMaker(host, { launcher, files, taps, servers });
  const session = createSessions(host, {
    makeAgent,
    rules,
    checkpoints: tracking,
  });
  const chat = createChats(host, session.sessions);
  const history = createHistory(host, session, chat, tracking);

  const signInCards = owned.add(new SignInCards());
  const { agents, sessions } = session;
  const { chats, current } = chat;
  const currentKey = (): Promise<string> => history.restore.currentKey();
  const controls = owned.add(new ConfigControls({ store, sessions, current, currentKey, choices }));
  const attach = createAttach(host, {
    agents,
    current,
    chats,
    drafts: chat.drafts,
    currentKey,
  });
  const kernel: Kernel = {
    host,
    session,
    chat,
    history,
    attach,
    rules,
    tracking,
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
    tracking,
    attach,
    resources: servers.configured.resources,
  });
  createViews(host, { session, chat, history, secrets, signInCards });
  createUpkeep(host, { session, chat, history, featureSettings });
  const quickPicks = sessionQuickPicks(host, chat, session, history, tabs);
  return {
    rules,
    tracking,
    session,
    chat,
    history,
    controls,
    currentKey,
    tabs,
    attach,
    quickPicks,
  };
}

export type Areas = ReturnType<typeof createAreas>;
