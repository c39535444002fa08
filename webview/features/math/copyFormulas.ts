// Copies formulas as they were written: what is selected of a typeset one would be copied as a column of signs.

/** Answers the copy events of the page whose selection has a formula. */
export function copyFormulasAsWritten(page: Document): void {
  page.addEventListener('copy', (event) => {
    const text = textWithSources(page);
    if (text === undefined || event.clipboardData === null) return;
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
  });
}

/** What is selected, with the sources of formulas alone; undefined where it has none. */
function textWithSources(page: Document): string | undefined {
  const selection = page.getSelection();
  if (selection === null || selection.rangeCount === 0) return undefined;
  const copy = page.createElement('div');
  copy.className = 'math-copy';
  copy.append(wholeFormulas(selection.getRangeAt(0)).cloneContents());
  const typeset = copy.querySelectorAll('.math-typeset');
  if (typeset.length === 0) return undefined;
  for (const element of typeset) element.remove();
  // Lines are broken where they are laid out.
  page.body.append(copy);
  const text = copy.innerText;
  copy.remove();
  return text;
}

/** The range, extended to the whole formulas in which it begins and ends: half of a typeset formula has no source. */
function wholeFormulas(selected: Range): Range {
  const range = selected.cloneRange();
  const first = formulaAround(range.startContainer);
  const last = formulaAround(range.endContainer);
  if (first !== null) range.setStartBefore(first);
  if (last !== null) range.setEndAfter(last);
  return range;
}

function formulaAround(node: Node): Element | null {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest('.math') ?? null;
}
