// Where the tool calls of each id stand in a transcript, so that nothing searches it for every report of a call.
import type { Entry, EntryPages } from '../entries.ts';

/** The indexes at which entries of an id may stand, ascending. States that follow each other share them. */
type Places = Map<string, number[]>;

/**
 * By transcript. A map has every place of its transcript and may have more: those of transcripts that went on from it. So
 * whoever reads a place compares the entry there.
 */
const placesOfPages = new WeakMap<EntryPages, Places>();

/** The indexes at which tool calls with that id may stand, ascending. */
export function placesOf(pages: EntryPages, toolCallId: string): readonly number[] {
  let places = placesOfPages.get(pages);
  if (places === undefined) {
    places = found(pages);
    placesOfPages.set(pages, places);
  }
  return places.get(toolCallId) ?? [];
}

/** Hands the places on to a transcript in which the same calls stand in the same places; returns that one. */
export function keepPlaces(from: EntryPages, to: EntryPages): EntryPages {
  const places = placesOfPages.get(from);
  if (places !== undefined) placesOfPages.set(to, places);
  return to;
}

/** Hands the places on to a transcript that has one more entry, at `index`. */
export function addPlace(from: EntryPages, to: EntryPages, added: Entry, index: number): void {
  const places = placesOfPages.get(from);
  if (places === undefined) return;
  // Another transcript went on from the same one: this one is searched when it is asked for.
  if (added.kind === 'tool' && !add(places, added.call.toolCallId, index)) return;
  placesOfPages.set(to, places);
}

function found(pages: EntryPages): Places {
  const places: Places = new Map();
  let index = 0;
  for (const entry of pages.flat()) {
    if (entry.kind === 'tool') add(places, entry.call.toolCallId, index);
    index++;
  }
  return places;
}

/** Whether the place could be added in its order. */
function add(places: Places, toolCallId: string, index: number): boolean {
  const known = places.get(toolCallId);
  const last = known?.at(-1) ?? -1;
  if (known === undefined) places.set(toolCallId, [index]);
  else if (last < index) known.push(index);
  return last <= index;
}
