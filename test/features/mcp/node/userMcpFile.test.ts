// Where the user's own `mcp.json` is: that of the profile of the window.
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { userMcpFile } from '../../../../src/features/mcp/node/userMcpFile.ts';

let user: string;
let storage: string;

beforeEach(async () => {
  user = join(await mkdtemp(join(tmpdir(), 'parley-user-')), 'User');
  storage = join(user, 'globalStorage', 'parley.parley-acp');
  mkdirSync(storage, { recursive: true });
});

function profiles(profile: object, workspaces: object): void {
  const stored = { userDataProfiles: [profile], profileAssociations: { workspaces } };
  writeFileSync(join(user, 'globalStorage', 'storage.json'), JSON.stringify(stored));
}

const work = 'file:///work';

test('it is that of the default profile where nothing else is known', async () => {
  expect(await userMcpFile(storage, work)).toBe(join(user, 'mcp.json'));
  profiles({ location: 'abc', name: 'Other' }, { [work]: '__default__profile__' });
  expect(await userMcpFile(storage, work)).toBe(join(user, 'mcp.json'));
  expect(await userMcpFile(storage, undefined)).toBe(join(user, 'mcp.json'));
  writeFileSync(join(user, 'globalStorage', 'storage.json'), '{');
  expect(await userMcpFile(storage, work)).toBe(join(user, 'mcp.json'));
});

test('it is that of the profile of the workspace, unless the profile uses the default one', async () => {
  profiles({ location: '-1a2b', name: 'Other' }, { [work]: '-1a2b' });
  expect(await userMcpFile(storage, work)).toBe(join(user, 'profiles', '-1a2b', 'mcp.json'));
  profiles({ location: '-1a2b', name: 'Other', useDefaultFlags: { mcp: true } }, { [work]: '-1a2b' });
  expect(await userMcpFile(storage, work)).toBe(join(user, 'mcp.json'));
});

test('a profile whose folder is no name leads nowhere else', async () => {
  profiles({ location: '../../etc', name: 'Evil' }, { [work]: '../../etc' });
  expect(await userMcpFile(storage, work)).toBe(join(user, 'mcp.json'));
});
