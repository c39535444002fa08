// What is wrong with the parameters of one message, whatever came before it.
import { posix, win32 } from 'node:path';
import * as z from 'zod/mini';
import type { Problem } from '../core/protocolRow.ts';
import { verdictStrings as strings } from '../core/verdictStrings.ts';
import type { WireDirection } from '../core/wireRecord.ts';
import { firstProblem } from '../../../core/text/schemaProblem.ts';
import { permissionParams } from '../../../agents/schema/permissionSchema.ts';
import { requestParams, type RequestMethod } from '../../../agents/schema/requestSchema.ts';
import { readExactUpdate } from '../../../agents/schema/updateSchema.ts';
import { broken, unknown } from './problems.ts';

const sessionId = z.string();
const line = z.optional(z.nullable(z.number()));

/** What an agent has to say in its requests; what else is there is not looked at. */
const agentParams: Readonly<Record<string, z.ZodMiniType>> = {
  'fs/read_text_file': z.object({ sessionId, path: z.string(), line, limit: line }),
  'fs/write_text_file': z.object({ sessionId, path: z.string(), content: z.string() }),
  'terminal/create': z.object({
    sessionId,
    command: z.string(),
    args: z.optional(z.nullable(z.array(z.string()))),
    cwd: z.optional(z.nullable(z.string())),
  }),
  'terminal/output': z.object({ sessionId, terminalId: z.string() }),
  'terminal/wait_for_exit': z.object({ sessionId, terminalId: z.string() }),
  'terminal/kill': z.object({ sessionId, terminalId: z.string() }),
  'terminal/release': z.object({ sessionId, terminalId: z.string() }),
  'session/request_permission': permissionParams,
};

const pathParams = z.object({ path: z.optional(z.string()), cwd: z.optional(z.nullable(z.string())) });
const lineParams = z.object({ line });
const location = z.object({ path: z.string(), line });
const updatePaths = z.object({
  update: z.object({
    locations: z.catch(z.optional(z.array(z.unknown())), undefined),
    content: z.catch(z.optional(z.array(z.unknown())), undefined),
  }),
});
const permissionOptions = z.object({ options: z.array(z.unknown()) });

export function contentProblems(
  direction: WireDirection,
  method: string,
  params: unknown,
): readonly Problem[] {
  if (direction === 'out') return isRequestMethod(method) ? sentProblems(method, params) : [];
  if (method === 'session/update') return updateProblems(params);
  const parsed = agentParams[method]?.safeParse(params);
  if (parsed?.success === false) return [broken('R8', strings.badParams(firstProblem(parsed.error)))];
  return [
    ...(method === 'session/request_permission' ? optionProblems(params) : []),
    ...(method.startsWith('fs/') || method === 'terminal/create' ? pathProblems(params) : []),
  ];
}

function isRequestMethod(method: string): method is RequestMethod {
  return Object.hasOwn(requestParams, method);
}

function sentProblems(method: RequestMethod, params: unknown): readonly Problem[] {
  const parsed = requestParams[method].safeParse(params);
  return parsed.success ? [] : [broken('R8', strings.badParams(firstProblem(parsed.error)))];
}

function updateProblems(params: unknown): readonly Problem[] {
  const reading = readExactUpdate(params);
  if (reading.kind === 'malformed') return [broken('R9', strings.badUpdate(reading.problem))];
  if (reading.kind === 'unknown') return [unknown('R9', strings.unknownUpdate(reading.name))];
  const { locations = [], content = [] } = updatePaths.safeParse(params).data?.update ?? {};
  return [...locations, ...content].flatMap((each) => {
    const { path, line: at } = location.safeParse(each).data ?? {};
    return [...relative(path), ...(at === undefined || at === null ? [] : badLine(at))];
  });
}

function optionProblems(params: unknown): readonly Problem[] {
  const options = permissionOptions.safeParse(params).data?.options ?? [];
  return options.length === 0 ? [broken('R71', strings.noOptions())] : [];
}

function pathProblems(params: unknown): readonly Problem[] {
  const { path, cwd } = pathParams.safeParse(params).data ?? {};
  const at = lineParams.safeParse(params).data?.line;
  return [
    ...relative(path),
    ...relative(cwd ?? undefined),
    ...(at === undefined || at === null ? [] : badLine(at)),
  ];
}

/** A recording may be of another system. */
function relative(path: string | undefined): readonly Problem[] {
  if (path === undefined || posix.isAbsolute(path) || win32.isAbsolute(path)) return [];
  return [broken('R17', strings.relativePath(path))];
}

function badLine(at: number): readonly Problem[] {
  return Number.isInteger(at) && at >= 1 ? [] : [broken('R17', strings.badLine(at))];
}
