// The tool with which a model of VS Code's chat hands a task to an agent in Parley.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { agentNamed, type NamedAgent } from '../core/namedAgent.ts';
import { runTask, type TaskProblem } from '../core/delegatedTask.ts';
import { startWithNote } from '../../../core/mentions/contextText.ts';
import { oneLine } from '../../../core/text/oneLine.ts';
import { visibleStart } from '../../../core/text/visibleText.ts';
import { abortOf, defaultAgent, namedAgents, taskFolder, type ChatAgentServices } from './agentTasks.ts';
import { vscodeChatStrings } from './vscodeChatStrings.ts';

/** The length of the answer that the model is given, in UTF-16 code units. */
const MAX_ANSWER_CHARACTERS = 50_000;
/** All of it is shown before it is sent. */
const MAX_TASK_CHARACTERS = 20_000;
/** The length of the task with its invisible characters spelled out. */
const MAX_SHOWN_CHARACTERS = 10 * MAX_TASK_CHARACTERS;
const MAX_NAME_CHARACTERS = 100;
const MAX_PATH_CHARACTERS = 4_000;
/** Confirmations that are remembered. */
const MAX_CONFIRMED = 50;

const toolInput = z.object({
  task: z.string().check(z.maxLength(MAX_TASK_CHARACTERS)),
  agent: z.optional(z.string()),
  folder: z.optional(z.string()),
});

/** What a call is about. */
interface AskedTask {
  readonly task: string;
  readonly agent: NamedAgent;
  /** Absolute. */
  readonly cwd: string;
}

/** Its errors are read by the model that has called the tool. */
export class AskAgentTool {
  readonly #services: ChatAgentServices;
  /** What the user was shown last, by the input that it was for. */
  readonly #shown = new Map<string, AskedTask>();

  constructor(services: ChatAgentServices) {
    this.#services = services;
  }

  /** What VS Code shows and asks before the tool is used. */
  async prepare(raw: unknown): Promise<vscode.PreparedToolInvocation> {
    const asked = await this.#read(raw);
    this.#remember(raw, asked);
    const name = visibleStart(oneLine(asked.agent.label), MAX_NAME_CHARACTERS);
    const task = visibleStart(asked.task, MAX_SHOWN_CHARACTERS);
    const where = visibleStart(oneLine(asked.cwd), MAX_PATH_CHARACTERS);
    return {
      invocationMessage: plainMarkdown(vscodeChatStrings.asking(name)),
      confirmationMessages: {
        title: vscodeChatStrings.confirmTitle(name),
        message: plainMarkdown(`${vscodeChatStrings.confirmMessage()}\n\n${where}\n\n${task}`),
      },
    };
  }

  /** Starts a session and resolves to the answer. Rejects where there is none. */
  async invoke(raw: unknown, token: vscode.CancellationToken): Promise<vscode.LanguageModelToolResult> {
    const { task, agent, cwd } = await this.#read(raw);
    const shown = this.#shown.get(keyOf(raw));
    if (shown !== undefined && (shown.agent.name !== agent.name || shown.cwd !== cwd)) {
      throw new Error(
        'The default agent or the folder has changed since the user was asked. Call the tool again.',
      );
    }
    const { sessions, current } = this.#services;
    if (!(await current.mayStart(agent.name))) throw new Error('The user did not allow this agent.');
    if (token.isCancellationRequested) throw new vscode.CancellationError();
    const key = sessions.create(agent.name, cwd);
    const { text, problem } = await runTask(this.#services, key, task, { signal: abortOf(token) });
    if (problem?.kind === 'cancelled' && token.isCancellationRequested) throw new vscode.CancellationError();
    const answer = startWithNote(text, MAX_ANSWER_CHARACTERS);
    if (problem !== undefined) {
      throw new Error([problemText(problem), answer].filter((part) => part !== '').join('\n\n'));
    }
    const said = answer === '' ? 'The agent has finished without a text.' : answer;
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(said)]);
  }

  #remember(raw: unknown, asked: AskedTask): void {
    const key = keyOf(raw);
    this.#shown.delete(key);
    this.#shown.set(key, asked);
    const [oldest] = this.#shown.keys();
    if (oldest !== undefined && this.#shown.size > MAX_CONFIRMED) this.#shown.delete(oldest);
  }

  async #read(raw: unknown): Promise<AskedTask> {
    const parsed = toolInput.safeParse(raw);
    if (!parsed.success || parsed.data.task.trim() === '') {
      throw new Error(`\`task\` must be a text of at most ${MAX_TASK_CHARACTERS} characters.`);
    }
    const { task, agent, folder } = parsed.data;
    const cwd = await taskFolder(folder);
    if (cwd === undefined)
      throw new Error('`folder` must be the absolute path of a folder of the workspace.');
    return { task, agent: this.#agentOf(agent), cwd };
  }

  #agentOf(name: string | undefined): NamedAgent {
    if (name === undefined || name.trim() === '') return defaultAgent(this.#services);
    const agents = namedAgents(this.#services);
    const agent = agentNamed(agents, name);
    if (agent === undefined) {
      const names = agents.map((each) => JSON.stringify(each.name)).join(', ');
      throw new Error(`There is no agent of that name. The agents are ${names}.`);
    }
    return agent;
  }
}

function keyOf(raw: unknown): string {
  return JSON.stringify(raw) ?? '';
}

function problemText(problem: TaskProblem): string {
  switch (problem.kind) {
    case 'cancelled':
      return 'The user stopped the agent.';
    case 'held':
      return 'The prompt was not sent yet: it waits in Parley until the user sends it.';
    case 'closed':
      return 'The user closed the session.';
    case 'stopped':
      return `The agent stopped early: ${problem.reason}.`;
    case 'failed':
      return problem.message;
  }
}

function plainMarkdown(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(text);
}
