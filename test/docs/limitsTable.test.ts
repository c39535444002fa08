// docs/limits.md says the limits that the sources have; `npm run test:unit -- test/docs -u` writes it.
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { root } from '../../scripts/project.mjs';
import { MAX_MESSAGE_BYTES } from '../../src/agents/remote/remoteFailure.ts';
import { MAX_LINE_BYTES } from '../../src/agents/wire/jsonLines.ts';
import { snapshotLimits } from '../../src/changes/fileSizes.ts';
import { MAX_DECISIONS } from '../../src/core/permissions/decisionRecords.ts';
import { OUTPUT_LIMIT_BYTES } from '../../src/core/session/terminalState.ts';

const file = join(root, 'docs', 'limits.md');

const intro = `# Limits

Parley cuts or refuses what is beyond these, and says so where it happens.

`;

function megabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toLocaleString('en')} MB`;
}

const rows: readonly (readonly [string, string])[] = [
  ['A message of an agent on this machine', megabytes(MAX_LINE_BYTES)],
  ['A message of a remote agent', megabytes(MAX_MESSAGE_BYTES)],
  ['Output of a terminal that stays in the chat', `${OUTPUT_LIMIT_BYTES / 1024} KB, the end of it`],
  ['A text file whose changes are tracked', megabytes(snapshotLimits.maxFileBytes)],
  ['A binary file whose changes are tracked', megabytes(snapshotLimits.maxBinaryBytes)],
  [
    'A folder whose changes are tracked',
    `${snapshotLimits.maxFiles.toLocaleString('en')} files and ${megabytes(snapshotLimits.maxBytes)}`,
  ],
  ['Permission decisions that are listed', `${MAX_DECISIONS.toLocaleString('en')}, the latest`],
];

test('docs/limits.md says the limits that the sources have', async () => {
  const table = ['| what | limit |', '| - | - |', ...rows.map(([what, limit]) => `| ${what} | ${limit} |`)];
  const options = await resolveConfig(file);
  const text = await format(`${intro}${table.join('\n')}\n`, { ...options, parser: 'markdown' });
  await expect(text).toMatchFileSnapshot(file);
});
