// Plays a case of the hostile suite, and checks what holds after every one of them.
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { until } from '../agentHarness.ts';
import type { Received } from '../relayHarness.ts';
import { text } from '../sessions.ts';
import {
  filesOutside,
  handled,
  hostileFolders,
  relayBench,
  setUserSettings,
  setWorkspaceSettings,
  untouchedOutside,
  type HostileFolders,
  type RelayBench,
} from './hostileBench.ts';
import { hostileCase, singleSteps, type SingleStep } from './hostileCase.ts';

/** A request of the agent, and its answer once that is there. */
interface Requested {
  readonly answer: Promise<Received>;
  response: Received | undefined;
}

/** Plays a case from its JSON. Rejects when something does not hold. */
export async function playCase(source: string): Promise<void> {
  const folders = hostileFolders();
  const { userSettings, workspaceSettings, files, outside, ...played } = hostileCase.parse(
    JSON.parse(placed(source, folders)),
  );
  for (const [path, content] of Object.entries(files)) write(join(folders.workspace, path), content);
  const bench = await relayBench({ folders, userSettings, workspaceSettings });
  const player = new Player(bench);
  const otherBefore = bench.otherState();
  const steps = singleSteps({ userSettings, workspaceSettings, files, ...played });
  for (const [index, step] of steps.entries()) {
    await player.play(step, `step ${index + 1}, ${JSON.stringify(step).slice(0, 200)}`);
  }
  await handled(bench);
  expect(filesOutside(folders), 'what is outside').toEqual(outside ?? untouchedOutside);
  expect(existsSync(join(folders.workspace, 'PWNED')), 'something ran').toBe(false);
  expect(bench.relay.agent.status.state).toBe('ready');
  expect(bench.otherState(), 'the other session').toBe(otherBefore);
}

function placed(source: string, { workspace, outside }: HostileFolders): string {
  return source.replaceAll('$WS', workspace).replaceAll('$OUT', outside);
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

class Player {
  readonly #bench: RelayBench;
  readonly #requests = new Map<string, Requested>();

  constructor(bench: RelayBench) {
    this.#bench = bench;
  }

  async play(step: SingleStep, what: string): Promise<void> {
    const { relay, sessions, key, state } = this.#bench;
    if ('request' in step) {
      this.#request(step.request, step.params, step.as);
    } else if ('update' in step) {
      relay.notify('session/update', { sessionId: step.to ?? 's1', update: step.update });
    } else if ('notify' in step) {
      relay.notify(step.notify, step.params);
    } else if ('raw' in step) {
      relay.write(step.raw);
    } else if ('endTurn' in step) {
      relay.reply('session/prompt', { stopReason: step.endTurn });
      await until(() => state().turn === undefined, `${what}: the end of the turn`);
    } else if ('prompt' in step) {
      sessions.prompt(key, text(step.prompt));
      await until(() => relay.requests.some(({ method }) => method === 'session/prompt'), what);
    } else if ('answer' in step) {
      const question = state().permissions[0];
      const option = question?.options.find(({ kind }) => kind === step.answer);
      if (question === undefined || option === undefined) throw new Error(`There is no such answer: ${what}`);
      sessions.permissions.answer(key, question.requestId, option.optionId);
    } else if ('user' in step) {
      if (step.user === 'stops the turn') sessions.cancel(key);
      else await sessions.close(key);
    } else if ('userSettings' in step) {
      setUserSettings(step.userSettings);
    } else if ('workspaceSettings' in step) {
      setWorkspaceSettings(step.workspaceSettings);
    } else if ('link' in step) {
      symlinkSync(step.target, step.link);
    } else if ('rename' in step) {
      renameSync(step.rename, step.to);
    } else {
      await this.#check(step, what);
    }
  }

  #request(method: string, params: Record<string, unknown>, name: string): void {
    const { answer } = this.#bench.relay.send(method, { sessionId: 's1', ...params });
    const requested: Requested = { answer, response: undefined };
    answer.then(
      (response) => {
        requested.response = response;
      },
      () => {},
    );
    this.#requests.set(name, requested);
  }

  async #check(step: SingleStep, what: string): Promise<void> {
    const { state } = this.#bench;
    if ('asked' in step) {
      await handled(this.#bench);
      await until(() => state().permissions.length === step.asked, what).catch((error: unknown) => {
        expect(state().permissions, String(error)).toHaveLength(step.asked);
      });
      if (step.like !== undefined) expect(state().permissions[0], what).toMatchObject(step.like);
    } else if ('answered' in step) {
      const requested = this.#requested(step.answered);
      await until(() => requested.response !== undefined, what);
      const { error, result } = requested.response ?? {};
      expect(error === undefined ? 'result' : 'error', `${what}: ${JSON.stringify(error)}`).toBe(step.with);
      if (step.text !== undefined) expect(JSON.stringify(error ?? result), what).toContain(step.text);
    } else if ('waiting' in step) {
      await handled(this.#bench);
      expect(this.#requested(step.waiting).response, what).toBeUndefined();
    } else if ('file' in step) {
      const found = existsSync(step.file) ? readFileSync(step.file, 'utf8') : null;
      expect(found, what).toBe(step.is);
    } else if ('nowhere' in step) {
      expect(JSON.stringify(state()), what).not.toContain(step.nowhere);
    }
  }

  #requested(name: string): Requested {
    const requested = this.#requests.get(name);
    if (requested === undefined) throw new Error(`There is no request ${name}.`);
    return requested;
  }
}
