// `npm run bench -- children [--rounds 3] [--streaming 50] [--stored 200] [--profile FOLDER]`
//
// Sub-agents at size: the frames while many stream at once, and how long a session with many takes to be painted.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from '../../scripts/install/chromium.mjs';
import type { ParleyServer } from '../e2e/harness/parleyServer.ts';
import { closeBrowser, ParleyWindow } from '../e2e/harness/parleyWindow.ts';
import { openView } from './panelStart.ts';
import { startAnew, startProfile, turn, writeProfile } from './round.ts';
import { switchTime } from './sessionSwitch.ts';
import { installSubjects, parley, startServer } from './subjects.ts';

interface Sizes {
  readonly streaming: number;
  readonly stored: number;
  readonly profile: string | undefined;
}

/** Measures the package that is there, and prints a line for each round. */
export async function benchChildren(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '3' },
      streaming: { type: 'string', default: '50' },
      stored: { type: 'string', default: '200' },
      profile: { type: 'string' },
    },
  });
  const sizes = {
    streaming: Number(values.streaming),
    stored: Number(values.stored),
    profile: values.profile,
  };
  await ensureChromium();
  const directory = await installSubjects();
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const server = await startServer(directory);
  try {
    for (let round = 1; round <= Number(values.rounds); round++) await measure(server, sizes);
  } finally {
    await server.stop();
  }
}

async function measure(server: ParleyServer, { streaming, stored, profile }: Sizes): Promise<void> {
  const window = await ParleyWindow.open(server, {});
  try {
    const view = await openView(window, parley);
    // Starts the agent and compiles what every turn needs.
    await turn(window, view, { kind: 'chunks', count: 10 });
    await startAnew(window, view, parley);
    const session = await window.page.context().newCDPSession(window.page);
    if (profile !== undefined) await startProfile(session);
    const { total, longestFrame, longestTask } = await turn(window, view, {
      kind: 'children',
      count: streaming,
    });
    if (profile !== undefined) await writeProfile(session, join(profile, 'children.cpuprofile'));
    await startAnew(window, view, parley);
    const load = { kind: 'children', count: stored } as const;
    await turn(window, view, load);
    await startAnew(window, view, parley);
    const switched = await switchTime(window, view.frame, load);
    console.log(
      `${streaming} sub-agents at once: ${total.toFixed(0)} ms, longest frame ${longestFrame.toFixed(0)} ms, ` +
        `longest task ${longestTask.toFixed(0)} ms; a session with ${stored}: painted in ${switched.toFixed(0)} ms`,
    );
  } finally {
    await window.close();
    await closeBrowser();
  }
}
