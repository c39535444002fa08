// When a limit resets, as a user writes it: `11:30 PM`, `2h 30m`, `Dec 1 at 9am (Europe/Berlin)`, `2026-12-01T09:00Z`.
import { userTimeZone } from '../../../core/text/localization.ts';
import { clockTimeInText, timeInText } from '../../../core/failures/timeInText.ts';

/** Epoch milliseconds, as `now` is; undefined where the text says no time to come. */
export function resetTime(text: string, now: number): number | undefined {
  const written = text.trim().replace(/^(?:in|at|on|until)\s+/i, '');
  const found =
    timeInText(`resets in ${written}`, now) ??
    timeInText(`until ${written}`, now) ??
    clockTimeInText(`resets at ${written}`, now, userTimeZone());
  return found !== undefined && found > now ? found : undefined;
}
