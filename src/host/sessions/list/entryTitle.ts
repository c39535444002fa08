// The title of a session as lists and messages show it.
import { sessionStrings } from '../sessionStrings.ts';

/** The title of a session, or a default for one without. */
export function entryTitle({ title }: { readonly title?: string }): string {
  return title ?? sessionStrings.untitled();
}
