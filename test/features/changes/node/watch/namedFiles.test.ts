// Which files a tool call names, and how often that is looked up.
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { NamedFiles } from '../../../../../src/features/changes/node/watch/namedFiles.ts';

/** Names in a folder with a link to another file. */
function inFolder() {
  const links = new Map([['/work/link.ts', '/work/other.ts']]);
  const asked: string[] = [];
  const names = new NamedFiles('/work', (path) => {
    asked.push(path);
    return links.get(path) ?? path;
  });
  const pathsOf = (path: string) =>
    names
      .of({ locations: [{ path }] })()
      .map((file) => file.path);
  return { links, asked, names, pathsOf };
}

test('a link is meant itself, and what it leads to', () => {
  expect(inFolder().pathsOf('link.ts')).toEqual(['/work/link.ts', '/work/other.ts']);
});

test('a diff and a location name a file each, with the text that only the diff states', () => {
  const call = {
    content: [{ type: 'diff', path: '/work/a.ts', oldText: 'old', newText: 'new' }],
    locations: [{ path: 'b.ts' }],
  } as const;
  expect(
    inFolder().names.of({ ...call, content: [...call.content], locations: [...call.locations] })(),
  ).toEqual([
    { path: '/work/a.ts', oldText: 'old' },
    { path: '/work/b.ts', oldText: undefined },
  ]);
});

test('nothing is looked up before it is asked for', () => {
  const { asked, names } = inFolder();
  names.of({ locations: [{ path: 'a.ts' }] });
  expect(asked).toEqual([]);
});

test('what is named again in messages that are read at once is looked up once, and anew when others come', async () => {
  const { links, asked, pathsOf } = inFolder();
  for (const path of ['a.ts', 'b.ts', 'a.ts', '/work/a.ts']) pathsOf(path);
  expect(asked).toEqual(['/work', '/work/a.ts', '/work/b.ts']);
  links.set('/work/a.ts', '/work/b.ts');
  await setImmediate();
  expect(pathsOf('a.ts')).toEqual(['/work/a.ts', '/work/b.ts']);
});
