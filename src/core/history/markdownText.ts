// Text as Markdown: what agents and files wrote stays text, whatever marks are in it.
import { oneLine } from '../text/oneLine.ts';

export function details(summary: string, body: string): string {
  const head = `<details>\n<summary>${escapeHtml(oneLine(summary))}</summary>`;
  return body === '' ? `${head}\n</details>` : `${head}\n\n${body}\n\n</details>`;
}

/** A code block whose fence is longer than any in the text. */
export function fenced(text: string, language: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** Markdown whose last code block, cut off with the message, ends where the message does. */
export function closed(markdown: string): string {
  let open: string | undefined;
  for (const line of markdown.split('\n')) {
    const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    const mark = fence?.[1] ?? '';
    if (mark === '') continue;
    if (open === undefined) open = mark;
    else if (mark.startsWith(open) && fence?.[2]?.trim() === '') open = undefined;
  }
  return open === undefined ? markdown : `${markdown}\n${open}`;
}

export function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${escapeText(line)}`)
    .join('\n');
}

export function code(text: string): string {
  const line = oneLine(text);
  const longest = (line.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

export function escapeText(text: string): string {
  return escapeHtml(oneLine(text)).replace(/[\\`*_[\]]/g, '\\$&');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
