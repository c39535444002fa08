// A command of an answer goes into a shell that is known to wait for one, and into no program that runs in it.
import { expect, test, vi } from 'vitest';
import { IdleShells } from '../../../../src/features/codeBlocks/host/idleShells.ts';

const { fake } = vi.hoisted(() => {
  const old = { shellIntegration: {}, exitStatus: undefined, creationOptions: {} };
  const listeners = new Map<string, (event: unknown) => void>();
  const event = (name: string) => (listener: (event: unknown) => void) => {
    listeners.set(name, listener);
    return { dispose: () => listeners.delete(name) };
  };
  const window = {
    terminals: [old],
    onDidStartTerminalShellExecution: event('start'),
    onDidEndTerminalShellExecution: event('end'),
    onDidCloseTerminal: event('close'),
  };
  return { fake: { old, listeners, window } };
});

vi.mock('vscode', () => ({ window: fake.window }));

test('a terminal is idle when shell integration says that no command runs in it', () => {
  const shells = new IdleShells();
  const isIdle = (terminal: object): unknown => Reflect.apply(shells.isIdle, undefined, [terminal]);
  const report = (name: string, terminal: object, execution: object): void =>
    fake.listeners.get(name)?.({ terminal, execution });
  const fresh = { shellIntegration: {}, exitStatus: undefined, creationOptions: {} };
  expect(isIdle(fresh)).toBe(true);
  expect(isIdle({ ...fresh, shellIntegration: undefined })).toBe(false);
  expect(isIdle({ ...fresh, exitStatus: { code: 0 } })).toBe(false);
  expect(isIdle({ ...fresh, creationOptions: { pty: {} } })).toBe(false);
  const execution = {};
  report('start', fresh, execution);
  expect(isIdle(fresh)).toBe(false);
  report('end', fresh, execution);
  expect(isIdle(fresh)).toBe(true);
  // What was started before the extension may still run.
  expect(isIdle(fake.old)).toBe(false);
  report('end', fake.old, {});
  expect(isIdle(fake.old)).toBe(true);
  shells.dispose();
  expect(fake.listeners.size).toBe(0);
});
