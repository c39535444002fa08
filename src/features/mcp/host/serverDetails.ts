// One MCP server: its actions, and what it answered when it was tested.
import * as vscode from 'vscode';
import { mcpLabel, mcpMessage, sourceLabel, targetLabel } from '../core/mcpLabels.ts';
import type { McpServer } from '../../../core/mcp/mcpServerSettings.ts';
import type { ServerItem, ServerTest } from '../core/serverAnswer.ts';
import { switchedForAgent, switchedForSession } from '../core/serverSwitches.ts';
import type { WorkspaceEntry } from '../../../core/settings/workspaceEntries.ts';
import { agentLabel } from '../../../host/settings/settings.ts';
import { withIcon, withoutIcons } from '../../../host/text/iconText.ts';
import type { McpRuntime } from './mcpRuntime.ts';
import { mcpUiStrings } from './mcpUiStrings.ts';
import type { CataloguedServer, CatalogSession } from './serverCatalog.ts';
import { serverStatus, testText, type ServerSwitch } from './serverStatus.ts';

export interface ServerActions {
  readonly review: (entry: WorkspaceEntry) => Promise<void>;
  /** Opens what describes the server. */
  readonly open: () => Promise<void>;
  readonly redact: (text: string) => string;
}

export interface ActionRow extends vscode.QuickPickItem {
  readonly run?: () => Promise<void>;
  /** What is shown then; undefined: the server again. */
  readonly next?: 'list' | 'nothing';
}

/**
 * Shows a server until the user goes back, or opens what describes it; resolves to whether the list is to be shown again.
 * `id`: of the configured server.
 */
export async function showServer(
  id: string,
  session: CatalogSession,
  runtime: McpRuntime,
  actions: ServerActions,
): Promise<boolean> {
  for (;;) {
    const { servers } = await runtime.catalog(session, false);
    const server = servers.find(({ configured }) => configured.id === id);
    if (server === undefined) return true;
    const chosen = await vscode.window.showQuickPick(detailRows(server, session, runtime, actions), {
      title: withoutIcons(mcpLabel(server.configured.name)),
      placeHolder: placeHolder(server, session, runtime, actions),
      matchOnDetail: true,
    });
    if (chosen === undefined) return true;
    await chosen.run?.();
    if (chosen.next !== undefined) return chosen.next === 'list';
  }
}

function placeHolder(
  server: CataloguedServer,
  session: CatalogSession,
  runtime: McpRuntime,
  { redact }: ServerActions,
): string {
  const { label, detail } = serverStatus(server, session, runtime);
  return mcpMessage(redact(detail === '' ? label : `${label}: ${detail}`));
}

function detailRows(
  server: CataloguedServer,
  session: CatalogSession,
  runtime: McpRuntime,
  actions: ServerActions,
): readonly ActionRow[] {
  const { configured, use } = server;
  const { entry } = configured;
  const isReviewed = use.kind === 'left-out' && use.isUndecided === true;
  const review: readonly ActionRow[] =
    entry === undefined
      ? []
      : [{ label: withIcon('shield', mcpUiStrings.review()), run: () => actions.review(entry) }];
  return [
    ...(isReviewed ? review : []),
    ...(use.kind === 'left-out' && use.missing !== undefined
      ? [valueRow(use.missing.id, session, runtime)]
      : []),
    ...(use.kind === 'on' ? [testRow(use.server, session, runtime, actions)] : []),
    ...(isReviewed || configured.shadowedBy !== undefined
      ? []
      : switchRows({ ...server, id: configured.id }, session, runtime)),
    ...(isReviewed ? [] : review),
    {
      label: withIcon('go-to-file', mcpUiStrings.openConfiguration()),
      description: withoutIcons(sourceLabel(configured.source)),
      run: actions.open,
      next: 'nothing',
    },
    { label: withIcon('arrow-left', mcpUiStrings.back()), next: 'list' },
    ...(use.kind === 'on' ? answerRows(runtime.lastTest(use.server), actions) : []),
  ];
}

/** What turns a server on or off; `id`: of the server. */
export function switchRows(
  { id, isOnForAgent, isOnForSession }: ServerSwitch & { readonly id: string },
  { agent, sessionId }: CatalogSession,
  runtime: Pick<McpRuntime, 'switches'>,
): readonly ActionRow[] {
  const label = mcpLabel(agentLabel(agent));
  const { switches } = runtime;
  const forSession: readonly ActionRow[] =
    sessionId === undefined
      ? []
      : [
          {
            label: isOnForSession
              ? withIcon('circle-slash', mcpUiStrings.turnOffForSession())
              : withIcon('check', mcpUiStrings.turnOnForSession()),
            detail: mcpUiStrings.afterReload(),
            run: () =>
              switches.change((all) => switchedForSession(all, { agent, sessionId }, id, !isOnForSession)),
          },
        ];
  const forAgent: ActionRow = {
    label: isOnForAgent
      ? withIcon('circle-slash', mcpUiStrings.turnOffForAgent(label))
      : withIcon('check', mcpUiStrings.turnOnForAgent(label)),
    detail: mcpUiStrings.forNewSessions(),
    run: () => switches.change((all) => switchedForAgent(all, agent, id, !isOnForAgent)),
  };
  return [...forSession, forAgent];
}

function valueRow(id: string, session: CatalogSession, runtime: McpRuntime): ActionRow {
  return {
    label: withIcon('key', mcpUiStrings.enterValue(mcpLabel(id))),
    run: async () => {
      runtime.inputs.askAgain();
      await runtime.catalog(session, true);
    },
  };
}

function testRow(
  server: McpServer,
  { cwd }: CatalogSession,
  runtime: McpRuntime,
  { redact }: ServerActions,
): ActionRow {
  return {
    label: withIcon('plug', mcpUiStrings.test()),
    description: withoutIcons(redact(targetLabel(server))),
    detail: mcpUiStrings.testDetail(),
    run: async () => {
      await testWithProgress(server, cwd, runtime);
    },
  };
}

/** Shows that it runs, and lets the user cancel it. */
async function testWithProgress(
  server: McpServer,
  cwd: string,
  runtime: Pick<McpRuntime, 'test'>,
): Promise<ServerTest> {
  const progress = {
    location: vscode.ProgressLocation.Notification,
    title: mcpUiStrings.testing(mcpLabel(server.name)),
    cancellable: true,
  };
  return vscode.window.withProgress(progress, async (_report, token) => {
    const stop = new AbortController();
    const cancelling = token.onCancellationRequested(() => stop.abort());
    try {
      return await runtime.test(server, cwd, stop.signal);
    } finally {
      cancelling.dispose();
    }
  });
}

function answerRows(test: ServerTest | undefined, { redact }: ServerActions): readonly ActionRow[] {
  if (test === undefined) return [];
  const text = (value: string): string => withoutIcons(mcpMessage(redact(value)));
  if ('error' in test) {
    return [
      { label: mcpUiStrings.noAnswer(), kind: vscode.QuickPickItemKind.Separator },
      ...test.error.split('\n').map((line) => ({ label: withIcon('error', text(line)) })),
    ];
  }
  const list = (label: string, icon: string, items: readonly ServerItem[]): readonly ActionRow[] =>
    items.length === 0
      ? []
      : [
          { label, kind: vscode.QuickPickItemKind.Separator },
          ...items.map(({ name, description }) => ({
            label: withIcon(icon, text(name)),
            ...(description === '' ? {} : { detail: text(description) }),
          })),
        ];
  return [
    { label: text(testText(test)), kind: vscode.QuickPickItemKind.Separator },
    ...list(mcpUiStrings.tools(), 'tools', test.answer.tools),
    ...list(mcpUiStrings.resources(), 'file', test.answer.resources),
    ...list(mcpUiStrings.prompts(), 'comment', test.answer.prompts),
  ];
}
