// The text of a git configuration without what git and VS Code note in it about branches all the time.

const BRANCH = /^\[branch "[^"\\]*"\]$/;
/** A value that names a branch or a remote, and nothing else. */
const NOTE =
  /^(?:remote|merge|rebase|pushremote|vscode-merge-base|github-pr-owner-number)\s*=\s*[\w./#:@+-]*$/i;

/** What is left when such notes are removed: text that differs whenever commands in it do. */
export function sameCommandsConfig(text: string): string {
  let isBranch = false;
  let continues = false;
  const left: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const plain = line.trim();
    // A backslash at its end makes the next line a part of a value.
    const wasContinued = continues;
    continues = line.endsWith('\\');
    if (!wasContinued) {
      if (plain.startsWith('[')) isBranch = BRANCH.test(plain);
      if (isBranch && (BRANCH.test(plain) || NOTE.test(plain))) continue;
    }
    left.push(line);
  }
  return left.join('\n').trimEnd();
}
