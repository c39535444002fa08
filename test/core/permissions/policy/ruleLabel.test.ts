// Labels of rules: one spelling for storage, logs and agents, another for the user in the display language.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as l10n from '@vscode/l10n';
import { l10nDirectory } from '../../../../scripts/l10n.mjs';
import { readRules } from '../../../../src/core/permissions/policy/permissionRule.ts';
import {
  localizedRuleLabel,
  READ_ONLY_MODE,
  ruleLabel,
} from '../../../../src/core/permissions/policy/ruleLabel.ts';

/** The labels of the rules of a setting. */
function labels(source: 'user' | 'workspace', value: unknown): readonly string[] {
  return readRules(source, value).map(ruleLabel);
}

test('a label says what the rule says', () => {
  expect(labels('workspace', [{ action: 'ask', kind: ['edit', 'move'], path: 'a' }, 1])).toEqual([
    'workspace rule 1: ask, kind edit | move, path a',
    'workspace rule 2 (cannot be read)',
  ]);
});

describe('in the display language', () => {
  afterEach(() => {
    l10n.config({ contents: {} });
  });

  beforeEach(() => {
    l10n.config({ fsPath: join(l10nDirectory, 'bundle.l10n.zh-cn.json') });
  });

  test.each([
    ['the place of a rule', 'user rule 12', '用户规则 12'],
    ['a rule by its name', 'No pushing (workspace rule 2)', 'No pushing (工作区规则 2)'],
    [
      'what a rule says',
      'user rule 1: deny, command git push | rm',
      '用户规则 1: deny, command git push | rm',
    ],
    ['a rule that cannot be read', 'workspace rule 3 (cannot be read)', '工作区规则 3 (无法读取)'],
    ['read-only mode', READ_ONLY_MODE, '只读模式'],
    ['what 0.1.0 stored', 'user rule 1: ask, kind edit or move', '用户规则 1: ask, kind edit or move'],
    ['a name that reads like a label', 'user rule 1: deny (user rule 2)', 'user rule 1: deny (用户规则 2)'],
    ['a name of several lines', 'a\nb (user rule 2)', 'a\nb (用户规则 2)'],
    ['a text that is no label', 'edits in /work', 'edits in /work'],
  ])('the user reads %s', (_what, label, shown) => {
    expect(localizedRuleLabel(label)).toBe(shown);
  });
});

test('in English the user reads what is stored', () => {
  const all = [
    ...labels('user', [
      { action: 'allow', name: 'Reads', kind: 'read' },
      { action: 'deny', command: 'rm' },
      7,
    ]),
    READ_ONLY_MODE,
  ];
  expect(all.map(localizedRuleLabel)).toEqual(all);
});
