// Judges an example of a permission request and shows which rule decides.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Verdict } from '../../core/permissions/policy/permissionPolicy.ts';
import { localizedRuleLabel } from '../../core/permissions/policy/ruleLabel.ts';
import { protectionStrings } from '../../core/permissions/protectionStrings.ts';
import { createToolCall, type ToolCall } from '../../core/session/toolCall/state.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { PermissionRules } from './permissionRules.ts';
import { escapeForNotification } from '../text/escapeForNotification.ts';
import { sessionFolder } from '../settings/settings.ts';
import { permissionUiStrings } from './permissionUiStrings.ts';
import { explainPermissionStrings } from './explainPermissionStrings.ts';

/** An example to judge; also the argument of `parley.explainPermission`, for key bindings. */
const example = z.object({
  agent: z.string(),
  kind: z.string(),
  path: z.exactOptional(z.string()),
  command: z.exactOptional(z.string()),
  /** `server/tool`. */
  mcpTool: z.exactOptional(z.string()),
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

/** Asks for an example unless `argument` is one, and shows the verdict. */
export async function explainPermission(
  argument: unknown,
  rules: PermissionRules,
  current: CurrentSession,
): Promise<void> {
  const given = example.safeParse(argument);
  const tried = given.success ? given.data : await askForExample(current);
  if (tried !== undefined) await explain(tried, rules);
}

async function askForExample(current: CurrentSession): Promise<Example | undefined> {
  const agent = await current.chooseAgent(explainPermissionStrings.selectAgent());
  if (agent === undefined) return undefined;
  const kind = await vscode.window.showQuickPick(KINDS, {
    placeHolder: explainPermissionStrings.selectKind(),
  });
  if (kind === undefined) return undefined;
  const condition = conditionOf(kind);
  const prompt = {
    command: explainPermissionStrings.commandToTest(),
    path: explainPermissionStrings.fileToTest(),
    mcpTool: explainPermissionStrings.toolToTest(),
  }[condition];
  const text = await vscode.window.showInputBox({ prompt });
  if (text === undefined) return undefined;
  return { agent, kind, ...(text.trim() === '' ? {} : { [condition]: text }) };
}

function conditionOf(kind: string): 'command' | 'path' | 'mcpTool' {
  if (kind === 'execute') return 'command';
  return ['edit', 'read', 'delete', 'move', 'search'].includes(kind) ? 'path' : 'mcpTool';
}

async function explain(tried: Example, rules: PermissionRules): Promise<void> {
  const openSettings = permissionUiStrings.openSettings();
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

/** The tool call of such a request. */
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

function verdictText({ action, rule, wouldAllow, protectedFiles = [] }: Verdict): string {
  const [file] = protectedFiles;
  if (file !== undefined)
    return explainPermissionStrings.askedToProtect(protectionStrings.fileRunsCode(file));
  if (wouldAllow !== undefined && rule !== undefined) {
    return explainPermissionStrings.askedForLackOfDetails(
      localizedRuleLabel(wouldAllow),
      localizedRuleLabel(rule),
    );
  }
  if (rule === undefined) return explainPermissionStrings.noRuleMatches();
  const label = localizedRuleLabel(rule);
  switch (action) {
    case 'allow':
      return explainPermissionStrings.allowedBy(label);
    case 'ask':
      return explainPermissionStrings.askedBecauseOf(label);
    case 'deny':
      return explainPermissionStrings.deniedBy(label);
  }
}
