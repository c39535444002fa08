// Titles that agents make of a prompt with something attached, in the spelling of each, and placeholders.
import { expect, test } from 'vitest';
import { agentTitle } from '../../../src/core/text/agentTitle.ts';

test.each([
  ['Run a long one [@a.ts](file:///home/u/ws/src/a.ts)', 'Run a long one'],
  ['Before the restart [Resource link: file:///ws/src/a.ts] go on', 'Before the restart a.ts go on'],
  ['[Resource Link: File:///Ws/Src/A.Ts] First apples', 'First apples'],
  ['Explain @a.ts[@a.ts](file:///ws/a.ts) and @All Problems', 'Explain @a.ts and @All Problems'],
  ['Fix it <context ref="file:///ws/a.ts">', 'Fix it'],
  ['Fix it (file:///ws/a.ts)', 'Fix it'],
  ['Fix it: file:///ws/a.ts', 'Fix it'],
  ['What does [a.ts](file:///ws/a.ts) do?', 'What does a.ts do?'],
  ['Fix [@a.ts](file:///w/a.ts) and [src](file:///w/src/)', 'Fix a.ts and src'],
  ['Compare [@A.ts](file:///w/A.ts), [@](file:///w/src/) and b', 'Compare A.ts, src and b'],
  ['Why is @file:///w/my%20file.ts#L3 so long', 'Why is my file.ts so long'],
  ['Move <file path="file:///w/a.ts"> to src', 'Move a.ts to src'],
  ['Explain @a.ts [Resource link: file:///w/a.ts] to me', 'Explain @a.ts to me'],
  ['Explain [@a.ts](file:///w/a.ts) [@b.ts](file:///w/b.ts)', 'Explain a.ts'],
  ['See [@undone.md](parley:/undone/undone.md) once more', 'See once more'],
  ['A title cut in the [@long name of a fi', 'A title cut in the'],
  ['A title cut in the [@a.ts](file:///ws/sr…', 'A title cut in the'],
  ['A title cut in the [Resource link: fi', 'A title cut in the'],
  ['parley:/undone/undone-changes.md', ''],
  ['Parley:/Undone/Undone-Changes.Md', ''],
  ['[@undone-changes.md](parley:/undone/undone-changes.md)', ''],
  ['Contents of undone-changes.md: The user has undone', ''],
  ['[@a.ts](file:///ws/a.ts)', ''],
  ['New session - 2026-11-25T20:55:55.965Z', ''],
  ['Child session - 2026-11-25T20:55:55.965Z', ''],
  ['New Chat', ''],
  ['Line one\nLine two @[a.ts](file:///w/a.ts)', 'Line one Line two'],
  ['<context>file:///x/a.ts</context> Fix the bug', 'Fix the bug'],
  ['Fix the bug <file path="a">file:///x/a.ts</file> now', 'Fix the bug a.ts now'],
  ['Fix the bug <context>file:///x/a', 'Fix the bug'],
  ['{"title":"Json title"}', 'Json title'],
  ['{ "title": "Of [@a.ts](file:///a.ts)", "more": 1 }', 'Of'],
  ['```json\n{"title":"Fix the bug"}\n```', 'Fix the bug'],
  ['["Fix the bug"]', 'Fix the bug'],
  ['{"title":"Fix the', 'Fix the'],
  ['{"title":"Fix \\"it\\""} extra', 'Fix "it"'],
  ['[{"type":"text","text":"Fix the bug"}]', 'Fix the bug'],
  ['```json\n{"status":1}\n```', ''],
  ['[1, 2]', '[1, 2]'],
  ['<title>Fix the bug</title>', 'Fix the bug'],
  ['<title>Fix the b', 'Fix the b'],
  ['<user_query>Fix</user_query>', 'Fix'],
  ['<environment_details>x</environment_details> <user_message>Fix it</user_message>', 'Fix it'],
  ['{"threadStatus":{"type":"idle"}}', ''],
  ['{"title":7}', ''],
  ['<context ref="file:///w/a.ts">\nfoo\n</context>\nFix the parser', 'Fix the parser'],
  ['<ide_opened_file>The user opened a.ts</ide_opened_file>Fix me', 'Fix me'],
  ['<system-reminder>x</system-reminder> Real', 'Real'],
  ['<local-command-stdout>x</local-command-stdout> Real', 'Real'],
  ['Untitled', ''],
  ['Untitled chat (3)', ''],
])('%s', (title, words) => {
  expect(agentTitle(title)).toBe(words);
});

test.each([
  'Fix the tests',
  'Use <my_tag>important</my_tag> tag',
  'Why <list_item>a</list_item> is red',
  '[WIP] fix the tests',
  '{"name":"a"} as a type',
  '{ a, b }',
  'Use <context> in React',
  'Close <b>bold</b> tags',
  'Fix <my-element>foo</my-element> rendering',
  'Why <app-root></app-root> is empty',
  'Contents of the archive: explain',
  'New session store for users',
  'Read https://example.com/a and [docs](https://example.com)',
  'Type [x] in array[0]: any',
  'Compare a/b:/c',
  'Untitled documents are saved',
  '修复测试',
])('%s stays', (title) => {
  expect(agentTitle(title)).toBe(title);
});

test.each([
  ['Explain [@a.ts](file:///w/a.ts)', 'Explain a.ts'],
  ['Explain [@a.ts](file:///w/a.ts) [@b.ts](file:///w/b.ts)', 'Explain a.ts'],
  ['[@a.ts](file:///w/a.ts) explained', 'a.ts explained'],
  ['[Resource Link: File:///W/B.Ts] First Apples', 'First Apples'],
  ['[@b.ts](file:///other/b.ts) First apples', 'First apples'],
  ['First apples [@b.ts](file:///w/src/b…', 'First apples'],
  ['Compare [@b.ts](file:///w/src/b.ts) with c', 'Compare with c'],
  ['[@b.ts](file:///w/src/b.ts)', ''],
])('%s, of which Parley attached b.ts', (title, words) => {
  expect(agentTitle(title, () => ['file:///w/src/b.ts'])).toBe(words);
});
