// What Parley's program for RPC mode puts into a session's metadata: lines of extensions, and a text for the composer.
import * as z from 'zod/mini';
import { plainOutput } from '../../text/terminalText.ts';
import type { Meta } from './state.ts';

/** More lines of one extension are cut. */
const MAX_LINES = 20;

const statuses = z.record(z.string(), z.unknown());
const widgets = z.record(z.string(), z.unknown());
const widget = z.object({
  lines: z.array(z.string()),
  placement: z.catch(z.optional(z.string()), undefined),
});

/** Where lines stand: above the composer or below it. */
export type LinesPlacement = 'above' | 'below';

/** The lines that extensions of the agent want shown there: the short ones of all first, then each one's block. */
export function extensionLines(meta: Meta, placement: LinesPlacement): readonly string[] {
  const short =
    placement === 'above' ? Object.values(statuses.safeParse(meta['parley.dev/status']).data ?? {}) : [];
  const blocks = Object.values(widgets.safeParse(meta['parley.dev/widget']).data ?? {});
  return [
    ...short.flatMap((line) => (typeof line === 'string' ? [line] : [])),
    ...blocks.flatMap((block) => {
      const shown = widget.safeParse(block).data;
      const isHere = (shown?.placement === 'below') === (placement === 'below');
      return isHere ? (shown?.lines ?? []).slice(0, MAX_LINES) : [];
    }),
  ]
    .map(printable)
    .filter((line) => line.trim() !== '');
}

/** The text that an extension put into the composer last; undefined when none did. */
export function composerText(meta: Meta): string | undefined {
  const text = meta['parley.dev/composerText'];
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Colours and other orders to a terminal mean nothing here. */
function printable(line: string): string {
  return plainOutput(line).replace(/\p{Cc}+/gu, ' ');
}
