// The participant `@parley` of VS Code's chat: hands what is asked to an agent, and shows what it says.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { runTask, type TaskProblem } from '../core/delegatedTask.ts';
import { splitAgent, type NamedAgent } from '../core/namedAgent.ts';
import { oneLine } from '../../../core/text/oneLine.ts';
import { visibleStart } from '../../../core/text/visibleText.ts';
import { agentLabel, sessionFolder } from '../../../host/settings/settings.ts';
import { abortOf, defaultAgent, namedAgents, type ChatAgentServices } from './agentTasks.ts';
import { vscodeChatStrings } from './vscodeChatStrings.ts';

const MAX_TITLE_CHARACTERS = 200;

/** What the chat stores with an answer: the session of a follow-up. */
const answerSchema = z.object({ result: z.object({ metadata: z.object({ parleySession: z.string() }) }) });

export interface ChatCall {
  readonly request: Pick<vscode.ChatRequest, 'prompt' | 'references'>;
  readonly history: readonly unknown[];
  readonly response: Pick<vscode.ChatResponseStream, 'markdown' | 'progress' | 'button'>;
  readonly token: vscode.CancellationToken;
}

/** Sends a task to the agent that it names, else to that of the session before, else to the default agent. */
export async function answerInChat(services: ChatAgentServices, call: ChatCall): Promise<vscode.ChatResult> {
  const { request, history, response, token } = call;
  const agents = namedAgents(services);
  const { agent: named, task } = splitAgent(agents, request.prompt);
  if (task === '') {
    response.markdown(plain(vscodeChatStrings.usage(agents.map(shownLabel).join(', '))));
    return {};
  }
  const key = await sessionFor(services, named, history, token);
  // The user may have canceled while they were asked about the agent.
  if (key === undefined && token.isCancellationRequested) return {};
  if (key === undefined) {
    response.markdown(plain(vscodeChatStrings.notAllowed(shownLabel(named ?? defaultAgent(services)))));
    return {};
  }
  const agent = services.store.state(key)?.agent ?? '';
  const label = shownLabel({ name: agent, label: agentLabel(agent) });
  const open = { command: 'parley.switchSession', title: vscodeChatStrings.openInParley(), arguments: [key] };
  response.progress(vscodeChatStrings.asking(label));
  const { problem } = await runTask(services, key, taskWith(task, request.references), {
    signal: abortOf(token),
    onText: (piece) => response.markdown(untrusted(piece)),
    onToolCall: (title) => response.progress(visibleStart(oneLine(title), MAX_TITLE_CHARACTERS)),
    onQuestion: () => response.progress(vscodeChatStrings.waits(label)),
  });
  if (!token.isCancellationRequested) {
    if (problem !== undefined) response.markdown(plain(`\n\n${problemText(problem, label)}`));
    response.button(open);
  }
  return { metadata: { parleySession: key } };
}

/** The session before, unless another agent is named; else a new one. Undefined where the user does not allow it, or has canceled. */
async function sessionFor(
  services: ChatAgentServices,
  named: NamedAgent | undefined,
  history: readonly unknown[],
  token: vscode.CancellationToken,
): Promise<string | undefined> {
  const { store, sessions, current, history: sessionHistory } = services;
  const last = lastSession(history);
  const key = last === undefined ? undefined : await sessionHistory.opener.bring(last);
  const state = key === undefined ? undefined : store.state(key);
  const isUsable = state !== undefined && state.readOnly === undefined;
  if (isUsable && (named === undefined || named.name === state.agent)) return key;
  const { name } = named ?? defaultAgent(services);
  const mayStart = await current.mayStart(name);
  return mayStart && !token.isCancellationRequested ? sessions.create(name, sessionFolder()) : undefined;
}

/** The last answer of the participant in this chat; VS Code hands over no answers of others. */
function lastSession(history: readonly unknown[]): string | undefined {
  for (const turn of history.toReversed()) {
    const parsed = answerSchema.safeParse(turn);
    if (parsed.success) return parsed.data.result.metadata.parleySession;
  }
  return undefined;
}

/** The task with the places that the user attached. */
function taskWith(task: string, references: readonly vscode.ChatPromptReference[]): string {
  const places = references.flatMap(({ value }) => {
    if (value instanceof vscode.Uri) return [value.fsPath];
    if (value instanceof vscode.Location) return [`${value.uri.fsPath}:${value.range.start.line + 1}`];
    return [];
  });
  return places.length === 0 ? task : `${task}\n\n${places.map((place) => `- ${oneLine(place)}`).join('\n')}`;
}

function problemText(problem: TaskProblem, agent: string): string {
  switch (problem.kind) {
    case 'cancelled':
      return vscodeChatStrings.stopped(agent);
    case 'held':
      return vscodeChatStrings.held();
    case 'closed':
      return vscodeChatStrings.closed();
    case 'stopped':
      return vscodeChatStrings.stoppedEarly(
        agent,
        visibleStart(oneLine(problem.reason), MAX_TITLE_CHARACTERS),
      );
    case 'failed':
      return problem.message;
  }
}

function shownLabel({ label }: NamedAgent): string {
  return visibleStart(oneLine(label), MAX_TITLE_CHARACTERS);
}

/** Markdown of an agent: no HTML, and no link that runs a command. */
function untrusted(text: string): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString(text, false);
  markdown.isTrusted = false;
  markdown.supportHtml = false;
  return markdown;
}

function plain(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(text);
}
