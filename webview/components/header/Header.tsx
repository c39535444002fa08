// The title of the shown session for screen readers: VS Code shows it on the view and on the tab.
import { sessionTitle } from '../../../src/core/session/selectors.ts';
import { useSession } from '../../panelContext.tsx';
import { shortText } from '../../text/shortText.ts';
import { headerStrings } from './headerStrings.ts';

export function Header() {
  const title = shortText(useSession(sessionTitle) ?? headerStrings.newSession());
  return (
    <header className="visually-hidden">
      <h1 className="session-title" data-testid="session-title" title={title}>
        {title}
      </h1>
    </header>
  );
}
