// What the commands about permissions do.
import type { CommandHandler, CommandId } from '../window/commands.ts';
import type { DecisionLog } from './decisionLog.ts';
import type { PermissionRules } from './permissionRules.ts';

export type PermissionCommandId = Extract<
  CommandId,
  'parley.explainPermission' | 'parley.showDecisions' | 'parley.exportDecisions' | 'parley.toggleReadOnly'
>;

/** The handlers of the commands about permissions. */
export function permissionCommands(
  rules: PermissionRules,
  decisions: DecisionLog,
): Readonly<Record<PermissionCommandId, CommandHandler>> {
  return {
    'parley.explainPermission': async (argument) => {
      const { explainPermission } = await import('./explainPermission.ts');
      await explainPermission(argument, rules);
    },
    'parley.showDecisions': () => decisions.show(),
    'parley.exportDecisions': () => decisions.export(),
    'parley.toggleReadOnly': () => rules.toggleReadOnly(),
  };
}
