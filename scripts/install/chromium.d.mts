// Types of chromium.mjs for the tests.
export function ensureChromium(): Promise<string>;
export function chromiumSwitches(): string[];
export function testSwitches(): string[];
