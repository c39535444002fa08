// Serves requests that ACP does not have and that agents in wide use wait for: questions, plans and lists of things to do, as
// the forms, permission requests and plans that there are. Where each spelling is from is in docs/decisions/038.
import * as z from 'zod/mini';
import { ErrorCodes, ResponseError } from '../wire/responseError.ts';
import { isRecord } from '../../core/base/isRecord.ts';
import { sessionStrings } from '../../core/session/sessionStrings.ts';
import { firstProblem } from '../../core/text/schemaProblem.ts';
import { excerptOf } from '../../../packages/process/excerpt.ts';
import {
  labeledChoice,
  questionAnswers,
  questionForm,
  type AskedQuestion,
} from '../quirks/askedQuestions.ts';
import { lenient, lenientArray, lenientList } from '../schema/lenient.ts';
import { todoPlan } from '../schema/todoSchema.ts';
import type { AgentRequestsOptions } from './agentRequests.ts';

type Options = Pick<AgentRequestsOptions, 'agent' | 'client' | 'clock' | 'log'>;

/** A request with the session in which the user waits for it. */
interface Asked extends Options {
  readonly params: unknown;
  readonly sessionId: string;
  readonly signal: AbortSignal;
  /** The lists of things to do that the agent has named with ids, by session. */
  readonly todos: Map<string, Todos>;
}

type Todos = ReadonlyMap<string, unknown>;
type Serve = (asked: Asked) => Promise<unknown>;

/** What the user sees a request as. */
type Shown = 'form' | 'plan';

/** By method, without the underscore that an extension of ACP begins with. */
const SERVED: ReadonlyMap<string, { readonly serve: Serve; readonly shown: Shown }> = new Map([
  ['cursor/ask_question', { serve: askForCursor, shown: 'form' }],
  ['cursor/create_plan', { serve: planForCursor, shown: 'plan' }],
  ['cursor/update_todos', { serve: listForCursor, shown: 'plan' }],
  ['x.ai/ask_user_question', { serve: askForGrok, shown: 'form' }],
  ['x.ai/exit_plan_mode', { serve: planForGrok, shown: 'plan' }],
]);

/** More questions at once are no form that anybody fills in. */
const MAX_QUESTIONS = 20;

export class VendorRequests {
  readonly #options: Options;
  readonly #todos = new Map<string, Todos>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** What the user sees requests of that method as; undefined where they are not served. */
  shownAs(method: string): Shown | undefined {
    return SERVED.get(withoutUnderscore(method))?.shown;
  }

  /** Whether it is a list, which agents also send without waiting for an answer. */
  isList(method: string): boolean {
    return SERVED.get(withoutUnderscore(method))?.serve === listForCursor;
  }

  /** Resolves to the result to send. Throws a `ResponseError` -32602 where the params are not usable (R8). */
  async serve(method: string, params: unknown, sessionId: string, signal: AbortSignal): Promise<unknown> {
    const serve = SERVED.get(withoutUnderscore(method))?.serve;
    if (serve === undefined)
      throw new ResponseError(ErrorCodes.MethodNotFound, `Method not found: ${method}`);
    // Some versions of Grok put the params into themselves.
    const inner = z.object({ params: z.record(z.string(), z.unknown()) }).safeParse(params).data?.params;
    return serve({ ...this.#options, params: inner ?? params, sessionId, signal, todos: this.#todos });
  }
}

function withoutUnderscore(method: string): string {
  return method.replace(/^_/, '');
}

/** Reads the params; what cannot be read is refused, with a line in the log. */
function read<T extends z.ZodMiniType>(schema: T, { params, log }: Asked): z.output<T> {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const problem = firstProblem(parsed.error);
  log.warn(`Refused a request, ${problem}: ${excerptOf(params)}`);
  throw new ResponseError(ErrorCodes.InvalidParams, `Invalid params: ${problem}`);
}

const label = z.string().check(z.minLength(1));

/** Answered by its id. */
const cursorChoice = z.pipe(
  z.object({ id: label, label: lenient(label) }),
  z.transform(({ id, label: title = id }) => ({ value: id, title })),
);

const cursorQuestion = z.pipe(
  z.object({
    id: label,
    prompt: label,
    // A question without any choice cannot be answered.
    options: lenientArray(cursorChoice).check(z.minLength(1)),
    allowMultiple: lenient(z.boolean()),
  }),
  z.transform(({ id, prompt, options, allowMultiple }): AskedQuestion & { readonly id: string } => ({
    id,
    question: prompt,
    options,
    multiSelect: allowMultiple,
  })),
);

const cursorQuestions = z.object({
  title: lenient(label),
  questions: lenientArray(cursorQuestion).check(z.minLength(1), z.maxLength(MAX_QUESTIONS)),
});

/** Cursor takes the ids of what was chosen, and no text. */
async function askForCursor(asked: Asked): Promise<unknown> {
  const { title, questions } = read(cursorQuestions, asked);
  const answers = await ask(asked, questions, { title, takesText: false });
  if (answers === undefined) return { outcome: { outcome: 'cancelled' } };
  const given = questions.map(({ id }, index) => ({
    questionId: id,
    selectedOptionIds: answers[index]?.chosen ?? [],
  }));
  return { outcome: { outcome: 'answered', answers: given } };
}

const grokQuestion = z.pipe(
  z.object({
    question: label,
    header: lenient(label),
    options: lenientList(labeledChoice),
    multiSelect: lenient(z.boolean()),
    multi_select: lenient(z.boolean()),
  }),
  z.transform(({ multiSelect, multi_select, ...asked }): AskedQuestion => ({
    ...asked,
    multiSelect: multiSelect ?? multi_select,
  })),
);

const grokQuestions = z.object({
  questions: lenientArray(grokQuestion).check(z.minLength(1), z.maxLength(MAX_QUESTIONS)),
});

/** What stands for a text in the place of the choices, which is a note to it. */
const OTHER = 'Other';

/** Grok takes the words of what was chosen, by the words of the question. */
async function askForGrok(asked: Asked): Promise<unknown> {
  const { questions } = read(grokQuestions, asked);
  const answers = await ask(asked, questions);
  if (answers === undefined) return { outcome: 'skip_interview', partial_answers: {} };
  const given = new Map<string, Set<string>>();
  const notes = new Map<string, string>();
  for (const [index, { question }] of questions.entries()) {
    const { chosen = [], other = '' } = answers[index] ?? {};
    const words = other === '' ? chosen : [...chosen, OTHER];
    // Grok finds answers by the words of a question: questions with the same words share all their answers.
    if (words.length > 0) given.set(question, new Set([...(given.get(question) ?? []), ...words]));
    if (other !== '') notes.set(question, [notes.get(question) ?? [], other].flat().join('\n'));
  }
  return {
    outcome: 'accepted',
    answers: Object.fromEntries([...given].map(([question, words]) => [question, [...words]])),
    annotations: Object.fromEntries([...notes].map(([question, text]) => [question, { notes: text }])),
  };
}

async function ask(
  { agent, client, sessionId, signal }: Asked,
  questions: readonly AskedQuestion[],
  form?: Parameters<typeof questionForm>[1],
): Promise<ReturnType<typeof questionAnswers>> {
  const outcome = await client.requestElicitation(agent, sessionId, questionForm(questions, form), signal);
  return questionAnswers(outcome, questions);
}

const cursorPlan = z.object({
  toolCallId: lenient(label),
  name: lenient(label),
  overview: lenient(label),
  plan: lenient(z.string()),
  todos: lenient(z.array(z.unknown())),
});

async function planForCursor(asked: Asked): Promise<unknown> {
  const { toolCallId, name, overview, plan, todos } = read(cursorPlan, asked);
  const text = [overview, plan].filter((part) => part !== undefined && part.trim() !== '').join('\n\n');
  showTodos(asked, todos ?? []);
  const outcome = await askAboutPlan(asked, { toolCallId, name, text });
  const answer = { accept: 'accepted', keep: 'rejected', cancel: 'cancelled' }[outcome];
  return { outcome: { outcome: answer } };
}

const grokPlan = z.object({
  toolCallId: lenient(label),
  tool_call_id: lenient(label),
  planContent: lenient(z.string()),
  plan_content: lenient(z.string()),
  plan: lenient(z.string()),
});

/** Anything but `approved` and `abandoned` keeps Grok planning. */
async function planForGrok(asked: Asked): Promise<unknown> {
  const { toolCallId, tool_call_id, planContent, plan_content, plan } = read(grokPlan, asked);
  const text = planContent ?? plan_content ?? plan ?? '';
  const outcome = await askAboutPlan(asked, { toolCallId: toolCallId ?? tool_call_id, text });
  return { outcome: outcome === 'accept' ? 'approved' : 'cancelled' };
}

/** No rule but one about changes of mode answers this for the user. */
async function askAboutPlan(
  { agent, client, sessionId, signal }: Asked,
  plan: {
    readonly toolCallId: string | undefined;
    readonly name?: string | undefined;
    readonly text: string;
  },
): Promise<'accept' | 'keep' | 'cancel'> {
  const { toolCallId = `plan-${crypto.randomUUID()}`, name = sessionStrings.plan(), text } = plan;
  const outcome = await client.requestPermission(
    agent,
    sessionId,
    {
      call: {
        toolCallId,
        title: name,
        kind: 'switch_mode',
        content: text === '' ? [] : [{ type: 'content', content: { type: 'text', text } }],
        ...(text === '' ? {} : { rawInput: { plan: text } }),
      },
      options: [
        { optionId: 'accept', name: sessionStrings.acceptPlan(), kind: 'allow_once' },
        { optionId: 'keep', name: sessionStrings.keepPlanning(), kind: 'reject_once' },
      ],
    },
    signal,
  );
  if (outcome.outcome === 'cancelled') return 'cancel';
  return outcome.optionId === 'accept' ? 'accept' : 'keep';
}

const cursorTodos = z.object({ todos: z.array(z.unknown()), merge: lenient(z.boolean()) });
const identified = z.object({ id: z.union([z.string(), z.number()]) });

async function listForCursor(asked: Asked): Promise<unknown> {
  const { todos, merge } = read(cursorTodos, asked);
  const known = merge === true ? (asked.todos.get(asked.sessionId) ?? new Map<string, unknown>()) : new Map();
  const all = new Map(known);
  todos.forEach((todo, index) => {
    const id = String(identified.safeParse(todo).data?.id ?? `place ${index}`);
    const before: unknown = all.get(id);
    all.set(id, isRecord(before) && isRecord(todo) ? { ...before, ...todo } : todo);
  });
  asked.todos.set(asked.sessionId, all);
  showTodos(asked, [...all.values()]);
  return { outcome: { outcome: 'accepted', todos: [...all.values()] } };
}

function showTodos({ agent, client, clock, sessionId }: Asked, todos: readonly unknown[]): void {
  const entries = todoPlan({ toolCallId: '', rawInput: { todos } });
  if (entries === undefined || entries.length === 0) return;
  client.sessionUpdate(agent, sessionId, { type: 'plan', at: clock.now(), entries: [...entries] });
}
