// Numbers, shares, durations, sizes and lists as the display language writes them.
import { lazyFormatter } from '../../src/core/text/localization.ts';

const numbers = lazyFormatter((language) => new Intl.NumberFormat(language));
const lists = lazyFormatter(
  (language) => new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' }),
);
const durations = lazyFormatter(
  (language) => new Intl.ListFormat(language, { type: 'unit', style: 'narrow' }),
);

const durationUnits = {
  hour: lazyFormatter((language) => unitFormat(language, 'hour', 'narrow')),
  minute: lazyFormatter((language) => unitFormat(language, 'minute', 'narrow')),
  second: lazyFormatter((language) => unitFormat(language, 'second', 'narrow')),
};

const sizeUnits = [
  lazyFormatter((language) => unitFormat(language, 'byte', 'long')),
  lazyFormatter((language) => unitFormat(language, 'kilobyte', 'short')),
  lazyFormatter((language) => unitFormat(language, 'megabyte', 'short')),
  lazyFormatter((language) => unitFormat(language, 'gigabyte', 'short')),
];

function unitFormat(language: string, unit: string, unitDisplay: 'long' | 'short' | 'narrow') {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 });
}

/** `12,345`. */
export function numberText(value: number): string {
  return numbers().format(value);
}

/** Several labels in one line: `Read 6 files, 2 searches`. */
export function listText(labels: readonly string[]): string {
  return lists().format(labels);
}

/** `4s`; `0s` for nothing, which {@link durationText} rounds up. */
export function secondsText(seconds: number): string {
  return durationUnits.second().format(seconds);
}

/** `4s`, `0.4s`, `2m 5s`, `1h 2m`. */
export function durationText(durationMs: number): string {
  const { hour, minute, second } = durationUnits;
  const seconds = Math.max(0, durationMs) / 1_000;
  if (seconds < 1) return second().format(Math.max(0.1, seconds));
  const whole = Math.round(seconds);
  if (whole < 60) return second().format(whole);
  const minutes = Math.floor(whole / 60);
  const parts =
    minutes < 60
      ? [minute().format(minutes), second().format(whole % 60)]
      : [hour().format(Math.floor(minutes / 60)), minute().format(minutes % 60)];
  return durations().format(parts);
}

/** How many bytes a text in Base64 stands for. */
export function base64Size(data: string): number {
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((data.length * 3) / 4) - padding);
}

/** `512 bytes`, `99.7 MB`. */
export function sizeText(sizeBytes: number): string {
  let size = sizeBytes;
  let unit = 0;
  while (size >= 1_000 && unit < sizeUnits.length - 1) {
    size /= 1_000;
    unit++;
  }
  return sizeUnits[unit]?.().format(size) ?? '';
}
