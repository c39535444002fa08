// The command line of the program in front of RPC-mode CLIs.
import { expect, test } from 'vitest';
import { version } from '../../../packages/rpc-agent/package.json';
import { readArguments } from '../../../packages/rpc-agent/src/programArguments.ts';

test.each([
  [['--', 'pi'], undefined, 'pi', ['--mode', 'rpc']],
  [['--title', 'My pi', '--', 'pi', '--model', 'a'], 'My pi', 'pi', ['--model', 'a', '--mode', 'rpc']],
  [['--title=My pi', '--', 'pi', '--mode', 'rpc'], 'My pi', 'pi', ['--mode', 'rpc']],
  [['--', 'pi', '-m', 'x'], undefined, 'pi', ['-m', 'x', '--mode', 'rpc']],
  [['--', 'pi', '--mode=json'], undefined, 'pi', ['--mode=json']],
  [['--', 'pi', '--title', 'x', '--'], undefined, 'pi', ['--title', 'x', '--', '--mode', 'rpc']],
])('%j starts the CLI', (args, title, command, cliArgs) => {
  expect(readArguments(args, {})).toMatchObject({ title, commandLine: { command, args: cliArgs } });
});

test.each([
  [[], 'Usage: '],
  [['--'], 'Usage: '],
  [['pi'], "Unexpected argument 'pi'"],
  [['--titel', 'x', '--', 'pi'], "Unknown option '--titel'"],
  [['--title', '--', 'pi'], "'--title"],
])('%j is refused with what is wrong and the usage', (args, message) => {
  const refused = readArguments(args, {});
  expect(refused).toMatchObject({ exitCode: 2, text: expect.stringContaining(message) });
  expect(refused).toMatchObject({ text: expect.stringContaining('Usage: parley-rpc-agent') });
});

test('help and the version are printed, whatever follows', () => {
  expect(readArguments(['--help', '--', 'pi'], {})).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining('--title TITLE'),
  });
  expect(readArguments(['--version'], {})).toEqual({ exitCode: 0, text: `${version}\n` });
});

test('the CLI gets the environment without what is meant for Electron, and is asked for titles', () => {
  const program = readArguments(['--', 'pi'], { KEY: '1', ELECTRON_RUN_AS_NODE: '1' });
  expect(program).toMatchObject({ commandLine: { env: { KEY: '1', PI_RPC_EMIT_TITLE: '1' } } });
  expect(JSON.stringify(program)).not.toContain('ELECTRON');
});
