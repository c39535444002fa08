// The environment of what runs as if the user had started it.
import { expect, test } from 'vitest';
import { joinPaths } from '../../src/process/userEnvironment.ts';

test('the login shell’s folders come first, the others follow, each once', () => {
  expect(joinPaths('/opt/bin:/usr/bin', '/usr/bin:/bin:')).toBe('/opt/bin:/usr/bin:/bin');
});
