import { describe, expect, it } from 'vitest';
import { mentionKindOf, mentionText, promptParts } from '../../../src/core/mentions/mention.ts';
import {
  mentionTarget,
  targetAddress,
  type MentionTarget,
} from '../../../src/core/mentions/mentionTarget.ts';

const targets: readonly MentionTarget[] = [
  { kind: 'file', uri: 'file:///a/b%20c.ts' },
  { kind: 'folder', uri: 'file:///a/b/' },
  { kind: 'selection', uri: 'file:///a/b.ts', lines: { start: 3, end: 9 } },
  { kind: 'symbol', uri: 'file:///a/b.ts', lines: { start: 3, end: 9 }, symbol: 'a(b)&c=d#e?' },
  { kind: 'problems' },
  { kind: 'problems', file: 'file:///a/b%23.ts' },
  { kind: 'git', changes: { of: 'working-tree' } },
  { kind: 'git', changes: { of: 'staged' }, repository: 'file:///a b/(c)' },
  { kind: 'git', changes: { of: 'branch', name: 'feat/[@x](y)' } },
  { kind: 'git', changes: { of: 'commit', id: 'deadbeef' } },
  { kind: 'terminal', id: '7' },
  { kind: 'editor' },
  { kind: 'editor', uri: 'untitled:Untitled-1', lines: { start: 1, end: 1 } },
  { kind: 'session', key: 'k & 1' },
  { kind: 'url', uri: 'https://example.com/?a=b#c' },
  { kind: 'resource', server: 'docs', uri: 'docs://a/(b)?c#d' },
];

describe('mentionTarget', () => {
  it.each(targets)('reads back the address of $kind', (target) => {
    const uri = targetAddress(target);
    expect(mentionTarget(uri)).toEqual(target);
    expect(mentionKindOf(uri)).toBe(target.kind);
  });

  it.each(targets)('finds $kind in a text, whatever its parts hold', (target) => {
    const uri = targetAddress(target);
    const parts = promptParts(`a ${mentionText({ name: 'n]( [@m](file:///x)', uri })} b`);
    const [, part] = parts;
    expect(parts).toHaveLength(3);
    expect(part?.type === 'mention' ? mentionTarget(part.mention.uri) : undefined).toEqual(target);
  });

  it('reads lines as other tools write them, and in order', () => {
    expect(mentionTarget('file:///a#L5')).toMatchObject({ lines: { start: 5, end: 5 } });
    expect(mentionTarget('file:///a#L5-L7')).toMatchObject({ lines: { start: 5, end: 7 } });
    expect(mentionTarget('file:///a#L9:7')).toMatchObject({ lines: { start: 9, end: 9 } });
  });

  it.each([
    'parley:/git/commit?id=--output=x',
    'parley:/git/reset',
    'parley:/terminal',
    'parley:/session',
    'parley:/resource?server=a',
    'javascript:alert(1)',
  ])('knows no target for %s', (uri) => expect(mentionTarget(uri)).toBeUndefined());

  it('writes names with half a character', () => {
    expect(targetAddress({ kind: 'terminal', id: '\uD800' })).toContain('id=');
  });
});
