// What Parley has written to the server's disk.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ParleyServer } from './parleyServer.ts';

/** Parley's files in the server's folders whose names end like this, with their texts. */
export function filesLike(
  server: ParleyServer,
  ending: string,
): readonly { readonly name: string; readonly text: string }[] {
  return readdirSync(server.directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => ({
      name: basename(file, ending),
      text: readFileSync(join(server.directory, file), 'utf8'),
    }));
}

/** What Parley has written of drafts: it does so a moment after the user stopped typing. */
export function keptDrafts(server: ParleyServer): string {
  return readdirSync(server.directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => basename(dirname(file)) === 'drafts' && file.endsWith('.json'))
    .map((file) => readFileSync(join(server.directory, file), 'utf8'))
    .join('\n');
}

/** The names of the files of what is attached to drafts, once they are noted with the drafts. */
export function attachedFiles(server: ParleyServer): readonly string[] {
  const drafts = keptDrafts(server);
  return readdirSync(server.directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => basename(dirname(file)) === 'draft-attachments')
    .map((file) => basename(file))
    .filter((name) => drafts.includes(name));
}
