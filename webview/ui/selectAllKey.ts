// Select All in the page's plain fields, such as those of forms; the composer's input has its own.

/**
 * Selects in the field at once, and keeps the key from VS Code, which would select once more a moment later: with what was
 * typed meanwhile, which the next key would replace.
 */
export function selectAllInField(event: KeyboardEvent): void {
  const isKey = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey);
  if (!isKey || event.shiftKey || event.altKey || event.defaultPrevented) return;
  // Fields of the toolkit are inside an element of its own.
  const [field] = event.composedPath();
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.select();
  event.preventDefault();
  event.stopPropagation();
}
