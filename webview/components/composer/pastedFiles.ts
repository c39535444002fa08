// The files of the clipboard that are pasted, and not the text beside them.

/**
 * The files to paste. None where formatted text is on the clipboard, such as cells of a table: the image is then only a
 * picture of it. Plain text beside a file is its name.
 */
export function pastedFiles(clipboard: DataTransfer): readonly File[] {
  const hasText = clipboard.getData('text/plain').trim() !== '';
  return clipboard.types.includes('text/html') && hasText ? [] : [...clipboard.files];
}

/** The addresses of files that were copied in a file manager, where the browser gives them. */
export function pastedAddresses(clipboard: DataTransfer): readonly string[] {
  const lines = clipboard.getData('text/uri-list').split(/[\r\n]+/);
  return lines.map((line) => line.trim()).filter((line) => /^file:\/\//i.test(line));
}
