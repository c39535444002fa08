// Cases of the hostile suite as JSON: what the agent, the user and the repository do, and what must hold then.
//
// A file is named after what holds. In its texts `$WS` stands for the folder of the session, `$OUT` for a folder beside
// it, whose files `victim` and `secret` stay as they are, and `$N` for the number of a repeated step, from 1.
import * as z from 'zod';

const json = z.record(z.string(), z.unknown());
const settings = z.record(z.string(), z.unknown());

/** One step. The agent, the user and the checks take turns in the order in which they are written. */
const step = z.union([
  /** The agent sends a request, to which later steps refer by a name. */
  z.strictObject({ request: z.string(), params: json, as: z.string() }),
  /** The agent sends a `session/update`; to `s1` unless it names another session. */
  z.strictObject({ update: json, to: z.string().optional() }),
  /** The agent sends a notification. */
  z.strictObject({ notify: z.string(), params: json }),
  /** The agent writes this as it is. */
  z.strictObject({ raw: z.string() }),
  /** The agent ends the turn. */
  z.strictObject({ endTurn: z.string() }),
  /** The user sends a prompt. */
  z.strictObject({ prompt: z.string() }),
  /** The user answers the oldest question with the option of that kind. */
  z.strictObject({ answer: z.enum(['allow_once', 'allow_always', 'reject_once', 'reject_always']) }),
  /** The user stops the turn, or closes the session. */
  z.strictObject({ user: z.enum(['stops the turn', 'closes the session']) }),
  /** The user's settings change. */
  z.strictObject({ userSettings: settings }),
  /** The settings of the workspace change. */
  z.strictObject({ workspaceSettings: settings }),
  /** Somebody makes a link: its path, and where it leads. */
  z.strictObject({ link: z.string(), target: z.string() }),
  /** Somebody renames a file. */
  z.strictObject({ rename: z.string(), to: z.string() }),
  /** Waits until the user is asked that many questions; the oldest one looks like this. */
  z.strictObject({ asked: z.number(), like: json.optional() }),
  /** Waits for the answer to a request. `text` is in it. */
  z.strictObject({ answered: z.string(), with: z.enum(['result', 'error']), text: z.string().optional() }),
  /** The request is not answered, once all that came before has been handled. */
  z.strictObject({ waiting: z.string() }),
  /** A file has that text; null where there is none. */
  z.strictObject({ file: z.string(), is: z.string().nullable() }),
  /** The text shows nowhere in the session. */
  z.strictObject({ nowhere: z.string() }),
]);
export type SingleStep = z.infer<typeof step>;

export const hostileCase = z.strictObject({
  /** The findings and rows of `test/hostile/README.md` that the case is about. */
  about: z.array(z.string()).min(1),
  userSettings: settings.default({}),
  workspaceSettings: settings.default({}),
  /** Files of the workspace, by relative path. */
  files: z.record(z.string(), z.string()).default({}),
  /** Steps; one may be repeated. */
  steps: z.array(z.union([step, z.strictObject({ times: z.number(), steps: z.array(step) })])),
  /** What is outside at the end, where it is not what was there before. */
  outside: z.record(z.string(), z.string()).optional(),
});
export type HostileCase = z.infer<typeof hostileCase>;

/** The steps one by one. */
export function singleSteps({ steps }: HostileCase): readonly SingleStep[] {
  return steps.flatMap((each) =>
    'times' in each
      ? Array.from({ length: each.times }, (_, index) => numbered(each.steps, index + 1)).flat()
      : [each],
  );
}

function numbered(steps: readonly SingleStep[], number: number): readonly SingleStep[] {
  return z.array(step).parse(JSON.parse(JSON.stringify(steps).replaceAll('$N', String(number))));
}
