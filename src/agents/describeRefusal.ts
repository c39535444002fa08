// An agent's error answer as an error for the user (R20, R29, R41, R49).
import { ResponseError } from './wire/responseError.ts';
import * as z from 'zod/mini';
import {
  agentRefused,
  commandNotFound,
  programExited,
  sessionGone,
  unsupportedProtocol,
} from '../core/agentErrors.ts';
import { describeError, ParleyError } from '../core/errors.ts';
import { classifyFailure, type ReportedLimit } from '../core/failures/classifyFailure.ts';
import { classifiedError } from '../core/failures/failureErrors.ts';
import type { Log } from '../core/ports/hostPorts.ts';
import { signInNeeded } from '../core/signIn/signInErrors.ts';
import { jsonText } from '../../packages/process/excerpt.ts';
import {
  describeErrorData,
  errorDataMessage,
  errorMessage,
  supportedVersions,
} from './schema/answerSchema.ts';

/** ACP's own error codes. */
const AUTH_REQUIRED = -32000;
const RESOURCE_NOT_FOUND = -32002;
const UNSUPPORTED_PROTOCOL = -32022;

/** JSON-RPC's own code. Libraries use ACP's code for a missing sign-in for any error of a server, too. */
const INTERNAL_ERROR = -32603;

/** What messages about a missing sign-in contain. */
const SIGN_IN_PATTERN =
  /\b(?:(?:un)?auth(?:enticat|ori[sz]|enti[ck])\w*|o?auth|(?:sign|log)[ _-]?(?:in|on)|(?:not|be) (?:signed|logged) (?:in|on)|credentials?|api[ _-]?keys?|(?:access|auth|bearer|api|refresh|id)[ _-]tokens?|401|403|forbidden)\b/i;

/** ACP's own message for a missing sign-in. */
const STANDARD_SIGN_IN = /^\s*authentication required\.?\s*$/i;

/** The standard messages of codes, and none. */
const NO_MESSAGE =
  /^\s*(?:(?:(?:internal (?:server )?|unknown |server |parse )error|invalid (?:params|request))\.?)?\s*$/i;

/** The parts of a request's params and an error's data that name a session. */
const sessionOf = z.object({ sessionId: z.string() });
const resourceOf = z.object({ uri: z.string() });

/** What Parley's own program for RPC mode says about the program behind it (packages/rpc-agent/src/README.md). */
const relayError = z.object({
  'parley.dev/error': z.discriminatedUnion('code', [
    z.object({ code: z.literal('command-not-found'), command: z.string() }),
    z.object({ code: z.literal('agent-exited'), message: z.string(), stderrTail: z.string() }),
  ]),
});

export interface RefusalContext {
  /** The agent as the user knows it. */
  readonly label: string;
  readonly log: Log;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The limits of the account that the agent reported last. */
  readonly limit: ReportedLimit | undefined;
  /** Whether the agent has named ways of signing in, or nothing is known of it yet. */
  readonly canSignIn: boolean;
}

/** The error of a request with these params, as the user meets it. */
export function describeRefusal(
  error: unknown,
  params: object,
  { label, log, now, limit, canSignIn }: RefusalContext,
): ParleyError {
  if (error instanceof ParleyError) return error;
  if (!(error instanceof ResponseError)) return new ParleyError(describeError(error), { cause: error });
  const data = describeErrorData(error.data);
  log.error(`It answered with error ${error.code}: ${error.message} ${data ?? ''}`);
  const options = { cause: error };
  const said = errorMessage(error.message);
  const known = relayError.safeParse(error.data).data?.['parley.dev/error'];
  if (known?.code === 'command-not-found')
    return new ParleyError(commandNotFound(label, known.command), options);
  if (known?.code === 'agent-exited') {
    return new ParleyError(programExited(known.message, known.stderrTail), options);
  }
  const code = error.code === AUTH_REQUIRED && !isAboutSignIn(error, canSignIn) ? INTERNAL_ERROR : error.code;
  switch (code) {
    case AUTH_REQUIRED:
      return new ParleyError(signInNeeded(label, signInMessage(error)), options);
    case UNSUPPORTED_PROTOCOL: {
      const versions = supportedVersions.safeParse(error.data);
      const named = versions.success ? [versions.data.supported].flat().join(', ') : 'another';
      return new ParleyError(unsupportedProtocol(label, named), options);
    }
    case RESOURCE_NOT_FOUND:
      if (isAboutSession(error, params))
        return new ParleyError(sessionGone(label, saidOfSession(error, params, data)), options);
      return new ParleyError(agentRefused(label, said, data), options);
    default: {
      if (saysSessionIsGone(error, params))
        return new ParleyError(sessionGone(label, saidBy(said, data)), options);
      // The standard message of the code says nothing: what happened is in the data.
      const reason = NO_MESSAGE.test(error.message) ? errorDataMessage(error.data) : undefined;
      const [message = said] = reason === undefined ? [] : errorMessage(reason).split('\n');
      const failure = classifyFailure(error, limit, now);
      if (failure !== undefined) {
        return new ParleyError(classifiedError(label, failure, saidBy(said, data)), options);
      }
      return new ParleyError(agentRefused(label, message, data), options);
    }
  }
}

/** The message and the data, without one that the other has in it. */
function saidBy(message: string, data: string | undefined): string {
  if (data === undefined || message.includes(data)) return message;
  return NO_MESSAGE.test(message) || data.includes(message) ? data : `${message}\n${data}`;
}

/** The same without what only says that the session was not found. */
function saidOfSession(
  { message }: ResponseError,
  params: object,
  data: string | undefined,
): string | undefined {
  const { sessionId = '' } = sessionOf.safeParse(params).data ?? {};
  const own = message.replace(sessionId, '').replace(/(?:resource|session) not found|[\s\p{P}]/giu, '');
  return own === '' ? data : saidBy(message, data);
}

/** Whether the user has to sign in. Without a way to do so, an error of the server is most often one of another kind. */
function isAboutSignIn({ message, data }: ResponseError, canSignIn: boolean): boolean {
  if (canSignIn || message.trim() === '') return true;
  const text = `${message}\n${errorDataMessage(data) ?? ''}`.slice(0, MAX_SAID_CHARACTERS);
  const failure = classifyFailure({ code: 0, message: text, data: undefined }, undefined, 0);
  return failure === undefined ? SIGN_IN_PATTERN.test(text) : failure.class === 'auth-required';
}

/** What the agent says about the missing sign-in beside the standard message of the code. */
function signInMessage({ message, data }: ResponseError): string {
  const parts = [STANDARD_SIGN_IN.test(message) ? '' : message, errorDataMessage(data) ?? ''];
  return [...new Set(parts)].filter((part) => part !== '').join('\n');
}

/** Whether the agent answered that there is no such session (R41). */
export function isNotFound(error: unknown): boolean {
  const cause = error instanceof ParleyError ? error.cause : error;
  return cause instanceof ResponseError && cause.code === RESOURCE_NOT_FOUND;
}

/** How agents say, by any code, that they do not know a session; an id may stand in between. */
const SESSION_GONE = [
  /\b(?:session|conversation|thread)(?:[ _]?id)?\b[\s:"'`“(\\]*[\w.:-]*[\s"'`”)\\]*(?:is |was |has |could |can )?(?:not (?:be )?found|not known|unknown|does not exist|doesn['’]t exist|no longer exists?|not (?:be )?(?:loaded|open|active))/i,
  /\b(?:no|no such|unknown|cannot find|can['’]t find|could not find|couldn['’]t find|did not find) (?:previous |saved |such |matching )?(?:session|conversation|thread)s?\b/i,
  // Not every session that is invalid is unknown: its options or its folder may be wrong.
  /\b(?:invalid|unrecogni[sz]ed) (?:session|conversation|thread)[ _-]?(?:identifier|id)\b/i,
];
const METHOD_NOT_FOUND = -32601;
/** Longer data is a log or a page. */
const MAX_SAID_CHARACTERS = 4_000;

/** Whether a prompt, or the request for a session, was refused because the agent does not know the session. */
function saysSessionIsGone({ code, message, data }: ResponseError, params: object): boolean {
  const isAboutIt = Object.hasOwn(params, 'prompt') || Object.hasOwn(params, 'mcpServers');
  if (!isAboutIt || code === METHOD_NOT_FOUND || !sessionOf.safeParse(params).success) return false;
  const text = `${message}\n${jsonText(data, 0)}`.slice(0, MAX_SAID_CHARACTERS);
  return SESSION_GONE.some((pattern) => pattern.test(text));
}

/** What is not found may as well be a file that a prompt links to; then the data names that. */
function isAboutSession(error: ResponseError, params: object): boolean {
  const asked = sessionOf.safeParse(params);
  if (!asked.success) return false;
  const missing = resourceOf.safeParse(error.data);
  return !missing.success || missing.data.uri === asked.data.sessionId;
}
