// What a copy of a session is called until its agent names it.
import type { SessionState } from '../../session/model.ts';
import { sessionTitle } from '../../session/selectors.ts';
import { sessionLifecycleStrings } from '../sessionLifecycleStrings.ts';

/** The title of a copy of all of a session. */
export function titleOfCopy(source: SessionState): string {
  const title = sessionTitle(source);
  const { forkOf, forkOfUntitled } = sessionLifecycleStrings;
  return title === undefined ? forkOfUntitled() : forkOf(title);
}
