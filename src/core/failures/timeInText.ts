// When a limit is over, as the texts of agents and model services say it: a duration, a date, or the time on a clock.

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const DAY_MS = 86_400_000;

/** A clock that has just shown the time has it behind it: limits are reported to the minute, and their ends late. */
const JUST_PAST_MS = 30 * 60_000;

const AMOUNT = String.raw`(?:\d+(?:\.\d+)?|an?\b)`;
const UNIT = String.raw`(?:milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d)(?![a-z])`;
/**
 * `try again in 2h 30m`, `quota will reset after 11h9m17s`, `wait 45 seconds`: not any duration, because texts also say what
 * the limit is (`300 requests in 5 hours`), and how often it resets.
 */
const DURATION = new RegExp(
  String.raw`(?:\b(?:resets?|try|retry|retrying|again|available|renews?|refresh(?:es|ed)?|resumes?|come back|continue)\b[^.;\n\d]{0,30}?\b(?:in|after)|\bwait(?: for)?)[:\s]+` +
    String.raw`(?:(?:about|approximately|around|another|at least|less than)\s+)?((?:${AMOUNT}\s*${UNIT}[\s,]*(?:and\s+)?){1,4})`,
  'i',
);

/** What stands before a date or a time at which it is over. */
const OVER = String.raw`(?:resets?|try again|retry|available(?: again)?|until)(?: (?:at|on|after))?[:\s]\s*`;
const ISO = new RegExp(
  String.raw`${OVER}(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d))`,
  'i',
);
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
/** `Oct 5`, `Oct 6th, 2026`, `tomorrow`, `Monday`. The names of what is found begin with `name`. */
const dayPattern = (name: string): string =>
  String.raw`(?:(?<${name}Month>${MONTHS.join('|')})[a-z]*\.? (?<${name}Day>\d{1,2})(?:st|nd|rd|th)?\b(?:,? (?<${name}Year>\d{4}))?|(?<${name}Word>today|tomorrow|(?:${WEEKDAYS.join('|')})(?:[a-z]*day)?)\b)`;
/**
 * `3pm`, `3:45 PM (UTC)`, `15:45 UTC+2`, `Oct 5 at 3pm (Europe/Berlin)`, `Oct 6th, 2026 3:45 PM PST`, `Mon 9am`,
 * `3:45 PM on Dec 5`, `9am tomorrow`.
 */
const CLOCK = new RegExp(
  String.raw`${OVER}(?:${dayPattern('early')},?(?: at)? )?` +
    String.raw`(?<hour>\d{1,2})(?::(?<minute>\d\d))?(?::\d\d)?\s?(?<half>[ap]\.?m\b\.?)?(?:\s\((?<zone>[A-Za-z_]+(?:\/[A-Za-z_+-]+\d*){0,2})\)|\s?(?<letters>(?!on\b|(?:today|tomor|${WEEKDAYS.join('|')}|${MONTHS.join('|')}))[A-Za-z]{1,5})\b(?<offset>[+-]\d{1,2}(?::?\d\d)?\b)?)?` +
    String.raw`(?:,? (?:on )?${dayPattern('late')})?`,
  'i',
);

/** The zones that are written in letters, by one whose clocks go the same way. */
const ZONES: Readonly<Record<string, string>> = {
  UTC: 'UTC',
  GMT: 'UTC',
  Z: 'UTC',
  ET: 'America/New_York',
  EST: 'America/New_York',
  EDT: 'America/New_York',
  CT: 'America/Chicago',
  CDT: 'America/Chicago',
  MT: 'America/Denver',
  MST: 'America/Denver',
  MDT: 'America/Denver',
  PT: 'America/Los_Angeles',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
  CET: 'Europe/Berlin',
  CEST: 'Europe/Berlin',
  JST: 'Asia/Tokyo',
};

/**
 * The time that a text says to the second, as a duration or a date: epoch milliseconds, as `now` is; undefined where it
 * says none.
 */
export function timeInText(text: string, now: number): number | undefined {
  return durationIn(text, now) ?? dateIn(text);
}

/** `try again in 2h 30m`, `retry after 20 seconds`. */
function durationIn(text: string, now: number): number | undefined {
  const [, duration] = DURATION.exec(text) ?? [];
  if (duration === undefined) return undefined;
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?|\ban?\b)\s*([a-z]+)/gi)].map(
    ([, amount = '', unit = '']) => {
      const name = /^(?:ms|milli)/i.test(unit) ? 'ms' : unit.charAt(0).toLowerCase();
      return (/^a/i.test(amount) ? 1 : Number(amount)) * (UNIT_MS[name] ?? 0);
    },
  );
  const milliseconds = parts.reduce((sum, part) => sum + part, 0);
  return milliseconds > 0 ? now + milliseconds : undefined;
}

/** `retry after 2026-12-24T10:00:00Z` */
function dateIn(text: string): number | undefined {
  const [, date = ''] = ISO.exec(text) ?? [];
  const time = Date.parse(date);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * The next time that a clock shows what a text says, on that day if one is named; in the zone that is named, else in
 * `ownZone`, which is that of this process, as agents have it, unless given. Epoch milliseconds, as `now` is: before it where
 * the clock has just shown that. Undefined where the text says no time, or one in an unknown zone.
 */
export function clockTimeInText(text: string, now: number, ownZone?: string): number | undefined {
  const found = CLOCK.exec(text)?.groups;
  // A bare number is no time.
  if (found === undefined || (found['half'] === undefined && found['minute'] === undefined)) return undefined;
  const half = found['half']?.charAt(0).toLowerCase();
  const written = Number(found['hour']);
  const minute = Number(found['minute'] ?? 0);
  if (minute > 59 || (half === undefined ? written > 23 : written < 1 || written > 12)) return undefined;
  const hour = half === undefined ? written : (written % 12) + (half === 'p' ? 12 : 0);
  const zone = found['zone'] ?? zoneOfLetters(found['letters'] ?? '', found['offset']) ?? ownZone;
  const offset = zoneOffset(zone);
  if (offset === undefined) return undefined;
  const today = new Date(now + offset(now));
  const at = (year: number, month: number, day: number): number => {
    const shown = Date.UTC(year, month, day, hour, minute);
    // Where the clocks are changed that day they show the time once, twice, or not at all.
    const [first, second] = [DAY_MS, -DAY_MS].map((ms) => shown - offset(shown - ms));
    const isShown = (time: number | undefined): time is number =>
      time !== undefined && time + offset(time) === shown;
    if (!isShown(first)) return isShown(second) ? second : (first ?? shown);
    return first <= now && isShown(second) ? second : first;
  };
  const year = today.getUTCFullYear();
  const inDays = (days: number): number => at(year, today.getUTCMonth(), today.getUTCDate() + days);
  const named = (part: string): string | undefined => found[`early${part}`] ?? found[`late${part}`];
  const day = named('Day');
  if (day === undefined) {
    const word = named('Word')?.toLowerCase();
    if (word === 'tomorrow') return inDays(1);
    const weekday = WEEKDAYS.findIndex((each) => word?.startsWith(each));
    const days = weekday === -1 ? 0 : (weekday - today.getUTCDay() + 7) % 7;
    const time = inDays(days);
    return time > now - JUST_PAST_MS || word === 'today' ? time : inDays(days + (weekday === -1 ? 1 : 7));
  }
  const month = MONTHS.indexOf(named('Month')?.toLowerCase() ?? '');
  const namedYear = named('Year');
  const time = at(Number(namedYear ?? year), month, Number(day));
  // A day of which the year is not said is the next one; one that has just been is over.
  return namedYear === undefined && time < now - DAY_MS ? at(year + 1, month, Number(day)) : time;
}

/** `PST`, `UTC+2`; undefined for a word that is no zone. One in capitals is a zone, even if nobody knows it. */
function zoneOfLetters(letters: string, offset: string | undefined): string | undefined {
  if (letters === '' || letters !== letters.toUpperCase()) return undefined;
  const zone = ZONES[letters];
  const [, sign = '', hours = '', minutes = '00'] = /^([+-])(\d{1,2}):?(\d\d)?$/.exec(offset ?? '') ?? [];
  return zone === 'UTC' && sign !== '' ? `${sign}${hours.padStart(2, '0')}:${minutes}` : (zone ?? letters);
}

/** How far the clocks of a zone are ahead of UTC at a time, in milliseconds; undefined for a zone that nobody knows. */
function zoneOffset(zone: string | undefined): ((time: number) => number) | undefined {
  if (zone === undefined) return (time) => -new Date(time).getTimezoneOffset() * 60_000;
  const format = zonedFormat(zone);
  if (format === undefined) return undefined;
  return (time) => {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    const shown = Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    );
    return shown - Math.floor(time / 1_000) * 1_000;
  };
}

function zonedFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  const numeric = 'numeric';
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    });
  } catch {
    return undefined;
  }
}
