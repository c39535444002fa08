// @vitest-environment happy-dom
// The system whose keys the user presses.
import { expect, test } from 'vitest';
import { userPlatform } from '../../../webview/ui/keyText.ts';

test.each([
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Code/1.139.1 Chrome/140', 'darwin'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Code/1.139.1 Chrome/140', 'win32'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140', 'linux'],
  ['Something that nobody knows', 'win32'],
])('%s: %s', (userAgent, platform) => {
  expect(userPlatform({ userAgent })).toBe(platform);
});
