// What the agent runs beside its turns, in the dock: one line with how much it is, which expands to a row for each.
import './background.css';
import { useRef } from 'react';
import { isSameData } from '../../../src/core/base/isSameData.ts';
import { oneLine } from '../../../src/core/text/oneLine.ts';
import { useFold, usePost, useSession, useSessionKey } from '../../panel/state/panelContext.tsx';
import { shortText } from '../../text/shortText.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { backgroundWork, type BackgroundWork } from '../../panel/terminal/backgroundWork.ts';
import { backgroundStrings } from './backgroundStrings.ts';

export function BackgroundCard() {
  const work = useBackgroundWork();
  const [isOpen, fold] = useFold('background', false);
  const [first] = work;
  if (first === undefined) return null;
  const label = backgroundStrings.working();
  const summary = work.length === 1 ? titleOf(first) : backgroundStrings.count(work.length);
  return (
    <section
      className="column dock-card background-work"
      data-testid="background"
      data-count={work.length}
      aria-label={label}
    >
      <button
        type="button"
        className="centered-row background-summary"
        aria-expanded={isOpen}
        onClick={() => fold(!isOpen)}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        <span>{label}</span>
        <span className="dim one-line fill">{`· ${summary}`}</span>
      </button>
      {isOpen && (
        <ul className="background-list">
          {work.map((each) => (
            <Row key={each.id} work={each} />
          ))}
        </ul>
      )}
    </section>
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
      <span className="one-line background-title" title={title}>
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
