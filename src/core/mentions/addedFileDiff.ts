// A new file as the part of a diff that adds it.

/** `path` has `/` between its parts. */
export function addedFileDiff(path: string, text: string): string {
  const name = path.replaceAll(/[\r\n\t]/g, '?');
  const head = `diff --git a/${name} b/${name}\nnew file mode 100644\n`;
  if (text === '') return head;
  const lines = text.split('\n');
  const endsWithBreak = lines.at(-1) === '';
  if (endsWithBreak) lines.pop();
  const body = lines.map((line) => `+${line}\n`).join('');
  const end = endsWithBreak ? '' : '\\ No newline at end of file\n';
  return `${head}--- /dev/null\n+++ b/${name}\n@@ -0,0 +1,${lines.length} @@\n${body}${end}`;
}
