// The tool with which a model of VS Code's chat hands a task to an agent in Parley.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { agentNamed, type NamedAgent } from '../../core/delegation/namedAgent.ts';
import { runTask, type TaskProblem } from '../../core/delegation/delegatedTask.ts';
import { startWithNote } from '../../core/mentions/contextText.ts';
import { oneLine } from '../../core/text/oneLine.ts';
import { visibleStart } from '../../core/text/visibleText.ts';
import { abortOf, defaultAgent, namedAgents, taskFolder } from './agentTasks.ts';
import type { ChatAgentServices } from './chatAgents.ts';
import { vscodeChatStrings } from './vscodeChatStrings.ts';

/** Of the answer that the model is given, in UTF-16 code units. */
const MAX_ANSWER_CHARACTERS = 50_000;
const MAX_TASK_CHARACTERS = 100_000;
/** Of the task in VS Code's confirmation. */
const MAX_SHOWN_CHARACTERS = 2_000;
const MAX_NAME_CHARACTERS = 100;

const toolInput = z.object({
  task: z.string().check(z.maxLength(MAX_TASK_CHARACTERS)),
  agent: z.optional(z.string()),
  folder: z.optional(z.string()),
});

/** Its errors are read by the model that has called the tool. */
export class AskAgentTool {
  readonly #services: ChatAgentServices;

  constructor(services: ChatAgentServices) {
    this.#services = services;
  }

  /** What VS Code shows and asks before the tool is used. */
  prepare(raw: unknown): vscode.PreparedToolInvocation {
    const { task, agent, folder } = this.#read(raw);
    const name = visibleStart(oneLine(agent.label), MAX_NAME_CHARACTERS);
    const shown = visibleStart(task, MAX_SHOWN_CHARACTERS);
    const where =
      folder === undefined || folder === ''
        ? ''
        : `\n\n${visibleStart(oneLine(folder), MAX_SHOWN_CHARACTERS)}`;
    return {
      invocationMessage: plainMarkdown(vscodeChatStrings.asking(name)),
      confirmationMessages: {
        title: vscodeChatStrings.confirmTitle(name),
        message: plainMarkdown(`${vscodeChatStrings.confirmMessage()}\n\n${shown}${where}`),
      },
    };
  }

  /** Starts a session and resolves to the answer. Rejects where there is none. */
  async invoke(raw: unknown, token: vscode.CancellationToken): Promise<vscode.LanguageModelToolResult> {
    const { task, agent, folder } = this.#read(raw);
    const { sessions, current } = this.#services;
    const cwd = await taskFolder(folder);
    if (cwd === undefined)
      throw new Error('`folder` must be the absolute path of a folder of the workspace.');
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

  #read(raw: unknown): {
    readonly task: string;
    readonly agent: NamedAgent;
    readonly folder?: string | undefined;
  } {
    const parsed = toolInput.safeParse(raw);
    if (!parsed.success || parsed.data.task.trim() === '') {
      throw new Error(`\`task\` must be a text of at most ${MAX_TASK_CHARACTERS} characters.`);
    }
    const { task, agent: name, folder } = parsed.data;
    if (name === undefined || name.trim() === '')
      return { task, agent: defaultAgent(this.#services), folder };
    const agents = namedAgents(this.#services);
    const agent = agentNamed(agents, name);
    if (agent === undefined) {
      const names = agents.map((each) => JSON.stringify(each.name)).join(', ');
      throw new Error(`There is no agent of that name. The agents are ${names}.`);
    }
    return { task, agent, folder };
  }
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
