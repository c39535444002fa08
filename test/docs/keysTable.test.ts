// docs/keys.md is what package.json says and a text around it; `npm run test:unit -- test/docs -u` writes it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { root } from '../../scripts/project.mjs';

const file = join(root, 'docs', 'keys.md');

const intro = `# Keyboard shortcuts

All of them can be changed in VS Code's Keyboard Shortcuts editor: search for "Parley".

`;

const outro = `
In the transcript, \`up\`, \`down\`, \`home\` and \`end\` go to the previous, next, first and last entry. In the chat, \`escape\`
closes the innermost popup, then stops the turn. In the empty composer, \`up\` brings back the previous prompt. \`f3\` and
\`shift+f3\` go to the next and previous match of Find. While a request waits, \`shift+tab\` in the composer goes to its card.

On macOS \`ctrl+cmd+p\` and \`ctrl+cmd+s\` stand for keys that VS Code uses itself. On Linux a desktop may have \`alt+f1\` and
\`alt+f2\` for itself. The two keys that answer a request act only while one waits in the chat that has the focus.

While a request waits, a digit answers at once if the focus is in its card. In the empty composer it selects the answer
of that number, and \`enter\` confirms it; anything else that you type makes it a text. No time that passes is an answer.

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

/** Where a key acts, by the first context key that its condition names. */
const places: readonly (readonly [RegExp, string])[] = [
  [/resourceScheme == parley-accessible/, 'accessible view'],
  [/resourceScheme == parley-draft/, 'prompt in an editor'],
  [/^parley\.composerFocused/, 'composer'],
  [/^parley\.chatFocused/, 'chat'],
  [/^editorFocus/, 'editor'],
];

const { contributes } = z
  .object({
    contributes: z.object({
      commands: z.array(z.object({ command: z.string(), title: z.string() })),
      keybindings: z.array(
        z.object({
          key: z.string(),
          mac: z.string().optional(),
          command: z.string(),
          when: z.string().optional(),
        }),
      ),
    }),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const nls = z
  .record(z.string(), z.string())
  .parse(JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8')));

function row({ key, mac = key, command, when = '' }: (typeof contributes.keybindings)[number]): string {
  const title = contributes.commands.find((each) => each.command === command)?.title ?? '';
  const place = places.find(([condition]) => condition.test(when))?.[1] ?? 'anywhere';
  const system = when.includes('isLinux') ? ', on Linux' : '';
  return `| \`${key}\` | \`${mac}\` | ${nls[title.replaceAll('%', '')] ?? title} | ${place}${system} |`;
}

test('docs/keys.md lists each key of the manifest, its command and where it acts', async () => {
  const rows = contributes.keybindings.map(row);
  const table = ['| key | on macOS | command | where |', '| - | - | - | - |', ...rows];
  const options = await resolveConfig(file);
  const text = await format(`${intro}${table.join('\n')}\n${outro}`, { ...options, parser: 'markdown' });
  await expect(text).toMatchFileSnapshot(file);
});
