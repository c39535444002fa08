// The transcript: a virtual list that stays at the bottom only while the person is at the bottom.
import './transcript.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useSession, useSessionKey } from '../../panelContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { RowMaker, type Row } from './rows.ts';
import { estimateHeight } from './estimateHeight.ts';
import { TranscriptRow } from './TranscriptRow.tsx';
import { useStickToBottom } from './useStickToBottom.ts';
import { WorkingLine } from './WorkingLine.tsx';

/** Rows drawn beyond the edges. */
const OVERSCAN = 6;

export function Transcript() {
  const key = useSessionKey();
  const state = useSession((session) => session);
  const maker = useMemo(() => new RowMaker(key), [key]);
  const rows = useMemo(() => maker.rows(state), [maker, state]);
  const scroller = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(400);

  const stick = useStickToBottom(scroller, key);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.count,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => rows.at(index)?.key ?? index, [rows]),
    estimateSize: (index) => estimateHeight(rows.at(index), width),
    overscan: OVERSCAN,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    onChange: (instance) => {
      const shown = instance.scrollRect?.width;
      if (shown !== undefined && shown > 0 && shown !== width) setWidth(shown);
      stick.contentChanged();
    },
  });
  stick.attach(virtualizer);

  const items = virtualizer.getVirtualItems();
  return (
    <>
      <div
        ref={scroller}
        className="transcript"
        data-testid="transcript"
        role="log"
        aria-label="Conversation"
        aria-live="off"
        tabIndex={0}
        {...stick.handlers}
      >
        <div ref={virtualizer.containerRef} className="transcript-rows">
          {items.map(({ index, key: rowKey }) => {
            const row: Row | undefined = rows.at(index);
            return (
              row !== undefined && (
                <div
                  key={rowKey}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className="transcript-row"
                >
                  <TranscriptRow row={row} />
                </div>
              )
            );
          })}
        </div>
        <WorkingLine />
      </div>
      {!stick.isAtBottom && (
        <div className="transcript-jump">
          <Button data-testid="jump-to-bottom" onClick={stick.toBottom}>
            <Icon name="arrow-down" />
            <span className="transcript-jump-label">{stick.hasNews ? 'New messages' : 'Latest'}</span>
          </Button>
        </div>
      )}
    </>
  );
}
