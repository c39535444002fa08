// The agent's answers to our requests, and the errors it answers with.
import * as z from 'zod/mini';
import { steeringBehavior, type AgentDescription, type SessionAbilities } from '../../core/ports/agent.ts';
import type { McpCapabilities } from '../../core/mcp/mcpServerSettings.ts';
import { parseJson } from '../../core/text/parseJson.ts';
import { withoutEscapes } from '../../core/text/terminalText.ts';
import { jsonText } from '../../../packages/process/excerpt.ts';
import { quirksOf } from '../quirks.ts';
import { authMethods } from '../signIn/authMethodSchema.ts';
import { sessionOptions } from './configSchema.ts';
import { textsIn } from './contentSchema.ts';
import { forkPointMeta } from './forkPointSchema.ts';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import { lenient, lenientArray, maybeEmptyAnswer } from './lenient.ts';
import { withSessionId } from './near/nearFields.ts';
import { isSuccessWord, reasonsIn } from './reasonMeta.ts';
import { shortName } from './shortName.ts';
import { bareWord } from './statusWord.ts';
import { reportedTokens } from './tokensSchema.ts';

/** The only version that Parley speaks (R20). */
export const PROTOCOL_VERSION = 1;

const flag = lenient(z.boolean());

/** A capability that is there when its object is. */
const marker = lenient(z.union([z.looseObject({}), z.literal(true)]));

/** What Claude's and Codex' adapters report at their start, and when it changes; `none`: nobody is signed in. */
export const authStatusUpdate = z.pipe(
  z.object({
    authStatus: z.object({ kind: z.string(), label: lenient(shortName), detail: lenient(shortName) }),
  }),
  z.transform(({ authStatus: { kind, label, detail } }) => ({
    isSignedOut: kind === 'none',
    said: [label ?? '', detail ?? ''].filter((text) => text !== '').join('\n'),
  })),
);

export type AuthStatus = z.output<typeof authStatusUpdate>;

/** What an answer to `initialize` consists of. */
const initializeFields = z.pipe(
  z.pipe(
    maybeEmptyAnswer,
    z.looseObject({}).check(z.refine(isAboutAgent, { error: 'nothing of it is part of ACP' })),
  ),
  z.object({
    /** An agent that does not say speaks what it was asked in. */
    protocolVersion: lenient(z.union([z.number(), z.string()])),
    agentCapabilities: lenient(
      z.object({
        promptCapabilities: lenient(z.object({ image: flag, audio: flag, embeddedContext: flag })),
        mcpCapabilities: lenient(z.object({ http: flag, sse: flag })),
        loadSession: flag,
        auth: lenient(z.object({ logout: marker })),
        _meta: lenient(z.object({ 'parley.dev/forkAtEntry': flag, 'parley.dev/parentSession': flag })),
        sessionCapabilities: lenient(
          z.object({
            title: marker,
            resume: marker,
            fork: marker,
            rewind: marker,
            list: marker,
            close: marker,
            delete: marker,
            additionalDirectories: marker,
          }),
        ),
      }),
    ),
    authMethods: lenient(authMethods),
    _meta: lenient(
      z.object({
        steering: lenient(z.object({ supported: flag, behaviors: lenient(lenientArray(steeringBehavior)) })),
      }),
    ),
    agentInfo: lenient(
      z.object({
        name: lenient(z.string()),
        title: lenient(shortName),
        version: lenient(z.string()),
      }),
    ),
  }),
);

/** A server of another protocol, such as LSP, answers with fields of its own; an agent without abilities with none. */
function isAboutAgent(answer: object): boolean {
  const own = ['protocolVersion', 'agentCapabilities', 'authMethods', 'agentInfo', '_meta'];
  return Object.keys(answer).length === 0 || own.some((field) => Object.hasOwn(answer, field));
}

/** The answer to `initialize`. An omitted or unusable capability is an unsupported one (R21). */
export const initializeAnswer = z.pipe(
  initializeFields,
  z.transform(
    ({ protocolVersion = PROTOCOL_VERSION, agentCapabilities, authMethods: offered, _meta, agentInfo }) => {
      const prompt = agentCapabilities?.promptCapabilities;
      const session = agentCapabilities?.sessionCapabilities;
      return {
        protocolVersion: String(protocolVersion),
        authMethods: offered ?? [],
        /** Whether it serves `logout`. */
        signsOut: agentCapabilities?.auth?.logout !== undefined,
        /** The agent's own names for itself, the best first. */
        names: [agentInfo?.title, shortName.safeParse(agentInfo?.name).data],
        /** What the agent's program is called, whatever its title. */
        programName: agentInfo?.name,
        version: agentInfo?.version === '' ? undefined : agentInfo?.version,
        /** Whether it serves `session/set_title`. */
        setsTitles: session?.title !== undefined,
        mcp: {
          http: agentCapabilities?.mcpCapabilities?.http ?? false,
          sse: agentCapabilities?.mcpCapabilities?.sse ?? false,
        } satisfies McpCapabilities,
        /** What it does with messages by `_session/steering`; one that does not list it steers. */
        steering: _meta?.steering?.supported === true ? (_meta.steering.behaviors ?? ['steer' as const]) : [],
        linksSessions: agentCapabilities?._meta?.['parley.dev/parentSession'] ?? false,
        sessions: {
          load: agentCapabilities?.loadSession ?? false,
          resume: session?.resume !== undefined,
          fork: session?.fork !== undefined,
          forkAtPrompt: agentCapabilities?._meta?.['parley.dev/forkAtEntry'] ?? false,
          forkAfterAnswer: session?.fork !== undefined && quirksOf(agentInfo?.name).forksAfterAnswers,
          rewind: session?.rewind !== undefined,
          list: session?.list !== undefined,
          close: session?.close !== undefined,
          delete: session?.delete !== undefined,
          additionalDirectories: session?.additionalDirectories !== undefined,
        } satisfies SessionAbilities,
        promptCapabilities: {
          image: prompt?.image ?? false,
          audio: prompt?.audio ?? false,
          embeddedContext: prompt?.embeddedContext ?? false,
        } satisfies AgentDescription['promptCapabilities'],
      };
    },
  ),
);
export type InitializeAnswer = z.infer<typeof initializeAnswer>;

/** The answer to `session/new`. */
export const newSessionAnswer = z.pipe(
  z.pipe(z.transform(withSessionId), z.looseObject({ sessionId: z.string() })),
  z.transform(({ sessionId, ...rest }) => ({ sessionId, configOptions: sessionOptions.parse(rest) })),
);

/** The answer to `session/load` and `session/resume`: the options, or nothing at all (R33, R35). */
export const reopenedAnswer = z.catch(sessionOptions, []);

/** The answer of methods that return nothing: agents send an object, null or anything else. */
export const anyAnswer = z.unknown();

/** Where Gemini CLI reports the tokens of a turn; Claude repeats them there in other names. */
const quotaMeta = lenient(z.object({ quota: lenient(z.object({ token_count: reportedTokens })) }));

/** The ends of a turn, and what other protocols call them: in small letters, without what stands between words. */
const STOP_WORDS = {
  end_turn: ['endturn', 'end', 'stop', 'stopsequence'],
  max_tokens: ['maxtokens', 'length', 'maxlength', 'maxoutputtokens'],
  max_turn_requests: ['maxturnrequests', 'maxturns', 'maxsteps', 'maxiterations'],
  refusal: ['refusal', 'refused', 'contentfilter'],
  // Parley's own word for a turn that ended with its agent is `interrupted`.
  cancelled: ['cancelled', 'canceled', 'aborted', 'interrupted'],
};

const STOP_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(STOP_WORDS).flatMap(([stop, words]) => words.map((word) => [word, stop] as const)),
);

function stopWord(word: string): string {
  return STOP_OF.get(bareWord(word)) ?? (isSuccessWord(word) ? 'end_turn' : word);
}

/** Where agents put the text of their answer that send none while they work. */
const ANSWERS: readonly string[] = ['message', 'content', 'text', 'output', 'answer', 'response', 'result'];

/** The names of texts in such an answer; those of errors and reasons are left out. */
const ANSWER_FIELDS = /^(?:text|content|message|parts|output|answer)$/;

/** A word of programs for how the turn went. */
const OUTCOME = /^(?:[a-z]+[_-][a-z_-]+|stop(?:ped)?)$/i;

function isOutcome(text: string): boolean {
  const word = text.trim().replace(/\s*\.$/, '');
  return OUTCOME.test(word) || isSuccessWord(word);
}

function answerIn(beside: Readonly<Record<string, unknown>>): string | undefined {
  const texts = ANSWERS.map((name) => textsIn(beside[name], ANSWER_FIELDS));
  return texts.find((text) => text.trim() !== '' && !isOutcome(text));
}

/**
 * The answer to `session/prompt`; a stop reason Parley does not know is passed on (R47). Any answer that is no error ends
 * the turn as it should.
 */
export const promptAnswer = z.pipe(
  z.pipe(
    // A text or blocks alone are what the agent says.
    z.transform((answer) =>
      typeof answer === 'string' || Array.isArray(answer) ? { content: answer as unknown } : answer,
    ),
    z.catch(
      z.looseObject({
        stopReason: lenient(z.string()),
        stop_reason: lenient(z.string()),
        usage: reportedTokens,
        _meta: z.optional(z.unknown()),
      }),
      {},
    ),
  ),
  z.transform(({ stopReason, stop_reason, usage, _meta, ...beside }) => {
    const end = stopWord(stopReason ?? stop_reason ?? 'end_turn');
    const said = reasonsIn(_meta) ?? reasonsIn(beside);
    // Beside an error or another end, sentences are the reason of it.
    const isAnswered = end === 'end_turn' && (said?.errors ?? '') === '';
    return withoutUndefined({
      stopReason: end,
      tokens: usage ?? quotaMeta.parse(_meta)?.quota?.token_count,
      forkPoint: forkPointMeta.parse(_meta)?.['parley.dev/entryId'],
      answer: isAnswered ? answerIn(beside) : undefined,
      said,
    });
  }),
);

/** The message in the data of an error, wherever the agent put it. */
const errorData = z.union([
  z.string(),
  z.pipe(
    z.looseObject({ message: z.string() }),
    z.transform(({ message }) => message),
  ),
  z.pipe(
    z.looseObject({ details: z.string() }),
    z.transform(({ details }) => details),
  ),
  z.pipe(
    z.looseObject({ error: z.string() }),
    z.transform(({ error }) => error),
  ),
  z.pipe(
    z.looseObject({ reason: z.string() }),
    z.transform(({ reason }) => reason),
  ),
  // The answer of a model's server.
  z.pipe(
    z.looseObject({ error: z.looseObject({ message: z.string() }) }),
    z.transform(({ error }) => error.message),
  ),
]);

/** What an error's data says in a sentence; undefined when it is not known where that is. */
export function errorDataMessage(data: unknown): string | undefined {
  const message = errorData.safeParse(data);
  return message.success && message.data.trim() !== '' ? message.data.trim() : undefined;
}

/** A page of a proxy in place of an answer, and its heading. */
const PAGE_START = /<(?:!doctype\s{1,9}html|html)[\s>]/i;
const PAGE_HEADING = /<(?:title|h1)(?:\s[^<>]{0,200})?>(?<heading>[^<]{1,200})</i;

/**
 * The message of an error, as it would stand in a terminal; where the answer of a server stands in it as JSON, or the
 * page of a proxy, what that says is there instead.
 */
export function errorMessage(message: string): string {
  const text = withoutEscapes(message);
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}') + 1];
  const said = start === -1 ? undefined : errorDataMessage(parseJson(text.slice(start, end)));
  // Google's servers send a list of one.
  if (said !== undefined)
    return `${text.slice(0, start).replace(/\[\s?$/, '')}${said}${text.slice(end).replace(/^\s?\]/, '')}`;
  const page = PAGE_START.exec(text);
  const heading = page === null ? undefined : PAGE_HEADING.exec(text)?.groups?.['heading']?.trim();
  return page === null || heading === undefined ? text : `${text.slice(0, page.index)}${heading}`;
}

/** An error's data as text: its message if it has one, else its JSON; undefined when there is none. */
export function describeErrorData(data: unknown): string | undefined {
  if (data === undefined || data === null) return undefined;
  const message = errorData.safeParse(data);
  return message.success ? errorMessage(message.data) : jsonText(data, 2);
}

/** The versions that a refused `initialize` names (-32022). */
export const supportedVersions = z.object({
  supported: z.union([z.array(z.union([z.number(), z.string()])), z.number(), z.string()]),
});
