// Which sub-agent a permission request is for, where its call was reported as one of a sub-agent's.
import { entryById, type EntryPages } from '../../../src/core/session/entries.ts';
import { toolCallTitle } from '../../../src/core/session/toolCall/toolCallTitle.ts';
import { oneLine } from '../../../src/core/text/oneLine.ts';
import { Icon } from '../../ui/Icon.tsx';
import { CutText } from '../content/CutText.tsx';
import { useSession } from '../state/panelContext.tsx';
import { parentCall } from '../../../src/core/session/subagent/nestedCalls.ts';
import { dockStrings } from './dockStrings.ts';

/** As much as a line holds; the rest is shown on request. */
const MAX_CHARACTERS = 80;

export interface RequestingSubagentProps {
  readonly requestId: string;
  /** The call that is asked about. */
  readonly entryId: string;
}

export function RequestingSubagent({ requestId, entryId }: RequestingSubagentProps) {
  const title = useSession(({ entries }) => subagentTitle(entries, entryId));
  if (title === undefined) return null;
  return (
    <div className="row detail-text permission-subagent" data-testid="permission-subagent">
      <Icon name="type-hierarchy-sub" />
      <CutText
        id={`${requestId}:subagent`}
        text={dockStrings.forSubagent(title)}
        maxCharacters={MAX_CHARACTERS}
      />
    </div>
  );
}

function subagentTitle(entries: EntryPages, entryId: string): string | undefined {
  const asked = entryById(entries, entryId)?.found;
  const subagent = asked?.kind === 'tool' ? parentCall(entries, asked) : undefined;
  return subagent && oneLine(toolCallTitle(subagent.call));
}
