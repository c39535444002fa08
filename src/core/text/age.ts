// How long ago something was, in the display language: "5 min ago".
import { displayLanguage } from './localization.ts';

const UNITS = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

interface AgeFormats {
  readonly language: string;
  readonly ago: Intl.RelativeTimeFormat;
  readonly now: string;
}

/** Made on first use: lists show hundreds of ages, and the constructors are slow. */
let formats: AgeFormats | undefined;

/** The time from `at` to `now`, both in epoch milliseconds; empty when `at` is unknown (0). */
export function ageText(at: number, now: number): string {
  if (at === 0) return '';
  const seconds = Math.max(0, (now - at) / 1000);
  const language = displayLanguage();
  if (formats?.language !== language) formats = formatsOf(language);
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? [];
  if (unit === undefined || length === undefined) return formats.now;
  // VS Code's own ages have no period behind a unit.
  return formats.ago.format(-Math.floor(seconds / length), unit).replace('. ', ' ');
}

function formatsOf(language: string): AgeFormats {
  return {
    language,
    ago: new Intl.RelativeTimeFormat(language, { style: 'short' }),
    now: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'second'),
  };
}
