// The button of the session list. Where VS Code shows the title of the session, on the view or on the tab, it is not drawn
// again here, and the button takes no room: it appears at the upper edge under the pointer, with the focus, and while the
// list is open. In the secondary side bar, where VS Code shows no title, it always stands there with the title.
import './header.css';
import { useCallback, useState } from 'react';
import { sessionTitle } from '../../../src/core/session/selectors.ts';
import { usePanel, usePanelServices, useSession } from '../state/panelContext.tsx';
import { shortText } from '../../text/shortText.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { useRequest } from '../state/useRequest.ts';
import { headerStrings } from './headerStrings.ts';
import { SessionMenu } from './SessionMenu.tsx';

export function Header() {
  const title = shortText(useSession(sessionTitle) ?? headerStrings.newSession());
  const [isOpen, setOpen] = useSessionMenu();
  const showsTitle = usePanel((panel) => panel.showsTitle === true);
  return (
    <header className="session-head" data-open={isOpen} data-titled={showsTitle}>
      <h1 className="session-heading">
        <Popover
          isOpen={isOpen}
          onOpenChange={setOpen}
          label={headerStrings.sessions()}
          placement="bottom-start"
          testId="session-list"
          trigger={(properties) => (
            <button
              type="button"
              className="centered-row session-title"
              data-testid="session-title"
              data-label={headerStrings.sessions()}
              title={`${title}\n${headerStrings.showSessions()}`}
              onClick={() => setOpen(!isOpen)}
              {...properties}
            >
              <span className="session-name">{title}</span>
              <Icon name="chevron-down" />
            </button>
          )}
        >
          <SessionMenu close={() => setOpen(false)} />
        </Popover>
      </h1>
    </header>
  );
}

/** Whether the list is open; the host sends its rows while it is. */
function useSessionMenu(): readonly [boolean, (isOpen: boolean) => void] {
  const { store, post } = usePanelServices();
  const [isOpen, setOpen] = useState(false);
  const change = useCallback(
    (next: boolean) => {
      setOpen(next);
      post({ type: 'session_list', isOpen: next });
      if (!next) store.closeSessionList();
    },
    [store, post],
  );
  useRequest(['open_session_list'], () => change(true));
  return [isOpen, change];
}
