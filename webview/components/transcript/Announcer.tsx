// Announces what is new to screen readers: finished blocks and states, not tokens.
import { useEffect, useRef, useState } from 'react';
import { sessionTitle } from '../../../src/core/session/selectors.ts';
import { usePanelServices } from '../../panelContext.tsx';
import { AnnouncementMaker } from './announcements.ts';

/** Milliseconds between two announcements: what comes in between is said together. */
const PAUSE = 1_000;

export function Announcer() {
  const { store } = usePanelServices();
  const [words, setWords] = useState('');
  const maker = useRef<AnnouncementMaker>(undefined);
  useEffect(() => {
    const current = (maker.current ??= new AnnouncementMaker());
    const { session } = store.view;
    if (session !== undefined) {
      current.note(session);
      current.skip(session, sessionTitle(session));
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = store.subscribe(() => {
      const { session: changed } = store.view;
      if (changed !== undefined) current.note(changed);
      timer ??= setTimeout(() => {
        timer = undefined;
        const now = store.view.session;
        const news = now === undefined ? '' : current.news(now, sessionTitle(now));
        if (news !== '') setWords(news);
      }, PAUSE);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [store]);
  return (
    <div className="visually-hidden" role="status" data-testid="announcer">
      {words}
    </div>
  );
}
