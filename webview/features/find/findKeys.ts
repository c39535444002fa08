// The keys of the find bar that work wherever the focus is in the panel.
import type { FindModel } from './findModel.ts';

/** F3 and, on macOS, Cmd+G go to the next hit, with Shift to the previous; Escape closes the bar unless handled inside. */
export function handleFindKey(event: KeyboardEvent, find: FindModel): void {
  const { key, shiftKey, metaKey, ctrlKey, altKey, isComposing } = event;
  if (event.defaultPrevented || isComposing || ctrlKey || altKey) return;
  if ((key === 'F3' && !metaKey) || (metaKey && key.toLowerCase() === 'g')) find.step(shiftKey ? -1 : 1);
  else if (key === 'Escape' && find.view.isOpen) find.close(false);
  else return;
  event.preventDefault();
}
