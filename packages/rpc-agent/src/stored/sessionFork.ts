// Copies of a session: of all of it, or of what came before one of its prompts. The families name it differently.
import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { answerOf, type Family } from '../cli/cliFamily.ts';
import type { RpcCli } from '../cli/rpcCli.ts';

/** A prompt that a copy can begin before. */
export interface ForkPoint {
  readonly entryId: string;
  /** The whole prompt. */
  readonly text: string;
}

/** The first line of a stored session. */
const sessionHeader = z.looseObject({ type: z.literal('session'), id: z.string() });

const pointList = z.looseObject({ messages: z.array(z.unknown()) });
const pointItem = z.looseObject({ entryId: z.string().min(1), text: z.string() });

/** The result of `switch_session`, `fork` and `branch`. */
const moved = z.looseObject({
  cancelled: z.boolean().optional().catch(undefined),
  text: z.string().optional().catch(undefined),
});

/** An extension of the CLI did not allow it. The message is a sentence for the user. */
export class SessionChangeRefused extends Error {
  constructor(what: string) {
    super(`An extension of the agent did not allow ${what}.`);
    this.name = 'SessionChangeRefused';
  }
}

/** The prompts of the conversation, oldest first; none where the CLI does not list them. Rejects with RpcGone. */
export async function forkPoints(cli: Pick<RpcCli, 'request'>, family: Family): Promise<ForkPoint[]> {
  const answer = await answerOf(cli, family === 'pi' ? 'get_fork_messages' : 'get_branch_messages');
  const list = pointList.safeParse(answer?.data);
  if (!list.success) return [];
  return list.data.messages.flatMap((each) => {
    const point = pointItem.safeParse(each);
    return point.success ? [{ entryId: point.data.entryId, text: point.data.text }] : [];
  });
}

/**
 * Makes a CLI go on with a stored session. The file must exist: oh-my-pi would begin a new one there. Rejects with
 * RpcRefusal, RpcGone, or SessionChangeRefused.
 */
export async function switchSession(cli: Pick<RpcCli, 'request'>, sessionPath: string): Promise<void> {
  const answer = moved.safeParse(await cli.request('switch_session', { sessionPath }));
  if (answer.data?.cancelled === true) throw new SessionChangeRefused('this session to be opened');
}

export interface ForkOptions<Cli> {
  readonly family: Family;
  /** The file of the session that is copied. It must exist. */
  readonly sessionPath: string;
  /** The prompt that the copy begins before; undefined copies all. */
  readonly entryId: string | undefined;
  /** Starts another CLI, with these arguments after its own. */
  readonly start: (more: readonly string[]) => Promise<Cli>;
}

export interface Fork<Cli> {
  /** The CLI, whose session is the copy. */
  readonly cli: Cli;
  /** The prompt that the copy begins before, to be edited and sent again. */
  readonly prompt: string | undefined;
}

/**
 * Starts a CLI on a copy of a session; the session itself stays as it is. Rejects with RpcRefusal, RpcGone or
 * SessionChangeRefused; the CLI is stopped then.
 */
export async function startFork<Cli extends Pick<RpcCli, 'request' | 'stop'>>({
  family,
  sessionPath,
  entryId,
  start,
}: ForkOptions<Cli>): Promise<Fork<Cli>> {
  // The document of RPC mode knows no copy of a whole session; pi and oh-my-pi have an option for it.
  if (entryId === undefined && family !== 'xcsh')
    return { cli: await start(['--fork', sessionPath]), prompt: undefined };
  const cli = await start([]);
  let copy: string | undefined;
  try {
    if (entryId === undefined) {
      copy = await copyStoredSession(sessionPath);
      await switchSession(cli, copy);
      return { cli, prompt: undefined };
    }
    await switchSession(cli, sessionPath);
    const answer = moved.safeParse(await cli.request(family === 'pi' ? 'fork' : 'branch', { entryId }));
    if (answer.data?.cancelled === true) throw new SessionChangeRefused('this session to be copied');
    return { cli, prompt: answer.data?.text };
  } catch (error) {
    await cli.stop();
    if (copy !== undefined) await rm(copy, { force: true });
    throw error;
  }
}

/**
 * Writes a copy beside the file, with an id of its own, and returns its path: for a CLI that has no command for that. Rejects where the file cannot be read, or
 * does not begin with the header of a session.
 */
async function copyStoredSession(sessionPath: string): Promise<string> {
  const text = await readFile(sessionPath, 'utf8');
  const end = text.indexOf('\n');
  const id = randomUUID();
  const first: unknown = JSON.parse(end < 0 ? text : text.slice(0, end));
  const copied = { ...sessionHeader.parse(first), id, timestamp: new Date().toISOString() };
  const path = join(dirname(sessionPath), `${copied.timestamp.replaceAll(/[:.]/g, '-')}_${id}.jsonl`);
  await writeFile(path, `${JSON.stringify(copied)}\n${end < 0 ? '' : text.slice(end + 1)}`, {
    flag: 'wx',
    mode: 0o600,
  });
  return path;
}
