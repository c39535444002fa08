// What of the clipboard is pasted: files, or the text beside them.

/**
 * The files to paste. None where formatted text is on the clipboard, such as cells of a table: the image is then only a
 * picture of it. Plain text beside a file is its name.
 */
export function pastedFiles(clipboard: DataTransfer): readonly File[] {
  const hasText = clipboard.getData('text/plain').trim() !== '';
  return clipboard.types.includes('text/html') && hasText ? [] : [...clipboard.files];
}

/** Stands for the edge of an element until all are known: two that meet are one line break. */
const EDGE = '\0';

/** Elements that stand on lines of their own. */
const LINES = ['p', 'div', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'blockquote', 'table'];

/** The text to paste. Where an application gives formatted text alone, the text of that. */
export function pastedPlainText(clipboard: DataTransfer): string {
  const text = clipboard.getData('text/plain');
  const html = text === '' ? clipboard.getData('text/html') : '';
  if (html === '') return text;
  // Nothing of a document that is only parsed is loaded or run.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const hidden of body.querySelectorAll('script, style, template, title')) hidden.remove();
  for (const end of body.querySelectorAll('br')) end.replaceWith('\n');
  for (const cell of body.querySelectorAll('td + td, td + th, th + td, th + th')) cell.before('\t');
  for (const block of body.querySelectorAll(LINES.join(','))) {
    block.before(EDGE);
    block.append(EDGE);
  }
  return body.textContent.replaceAll(/\0[\s\0]*/g, '\n').trim();
}

/** The addresses of files that were copied in a file manager, where the browser gives them. */
export function pastedAddresses(clipboard: DataTransfer): readonly string[] {
  const lines = clipboard.getData('text/uri-list').split(/[\r\n]+/);
  return lines.map((line) => line.trim()).filter((line) => /^file:\/\//i.test(line));
}
