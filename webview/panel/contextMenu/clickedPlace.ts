// What was clicked where the context menu opens.
import type { MenuContext } from '../../../src/core/panel/menuContext.ts';
import { lastEntry, type Entry } from '../../../src/core/session/entries.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import { turnEntries } from '../../../src/core/changes/turnPrompts.ts';
import { selectedRange } from '../../text/selectedRange.ts';
import { hasTurnChanges } from '../entries/turnChanges.ts';
import { fileChanges } from '../toolCall/fileChanges.ts';

/** Elements with a context menu of the browser's own kind: cut, copy and paste. */
const EDITABLE = 'input, textarea, [contenteditable]';

/** Whether a text is edited where the menu opens. */
export function isEdited(target: Element): boolean {
  return target.closest(EDITABLE) !== null;
}

/** What VS Code needs to know to choose the items of the menu. */
export function menuContextOf(target: Element, session: SessionState): MenuContext {
  const entry = entryOf(target, session);
  return {
    parleySession: session.key,
    ...(entry === undefined ? {} : { parleyEntry: entry.id, parleyKind: kindOf(entry) }),
    parleySelection: selectedRange() !== undefined,
    parleyInput: session.readOnly === undefined,
    parleyCode: copyButton(target) !== undefined,
    parleyDiff: diffButton(target) !== undefined || (entry !== undefined && firstDiff(entry) !== undefined),
    parleyChanges:
      entry !== undefined &&
      hasTurnChanges(
        session,
        entry.id,
        isInLastTurn(entry, session) && (session.changes?.files.length ?? 0) > 0,
      ),
  };
}

function kindOf(entry: Entry): string {
  return entry.kind === 'tool' && entry.call.subagent !== undefined ? 'subagent' : entry.kind;
}

/** Whether an entry is in the last turn that has ended. */
function isInLastTurn(entry: Entry, { entries }: SessionState): boolean {
  return turnEntries(entries, entry.id).at(-1)?.id === lastEntry(entries)?.id;
}

function entryOf(target: Element, session: SessionState): Entry | undefined {
  const id = target.closest<HTMLElement>('[data-entry-id]')?.dataset['entryId'];
  return id === undefined ? undefined : entryWithId(session, id);
}

/** The entry with an id, unless it is gone. */
export function entryWithId({ entries }: SessionState, id: string): Entry | undefined {
  for (const page of entries.toReversed()) {
    const found = page.find((entry) => entry.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The place of the first diff in the content of a tool call. */
export function firstDiff(entry: Entry): number | undefined {
  return entry.kind === 'tool' ? fileChanges(entry.call).keys().next().value : undefined;
}

/** The button that copies the code block around an element. */
export function copyButton(target: Element): HTMLElement | undefined {
  const block = target.closest('[data-testid="code-block"]');
  return block?.querySelector<HTMLElement>('[data-testid="copy-code"]') ?? undefined;
}

/** The button that opens the diff around an element. */
export function diffButton(target: Element): HTMLElement | undefined {
  const diff = target.closest('[data-testid="diff"]');
  return diff?.querySelector<HTMLElement>('[data-testid="open-diff"]') ?? undefined;
}
