// Params of requests for files and commands in shapes near to those of ACP. Only what cannot be read as it is comes here.
import { protocolFields, type Fields } from '../schema/nearShapes.ts';

/** A command as it was meant. What could be meant in two ways stays, and is refused. */
export function nearCommand(params: unknown): unknown {
  const fields = protocolFields(params);
  if (fields === undefined) return params;
  const { cwd, env, outputByteLimit } = fields;
  return {
    ...fields,
    ...nearProgram(fields),
    env: nearVariables(env),
    // The folder of the session is the only one that these can mean.
    cwd: typeof cwd === 'string' && ['.', './'].includes(cwd.trim()) ? undefined : cwd,
    outputByteLimit: nearNumber(outputByteLimit),
  };
}

/** Which part of a file is meant. */
export function nearFile(params: unknown): unknown {
  const fields = protocolFields(params);
  if (fields === undefined) return params;
  return { ...fields, line: nearNumber(fields['line']), limit: nearNumber(fields['limit']) };
}

function nearProgram({ command, args }: Fields): Fields {
  if (Array.isArray(command) && (args === undefined || args === null || Array.isArray(args))) {
    const [program, ...before]: readonly unknown[] = command;
    return { command: program, args: [...before, ...(args ?? [])] };
  }
  if (typeof args !== 'string' || typeof command !== 'string') return {};
  // Several arguments in one text are the rest of a command line.
  return /\s/.test(args.trim()) ? { command: `${command} ${args}`, args: [] } : { args: [args] };
}

function nearVariables(env: unknown): unknown {
  if (Array.isArray(env)) {
    return env.map((variable: unknown) => {
      const [, name, value] = typeof variable === 'string' ? (/^([^=]+)=([^]*)$/.exec(variable) ?? []) : [];
      return name === undefined ? variable : { name, value };
    });
  }
  if (typeof env !== 'object' || env === null) return env;
  return Object.entries(env).map(([name, value]: [string, unknown]) => ({
    name,
    value: typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
  }));
}

function nearNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
}
