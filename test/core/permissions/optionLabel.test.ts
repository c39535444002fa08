// What an option does is shown where its name does not say so plainly.
import { expect, test } from 'vitest';
import { optionLabel } from '../../../src/core/permissions/optionLabel.ts';

test.each([
  ['Allow Once', 'allow_once'],
  ['Yes', 'allow_once'],
  ['Yes, proceed', 'allow_once'],
  ['Approve', 'allow_once'],
  ['Run', 'allow_once'],
  ['Reject', 'reject_once'],
  ['No, and say what to do instead', 'reject_once'],
  ['Cancel', 'reject_once'],
])('%s says what %s does', (name, kind) => {
  expect(optionLabel({ name, kind })).toEqual({ isLasting: false });
});

test.each([
  ['Always Allow', 'allow_always'],
  ['Yes, and don’t ask again', 'allow_always'],
  ['Allow for This Session', 'allow_always'],
  ['Never', 'reject_always'],
  ['Always reject', 'reject_always'],
])('%s is marked as lasting', (name, kind) => {
  expect(optionLabel({ name, kind }).isLasting).toBe(true);
});

test.each([
  ['Reject', 'allow_always', 'Always allows'],
  ['Reject', 'allow_once', 'Allows once'],
  ['No', 'allow_once', 'Allows once'],
  ['Allow', 'reject_once', 'Rejects once'],
  ['Allow Once', 'allow_always', 'Always allows'],
  ['Yes', 'reject_always', 'Always rejects'],
  ['Yes, always', 'allow_once', 'Allows once'],
  ['Allow me to reject this', 'allow_once', 'Allows once'],
  ['\u0410llow', 'allow_once', 'Allows once'],
  ['Abbrechen', 'allow_once', 'Allows once'],
  ['…', 'allow_once', 'Allows once'],
  ['Allow', 'ALLOW_ONCE', 'Unknown effect'],
  ['Allow', 'other', 'Unknown effect'],
])('%s of the kind %s is shown with what it does', (name, kind, effect) => {
  expect(optionLabel({ name, kind }).effect).toBe(effect);
});
