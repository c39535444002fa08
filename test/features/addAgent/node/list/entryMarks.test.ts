// What stands out in an entry of the registry, and what does not.
import { expect, test } from 'vitest';
import { agentMarks, entryMarks } from '../../../../../src/features/addAgent/node/list/entryMarks.ts';
import { installChoice } from '../../../../../src/features/addAgent/node/list/installChoice.ts';
import { parseRegistry } from '../../../../../src/features/addAgent/node/list/registryFormat.ts';
import { registryEntry } from '../../../../support/registry/registryServer.ts';

interface Fields {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const marks = ({ args = [], env = {} }: Fields, name = 'Agent') => entryMarks(name, args, env);

test.each([
  'NODE_OPTIONS',
  'LD_PRELOAD',
  'npm_config_registry',
  'DYLD_INSERT_LIBRARIES',
  'PYTHONSTARTUP',
  'UV_INDEX_URL',
  'Path',
  'https_proxy',
])('the variable %s stands out', (name) => {
  expect(marks({ env: { [name]: 'x', PLAIN: 'y' } }).variables).toEqual([name]);
});

test.each([
  '--with',
  '--with=evil',
  '--index-url',
  '--registry=http://x',
  '-r',
  '--import',
  'github:evil/agent',
  'https://x.test/a.tgz',
  'agent@git+ssh://x',
])('the argument %s stands out', (arg) => {
  expect(marks({ args: ['-y', '@scope/agent@1.2.3', arg, '--acp'] }).args).toEqual([arg]);
});

test('what agents usually have does not', () => {
  const env = { AGENT_MODE: 'acp', API_KEY: '' };
  const args = ['@zed-industries/agent@1.2.3', '--experimental-acp', 'acp', '--stdio', 'agent==1.2.3'];
  expect(marks({ env, args })).toEqual({ variables: [], args: [], hasOddName: false });
});

test.each(['Сlaude Code', 'Gеmini', 'Сорех', 'Ｃlaude', '𝐂laude', 'Οpen Agent', 'Maıl'])(
  'the name %s stands out',
  (name) => {
    expect(marks({}, name).hasOddName).toBe(true);
  },
);

test.each([
  'Claude Code',
  'Agent für Köche',
  '通义 Qwen',
  'ตัวแทน Agent',
  'Яндекс',
  'Ελληνικός',
  'エージェント',
])('the name %s does not', (name) => {
  expect(marks({}, name).hasOddName).toBe(false);
});

test('what Parley itself adds to a package is not what the registry says', () => {
  const [agent] =
    parseRegistry({ agents: [registryEntry('one', { npx: { package: 'one@1.2.3', cmd: 'one' } })] })
      ?.agents ?? [];
  if (agent === undefined) throw new Error('The list cannot be read.');
  const choice = installChoice(agent, { platform: undefined, hasNpx: true, hasUvx: false });
  expect(choice).toBeDefined();
  expect(choice && agentMarks(agent, choice)).toBeUndefined();
});
