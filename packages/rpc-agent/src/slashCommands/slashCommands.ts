// The commands of RPC mode that are no prompt, as slash commands beside the CLI's own.
import { randomUUID } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AvailableCommand, StopReason } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import type { Family } from '../cli/cliFamily.ts';
import { agentMessage } from '../conversation/agentMessage.ts';
import { RpcRefusal } from '../cli/rpcErrors.ts';
import { runShellCommand } from './shellCommand.ts';
import { unlessStopped, type SlashContext } from './slashContext.ts';
import { pathFrom } from '../conversation/toolNames.ts';
import { phasesOfChecklist } from '../session/todoPlan.ts';

/** A prompt that is one of these commands. */
export interface SlashCommand {
  readonly name: string;
  readonly argument: string;
}

interface Definition {
  readonly name: string;
  readonly description: string;
  readonly hint?: string;
  /** The family that has no such command. */
  readonly isLackedBy?: Family;
  readonly run: (argument: string, context: SlashContext) => Promise<StopReason>;
}

const DEFINITIONS: readonly Definition[] = [
  {
    name: 'compact',
    description: 'Summarize the conversation to free up the context window',
    hint: 'what the summary should focus on (optional)',
    run: compact,
  },
  {
    name: 'bash',
    description: 'Run a shell command and include its output in your next message',
    hint: 'the command',
    run: bash,
  },
  {
    name: 'export_html',
    description: 'Export the conversation as a web page and open it',
    hint: 'the file (optional)',
    run: exportHtml,
  },
  {
    name: 'todos',
    description: 'Replace the plan of the agent with a checklist',
    hint: '- [ ] a task on each line, # a heading for each phase; “clear” removes all',
    run: setTodos,
    isLackedBy: 'pi',
  },
  { name: 'last_answer', description: 'Show the last answer again', run: lastAnswer },
];

/** The commands that a client offers: the CLI's own, and these, which replace those of the same name. */
export function allCommands(own: readonly AvailableCommand[], family: Family): AvailableCommand[] {
  const served = servedFor(family);
  const names = new Set(served.map(({ name }) => name));
  return [
    ...own.filter(({ name }) => !names.has(name)),
    ...served.map(({ name, description, hint }) => ({
      name,
      description,
      ...(hint === undefined ? {} : { input: { hint } }),
    })),
  ];
}

/** The command that a prompt begins with (R90); undefined where the prompt begins with no known command. */
export function slashCommandOf(message: string, family: Family): SlashCommand | undefined {
  const [, name, argument = ''] = /^\s*\/([\w-]+)(?:\s+([^]*))?$/.exec(message) ?? [];
  return name !== undefined && servedFor(family).some((each) => each.name === name)
    ? { name, argument: argument.trim() }
    : undefined;
}

/** The slash commands that the CLI of a family can carry out. */
function servedFor(family: Family): typeof DEFINITIONS {
  return DEFINITIONS.filter(({ isLackedBy }) => isLackedBy !== family);
}

/** Runs a command as a turn. What the CLI refuses is said, and the turn is over. Rejects with RpcGone. */
export async function runSlashCommand(
  { name, argument }: SlashCommand,
  context: SlashContext,
): Promise<StopReason> {
  const definition = DEFINITIONS.find((each) => each.name === name);
  try {
    return (await definition?.run(argument, context)) ?? 'end_turn';
  } catch (error) {
    if (!(error instanceof RpcRefusal)) throw error;
    if (context.signal.aborted) return 'cancelled';
    say(context, error.message);
    return 'end_turn';
  }
}

const compacted = z.looseObject({
  tokensBefore: z.number().optional().catch(undefined),
  estimatedTokensAfter: z.number().optional().catch(undefined),
});

async function compact(argument: string, context: SlashContext): Promise<StopReason> {
  const { cli, show } = context;
  let isReported = false;
  const listening = cli.onFrame(({ type }) => {
    if (/^(auto_)?compaction_start$/.test(type)) isReported = true;
  });
  try {
    const fields = argument === '' ? {} : { customInstructions: argument };
    const answer = cli.request('compact', fields);
    const result = await unlessStopped(answer, 'abort', context);
    if (result === undefined) return 'cancelled';
    // pi always reports a compaction; oh-my-pi does only when nobody has asked for it.
    if (!isReported) {
      show({ type: 'compaction_start' });
      show({ type: 'compaction_end', result: result.data });
    }
    const { tokensBefore, estimatedTokensAfter } = compacted.catch({}).parse(result.data);
    const size =
      tokensBefore === undefined
        ? ''
        : estimatedTokensAfter === undefined
          ? ` It had ${count(tokensBefore)} tokens.`
          : ` It had ${count(tokensBefore)} tokens and has about ${count(estimatedTokensAfter)} now.`;
    say(context, `The conversation was summarized.${size}`);
    return 'end_turn';
  } finally {
    listening.dispose();
  }
}

async function bash(argument: string, context: SlashContext): Promise<StopReason> {
  if (argument === '') {
    say(context, 'Enter a command, for example `/bash git status`.');
    return 'end_turn';
  }
  return await runShellCommand(argument, context);
}

const exported = z.looseObject({ path: z.string().min(1) });

async function exportHtml(argument: string, context: SlashContext): Promise<StopReason> {
  const { cli, cwd, send } = context;
  const outputPath = argument === '' ? undefined : pathFrom(cwd, argument);
  const answer = await cli.request('export_html', outputPath === undefined ? {} : { outputPath });
  const path = resolve(cwd, exported.safeParse(answer).data?.path ?? outputPath ?? '');
  if (path === cwd) {
    say(context, 'The agent did not report where it exported the conversation.');
    return 'end_turn';
  }
  const messageId = randomUUID();
  const uri = pathToFileURL(path).href;
  const link = { type: 'resource_link' as const, uri, name: basename(path), mimeType: 'text/html' };
  const text = 'The conversation was exported as a web page: ';
  send({ sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } });
  send({
    sessionUpdate: 'agent_message_chunk',
    messageId,
    content: link,
    _meta: { 'parley.dev/open': true },
  });
  return 'end_turn';
}

async function setTodos(argument: string, context: SlashContext): Promise<StopReason> {
  const phases = argument === 'clear' ? [] : phasesOfChecklist(argument);
  const tasks = phases.flatMap((phase) => phase.tasks).length;
  if (tasks === 0 && argument !== 'clear') {
    say(context, 'Enter a checklist, for example `/todos` and `- [ ] Read the code` on the next line.');
    return 'end_turn';
  }
  await context.cli.request('set_todos', { phases });
  say(
    context,
    tasks === 0
      ? 'The plan is empty.'
      : `The plan has ${count(tasks)} ${tasks === 1 ? 'task' : 'tasks'} now.`,
  );
  return 'end_turn';
}

const answered = z.looseObject({ text: z.string().nullish().catch(undefined) }).catch({});

async function lastAnswer(_argument: string, context: SlashContext): Promise<StopReason> {
  const { text } = answered.parse(await context.cli.request('get_last_assistant_text'));
  say(context, text === undefined || text === null || text === '' ? 'There is no answer yet.' : text);
  return 'end_turn';
}

function say({ send }: SlashContext, text: string): void {
  send(agentMessage(text));
}

function count(tokens: number): string {
  return Math.round(tokens).toLocaleString('en');
}
