// Whether a script of sed only prints, deletes and replaces: others can run commands and write to files.

const ADDRESS = String.raw`(?:\d+(?:~\d+)?|\$|/(?:[^/\\\n]|\\.)*/I?)`;
const REPLACEMENT = ['/', '|', '#', ',', ':', '@', '!', '_', '~', '%']
  .map((mark) => {
    const escaped = mark === '|' ? String.raw`\|` : mark;
    const part = String.raw`(?:[^\\\n${mark}]|\\[^\n])*`;
    return `s${escaped}${part}${escaped}${part}${escaped}[gpiI0-9]*`;
  })
  .join('|');
const COMMAND = new RegExp(
  String.raw`^\s*(?:${ADDRESS}(?:,[+~]?${ADDRESS})?)?\s*!?\s*(?:[pdDPqQ=nNxhHgG]\d*|${REPLACEMENT})?\s*(?:[;\n]|$)`,
);

/** Errs on the side of no. */
export function isPlainSedScript(script: string): boolean {
  let rest = script.slice(0, MAX_LENGTH);
  if (rest !== script) return false;
  while (rest !== '') {
    const length = COMMAND.exec(rest)?.[0].length ?? 0;
    if (length === 0) return false;
    rest = rest.slice(length);
  }
  return true;
}

/** No user would allow a longer script unseen. */
const MAX_LENGTH = 2_000;
