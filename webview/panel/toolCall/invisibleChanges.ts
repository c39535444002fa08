// What a change does to a file beside its lines: line endings, the byte order mark, and the newline at the end.

export type LineEnding = 'CRLF' | 'LF' | 'CR' | 'mixed';

/** A difference that no line shows. */
export type InvisibleChange =
  | { readonly kind: 'line_endings'; readonly from: LineEnding; readonly to: LineEnding }
  | { readonly kind: 'byte_order_mark'; readonly isAdded: boolean }
  | { readonly kind: 'final_newline'; readonly isAdded: boolean };

const BYTE_ORDER_MARK = '\uFEFF';
const LINE_ENDINGS = /\r\n?|\n/g;
const NAMES: ReadonlyMap<string, LineEnding> = new Map([
  ['\r\n', 'CRLF'],
  ['\n', 'LF'],
  ['\r', 'CR'],
]);

/** The text without the mark that only says how it is encoded. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** What differs beside the lines of two texts; of one that is empty, only the mark can. */
export function invisibleChanges(oldText: string, newText: string): readonly InvisibleChange[] {
  if (oldText === newText) return [];
  if (oldText + newText === BYTE_ORDER_MARK) return [{ kind: 'byte_order_mark', isAdded: oldText === '' }];
  if (oldText === '' || newText === '') return [];
  const changes: InvisibleChange[] = [];
  const from = endingsOf(oldText);
  const to = endingsOf(newText);
  if (from !== undefined && to !== undefined && from.name !== to.name) {
    changes.push({ kind: 'line_endings', from: from.name, to: to.name });
  } else if (from?.name === 'mixed' && to?.name === 'mixed' && isOnlyOtherEndings(oldText, newText)) {
    changes.push({ kind: 'line_endings', from: 'mixed', to: 'mixed' });
  }
  const hasMark = newText.startsWith(BYTE_ORDER_MARK);
  if (hasMark !== oldText.startsWith(BYTE_ORDER_MARK)) {
    changes.push({ kind: 'byte_order_mark', isAdded: hasMark });
  }
  const endsWithNewline = /[\r\n]$/.test(newText);
  if (endsWithNewline !== /[\r\n]$/.test(oldText)) {
    changes.push({ kind: 'final_newline', isAdded: endsWithNewline });
  }
  return changes;
}

function endingsOf(text: string): { readonly name: LineEnding } | undefined {
  let name: LineEnding | undefined;
  for (const [ending] of text.matchAll(LINE_ENDINGS)) {
    const next = NAMES.get(ending) ?? 'LF';
    if (name !== undefined && name !== next) return { name: 'mixed' };
    name = next;
  }
  return name === undefined ? undefined : { name };
}

function isOnlyOtherEndings(oldText: string, newText: string): boolean {
  return oldText.replace(LINE_ENDINGS, '\n') === newText.replace(LINE_ENDINGS, '\n');
}
