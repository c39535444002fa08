// Tries an example of a permission request and says which rule decides.
import * as vscode from 'vscode';
import * as z from 'zod';
import type { Verdict } from '../../core/permissions/policy/permissionPolicy.ts';
import { createToolCall, type ToolCall } from '../../core/session/toolCall.ts';
import { chooseAgent } from '../chat/currentSession.ts';
import type { PermissionRules } from './permissionRules.ts';
import { escapeForNotification } from '../window/escapeForNotification.ts';
import { sessionFolder } from '../settings/settings.ts';

/** An example to try; also the argument of `parley.explainPermission`, for key bindings. */
const example = z.object({
  agent: z.string(),
  kind: z.string(),
  path: z.string().exactOptional(),
  command: z.string().exactOptional(),
  /** `server/tool`. */
  mcpTool: z.string().exactOptional(),
});
type Example = z.infer<typeof example>;

const KINDS = [
  'execute',
  'edit',
  'read',
  'delete',
  'move',
  'search',
  'fetch',
  'think',
  'switch_mode',
  'other',
];

/** Asks for what `argument` does not give, and shows the verdict. */
export async function explainPermission(argument: unknown, rules: PermissionRules): Promise<void> {
  const given = example.safeParse(argument);
  const tried = given.success ? given.data : await askForExample();
  if (tried !== undefined) await explain(tried, rules);
}

async function askForExample(): Promise<Example | undefined> {
  const agent = await chooseAgent(vscode.l10n.t('Which agent asks?'));
  if (agent === undefined) return undefined;
  const kind = await vscode.window.showQuickPick(KINDS, {
    placeHolder: vscode.l10n.t('What kind of tool call?'),
  });
  if (kind === undefined) return undefined;
  const what = whatOf(kind);
  const prompt = {
    command: vscode.l10n.t('Which command? Empty: the agent does not tell.'),
    path: vscode.l10n.t('Which file? Absolute, or relative to the folder. Empty: the agent does not tell.'),
    mcpTool: vscode.l10n.t('Which MCP tool, as server/tool? Empty: none.'),
  }[what];
  const text = await vscode.window.showInputBox({ prompt });
  if (text === undefined) return undefined;
  return { agent, kind, ...(text.trim() === '' ? {} : { [what]: text }) };
}

function whatOf(kind: string): 'command' | 'path' | 'mcpTool' {
  if (kind === 'execute') return 'command';
  return ['edit', 'read', 'delete', 'move', 'search'].includes(kind) ? 'path' : 'mcpTool';
}

async function explain(tried: Example, rules: PermissionRules): Promise<void> {
  const openSettings = vscode.l10n.t('Open Settings');
  await rules.load();
  const verdict = rules.judge(tried.agent, sessionFolder(), callOf(tried));
  const chosen = await vscode.window.showInformationMessage(
    escapeForNotification(verdictText(verdict)),
    openSettings,
  );
  if (chosen === openSettings) {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'parley.permissions');
  }
}

/** The example as an agent would ask. */
function callOf({ kind, path, command, mcpTool }: Example): ToolCall {
  const [server, ...tool] = (mcpTool ?? '').split('/');
  const input = {
    ...(command === undefined ? {} : { command }),
    ...(mcpTool === undefined ? {} : { server, tool: tool.join('/') }),
  };
  return createToolCall({
    toolCallId: 'example',
    kind,
    ...(path === undefined ? {} : { locations: [{ path }] }),
    ...(Object.keys(input).length === 0 ? {} : { rawInput: input }),
  });
}

function verdictText({ action, rule, wouldAllow }: Verdict): string {
  if (wouldAllow !== undefined && rule !== undefined) {
    return vscode.l10n.t(
      'You are asked. {0} would allow it, but the request does not tell enough to rule out {1}.',
      wouldAllow,
      rule,
    );
  }
  if (rule === undefined) {
    return vscode.l10n.t('No rule matches: you are asked whenever the agent asks.');
  }
  switch (action) {
    case 'allow':
      return vscode.l10n.t('Allowed by {0}.', rule);
    case 'ask':
      return vscode.l10n.t('You are asked because of {0}.', rule);
    case 'deny':
      return vscode.l10n.t('Denied by {0}.', rule);
  }
}
