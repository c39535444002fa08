// Params of requests for files and commands in shapes near to those of ACP. Only what cannot be read as it is comes here.
import { folderPath, protocolFields, type Fields } from '../schema/nearShapes.ts';

/** A command as it was meant. What could be meant in two ways stays, and is refused. */
export function nearCommand(params: unknown): unknown {
  const fields = protocolFields(params);
  if (fields === undefined) return params;
  const { cwd, env, outputByteLimit } = fields;
  return {
    ...fields,
    ...nearProgram(fields),
    env: nearVariables(env),
    cwd: nearFolder(cwd),
    outputByteLimit: nearLimit(outputByteLimit),
  };
}

/** Which part of a file is meant. */
export function nearFile(params: unknown): unknown {
  const fields = protocolFields(params);
  if (fields === undefined) return params;
  return { ...fields, line: nearNumber(fields['line']), limit: nearNumber(fields['limit']) };
}

/** The folder of the session is the only one that no name and a dot can mean; an address of a folder is its path. */
function nearFolder(cwd: unknown): unknown {
  if (typeof cwd !== 'string') return cwd;
  if (['', '.', './'].includes(cwd.trim())) return undefined;
  return folderPath(cwd);
}

/** A whole number of bytes. A negative limit is no limit. */
function nearLimit(value: unknown): unknown {
  const limit = nearNumber(value);
  if (typeof limit !== 'number' || !Number.isFinite(limit)) return limit;
  return limit < 0 ? undefined : Math.floor(limit);
}

function nearProgram({ command, args: sent }: Fields): Fields {
  const args: unknown = Array.isArray(sent) ? sent.filter((each: unknown) => each !== null) : sent;
  if (Array.isArray(command) && (args === undefined || args === null || Array.isArray(args))) {
    const [program, ...before]: readonly unknown[] = command;
    return { command: program, args: [...before, ...(args ?? [])] };
  }
  if (typeof args !== 'string' || typeof command !== 'string') return { args };
  // Several arguments in one text are the rest of a command line.
  return /\s/.test(args.trim()) ? { command: `${command} ${args}`, args: [] } : { args: [args] };
}

function nearVariables(env: unknown): unknown {
  if (Array.isArray(env)) {
    return env.flatMap((variable: unknown) => {
      const [, name, value] = typeof variable === 'string' ? (/^([^=]+)=([^]*)$/.exec(variable) ?? []) : [];
      if (name !== undefined) return [{ name, value }];
      const fields = protocolFields(variable);
      return fields === undefined || typeof fields['name'] !== 'string'
        ? [variable]
        : nearVariable(fields['name'], fields['value']);
    });
  }
  if (typeof env !== 'object' || env === null) return env;
  return Object.entries(env).flatMap(([name, value]: [string, unknown]) => nearVariable(name, value));
}

/** A variable without a value is one that is not set. */
function nearVariable(name: string, value: unknown): readonly object[] {
  if (value === null || value === undefined) return [];
  return [{ name, value: typeof value === 'number' || typeof value === 'boolean' ? String(value) : value }];
}

function nearNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
}
