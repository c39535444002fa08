// The title of a session beside its changes: in the Source Control view, in the gutter's peek view, above changes.
import type { SessionState } from '../../../core/session/model.ts';
import { sessionTitle } from '../../../core/session/selectors.ts';
import { shortened } from '../../../core/text/wholeCharacters.ts';
import { withoutIcons } from '../../../host/text/iconText.ts';
import { reviewStrings } from './reviewStrings.ts';

const MAX_LENGTH = 40;

export function shownTitle(state: SessionState | undefined): string {
  return shortened(withoutIcons((state && sessionTitle(state)) ?? reviewStrings.untitled()), MAX_LENGTH);
}
