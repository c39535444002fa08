// What the agent runs beside its turns, in the dock: one line with how much it is, which expands to a row for each.
import { useRef } from 'react';
import { isSameData } from '../../../src/core/base/isSameData.ts';
import { oneLine } from '../../../src/core/text/oneLine.ts';
import { usePost, useSession, useSessionKey } from '../../panel/state/panelContext.tsx';
import { FoldedCard } from '../../panel/disclosure/FoldedCard.tsx';
import { shortText } from '../../text/shortText.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { backgroundWork, type BackgroundWork } from '../../panel/terminal/backgroundWork.ts';
import { backgroundStrings } from './backgroundStrings.ts';

export function BackgroundCard() {
  const work = useBackgroundWork();
  const [first] = work;
  if (first === undefined) return null;
  const summary = work.length === 1 ? titleOf(first) : backgroundStrings.count(work.length);
  return (
    <FoldedCard
      id="background"
      label={backgroundStrings.working()}
      detail={`· ${summary}`}
      count={work.length}
    >
      <ul className="card-list">
        {work.map((each) => (
          <Row key={each.id} work={each} />
        ))}
      </ul>
    </FoldedCard>
  );
}

function Row({ work }: { readonly work: BackgroundWork }) {
  const post = usePost();
  const key = useSessionKey();
  const { detail = '', stop } = work;
  const title = titleOf(work);
  return (
    <li className="centered-row">
      <Icon name="loading" spin />
      <span className="one-line folded-card-title" title={title}>
        {title}
      </span>
      <span className="dim one-line fill">{detail === '' ? '' : `· ${detail}`}</span>
      {stop !== undefined && (
        <IconButton
          icon="debug-stop"
          label={backgroundStrings.stop(title)}
          data-testid="background-stop"
          onClick={() => post({ ...stop, key })}
        />
      )}
    </li>
  );
}

function titleOf({ title }: BackgroundWork): string {
  return shortText(oneLine(title)) || backgroundStrings.untitled();
}

/** The same array while nothing changed in it. */
function useBackgroundWork(): readonly BackgroundWork[] {
  const last = useRef<readonly BackgroundWork[]>([]);
  return useSession((state) => {
    const found = backgroundWork(state);
    if (!isSameData(found, last.current)) last.current = found;
    return last.current;
  });
}
