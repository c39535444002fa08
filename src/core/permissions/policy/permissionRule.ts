// The setting `parley.permissions.rules`: what a user may write there.
import * as z from 'zod/mini';
import type { Immutable } from '../../base/immutable.ts';
import { permissionStrings } from '../permissionStrings.ts';

/** Longer globs could take long to match. */
const MAX_GLOB_CHARACTERS = 500;

/** One word or several, any of which will do. */
function oneOrMore(one: z.ZodMiniString) {
  return z.union([
    z.pipe(
      one,
      z.transform((only) => [only]),
    ),
    z.array(one).check(z.minLength(1)),
  ]);
}

/**
 * Globs that would match nothing, or the opposite, so that a rule with one would never hold: with what is no part of a
 * glob here (extended ones, a negation, a variable, an address, quotes), or with a bracket that is never closed.
 */
const UNREADABLE_GLOB = /^!|[@+!?*]\(|\$\{|^[a-z]{2,}:\/|^(["'`]).*\1$|^[^{}]*\}|\{[^}]*$|(?<!\\)\[[^\]]*$/i;

const word = z.string().check(z.trim(), z.minLength(1));

const glob = word.check(
  z.maxLength(MAX_GLOB_CHARACTERS),
  z.refine((text) => !UNREADABLE_GLOB.test(text), { error: () => permissionStrings.unreadableGlob() }),
);

const ruleAction = z.enum(['allow', 'ask', 'deny']);
export type RuleAction = z.infer<typeof ruleAction>;

/**
 * One rule: it matches a request that meets every condition it names. Unknown keys make it unusable, because a
 * condition with a misspelt name would otherwise be none.
 */
const permissionRule = z.strictObject({
  action: ruleAction,
  /** What the rule is called in the card and the log. */
  name: z.exactOptional(z.string().check(z.trim(), z.maxLength(200))),
  /** Keys of `parley.agents`, or `demo`. */
  agent: z.exactOptional(oneOrMore(word)),
  /** ACP's tool kinds. */
  kind: z.exactOptional(oneOrMore(word)),
  /** Globs; relative ones are relative to the session's folder. */
  path: z.exactOptional(oneOrMore(glob)),
  /** First words of a command. */
  command: z.exactOptional(oneOrMore(word)),
  /** `server/tool`, `server/*`, or the tool's name alone. */
  mcpTool: z.exactOptional(oneOrMore(word)),
});
export type PermissionRule = Immutable<z.infer<typeof permissionRule>>;

/** A rule with its place in the setting. */
export interface PlacedRule {
  readonly source: 'user' | 'workspace';
  /** 0-based, in the setting. */
  readonly index: number;
  /** Undefined when what stands there cannot be understood. */
  readonly rule: PermissionRule | undefined;
  /** Why it cannot be understood. */
  readonly problem?: z.core.$ZodError;
}

/** Reads the value of the setting; what is no list counts as one rule that cannot be understood. */
export function readRules(source: PlacedRule['source'], value: unknown): readonly PlacedRule[] {
  if (value === undefined || value === null) return [];
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item, index) => {
    const parsed = permissionRule.safeParse(item);
    return parsed.success
      ? { source, index, rule: parsed.data }
      : { source, index, rule: undefined, problem: parsed.error };
  });
}
