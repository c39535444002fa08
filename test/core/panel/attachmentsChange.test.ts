import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  attachmentsChange,
  attachmentsChangeOf,
  withAttachmentsChange,
} from '../../../src/core/panel/attachmentsChange.ts';
import type { ContentBlock } from '../../../src/core/session/content.ts';

const image = (data: string): ContentBlock => ({ type: 'image', data, mimeType: 'image/png' });
const IMAGES = ['A', 'B', 'C', 'D'].map(image);
const attachments = fc.array(fc.constantFrom(...IMAGES), { maxLength: 6 });

test('what is reported makes the old attachments the new ones', () => {
  fc.assert(
    fc.property(attachments, attachments, (before, after) => {
      const change = attachmentsChangeOf(before, after);
      expect(change === undefined ? before : withAttachmentsChange(before, change)).toEqual(after);
      if (change !== undefined) expect(attachmentsChange.parse(change)).toEqual(change);
    }),
  );
});

test('one more attachment is reported alone, however many there are', () => {
  const before = Array.from({ length: 200 }, (_, index) => image(String(index)));
  const added = image('new');
  const change = attachmentsChangeOf(before, [...before, added]);
  expect(change).toEqual({ start: 200, deleteCount: 0, added: [added] });
  expect(attachmentsChangeOf(before, before.toSpliced(7, 1))).toEqual({
    start: 7,
    deleteCount: 1,
    added: [],
  });
  expect(attachmentsChangeOf(before, before)).toBeUndefined();
});

test('where it is not known what the host has, they are reported whole', () => {
  const change = attachmentsChangeOf(undefined, IMAGES);
  expect(change).toEqual({ start: 0, added: IMAGES });
  for (const before of [undefined, [], [image('other')]])
    expect(withAttachmentsChange(before, { start: 0, added: IMAGES })).toEqual(IMAGES);
});

test('a change of attachments that are not known leaves them unknown', () => {
  expect(withAttachmentsChange(undefined, { start: 2, deleteCount: 0, added: IMAGES })).toBeUndefined();
  expect(withAttachmentsChange(undefined, { start: 0, deleteCount: 1, added: [] })).toBeUndefined();
});
