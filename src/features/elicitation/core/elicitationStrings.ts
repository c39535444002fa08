// What is wrong with the values of a form that an agent shows.
import * as l10n from '@vscode/l10n';
import { plural } from '../../../core/text/localization.ts';

export const elicitationStrings = {
  yes: () => l10n.t('Yes'),
  no: () => l10n.t('No'),
  required: () => l10n.t('This field is required.'),
  notText: () => l10n.t('Value must be text.'),
  notBoolean: () => l10n.t('Value must be on or off.'),
  notNumber: () => l10n.t('Value must be a number.'),
  notInteger: () => l10n.t('Value must be an integer.'),
  notOffered: () => l10n.t('Select an option from the list.'),
  notEmail: () => l10n.t('Value must be an email address.'),
  notUri: () => l10n.t('Value must be a URI, for example {0}.', 'https://example.com'),
  notDate: () => l10n.t('Value must be a date, for example {0}.', '2026-01-31'),
  notDateTime: () => l10n.t('Value must be a date and time, for example {0}.', '2026-01-31T12:00:00Z'),
  noMatch: (pattern: string) => l10n.t('Value must match the pattern {0}.', pattern),
  tooShort: (characters: number) =>
    plural(characters, {
      one: l10n.t('Value must be at least {0} character long.', characters),
      other: l10n.t('Value must be at least {0} characters long.', characters),
    }),
  tooLong: (characters: number) =>
    plural(characters, {
      one: l10n.t('Value must be at most {0} character long.', characters),
      other: l10n.t('Value must be at most {0} characters long.', characters),
    }),
  tooFew: (options: number) =>
    plural(options, {
      one: l10n.t('Select at least {0} option.', options),
      other: l10n.t('Select at least {0} options.', options),
    }),
  tooMany: (options: number) =>
    plural(options, {
      one: l10n.t('Select at most {0} option.', options),
      other: l10n.t('Select at most {0} options.', options),
    }),
  tooFewLines: (entries: number) =>
    plural(entries, {
      one: l10n.t('Enter at least {0} line.', entries),
      other: l10n.t('Enter at least {0} lines.', entries),
    }),
  tooManyLines: (entries: number) =>
    plural(entries, {
      one: l10n.t('Enter at most {0} line.', entries),
      other: l10n.t('Enter at most {0} lines.', entries),
    }),
  tooSmall: (minimum: number) => l10n.t('Value must be at least {0}.', minimum),
  tooBig: (maximum: number) => l10n.t('Value must be at most {0}.', maximum),
};
