// Names that agents give to themselves and to what they offer: shown beside names of Parley's own.
import * as z from 'zod/mini';
import { boundedTitle } from '../../core/session/info/state.ts';
import { oneLine } from '../../core/text/oneLine.ts';

/** A name on one line, of bounded length; it may be empty. */
export const shortName = z.pipe(
  z.string(),
  z.transform((text) => boundedTitle(oneLine(boundedTitle(text)))),
);
