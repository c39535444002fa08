// docs/settings.md is what package.json and the settings of the code say; `npm run test:unit -- test/docs -u` writes it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { root } from '../../scripts/project.mjs';
import { features } from '../../src/composition/features.ts';
import type { SetBy, Settings } from '../../src/host/contributions/setting.ts';
import { settings } from '../../src/host/contributions/settings.ts';

const file = join(root, 'docs', 'settings.md');

const all: Settings = Object.assign({}, settings, ...features.map((feature) => feature.settings));

const who: Readonly<Record<SetBy, string>> = {
  user: 'you',
  'confirmed-workspace': 'you; a workspace adds what you allow',
  'stricter-workspace': 'you; a workspace only stricter',
};

const intro = `# Settings

A setting of yours is one in your user or remote settings. A workspace is a \`.code-workspace\` file, or the
\`.vscode/settings.json\` of a folder that you trust; in an untrusted one, Parley does not run.

- **you**: a workspace can say nothing. VS Code shows such a line in its settings as having no effect.
- **you; a workspace adds what you allow**: nothing of a workspace counts until you allow it. Parley shows the whole
  command line or URL, the environment variables and headers as the workspace gives them, and which variables of your own
  environment they read, when you select the agent, or in "Parley: Manage Agents and MCP Servers of This Workspace…".
  What you answer holds for that folder and exactly that content, and is stored outside of the workspace. An entry with a
  name that you use yourself is ignored as a whole: nothing is merged into your own.
- **you; a workspace only stricter**: it can ask, deny and lower limits. What would loosen yours is ignored.

Settings of agents and MCP servers can use \`${'$'}{workspaceFolder}\`, \`${'$'}{userHome}\` and \`${'$'}{env:NAME}\`. Arguments are
passed without a shell. VS Code's settings editor says more about each: search for "Parley".

`;

const { contributes } = z
  .object({
    contributes: z.object({
      configuration: z.array(
        z.object({
          title: z.string(),
          properties: z.record(
            z.string(),
            z.object({
              default: z.unknown(),
              description: z.string().optional(),
              markdownDescription: z.string().optional(),
            }),
          ),
        }),
      ),
    }),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const nls = z
  .record(z.string(), z.string())
  .parse(JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8')));

type Group = (typeof contributes.configuration)[number];

const text = (key: string): string => nls[key.replaceAll('%', '')] ?? '';

/** The row of a setting, with the first sentence of what VS Code's settings say of it. */
function row([name, value]: [string, Group['properties'][string]]): string {
  const [described = ''] = text(value.markdownDescription ?? value.description ?? '').split(
    /(?<=\.) (?=[A-Z`])/,
  );
  const setter = all[name.replace('parley.', '')]?.setBy;
  const said = setter === undefined ? 'nobody has decided' : who[setter];
  const plain = described.replaceAll(/#([\w.]+)#/g, '$1').replaceAll('|', '\\|');
  return `| \`${name}\` | ${plain} | \`${JSON.stringify(value.default)}\` | ${said} |`;
}

const head = ['| setting | description | default | who may set it |', '| - | - | - | - |'];

test('docs/settings.md says for each setting what it does and who may set it', async () => {
  const groups = contributes.configuration.map(({ title, properties }) =>
    [`## ${text(title)}\n`, ...head, ...Object.entries(properties).map(row)].join('\n'),
  );
  const page = `${intro}${groups.join('\n\n')}\n`;
  const options = await resolveConfig(file);
  await expect(await format(page, { ...options, parser: 'markdown' })).toMatchFileSnapshot(file);
});
