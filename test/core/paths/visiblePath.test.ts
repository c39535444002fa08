// How a path is shown to a user.
import { describe, expect, it } from 'vitest';
import { visiblePath } from '../../../src/core/paths/visiblePath.ts';

describe('A path shown to a user', () => {
  it('spells out what could hide or reorder it', () => {
    expect(visiblePath('/a\n/b\u202Egpj.exe\u200B\u2028')).toBe(
      '/a\\u{a}/b\\u{202e}gpj.exe\\u{200b}\\u{2028}',
    );
    expect(visiblePath('/ä/日本 語')).toBe('/ä/日本 語');
  });
});
