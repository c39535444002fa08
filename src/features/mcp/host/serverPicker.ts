// The list of MCP servers: where each is from, whether a session is given it and why not, what it answered; to switch,
// test and review them.
import * as vscode from 'vscode';
import { mcpLabel, mcpMessage, sourceLabel } from '../core/mcpLabels.ts';
import { agentLabel, sessionFolder } from '../../../host/settings/settings.ts';
import type { HostServices } from '../../../host/window/hostServices.ts';
import { restartAgent, type AgentActionsOptions } from '../../../host/agents/agentActions.ts';
import { reviewEntry } from '../../../host/settings/reviewEntry.ts';
import { escapeForNotification } from '../../../host/text/escapeForNotification.ts';
import { withIcon, withoutIcons } from '../../../host/text/iconText.ts';
import type { McpRuntime } from './mcpRuntime.ts';
import { mcpUiStrings } from './mcpUiStrings.ts';
import { addServer } from './addServer.ts';
import { showServer } from './serverDetails.ts';
import { builtInRow, showBuiltIn } from './builtInServer.ts';
import { serverIcon, serverStatus } from './serverStatus.ts';
import type { CataloguedServer, CatalogSession } from './serverCatalog.ts';

/** A session of the window by its key, or an agent as its next session would be. */
export type PickerTarget = { readonly key: string } | { readonly agent: string };

/** What the list is made of and what its rows do. */
interface PickerOptions extends AgentActionsOptions {
  readonly host: HostServices;
  readonly runtime: McpRuntime;
}

interface ListRow extends vscode.QuickPickItem {
  /** Resolves to whether the list is to be shown again. */
  readonly run?: () => Promise<boolean>;
}

/** Shows the list until the user closes it. */
export async function showServers(target: PickerTarget, options: PickerOptions): Promise<void> {
  const { runtime } = options;
  for (;;) {
    const session = sessionOf(target, options);
    const rows = await listRows(target, session, runtime, options);
    const chosen = await vscode.window.showQuickPick(rows, {
      title: withoutIcons(mcpUiStrings.listTitle(mcpLabel(agentLabel(session.agent)))),
      placeHolder: mcpUiStrings.selectServer(),
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (chosen?.run === undefined) return;
    if (!(await chosen.run())) return;
  }
}

function sessionOf(target: PickerTarget, { store, agentSettings }: PickerOptions): CatalogSession {
  const state = 'key' in target ? store.state(target.key) : undefined;
  if (state !== undefined) return { agent: state.agent, sessionId: state.sessionId, cwd: state.cwd };
  const agent = 'agent' in target ? target.agent : agentSettings.defaultAgent;
  return { agent, sessionId: undefined, cwd: sessionFolder() };
}

async function listRows(
  target: PickerTarget,
  session: CatalogSession,
  runtime: McpRuntime,
  options: PickerOptions,
): Promise<readonly ListRow[]> {
  const catalog = await runtime.catalog(session, false);
  const { servers, problems } = catalog;
  const rows = servers.map((server) => serverRow(server, session, runtime, options));
  const isOutdated = 'key' in target && runtime.isOutdated(session, catalog);
  const reload: ListRow = {
    label: withIcon('refresh', mcpUiStrings.reload()),
    description: mcpUiStrings.reloadDetail(),
    run: () => reloadSession(target, session, options),
  };
  const openIdeSetting = (): Promise<false> => openSetting('parley.ideTools');
  return [
    ...(isOutdated ? [reload] : []),
    ...rows,
    {
      ...builtInRow(session, runtime),
      run: () => showBuiltIn(session, runtime, openIdeSetting),
    },
    ...problems.map(({ text, path }) => ({
      label: withIcon('warning', mcpUiStrings.problem()),
      detail: withoutIcons(mcpMessage(text)),
      run: () => (path === undefined ? openSetting() : openFile(path)),
    })),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: withIcon('add', mcpUiStrings.add()), description: mcpUiStrings.addDetail(), run: add },
    { label: withIcon('gear', mcpUiStrings.editSetting()), run: () => openSetting() },
    ...(runtime.inputs.count === 0
      ? []
      : [{ label: withIcon('trash', mcpUiStrings.forgetValues()), run: () => forgetValues(runtime) }]),
  ];
}

function serverRow(
  server: CataloguedServer,
  session: CatalogSession,
  runtime: McpRuntime,
  options: PickerOptions,
): ListRow {
  const { configured, transport } = server;
  const status = serverStatus(server, session, runtime);
  const redact = (text: string): string => options.host.redactors.of(session.agent).text(text);
  return {
    label: withIcon(serverIcon(status), mcpLabel(configured.name)),
    description: withoutIcons(
      [status.label, transport ?? mcpUiStrings.invalid(), sourceLabel(configured.source)].join(' · '),
    ),
    ...(status.detail === '' ? {} : { detail: withoutIcons(mcpMessage(redact(status.detail))) }),
    run: () =>
      showServer(configured.id, session, runtime, {
        review: async (entry) => void (await reviewEntry(entry, options.agentSettings.decisions)),
        open: () => openSource(configured.source),
        redact,
      }),
  };
}

async function add(): Promise<true> {
  await addServer(openSetting);
  return true;
}

async function openSetting(name = 'parley.mcpServers'): Promise<false> {
  await vscode.commands.executeCommand('workbench.action.openSettings', name);
  return false;
}

async function openSource(source: CataloguedServer['configured']['source']): Promise<void> {
  if (source.kind === 'user-file' || (source.kind === 'workspace' && source.isMcpFile)) {
    await openFile(source.path);
  } else await openSetting();
}

async function openFile(path: string): Promise<false> {
  await vscode.window.showTextDocument(vscode.Uri.file(path));
  return false;
}

async function forgetValues(runtime: McpRuntime): Promise<true> {
  const confirm = mcpUiStrings.forget();
  const question = mcpUiStrings.confirmForgetValues(runtime.inputs.count);
  const detail = mcpUiStrings.confirmForgetDetail();
  const chosen = await vscode.window.showWarningMessage(question, { modal: true, detail }, confirm);
  if (chosen === confirm) await runtime.inputs.forgetAll();
  return true;
}

/** Asks the user for values that were cancelled before, because this is what they want to change. */
async function reloadSession(
  target: PickerTarget,
  { agent }: CatalogSession,
  options: PickerOptions,
): Promise<false> {
  if (!('key' in target)) return false;
  options.runtime.inputs.askAgain();
  const label = escapeForNotification(agentLabel(agent));
  const problem = await options.sessions.reload(target.key);
  if (problem === 'busy') {
    await vscode.window.showInformationMessage(mcpUiStrings.reloadBusy());
  } else if (problem === 'cannot-reopen') {
    await vscode.window.showInformationMessage(mcpUiStrings.reloadImpossible(label));
  } else if (problem === 'cannot-close') {
    const restart = mcpUiStrings.restart();
    const chosen = await vscode.window.showInformationMessage(mcpUiStrings.restartToReload(label), restart);
    if (chosen === restart) await restartAgent(agent, options);
  }
  return false;
}
