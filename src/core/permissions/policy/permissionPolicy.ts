// Which rule decides a permission request: allow, ask or deny. Pure; what it does not understand it asks about.
import { wordsOfCommands } from './commands/matchCommand.ts';
import type { ProtectedFile } from '../../session/permission/protectedFile.ts';
import { isNamedLiterally, lookingUpOnce, placesOf } from './matchPath.ts';
import { meantFiles } from './meantFiles.ts';
import type { JudgedRequest } from './matchRule.ts';
import { isAllowedBy, isRestrictedBy } from './matchRule.ts';
import type { PermissionRule, PlacedRule, RuleAction } from './permissionRule.ts';
import { protectionOf } from './protectedFiles.ts';
import type { ProtectedFileSettings } from './protectedFileSettings.ts';
import { isDeniedInReadOnlyMode } from './readOnlyMode.ts';
import { FILE_KINDS, mayWrite } from './requestFacts.ts';
import { READ_ONLY_MODE, ruleLabel } from './ruleLabel.ts';
import { wholeFilesOf } from './wholeFolders.ts';

/** What the settings say about permissions. */
export interface PolicySettings {
  /** The rules of the user's settings, first match wins. */
  readonly userRules: readonly PlacedRule[];
  /** The rules of the workspace's settings; those that allow do not count. */
  readonly workspaceRules: readonly PlacedRule[];
  readonly isReadOnly: boolean;
  /** Which files are protected besides the built-in list, and which of that are not. */
  readonly protectedFiles?: ProtectedFileSettings;
}

/** What is to be done with a request, and because of what. */
export interface Verdict {
  readonly action: RuleAction;
  /** The stored label of the rule that decided (`ruleLabel`); undefined when none did, and so the user is asked. */
  readonly rule?: string;
  /** The label of a rule that would allow the request, if `rule` could be ruled out. */
  readonly wouldAllow?: string;
  /** The files because of which the user is asked, whatever else a rule allows: they run on their own. */
  readonly protectedFiles?: readonly ProtectedFile[];
  /** The rule by which the request, which is asked about now, would be allowed. */
  readonly ruleToAdd?: RuleToAdd;
}

/** A rule that allows commands with exactly these words. */
interface RuleToAdd {
  readonly words: readonly string[];
  /** Its place among the rules of the user: before the one that asks. */
  readonly index: number;
}

/** Longer lines, and those of more commands, are no rule that anybody would read again. */
const MAX_RULE_CHARACTERS = 300;
const MAX_RULE_COMMANDS = 5;

const strictness: Readonly<Record<RuleAction, number>> = { allow: 0, ask: 1, deny: 2 };

/**
 * The verdict on a request. Read-only mode comes first. Then the rules of the user and those of the workspace are
 * matched one list after the other, and the stricter answer holds, so that a workspace can only restrict. What writes a
 * protected file is allowed only by a rule that names that file.
 */
export function judge(settings: PolicySettings, { facts, scope }: JudgedRequest): Verdict {
  const once = lookingUpOnce(scope);
  const isProtected = (path: string): boolean =>
    protectionOf(path, once, settings.protectedFiles) !== undefined;
  const request = { facts, scope: once, isProtected };
  if (settings.isReadOnly && isDeniedInReadOnlyMode(request.facts)) {
    return { action: 'deny', rule: READ_ONLY_MODE };
  }
  const protectedFiles = protectedFilesIn(request, settings.protectedFiles);
  const verdict = judgeByRules(settings, request, protectedFiles);
  if (verdict.action === 'ask' && protectedFiles.length === 0) {
    const ruleToAdd = ruleToAddFor(settings, request);
    return ruleToAdd === undefined ? verdict : { ...verdict, ruleToAdd };
  }
  return verdict.action === 'ask' && protectedFiles.length > 0 ? { ...verdict, protectedFiles } : verdict;
}

/** The rule with all words of the commands of a request, where that would allow it. */
function ruleToAddFor(settings: PolicySettings, request: JudgedRequest): RuleToAdd | undefined {
  const words = wordsOfCommands(request.facts.commands);
  if (words === undefined || words.length > MAX_RULE_COMMANDS) return undefined;
  if (words.join(' ').length > MAX_RULE_CHARACTERS) return undefined;
  const { userRules } = settings;
  const asking = userRules.findIndex(
    ({ rule }) => rule?.action === 'ask' && isRestrictedBy(rule, request) === 'yes',
  );
  const index = asking < 0 ? userRules.length : asking;
  const added: PlacedRule = { source: 'user', index, rule: { action: 'allow', command: words } };
  const rules = { ...settings, userRules: userRules.toSpliced(index, 0, added) };
  return judgeByRules(rules, request, []).action === 'allow' ? { words, index } : undefined;
}

function judgeByRules(
  settings: PolicySettings,
  request: JudgedRequest,
  protectedFiles: readonly ProtectedFile[],
): Verdict {
  const user = firstMatch(settings.userRules, request, protectedFiles) ?? { action: 'ask' };
  const workspace = firstMatch(settings.workspaceRules.filter(isRestrictive), request, protectedFiles);
  if (workspace === undefined) return user;
  const isStricter = strictness[workspace.action] > strictness[user.action];
  const isFirstNamed = workspace.action === user.action && user.rule === undefined;
  return isStricter || isFirstNamed ? workspace : user;
}

/** The protected files that a request may write, each once. */
function protectedFilesIn(
  { facts, scope }: JudgedRequest,
  settings: ProtectedFileSettings | undefined,
): readonly ProtectedFile[] {
  if (!mayWrite(facts)) return [];
  const found = new Map<string, ProtectedFile>();
  const named = [...facts.paths, ...facts.innerPaths];
  // Words of a command are no files that it writes.
  const possible = facts.kind === 'execute' ? [] : facts.possiblePaths;
  const meant = [...named, ...possible].flatMap((path) => meantFiles(path, scope, facts.arePathsExact).files);
  for (const file of [...meant, ...wholeFilesOf(facts, scope).paths]) {
    const reason = protectionOf(file, scope, settings);
    const path = placesOf(file, scope).at(-1) ?? file;
    if (reason !== undefined) found.set(path, { path, reason });
  }
  return [...found.values()];
}

/** Whether a file that the request changes may be any, a protected one too. */
function mayWriteUnclearFile({ facts, scope }: JudgedRequest): boolean {
  const isAboutFiles = FILE_KINDS.has(facts.kind) && mayWrite(facts);
  return (
    isAboutFiles &&
    (!wholeFilesOf(facts, scope).areAll ||
      [...facts.paths, ...facts.innerPaths].some(
        (path) => !meantFiles(path, scope, facts.arePathsExact).isClear,
      ))
  );
}

/** A rule that cannot be read may have been meant to ask or to deny. */
function isRestrictive({ rule }: PlacedRule): boolean {
  return rule?.action !== 'allow';
}

/**
 * The verdict of the first rule that matches. When the request does not say enough to decide whether a restrictive rule
 * before it matches as well, an allow becomes an ask.
 */
function firstMatch(
  rules: readonly PlacedRule[],
  request: JudgedRequest,
  protectedFiles: readonly ProtectedFile[],
): Verdict | undefined {
  let unknown: PlacedRule | undefined;
  for (const placed of rules) {
    const { rule } = placed;
    if (rule?.action === 'allow') {
      if (!isAllowedBy(rule, request) || !namesEach(rule, protectedFiles, request)) continue;
      if (mayWriteUnclearFile(request)) continue;
      // What could not be read may be about anything.
      if (request.facts.isIncomplete) continue;
      if (unknown === undefined) return { action: 'allow', rule: ruleLabel(placed) };
      return { action: 'ask', rule: ruleLabel(unknown), wouldAllow: ruleLabel(placed) };
    }
    const match = rule === undefined ? 'unknown' : isRestrictedBy(rule, request);
    if (rule !== undefined && match === 'yes') return { action: rule.action, rule: ruleLabel(placed) };
    if (match === 'unknown') unknown ??= placed;
  }
  return unknown === undefined ? undefined : { action: 'ask', rule: ruleLabel(unknown) };
}

/** Whether a rule names each of the files without wildcards. */
function namesEach(
  { path: globs = [] }: PermissionRule,
  files: readonly ProtectedFile[],
  { scope }: JudgedRequest,
): boolean {
  return files.every(({ path }) => globs.some((glob) => isNamedLiterally(path, glob, scope)));
}
