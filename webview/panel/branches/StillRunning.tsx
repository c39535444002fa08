// Before a rewind: what goes on beside the turns, and may change the files again that are restored.
import type { SessionState } from '../../../src/core/session/model.ts';
import { subagentCalls } from '../../../src/core/session/subagent/nestedCalls.ts';
import { isFinished } from '../../../src/core/session/toolCall/state.ts';
import { toolCallTitle } from '../../../src/core/session/toolCall/toolCallTitle.ts';
import { oneLine } from '../../../src/core/text/oneLine.ts';
import { listText } from '../../../src/core/text/localization.ts';
import { shortText } from '../../text/shortText.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useSession } from '../state/panelContext.tsx';
import { backgroundWork } from '../terminal/backgroundWork.ts';
import { branchStrings } from './branchStrings.ts';

const MAX_NAMED = 3;

export function StillRunning() {
  // Joined, so that nothing is rendered anew while the same goes on.
  const joined = useSession((state) => runningTitles(state).join('\n'));
  if (joined === '') return null;
  const titles = joined.split('\n');
  const named = titles.slice(0, MAX_NAMED).map((title) => shortText(title));
  const more = titles.length - named.length;
  return (
    <p className="row rewind-running" data-testid="rewind-running" role="status">
      <Icon name="warning" />
      <span className="fill">
        {branchStrings.stillRunning(titles.length)}{' '}
        {listText(more === 0 ? named : [...named, branchStrings.more(more)])}
      </span>
    </p>
  );
}

function runningTitles(state: SessionState): readonly string[] {
  const subagents = state.entries.flatMap(subagentCalls).filter(({ call }) => !isFinished(call.status));
  const titles = [
    ...subagents.map(({ call }) => toolCallTitle(call)),
    ...backgroundWork(state).map(({ title }) => title),
  ];
  return titles.map((title) => (title === '' ? branchStrings.untitledTask() : oneLine(title)));
}
