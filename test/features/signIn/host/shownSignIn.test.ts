// What the panel shows of signing in: all of it, spelled out, and without secrets.
import { expect, test } from 'vitest';
import { Redactor } from '../../../../src/core/secrets/redactor.ts';
import type { AuthMethod } from '../../../../src/core/signIn/authMethod.ts';
import { shownCommandLine, shownSignIn } from '../../../../src/features/signIn/host/shownSignIn.ts';
import { ScriptedAgent } from '../../../support/scriptedAgent.ts';

const method: AuthMethod = {
  id: 'm',
  name: 'Log in\u202e gnp.exe',
  description: 'zero\u200bwidth',
  kind: 'terminal',
  command: {
    program: '/opt/my agent',
    args: ['login', '--key=abcdef123456', 'a\nb', '\u202egnp'],
    env: { TOKEN: 'of-the-user', LANG: "it's" },
    methodEnv: { LANG: "it's" },
    cwd: '/work',
  },
};

function shown(redactor = new Redactor()) {
  const agent = new ScriptedAgent('A');
  agent.authMethods = [method];
  agent.offer();
  return shownSignIn(agent, { state: { isOpen: false }, redactor, storedVariables: ['KEY'] });
}

test('names and commands of a hostile agent hide nothing', () => {
  const [first] = shown().methods;
  expect(first).toMatchObject({
    name: 'Log in\\u{202e} gnp.exe',
    description: 'zero\\u{200b}width',
    commandLine: "LANG='it'\\''s' '/opt/my agent' login --key=abcdef123456 'a\\u{a}b' '\\u{202e}gnp'",
  });
});

test("the user's own secrets are not shown", () => {
  const redactor = new Redactor();
  redactor.add([{ name: 'API_KEY', value: 'abcdef123456' }]);
  expect(shown(redactor).methods[0]?.commandLine).not.toContain('abcdef123456');
  expect(JSON.stringify(shown())).not.toContain('of-the-user');
});

test('a long command is shown to its end', () => {
  const args = ['x'.repeat(5_000), 'the end'];
  const line = shownCommandLine({ program: 'p', args, env: {}, methodEnv: {}, cwd: '/' }, new Redactor());
  expect(line).toMatch(/'the end'$/);
});

test('an agent that was not used yet has no methods', () => {
  const card = shownSignIn(undefined, {
    state: { isOpen: true },
    redactor: new Redactor(),
    storedVariables: [],
  });
  expect(card).toEqual({ methods: [], isOpen: true, canSignOut: false, storedVariables: [] });
});
