// Takes over the drafts that earlier versions stored: one file had those of all sessions.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Clock, Log } from '../../core/ports/hostPorts.ts';
import { promptEdit } from '../../core/panel/promptEdit.ts';
import { filledForm } from '../../core/session/elicitation/state.ts';
import { StateFile } from '../../files/stateFile.ts';
import { replacePrivateFile } from '../../storage/privateFiles.ts';
import { draftFile, type StoredDraft } from './storedDraft.ts';

/** Everything by session key. */
const earlierDrafts = z.object({
  drafts: z.exactOptional(z.array(z.tuple([z.string(), z.string()]))),
  revisions: z.exactOptional(z.array(z.tuple([z.string(), z.number()]))),
  /** The names of the files of what is attached; the key of an edit's is the session's, a line break and its id. */
  attached: z.exactOptional(z.array(z.tuple([z.string(), z.array(z.string())]))),
  /** The ids of the same; the first versions had none. */
  attachedIds: z.exactOptional(z.array(z.tuple([z.string(), z.array(z.string())]))),
  forms: z.exactOptional(z.array(z.tuple([z.string(), z.array(filledForm)]))),
  edits: z.exactOptional(z.array(z.tuple([z.string(), z.array(promptEdit)]))),
});

/**
 * Gives each session its own file, unless it has one. `read`: the drafts that were asked for meanwhile, of which those
 * that have not changed since are read again. Never rejects.
 */
export async function splitEarlierDrafts(
  folder: string,
  services: { readonly clock: Clock; readonly log: Log },
  read: Map<string, { readonly revision: number }>,
  onReread: (key: string) => void,
): Promise<void> {
  try {
    await split(folder, services);
  } catch (error) {
    services.log.warn(`The drafts of an earlier version were not taken over: ${String(error)}`);
  }
  for (const [key, { revision }] of read) {
    if (revision > 0) continue;
    read.delete(key);
    onReread(key);
  }
}

/** Rejects when a file cannot be written; then nothing is removed. */
async function split(folder: string, services: { readonly clock: Clock; readonly log: Log }): Promise<void> {
  const path = join(folder, 'drafts.json');
  const all = new StateFile({ path, schema: earlierDrafts, ...services }).read();
  if (all === undefined) return;
  const [texts, revisions, forms, edits, ids] = [
    new Map(all.drafts),
    new Map(all.revisions),
    new Map(all.forms),
    new Map(all.edits),
    new Map(all.attachedIds),
  ];
  const attached = Map.groupBy(all.attached ?? [], ([key]) => sessionOf(key));
  const keys = [texts, revisions, forms, edits, attached].flatMap((map) => [...map.keys()]);
  for (const key of new Set(keys)) {
    const file = draftFile(folder, key);
    if (existsSync(file)) continue;
    const draft: StoredDraft = {
      text: texts.get(key) ?? '',
      revision: revisions.get(key) ?? 0,
      forms: forms.get(key) ?? [],
      edits: edits.get(key) ?? [],
      attached: (attached.get(key) ?? []).map(([of, files]) => ({
        ...(of === key ? {} : { of: of.slice(key.length + 1) }),
        files: files.map((name, index) => ({ id: ids.get(of)?.[index] ?? name, file: name })),
      })),
    };
    await replacePrivateFile(file, JSON.stringify(draft));
  }
  await rm(path, { force: true });
}

function sessionOf(key: string): string {
  return key.split('\n', 1).join('');
}
