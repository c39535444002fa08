// How a path is shown to a user.
import { visibleLine } from '../text/visibleText.ts';

/** A path as it may be shown to a user: what could hide or reorder its characters is spelled out. */
export function visiblePath(path: string): string {
  return visibleLine(path);
}
