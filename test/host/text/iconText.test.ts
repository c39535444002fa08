// Words in labels that VS Code draws icons in.
import { expect, test } from 'vitest';
import { withoutIcons } from '../../../src/host/text/iconText.ts';

test('what an agent says is never drawn as an icon', () => {
  expect(withoutIcons('$(check) Read only $(shield)')).toBe('$ (check) Read only $ (shield)');
  expect(withoutIcons('$$((x) costs $5 (about)')).toBe('$$ ((x) costs $5 (about)');
});
