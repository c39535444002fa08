// The errors that users see.
import { describe, expect, test } from 'vitest';
import { commandNotFound } from '../../src/core/agentErrors.ts';

describe('a command that was not found', () => {
  test('is to be installed or corrected', () => {
    expect(commandNotFound('Oak', 'oak-agent').message).toBe(
      'Could not start Oak: the command “oak-agent” was not found. Install it, or correct the command in the settings.',
    );
  });

  test('that is a whole command line is to be split into two settings', () => {
    expect(commandNotFound('Oak', 'npx -y oak --acp').message).toContain('set “command” to “npx”');
  });

  test.each(['C:\\Program Files\\Oak\\oak.exe', '/opt/oak agent/oak'])(
    'may be a path with blanks: %s',
    (command) => {
      expect(commandNotFound('Oak', command).message).toContain('Install it');
    },
  );
});
