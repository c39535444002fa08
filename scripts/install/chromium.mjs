// Finds a Chromium on this machine, or installs Debian's, without its own interface: that takes a third less of a processor.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { exitCode } from '../run.mjs';
import { Failure, say } from '../say.mjs';

const headless = 'chromium-headless-shell';
const names = [
  headless,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Path of a Chromium: CHROME_PATH, else one that is installed, else (root on Debian) from apt-get. */
export async function ensureChromium() {
  const given = process.env['CHROME_PATH'];
  if (given) {
    if (existsSync(given)) return given;
    throw new Failure(
      `CHROME_PATH is ${given}, which does not exist: set it to a Chromium or Chrome, or unset it.`,
    );
  }
  const found = find();
  if (found) return found;

  const instruction =
    'No Chromium found: install one (Debian, Ubuntu: `sudo apt-get install chromium-headless-shell`) or set CHROME_PATH.';
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !onPath('apt-get'))
    throw new Failure(instruction);
  say('Installing Chromium with apt-get …');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await exitCode('apt-get', ['-qq', 'update'], { env });
  await exitCode('apt-get', ['-qq', '-y', 'install', headless, 'fonts-liberation'], { env });
  const installed = find();
  if (!installed) throw new Failure(instruction);
  return installed;
}

/** Switches for a quiet browser; root in a container has no sandbox to offer. */
export function chromiumSwitches() {
  return [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
}

/**
 * Switches for tests, most of whose code runs a few times: to optimize it takes a processor longer than to run it as it is,
 * and so does a process of its own for graphics, which without a GPU are software.
 */
export function testSwitches() {
  return [...chromiumSwitches(), '--in-process-gpu', '--js-flags=--no-maglev,--no-opt'];
}

/** Path of a program in PATH, or undefined. */
export function onPath(name) {
  const extensions = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  for (const directory of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const extension of extensions) {
      const path = join(directory, name + extension);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // The program is not in this folder.
      }
    }
  }
  return undefined;
}

function find() {
  for (const name of names) {
    const path = onPath(name);
    if (path) return path;
  }
  return places.find((path) => existsSync(path));
}
