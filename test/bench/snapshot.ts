// Measures snapshots of a folder with many files: `node test/bench/snapshot.ts [files]`. Prints milliseconds.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ShadowRepository } from '../../src/snapshots/shadowRepository.ts';
import type { SnapshotStore } from '../../src/snapshots/snapshotStore.ts';

const FILES_A_FOLDER = 20;
const ROUNDS = 15;

const count = Number(process.argv[2] ?? 5_000);
const base = await mkdtemp(join(tmpdir(), 'parley-snapshot-bench-'));
const folder = join(base, 'project');

/** Counts what was written, so that no two contents are the same. */
let changes = 1;

async function timed<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly result: T }> {
  const began = performance.now();
  const result = await work();
  return { ms: performance.now() - began, result };
}

function path(index: number): string {
  return join(folder, `folder-${Math.floor(index / FILES_A_FOLDER)}`, `file-${index}.ts`);
}

function source(index: number, round: number): string {
  return Array.from(
    { length: 60 },
    (_, line) => `export const value${line} = ${index * line + round};\n`,
  ).join('');
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function print(what: string, values: readonly number[]): void {
  const worst = Math.max(...values);
  console.log(`${what}: ${median(values).toFixed(0)} ms (worst of ${values.length}: ${worst.toFixed(0)} ms)`);
}

async function measure(repository: SnapshotStore): Promise<void> {
  const first = await timed(() => repository.takeSnapshot());
  print('  first snapshot', [first.ms]);
  const unchanged: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    unchanged.push((await timed(() => repository.takeSnapshot())).ms);
  print('  nothing changed', unchanged);
  const changed: number[] = [];
  const compared: number[] = [];
  let last = first.result.id;
  for (let round = 1; round <= ROUNDS; round++) {
    for (let index = 0; index < 10; index++) await writeFile(path(index * 100), source(index, changes++));
    const taken = await timed(() => repository.takeSnapshot());
    changed.push(taken.ms);
    compared.push((await timed(() => repository.compare(last, taken.result.id))).ms);
    last = taken.result.id;
  }
  print('  10 files changed', changed);
  print('  compared with the one before', compared);
  repository.dispose();
}

try {
  for (let index = 0; index < count; index++) {
    if (index % FILES_A_FOLDER === 0) await mkdir(join(path(index), '..'), { recursive: true });
    await writeFile(path(index), source(index, 0));
  }
  console.log(`${count} files`);
  await measure(new ShadowRepository({ storage: join(base, 'storage'), folder }));
} finally {
  await rm(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
