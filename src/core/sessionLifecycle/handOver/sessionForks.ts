// Copies of sessions by `session/fork`, up to a prompt where the agent can; what it copied is checked before it counts.
import { describeError, forkNotAtPrompt, ParleyError } from '../../errors.ts';
import type { Agent, ForkPoint, SessionAbilities } from '../../ports/agent.ts';
import type { Checkpoints, Clock, Log } from '../../ports/hostPorts.ts';
import { linksFrom, type RewoundParts } from '../../session/branches/branchLink.ts';
import { canEndAfterAnswer, type WholeForks } from '../../session/branches/forkAbility.ts';
import { promptCount, promptCut, type PromptCut } from '../../session/branches/promptCut.ts';
import { isPrompt } from '../../session/entries.ts';
import type { UpdateEvent } from '../../session/events.ts';
import { mergeReplay, replaysPrompt } from '../../session/replay/mergeReplay.ts';
import type { SessionState } from '../../session/model.ts';
import type { Attached } from '../attachment.ts';
import type { EarlyUpdates } from '../earlyUpdates.ts';
import type { SessionAnswers } from '../sessionAnswers.ts';
import type { SessionStore } from '../sessionStore.ts';

export interface SessionForksOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly checkpoints: Checkpoints | undefined;
  readonly earlyUpdates: EarlyUpdates;
  readonly answers: SessionAnswers;
  readonly wholeForks: WholeForks;
}

/** A copy that is to be made of a session. */
export interface SessionCopy {
  readonly key: string;
  /** What it is called until its agent names it; undefined: the first words of its next prompt. */
  readonly provisionalTitle: string | undefined;
  /** The id of the entry before which it ends; undefined: all of it. */
  readonly before: string | undefined;
  /** What it takes back, where it is a rewind of that session. */
  readonly rewound: RewoundParts | undefined;
}

export class SessionForks {
  readonly #options: SessionForksOptions;

  constructor(options: SessionForksOptions) {
    this.#options = options;
  }

  /**
   * Copies an attached session (R32), up to before an entry if one is named. Resolves to false where the agent cannot,
   * and where it has just copied more than it was asked for; rejects with a ParleyError when it refuses.
   */
  async fork({ agent, sessionId }: Attached, source: SessionState, copy: SessionCopy): Promise<boolean> {
    const { answers, earlyUpdates, store, wholeForks } = this.#options;
    const abilities = agent.description?.sessions;
    if (abilities?.fork !== true) return false;
    const cut = copy.before === undefined ? undefined : promptCut(source, copy.before);
    const point = cut === undefined ? undefined : forkPointOf(cut, abilities);
    if (copy.before !== undefined && point === undefined) return false;
    // An agent that does not know the key would copy all of the session without a word.
    const isUnsure = point?.kind === 'after-answer' && !abilities.forkAfterAnswer;
    if (isUnsure && wholeForks.has(agent.name)) return false;
    let forked: SessionState | undefined;
    let attachedId = '';
    await earlyUpdates.during(
      agent,
      async () => {
        const id = await this.#copyIn(agent, { sessionId, cwd: source.cwd, point });
        if (isUnsure && !earlyUpdates.holdsPrompt(agent, id)) await this.#replayOfCopy(agent, id, source.cwd);
        return id;
      },
      (forkedId, updates) => {
        const kept = { ...source, ...(cut === undefined ? {} : { entries: cut.entries, plan: [] }) };
        if (isUnsure && cut !== undefined && !isCutAsAsked(kept, updates, cut)) {
          this.#discard(agent, forkedId);
          wholeForks.add(agent.name);
          return;
        }
        const {
          turn: _ofTheSource,
          changes: _ofItsFiles,
          alias: _nameOfTheSource,
          provisionalTitle: _titleOfTheSource,
          branch,
          ...copied
        } = kept;
        const { key, provisionalTitle, rewound } = copy;
        const prompts = promptCount(kept);
        // Its agent names the copy and says what else there is to know of it.
        const info = { meta: {} };
        const state: SessionState = {
          ...copied,
          key,
          sessionId: forkedId,
          queue: [],
          ...(provisionalTitle === undefined ? {} : { provisionalTitle }),
          branch: [
            ...linksFrom(
              {
                key: source.key,
                prompt: prompts,
                own: prompts,
                ...(rewound === undefined ? {} : { rewound }),
              },
              branch,
            ),
          ],
          info,
        };
        store.add(state);
        store.dispatch(key, { type: 'restored', at: this.#now() });
        store.dispatch(key, { type: 'opening', at: this.#now() });
        answers.attach(key, agent, forkedId);
        for (const event of mergeReplay(state, updates, this.#now()).events) store.dispatch(key, event);
        forked = state;
        attachedId = forkedId;
      },
    );
    if (forked === undefined) return false;
    await this.#options.checkpoints?.share(checkpointsOf(forked), copy.key);
    if (await answers.setOptions(forked)) answers.opened(copy.key, attachedId);
    return true;
  }

  async #copyIn(
    agent: Agent,
    { sessionId, cwd, point }: Pick<Attached, 'sessionId'> & { cwd: string; point: ForkPoint | undefined },
  ): Promise<string> {
    try {
      return await agent.sessions.fork(sessionId, this.#options.answers.folders(cwd), point);
    } catch (error) {
      throw refusalOf(error, agent, point);
    }
  }

  /** Has the agent replay a copy that it has just made, to see where it ends. */
  async #replayOfCopy(agent: Agent, sessionId: string, cwd: string): Promise<void> {
    try {
      await agent.sessions.load(sessionId, this.#options.answers.folders(cwd));
    } catch (error) {
      this.#discard(agent, sessionId);
      throw error;
    }
  }

  async #remove(agent: Agent, sessionId: string): Promise<void> {
    if (agent.description?.sessions.delete === true) await agent.sessions.delete(sessionId);
    else await this.#options.answers.close({ agent, sessionId });
  }

  /** Frees a copy that is of no use, and deletes it where the agent can. */
  #discard(agent: Agent, sessionId: string): void {
    void this.#remove(agent, sessionId).catch((error: unknown) => {
      this.#options.log.warn(`${agent.name}: a copy was not deleted: ${describeError(error).message}`);
    });
  }

  #now(): number {
    return this.#options.clock.now();
  }
}

/** How the agent is asked for a copy that ends there; undefined where it cannot make one. */
function forkPointOf(cut: PromptCut, abilities: SessionAbilities): ForkPoint | undefined {
  if (abilities.forkAtPrompt && cut.beforePrompt !== undefined) return cut.beforePrompt;
  return canEndAfterAnswer(abilities) ? cut.afterAnswer : undefined;
}

function checkpointsOf(state: SessionState | undefined): readonly string[] {
  const prompts = state?.entries.flat().filter(isPrompt) ?? [];
  return prompts.flatMap(({ checkpoint }) => checkpoint ?? []);
}

/** Whether what the agent replays of a copy ends where it should; a replay without any prompt says nothing. */
function isCutAsAsked(
  kept: Pick<SessionState, 'entries'>,
  replay: readonly UpdateEvent[],
  { prompt }: PromptCut,
): boolean {
  const isReplayed = replay.some((update) => update.type === 'message_chunk' && update.role === 'user');
  return isReplayed && !replaysPrompt(kept, replay, prompt);
}

/** What a refusal means to the user: an agent that answers does not find the place in the session. */
function refusalOf(error: unknown, { label, status }: Agent, point: ForkPoint | undefined): unknown {
  if (point === undefined || status.state !== 'ready') return error;
  const { message, detail } = describeError(error);
  return new ParleyError(forkNotAtPrompt(label, detail ?? message), { cause: error });
}
