// The table of what works with the agent in Parley.
import type { Capability } from '../../../src/features/agentCheck/core/checkReport.ts';
import { Icon } from '../../ui/Icon.tsx';
import { checkPageStrings } from './checkPageStrings.ts';
import { CAPABILITY_ICONS } from './stateIcons.ts';

export function Capabilities({ capabilities }: { readonly capabilities: readonly Capability[] }) {
  return (
    <table className="check-table">
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{checkPageStrings.capability()}</th>
          <th scope="col">{checkPageStrings.works()}</th>
          <th scope="col">{checkPageStrings.meaning()}</th>
        </tr>
      </thead>
      <tbody>
        {capabilities.map(({ name, label, state, note }) => {
          const icon = CAPABILITY_ICONS[state];
          return (
            <tr key={name} data-testid="capability" data-name={name} data-state={state}>
              <th scope="row">{label}</th>
              <td className="check-state" data-state={state}>
                <Icon name={icon.icon} />
                <span>{icon.label()}</span>
              </td>
              <td className="preserve-lines page-text">{note}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
