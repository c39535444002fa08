// What the user has selected in the page.

/** The selected range; undefined when nothing is selected, though there may be a cursor. */
export function selectedRange(): Range | undefined {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  return selection.getRangeAt(0);
}

/** Whether all of an element is in a range. */
export function holds(range: Range, element: Element): boolean {
  return range.comparePoint(element, 0) === 0 && range.comparePoint(element, element.childNodes.length) === 0;
}
