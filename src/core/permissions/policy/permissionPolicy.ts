// Which rule decides a permission request: allow, ask or deny. Pure; what it does not understand it asks about.
import { isChange } from './requestFacts.ts';
import type { JudgedRequest } from './matchRule.ts';
import { isAllowedBy, isHeldBackBy } from './matchRule.ts';
import { ruleLabel, type PlacedRule, type RuleAction } from './permissionRule.ts';

/** What the settings say about permissions. */
export interface PolicySettings {
  /** The rules of the user's settings, first match wins. */
  readonly userRules: readonly PlacedRule[];
  /** The rules of the workspace's settings; those that allow do not count. */
  readonly workspaceRules: readonly PlacedRule[];
  readonly isReadOnly: boolean;
}

/** What is to be done with a request, and because of what. */
export interface Verdict {
  readonly action: RuleAction;
  /** The words for what decided; undefined when nothing did, and so the user is asked. */
  readonly rule?: string;
  /** Why an allowing rule did not count, when one did match. */
  readonly doubt?: string;
}

/** Nothing but the user decides. */
export const NO_POLICY: PolicySettings = { userRules: [], workspaceRules: [], isReadOnly: false };

/** The label of read-only mode in the card and the log. */
export const READ_ONLY = 'read-only mode';

const strictness: Readonly<Record<RuleAction, number>> = { allow: 0, ask: 1, deny: 2 };

/**
 * The verdict on a request. Read-only mode comes first. Then the rules of the user and those of the workspace are
 * asked one list after the other, and the stricter answer holds, so that a workspace can only hold back.
 */
export function judge(settings: PolicySettings, request: JudgedRequest): Verdict {
  if (settings.isReadOnly && isChange(request.facts)) return { action: 'deny', rule: READ_ONLY };
  const user = firstMatch(settings.userRules, request) ?? { action: 'ask' };
  const workspace = firstMatch(settings.workspaceRules.filter(holdsBack), request);
  if (workspace === undefined) return user;
  const isStricter = strictness[workspace.action] > strictness[user.action];
  const isFirstNamed = workspace.action === user.action && user.rule === undefined;
  return isStricter || isFirstNamed ? workspace : user;
}

/** What cannot be read may have been meant to hold back. */
function holdsBack({ rule }: PlacedRule): boolean {
  return rule?.action !== 'allow';
}

/**
 * The verdict of the first rule that matches. When a rule before it may match as well, but the request does not tell
 * enough, an allow becomes an ask.
 */
function firstMatch(rules: readonly PlacedRule[], request: JudgedRequest): Verdict | undefined {
  let doubtful: PlacedRule | undefined;
  for (const placed of rules) {
    const { rule } = placed;
    if (rule?.action === 'allow') {
      if (!isAllowedBy(rule, request)) continue;
      if (doubtful === undefined) return { action: 'allow', rule: ruleLabel(placed) };
      return { action: 'ask', rule: ruleLabel(doubtful), doubt: ruleLabel(placed) };
    }
    const match = rule === undefined ? 'maybe' : isHeldBackBy(rule, request);
    if (rule !== undefined && match === 'yes') return { action: rule.action, rule: ruleLabel(placed) };
    if (match === 'maybe') doubtful ??= placed;
  }
  return doubtful === undefined ? undefined : { action: 'ask', rule: ruleLabel(doubtful) };
}
