// docs/keys.md is what package.json says and a text around it; `npm run test:unit -- test/docs -u` writes it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { keyRows, type KeyPlace, type KeyRow } from '../../src/features/shortcuts/host/keyRows.ts';
import { panelKeyRows } from '../../src/features/shortcuts/host/panelKeyStrings.ts';
import { root } from '../../scripts/project.mjs';

const file = join(root, 'docs', 'keys.md');

const intro = `# Keyboard shortcuts

All of them can be changed in VS Code's Keyboard Shortcuts editor: search for "Parley".

`;

const outro = `
On macOS \`ctrl+cmd+p\` and \`ctrl+cmd+s\` stand for keys that VS Code uses itself. On Linux a desktop may have \`alt+f1\` and
\`alt+f2\` for itself. The two keys that answer a request act only while one waits in the chat that has the focus.

While a request waits, a digit answers at once if the focus is in its card. In the empty composer it selects the answer
of that number, and \`enter\` confirms it; anything else that you type makes it a text. A request waits until
you answer it.

## Keys for any category

To bind a key to any category of options, including one of the agent's own, add it to \`keybindings.json\`:

\`\`\`json
{
  "key": "ctrl+alt+m",
  "command": "parley.config.cycle",
  "args": "_my_category",
  "when": "parley.chatFocused"
}
\`\`\`

The context key \`parley.category.<name>\` is set for each category of the visible session.
`;

/** Where a key acts. */
const places: Readonly<Record<KeyPlace, string>> = {
  anywhere: 'anywhere',
  editor: 'editor',
  chat: 'chat',
  composer: 'composer',
  queue: 'queue',
  transcript: 'transcript',
  prompt: 'prompt in an editor',
  accessible: 'accessible view',
};

const nls = z
  .record(z.string(), z.string())
  .parse(JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8')));
const manifest: unknown = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8').replaceAll(/%([\w.]+)%/g, (text, key: string) =>
    JSON.stringify(nls[key] ?? text).slice(1, -1),
  ),
);

function line({ key, mac, title, place, isLinuxOnly }: KeyRow): string {
  return `| \`${key}\` | \`${mac}\` | ${title} | ${places[place]}${isLinuxOnly ? ', on Linux' : ''} |`;
}

function table(rows: readonly KeyRow[]): string {
  return ['| key | on macOS | command | where |', '| - | - | - | - |', ...rows.map(line)].join('\n');
}

const panelIntro = `
The panel handles these itself; they cannot be changed.

`;

const panelNotes = `
While a request waits, \`shift+tab\` in the composer goes to its card. \`?\` in the empty composer, or "Parley: Show Keyboard
Shortcuts", lists all of them; press \`?\` again to type one.

`;

test('docs/keys.md lists each key of the manifest and the panel, what it does and where it acts', async () => {
  const options = await resolveConfig(file);
  const tables = `${table(keyRows(manifest))}\n${panelIntro}${table(panelKeyRows())}\n${panelNotes}`;
  const text = await format(`${intro}${tables}${outro}`, { ...options, parser: 'markdown' });
  await expect(text).toMatchFileSnapshot(file);
});
