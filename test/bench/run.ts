// `npm run bench [-- --rounds N] [--only Parley|floor] [--loads 4000,34000] [--profile FOLDER]`
//
// How fast a stream is shown: Parley as it is packaged, beside the floor (test/bench/floor), the least that an
// extension can do with the same agent. Prints figures and ratios; fails only when something breaks.
// `npm run bench -- year` measures thousands of stored sessions instead (`year.ts`), and `npm run bench -- size` snapshots of
// folders with many files (`size.ts`); `-- children` sub-agents that work at once (`children.ts`).
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from '../../scripts/install/chromium.mjs';
import { ensureCodeServer } from '../../scripts/install/codeServer.mjs';
import type { ParleyServer } from '../e2e/harness/parleyServer.ts';
import { ownActivation } from './activation.ts';
import { mentionListReport } from './mentionList.ts';
import { report } from './report.ts';
import { sessionFloodReport } from './sessionFloods.ts';
import { runRound, type Load, type Round } from './round.ts';
import { floor, installSubjects, packageParley, parley, startServer, type Subject } from './subjects.ts';

if (process.argv[2] === 'year') {
  const { benchYear } = await import('./year.ts');
  await benchYear(process.argv.slice(3));
  process.exit();
}

if (process.argv[2] === 'review') {
  const { benchReview } = await import('./reviewSize.ts');
  await benchReview(process.argv.slice(3));
  process.exit();
}

if (process.argv[2] === 'children') {
  const { benchChildren } = await import('./children.ts');
  await benchChildren(process.argv.slice(3));
  process.exit();
}

if (process.argv[2] === 'size') {
  const { benchSize } = await import('./size.ts');
  await benchSize(process.argv.slice(3));
  process.exit();
}

const { values: switches } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    loads: { type: 'string' },
    profile: { type: 'string' },
  },
});

const allLoads: readonly Load[] = [
  { kind: 'chunks', count: 1000 },
  { kind: 'chunks', count: 4000 },
  { kind: 'chunks', count: 20_000 },
  { kind: 'tools', count: 500 },
];
const allFloods: readonly Load[] = [
  { kind: 'unbroken', count: 200_000 },
  { kind: 'nasty', count: 34_000 },
  { kind: 'tokens', count: 1_000_000 },
];
const wanted = switches.loads?.split(',').map(Number);
const isWanted = ({ count }: Load): boolean => wanted?.includes(count) ?? true;
const loads = allLoads.filter(isWanted);
const floods = allFloods.filter(isWanted);
const subjects = [parley, floor].filter(({ name }) => switches.only === undefined || name === switches.only);

async function runRounds(server: ParleyServer): Promise<Map<Subject, Round[]>> {
  const rounds = new Map<Subject, Round[]>(subjects.map((subject) => [subject, []]));
  const profiles = switches.profile === undefined ? undefined : resolve(switches.profile);
  for (let number = 1; number <= Number(switches.rounds); number++) {
    for (const subject of subjects) {
      console.log(`Round ${number} of ${switches.rounds}: ${subject.name} …`);
      rounds.get(subject)?.push(await runRound(server, subject, { loads, floods, profiles }));
    }
  }
  return rounds;
}

packageParley();
await ensureChromium();
await ensureCodeServer();
const activation = ownActivation();
const directory = await installSubjects();
// Also when the bench is interrupted, which ends the browser and code-server by themselves.
process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
process.once('SIGTERM', () => process.exit(143));
let server: ParleyServer | undefined;
try {
  server = await startServer(directory);
  const rounds = await runRounds(server);
  console.log('');
  const results = { loads, floods, parley: rounds.get(parley) ?? [], floor: rounds.get(floor) ?? [] };
  console.log(report({ ...results, activation: activation.milliseconds, hostBundle: activation.bytes }));
  console.log(`\n${await mentionListReport()}`);
  console.log(`\n${await sessionFloodReport()}`);
} finally {
  await server?.stop();
}
