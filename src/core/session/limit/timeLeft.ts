// How long it is until a time, in the display language: "3 hr 20 min", and when that text changes next.
import { lazyFormatter } from '../../text/localization.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

const units = lazyFormatter((language) => {
  const format = (unit: 'day' | 'hour' | 'minute' | 'second'): Intl.NumberFormat =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' });
  return { day: format('day'), hour: format('hour'), minute: format('minute'), second: format('second') };
});

/** `ms`: the time that is left. In whole minutes, rounded up, and with `seconds` in seconds in the last minute. */
export function timeLeftText(ms: number, seconds = false): string {
  const { day, hour, minute, second } = units();
  if (seconds && ms <= MINUTE_MS) return second.format(Math.max(0, Math.ceil(ms / SECOND_MS)));
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return minute.format(minutes);
  const [large, small] =
    hours < 24
      ? [hour.format(hours), minutes % 60 === 0 ? '' : minute.format(minutes % 60)]
      : [day.format(Math.floor(hours / 24)), hours % 24 === 0 ? '' : hour.format(hours % 24)];
  return small === '' ? large : `${large} ${small}`;
}

/** In how many milliseconds the text is another one: once a minute, and once a second in the last one where it says seconds. */
export function nextTimeLeftMs(ms: number, seconds = false): number {
  const step = ms > DAY_MS ? HOUR_MS : seconds && ms <= MINUTE_MS ? SECOND_MS : MINUTE_MS;
  return ms % step || step;
}
