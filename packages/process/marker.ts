// The marker in the environment of what Parley starts, by which it is found when parents and groups say nothing.
import { randomUUID } from 'node:crypto';

/** The markers of all owners of a process, outermost first, because one program that Parley starts may start others. */
export const MARKER_VARIABLE = 'PARLEY_PROCESS_MARKERS';

/** A marker that nothing else has. */
export function newMarker(): string {
  return randomUUID();
}

/** The environment with one more marker. It comes first, where a limit of what is read does not cut it off. */
export function withMarker(
  { [MARKER_VARIABLE]: inherited, ...environment }: Readonly<Record<string, string>>,
  marker: string,
): Record<string, string> {
  const markers = inherited === undefined || inherited === '' ? marker : `${inherited},${marker}`;
  return { [MARKER_VARIABLE]: markers, ...environment };
}
