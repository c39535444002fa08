// Whether a script of sed only prints, deletes and replaces: others can run commands and write to files.

/** Up to the end of a line. Systems differ in what a bracket that holds the mark means, so that none does. */
const between = (mark: string): string => String.raw`(?:[^\\\n[${mark}]|\\[^\n]|\[[^\]\n${mark}]+\])*`;
const ADDRESS = String.raw`(?:\d+(?:~\d+)?|\$|/${between('/')}/I?)`;
const CHANGE = ['/', '|', '#', ',', ':', '@', '!', '_', '~', '%']
  .map((mark) => {
    const escaped = mark === '|' ? String.raw`\|` : mark;
    const replacement = String.raw`(?:[^\\\n${mark}]|\\[^\n])*`;
    const rest = `${escaped}${between(mark)}${escaped}${replacement}${escaped}`;
    return `s${rest}[gpiI0-9]*|y${rest}`;
  })
  .join('|');
const SCRIPT = new RegExp(
  String.raw`^(?:[ \t;\n}]*(?:${ADDRESS}(?:,[+~]?${ADDRESS})?)?[ \t]*!?[ \t]*(?:\{|(?:[pdDPqQ=nNxhHgGl]\d*|[aic][^\n\\]*|${CHANGE})[ \t]*(?=[;\n}]|$)))*[ \t;\n}]*$`,
);

/** No user would allow a longer script unseen. */
const MAX_LENGTH = 2_000;

/** Errs on the side of no. */
export function isPlainSedScript(script: string): boolean {
  return script.length <= MAX_LENGTH && SCRIPT.test(script);
}
