// The values of `${input:…}`: asked for once, not again after a cancel, and gone when they are forgotten.
import { beforeEach, expect, test } from 'vitest';
import type { McpInput } from '../../../../src/core/mcp/mcpInput.ts';
import { McpInputs } from '../../../../src/features/mcp/host/mcpInputs.ts';
import { resetVscode, storedContext, vscode } from '../../../support/vscode.ts';

const input: McpInput = { type: 'promptString', id: 'key', description: 'Key of the tools', password: true };
const place = { file: '/work/.vscode/mcp.json', server: 'tools' };
let stored: ReturnType<typeof storedContext>;

beforeEach(() => {
  resetVscode();
  stored = storedContext();
});

/** A window. */
function open(): McpInputs {
  // With the parts of VS Code that a test comes to.
  const context: ConstructorParameters<typeof McpInputs>[0] = Object.assign(
    Object.create(null),
    stored.parts,
  );
  return new McpInputs(context);
}

/** How often the user was asked. */
const questions = (): number => vscode.messages.filter((text) => text === 'Key of the tools').length;

test('a value is asked for once, by several servers at the same time too, and in the secret storage alone', async () => {
  vscode.answers.push(() => 'correct-horse');
  const inputs = open();
  const other = { ...place, server: 'more tools' };
  expect(await Promise.all([inputs.value(place, input), inputs.value(other, input)])).toEqual([
    'correct-horse',
    'correct-horse',
  ]);
  expect(await open().value(place, input)).toBe('correct-horse');
  expect(questions()).toBe(1);
  expect(JSON.stringify([...stored.state])).not.toContain('correct-horse');
});

test('the same id in another file is another value', async () => {
  vscode.answers.push(
    () => 'one',
    () => 'two',
  );
  const inputs = open();
  expect(await inputs.value(place, input)).toBe('one');
  expect(await inputs.value({ ...place, file: '/cloned/.vscode/mcp.json' }, input)).toBe('two');
});

test('what was cancelled is not asked for again until the user wants to enter it', async () => {
  const inputs = open();
  expect(await inputs.value(place, input)).toBeUndefined();
  expect(await inputs.value(place, input)).toBeUndefined();
  expect(questions()).toBe(1);
  expect(stored.secrets.size).toBe(0);
  inputs.askAgain();
  vscode.answers.push(() => 'later');
  expect(await inputs.value(place, input)).toBe('later');
});

test('what is forgotten is gone, and asked for when a server needs it again', async () => {
  vscode.answers.push(() => 'one');
  const inputs = open();
  await inputs.value(place, input);
  expect(inputs.count).toBe(1);
  await inputs.forgetAll();
  expect([inputs.count, stored.secrets.size]).toEqual([0, 0]);
  expect(await inputs.stored(place.file, input)).toBeUndefined();
  vscode.answers.push(() => 'two');
  expect(await inputs.value(place, input)).toBe('two');
});
