// Recordings of real agents, compared with the transcripts beside them. UPDATE=1 writes the transcripts anew.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sessionState } from '../../src/core/session/model.ts';
import { replay } from './replay.ts';
import { transcript } from './transcript.ts';

const names = ['recordings', 'adapters'].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, folder))
    .filter((name) => name.endsWith('.ndjson'))
    .map((name) => `${folder}/${basename(name, '.ndjson')}`),
);

function recording(name: string): string {
  return readFileSync(join(import.meta.dirname, `${name}.ndjson`), 'utf8');
}

describe('recordings of real agents', () => {
  it('there are some', () => {
    expect(names.length).toBeGreaterThan(3);
  });

  it.each(names)('%s plays into the transcript beside it', (name) => {
    const played = replay(recording(name));
    const written = transcript(played);
    const file = join(import.meta.dirname, `${name}.md`);
    if (process.env['UPDATE'] !== undefined) writeFileSync(file, written);
    expect(written).toBe(readFileSync(file, 'utf8'));
  });

  it.each(names)('%s plays into a state that can be sent to the panel', (name) => {
    const { state } = replay(recording(name));
    expect(sessionState.parse(state)).toEqual(state);
  });

  it.each(names)('nothing in %s is malformed or unknown', (name) => {
    const { besides } = replay(recording(name));
    expect(besides.filter((line) => /^(malformed|unknown) update/.test(line))).toEqual([]);
  });
});
