// What Parley sends to agents, by method: checked before it is sent, as what comes from them is when it comes.
import { isAbsolute } from 'node:path';
import * as z from 'zod/mini';
import { steeringBehavior } from '../../core/ports/agent.ts';
import { contentBlock } from '../../core/session/content.ts';

const meta = z.optional(z.record(z.string(), z.unknown()));
const sessionId = z.string();
/** What an agent called a mode, a model, an option or a value: some send numbers or switches. */
const asSent = z.union([z.string(), z.number(), z.boolean()]);
const absolutePath = z.string().check(z.refine((path) => isAbsolute(path), 'not an absolute path'));
const namedValue = z.strictObject({ name: z.string(), value: z.string() });

const mcpServer = z.union([
  z.strictObject({
    name: z.string(),
    command: z.string(),
    args: z.array(z.string()),
    env: z.array(namedValue),
  }),
  z.strictObject({
    type: z.enum(['http', 'sse']),
    name: z.string(),
    url: z.string(),
    headers: z.array(namedValue),
  }),
]);

/** What every request that opens a session says of its folders and MCP servers (R31, R38, R43). */
const setup = {
  cwd: absolutePath,
  mcpServers: z.array(mcpServer),
  additionalDirectories: z.optional(z.array(absolutePath)),
  _meta: meta,
};

/** Every kind of content of ACP; what Parley does not know itself, it does not send. */
const prompt = z.array(
  contentBlock.check(z.refine(({ type }) => type !== 'unknown', 'not a kind of content')),
);

const ofSession = z.strictObject({ sessionId });

/** The parameters of every request and notification; a method that is not here is not sent. No field is added (R11). */
export const requestParams = {
  initialize: z.strictObject({
    protocolVersion: z.int().check(z.nonnegative()),
    clientCapabilities: z.record(z.string(), z.unknown()),
    clientInfo: z.strictObject({ name: z.string(), title: z.string(), version: z.string() }),
    _meta: meta,
  }),
  authenticate: z.strictObject({ methodId: z.string(), _meta: meta }),
  logout: z.strictObject({ _meta: meta }),
  'session/new': z.strictObject(setup),
  'session/load': z.strictObject({ sessionId, ...setup }),
  'session/resume': z.strictObject({ sessionId, ...setup }),
  'session/fork': z.strictObject({ sessionId, ...setup }),
  'session/rewind': z.strictObject({ sessionId, toMessageId: z.string() }),
  'session/list': z.strictObject({ cwd: z.optional(absolutePath), cursor: z.optional(z.string()) }),
  'session/close': ofSession,
  'session/delete': ofSession,
  'session/prompt': z.strictObject({ sessionId, prompt, _meta: meta }),
  'session/cancel': ofSession,
  'session/set_mode': z.strictObject({ sessionId, modeId: asSent }),
  'session/set_model': z.strictObject({ sessionId, modelId: asSent }),
  // Only the value of a boolean option is sent with its type (R98).
  'session/set_config_option': z.union([
    z.strictObject({ sessionId, configId: asSent, value: z.union([z.string(), z.number()]) }),
    z.strictObject({ sessionId, configId: asSent, type: z.literal('boolean'), value: z.boolean() }),
  ]),
  'session/set_title': z.strictObject({ sessionId, title: z.string() }),
  '_session/steering': z.strictObject({
    sessionId,
    prompt,
    behavior: steeringBehavior,
  }),
  // The adapters of Claude and Codex serve this one.
  '_session/async_task/stop': z.strictObject({ sessionId, asyncTaskId: asSent }),
} as const satisfies Readonly<Record<string, z.ZodMiniType>>;

export type RequestMethod = keyof typeof requestParams;
