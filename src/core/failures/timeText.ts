// A time as text: the hour alone while it is within a day, else with its date.
import { lazyFormatter } from '../text/localization.ts';

const DAY_MS = 86_400_000;

/** The last time that a date can have; `Intl` throws for a later one. */
export const MAX_TIME = 8_640_000_000_000_000;

const hour = lazyFormatter(
  (language, timeZone) => new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone }),
);
const day = lazyFormatter(
  (language, timeZone) =>
    new Intl.DateTimeFormat(language, {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
    }),
);

/** Both in epoch milliseconds; in the display language and the time zone of the user. */
export function timeText(time: number, now: number): string {
  return (Math.abs(time - now) < DAY_MS ? hour() : day()).format(Math.min(time, MAX_TIME));
}
