// Serves `terminal/create`, `output`, `wait_for_exit`, `kill` and `release` (R80–R87).
import { isAbsolute } from 'node:path';
import { ErrorCodes, noSuchSession, ResponseError } from '../wire/responseError.ts';
import * as z from 'zod/mini';
import type { CommandClientRequest, Permit } from '../../core/ports/clientRequests.ts';
import { FileAccessError, type FileRefusal, type FileSession } from '../../core/ports/fileAccess.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import type { TerminalExit } from '../../core/session/terminal/state.ts';
import type { TerminalAccess } from '../../core/ports/agentTerminals.ts';
import { userEnvironment } from '../../process/userEnvironment.ts';
import { shellCommand, shellLineOf } from '../../process/shellLine.ts';
import { unlessAborted } from '../../process/unlessAborted.ts';
import {
  LARGEST_OUTPUT,
  TerminalRefusedError,
  UnknownTerminalError,
  type AgentTerminals,
} from '../terminal/agentTerminals.ts';
import { CommandError } from '../terminal/terminalProcess.ts';
import { protocolFields } from '../schema/near/nearFields.ts';
import { nearCommand } from './nearParams.ts';
import { readParams, unclear } from './readParams.ts';
import type { RequestOrder } from './requestOrder.ts';

/** ACP's own error codes. */
const RESOURCE_NOT_FOUND = -32002;
const REQUEST_CANCELLED = -32800;

const REFUSAL_CODES: Partial<Readonly<Record<FileRefusal, number>>> = {
  'invalid-path': ErrorCodes.InvalidParams,
  cancelled: REQUEST_CANCELLED,
};

/** A NUL would end the text for the operating system. */
const withoutNul = z.string().check(z.refine((text) => !text.includes('\0'), 'contains a NUL character'));

const createParams = z.object({
  sessionId: z.string(),
  command: withoutNul.check(z.minLength(1)),
  args: z.nullish(z.array(withoutNul)),
  env: z.nullish(
    z.array(
      z.object({
        name: withoutNul.check(
          z.minLength(1),
          z.refine((name) => !name.includes('='), 'contains ='),
        ),
        value: withoutNul,
      }),
    ),
  ),
  cwd: z.nullish(
    z.string().check(z.refine(isAbsolute, { error: ({ input }) => `${String(input)} is not absolute` })),
  ),
  outputByteLimit: z.nullish(z.int().check(z.nonnegative())),
  unclear,
});

const terminalParams = z.object({ sessionId: z.string(), terminalId: z.string() });

const METHODS = [
  'terminal/create',
  'terminal/output',
  'terminal/wait_for_exit',
  'terminal/kill',
  'terminal/release',
] as const;
type TerminalMethod = (typeof METHODS)[number];

export interface TerminalContext {
  readonly terminals: AgentTerminals;
  readonly access: TerminalAccess;
  /** The session with that id, if the agent has it. */
  readonly session: (sessionId: string) => FileSession | undefined;
  readonly order: RequestOrder;
  /** Asks whether the agent may; calls `onAsking` when that is up to the user. Rejects with a FileAccessError. */
  readonly permit: (sessionId: string, access: CommandClientRequest, onAsking: () => void) => Promise<Permit>;
  readonly log: Log;
  /** Aborts when the agent withdraws the request, or is gone (R14, R16). */
  readonly signal: AbortSignal;
  /** Aborts then too, and when the user stops the session: what has not started by then is refused. */
  readonly asking: AbortSignal;
}

/** Whether {@link serveTerminal} takes requests of that method. */
export function isTerminalMethod(method: string): method is TerminalMethod {
  return METHODS.some((known) => known === method);
}

/**
 * Resolves to the result to send. Throws a `ResponseError`: -32602 for params that cannot be used (R8), -32002 for a
 * terminal that is not there (R86), -32800 for a withdrawn request (R14), else -32603 with the reason.
 */
export async function serveTerminal(
  method: TerminalMethod,
  params: unknown,
  context: TerminalContext,
): Promise<object> {
  try {
    return await serve(method, params, context);
  } catch (error) {
    throw context.signal.aborted ? withdrawn() : responseError(error, context.log);
  }
}

async function serve(method: TerminalMethod, params: unknown, context: TerminalContext): Promise<object> {
  if (method === 'terminal/create') return create(params, context);
  const { sessionId, terminalId } = readParams(
    terminalParams,
    params,
    protocolFields,
    'terminal',
    context.log,
  );
  const { terminals, signal } = context;
  switch (method) {
    case 'terminal/output': {
      const { output, truncated, exit } = terminals.output(sessionId, terminalId);
      return { output, truncated, ...(exit === undefined ? {} : { exitStatus: exitStatus(exit) }) };
    }
    case 'terminal/wait_for_exit':
      return exitStatus(await unlessAborted(terminals.waitForExit(sessionId, terminalId), signal, withdrawn));
    case 'terminal/kill':
      await terminals.kill(sessionId, terminalId);
      return {};
    case 'terminal/release':
      await terminals.release(sessionId, terminalId);
      return {};
  }
}

async function create(params: unknown, context: TerminalContext): Promise<{ terminalId: string }> {
  const { sessionId, command, args, env, cwd, outputByteLimit } = readParams(
    createParams,
    params,
    nearCommand,
    'terminal',
    context.log,
  );
  const { terminals, access, order, permit, asking } = context;
  const session = context.session(sessionId);
  if (session === undefined) throw noSuchSession(sessionId);
  const variables = Object.fromEntries((env ?? []).map(({ name, value }) => [name, value]));
  // A command starts after the writes before it, because it may use what they wrote.
  const start = async (onAsking: () => void): Promise<string> => {
    if (asking.aborted) throw new FileAccessError('cancelled', 'The user stopped the session.');
    const asked = await access.workingFolder(session, cwd ?? undefined);
    const program = { command, args: args ?? [] };
    const line = shellLineOf({ ...program, env: await userEnvironment(variables), cwd: asked });
    const started =
      line === undefined ? { ...program, env: variables } : { ...shellCommand(line), line, env: variables };
    const permitted = await permit(sessionId, { use: 'command', ...started, cwd: asked }, onAsking);
    try {
      const folder = (): Promise<string> => access.workingFolder(session, cwd ?? undefined);
      const limit = outputByteLimit ?? LARGEST_OUTPUT;
      const id = await terminals.create(sessionId, { ...started, folder }, limit, asking);
      permitted.close('completed');
      return id;
    } catch (error) {
      permitted.close('failed');
      throw error;
    }
  };
  const terminalId = await order.serve('other', sessionId, start);
  return { terminalId };
}

function exitStatus({ code, signal }: TerminalExit): {
  exitCode: number | null;
  signal: string | null;
} {
  return { exitCode: code, signal };
}

function withdrawn(): ResponseError {
  return new ResponseError(REQUEST_CANCELLED, 'The request was withdrawn.');
}

function responseError(error: unknown, log: Log): ResponseError {
  if (error instanceof ResponseError) return error;
  if (error instanceof UnknownTerminalError) return new ResponseError(RESOURCE_NOT_FOUND, error.message);
  if (error instanceof FileAccessError) {
    log.info(`Refused a command (${error.refusal}): ${error.message}`);
    const code = REFUSAL_CODES[error.refusal] ?? ErrorCodes.InternalError;
    return new ResponseError(code, error.message, { reason: error.refusal });
  }
  if (error instanceof CommandError || error instanceof TerminalRefusedError) {
    log.info(`Did not start a command: ${error.message}`);
    const reason = error instanceof CommandError ? error.reason : 'refused';
    return new ResponseError(ErrorCodes.InternalError, error.message, { reason });
  }
  log.error(`A terminal could not be served: ${String(error)}`);
  return new ResponseError(ErrorCodes.InternalError, 'The terminal could not be served.', {
    reason: 'failed',
  });
}
