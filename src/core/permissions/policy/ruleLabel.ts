// The label of a rule: in English where it is stored, logged and sent to agents, in the display language for the user.
import { permissionStrings } from '../permissionStrings.ts';
import type { PlacedRule } from './permissionRule.ts';

/** Stands where the label of a rule would, when read-only mode decided. */
export const READ_ONLY_MODE = 'read-only mode';

const UNREADABLE = ' (cannot be read)';

/**
 * The label of a rule as it is stored: its name, or its place and what it says, in the words of the setting.
 * `localizedRuleLabel` reads it again, also as earlier versions stored it.
 */
export function ruleLabel({ source, index, rule }: PlacedRule): string {
  const place = `${source} rule ${index + 1}`;
  if (rule === undefined) return place + UNREADABLE;
  if (rule.name !== undefined && rule.name !== '') return `${rule.name} (${place})`;
  const conditions = (['agent', 'kind', 'path', 'command', 'mcpTool'] as const).flatMap((condition) => {
    const values = rule[condition];
    return values === undefined ? [] : [`${condition} ${values.join(' | ')}`];
  });
  return `${place}: ${[rule.action, ...conditions].join(', ')}`;
}

const NAMED = /^(?<name>.+) \((?<source>user|workspace) rule (?<number>\d+)\)$/su;
const UNNAMED = /^(?<source>user|workspace) rule (?<number>\d+)(?<rest>: .*| \(cannot be read\))?$/su;

/** A stored label for the user. A text that is no label of `ruleLabel` stays as it is. */
export function localizedRuleLabel(label: string): string {
  if (label === READ_ONLY_MODE) return permissionStrings.readOnlyMode();
  const { name, source, number, rest } = (NAMED.exec(label) ?? UNNAMED.exec(label))?.groups ?? {};
  if (source === undefined || number === undefined) return label;
  const place =
    source === 'user' ? permissionStrings.userRule(number) : permissionStrings.workspaceRule(number);
  if (name !== undefined) return permissionStrings.namedRule(name, place);
  if (rest === undefined) return place;
  if (rest === UNREADABLE) return permissionStrings.unreadableRule(place);
  return permissionStrings.ruleSaying(place, rest.slice(2));
}
