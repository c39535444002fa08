// `node scripts/packaging/updateRegistry.mjs [address]`: writes media/registry.json, the list of agents that comes with Parley.
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../project.mjs';
import { program, say } from '../say.mjs';

const ADDRESS = 'https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json';
const file = join(root, 'media', 'registry.json');

/** What Parley reads of an entry; the rest only makes the package larger. */
const FIELDS = [
  'id',
  'name',
  'version',
  'description',
  'repository',
  'website',
  'authors',
  'license',
  'icon',
  'distribution',
];

await program(async () => {
  const address = process.argv[2] ?? ADDRESS;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered with HTTP status ${response.status}.`);
  const { version, agents } = await response.json();
  const short = agents
    .map((agent) =>
      Object.fromEntries(FIELDS.filter((name) => name in agent).map((name) => [name, agent[name]])),
    )
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const list = { version, loadedAt: new Date().toISOString(), agents: short };
  writeFileSync(file, `${JSON.stringify(list, null, 1)}\n`);
  say(`Wrote ${short.length} agents to ${relative(root, file)}.`);
});
