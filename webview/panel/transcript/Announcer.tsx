// Announces what is new to screen readers: finished blocks, states and failures, not tokens.
import { useEffect, useRef, useState } from 'react';
import { sessionTitle } from '../../../src/core/session/selectors.ts';
import { keyText } from '../../ui/keyText.ts';
import { usePanelServices } from '../state/panelContext.tsx';
import { AnnouncementMaker } from './announcements.ts';

/** Milliseconds between two announcements: what comes in between is said together. */
const PAUSE_MS = 1_000;

/** Something to say. Its number is that of the announcement, because the same text may have to be said again. */
interface Announcement {
  readonly number: number;
  readonly text: string;
}

const NOTHING: Announcement = { number: 0, text: '' };

export function Announcer() {
  const { store } = usePanelServices();
  const [polite, setPolite] = useState(NOTHING);
  const [assertive, setAssertive] = useState(NOTHING);
  const maker = useRef<AnnouncementMaker>(undefined);
  useEffect(() => {
    const current = (maker.current ??= new AnnouncementMaker({
      allow: keyText('Ctrl+Shift+Enter'),
      reject: keyText('Ctrl+Shift+Backspace'),
    }));
    const { session } = store.view;
    if (session !== undefined) {
      current.note(session, store.view.isEndOnly);
      current.skip(session, sessionTitle(session));
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = store.subscribe(() => {
      const { session: changed, isEndOnly } = store.view;
      if (changed !== undefined) current.note(changed, isEndOnly);
      timer ??= setTimeout(() => {
        timer = undefined;
        const now = store.view.session;
        if (now === undefined) return;
        const news = current.news(now, sessionTitle(now));
        if (news.polite !== '') setPolite(({ number }) => ({ number: number + 1, text: news.polite }));
        if (news.assertive !== '')
          setAssertive(({ number }) => ({ number: number + 1, text: news.assertive }));
      }, PAUSE_MS);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [store]);
  return (
    <>
      <div className="visually-hidden" role="status" data-testid="announcer">
        <span key={polite.number}>{polite.text}</span>
      </div>
      <div className="visually-hidden" aria-live="assertive" data-testid="announcer-assertive">
        <span key={assertive.number}>{assertive.text}</span>
      </div>
    </>
  );
}
