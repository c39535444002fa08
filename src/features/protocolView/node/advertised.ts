// What both sides advertised in the handshake, and whether a message uses anything else.
import * as z from 'zod/mini';
import type { Problem } from '../core/protocolRow.ts';
import { verdictStrings as strings } from '../core/verdictStrings.ts';
import type { WireDirection } from '../core/wireRecord.ts';
import { initializeAnswer, type InitializeAnswer } from '../../../agents/schema/answerSchema.ts';
import { lenient } from '../../../agents/schema/lenient.ts';
import { broken } from './problems.ts';

const flag = lenient(z.boolean());

const clientParams = z.object({
  clientCapabilities: lenient(
    z.object({
      fs: lenient(z.object({ readTextFile: flag, writeTextFile: flag })),
      terminal: flag,
      elicitation: lenient(z.looseObject({})),
    }),
  ),
});

const promptParams = z.object({ prompt: z.array(z.object({ type: z.string() })) });

/** Undefined where that side was not heard yet. */
export interface Capabilities {
  readonly client?: z.output<typeof clientParams>['clientCapabilities'];
  readonly agent?: InitializeAnswer;
}

/** `client`: the params of `initialize`; `agent`: its result. */
export function capabilitiesOf({ client, agent }: { client?: unknown; agent?: unknown }): Capabilities {
  const ofClient = clientParams.safeParse(client);
  const ofAgent = initializeAnswer.safeParse(agent);
  return {
    ...(ofClient.success ? { client: ofClient.data.clientCapabilities ?? {} } : {}),
    ...(ofAgent.success ? { agent: ofAgent.data } : {}),
  };
}

export function advertisedProblems(
  direction: WireDirection,
  method: string,
  params: unknown,
  { client, agent }: Capabilities,
): readonly Problem[] {
  if (direction === 'in') {
    const isServed = client === undefined || servedByClient(method, client);
    return isServed ? [] : [broken('R79', strings.notAdvertised(method))];
  }
  if (agent === undefined) return [];
  if (method === 'session/prompt') return promptProblems(params, agent);
  return servedByAgent(method, agent) ? [] : [broken('R32', strings.notAdvertised(method))];
}

function servedByClient(method: string, client: NonNullable<Capabilities['client']>): boolean {
  if (method === 'fs/read_text_file') return client.fs?.readTextFile === true;
  if (method === 'fs/write_text_file') return client.fs?.writeTextFile === true;
  if (method.startsWith('terminal/')) return client.terminal === true;
  return method === 'elicitation/create' ? client.elicitation !== undefined : true;
}

function servedByAgent(method: string, { sessions }: InitializeAnswer): boolean {
  switch (method) {
    case 'session/load':
      return sessions.load;
    case 'session/resume':
      return sessions.resume;
    case 'session/fork':
      return sessions.fork;
    case 'session/list':
      return sessions.list;
    case 'session/close':
      return sessions.close;
    case 'session/delete':
      return sessions.delete;
    default:
      return true;
  }
}

function promptProblems(params: unknown, { promptCapabilities }: InitializeAnswer): readonly Problem[] {
  const kinds = new Set(promptParams.safeParse(params).data?.prompt.map(({ type }) => type));
  const refused = [
    ...(kinds.has('image') && !promptCapabilities.image ? ['image'] : []),
    ...(kinds.has('audio') && !promptCapabilities.audio ? ['audio'] : []),
    ...(kinds.has('resource') && !promptCapabilities.embeddedContext ? ['resource'] : []),
  ];
  return refused.map((kind) => broken('R44', strings.kindNotAccepted(kind)));
}
