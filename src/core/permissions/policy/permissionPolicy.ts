// Which rule decides a permission request: allow, ask or deny. Pure; what it does not understand it asks about.
import type { JudgedRequest } from './matchRule.ts';
import { isAllowedBy, isRestrictedBy } from './matchRule.ts';
import { ruleLabel, type PlacedRule, type RuleAction } from './permissionRule.ts';
import { isDeniedInReadOnlyMode, READ_ONLY_MODE } from './readOnlyMode.ts';

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
  /** The label of the rule that decided; undefined when none did, and so the user is asked. */
  readonly rule?: string;
  /** The label of a rule that would allow the request, if `rule` could be ruled out. */
  readonly wouldAllow?: string;
}

const strictness: Readonly<Record<RuleAction, number>> = { allow: 0, ask: 1, deny: 2 };

/**
 * The verdict on a request. Read-only mode comes first. Then the rules of the user and those of the workspace are
 * matched one list after the other, and the stricter answer holds, so that a workspace can only restrict.
 */
export function judge(settings: PolicySettings, request: JudgedRequest): Verdict {
  if (settings.isReadOnly && isDeniedInReadOnlyMode(request.facts)) {
    return { action: 'deny', rule: READ_ONLY_MODE };
  }
  const user = firstMatch(settings.userRules, request) ?? { action: 'ask' };
  const workspace = firstMatch(settings.workspaceRules.filter(isRestrictive), request);
  if (workspace === undefined) return user;
  const isStricter = strictness[workspace.action] > strictness[user.action];
  const isFirstNamed = workspace.action === user.action && user.rule === undefined;
  return isStricter || isFirstNamed ? workspace : user;
}

/** A rule that cannot be read may have been meant to ask or to deny. */
function isRestrictive({ rule }: PlacedRule): boolean {
  return rule?.action !== 'allow';
}

/**
 * The verdict of the first rule that matches. When the request does not say enough to tell whether a restrictive rule
 * before it matches as well, an allow becomes an ask.
 */
function firstMatch(rules: readonly PlacedRule[], request: JudgedRequest): Verdict | undefined {
  let unknown: PlacedRule | undefined;
  for (const placed of rules) {
    const { rule } = placed;
    if (rule?.action === 'allow') {
      if (!isAllowedBy(rule, request)) continue;
      if (unknown === undefined) return { action: 'allow', rule: ruleLabel(placed) };
      return { action: 'ask', rule: ruleLabel(unknown), wouldAllow: ruleLabel(placed) };
    }
    const match = rule === undefined ? 'unknown' : isRestrictedBy(rule, request);
    if (rule !== undefined && match === 'yes') return { action: rule.action, rule: ruleLabel(placed) };
    if (match === 'unknown') unknown ??= placed;
  }
  return unknown === undefined ? undefined : { action: 'ask', rule: ruleLabel(unknown) };
}
