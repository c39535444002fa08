// The list of agents in the format of the ACP registry, and what of it Parley can use.
import * as z from 'zod/mini';
import { oneLine } from '../../../../core/text/oneLine.ts';

/** Platforms as the registry names them. */
const PLATFORMS = [
  'darwin-aarch64',
  'darwin-x86_64',
  'linux-aarch64',
  'linux-x86_64',
  'windows-aarch64',
  'windows-x86_64',
] as const;
export type RegistryPlatform = (typeof PLATFORMS)[number];

const MAX_AGENTS = 2_000;
const MAX_TEXT = 2_000;
const MAX_NAME = 100;
const MAX_ARGUMENTS = 100;

/** A program for one platform, in an archive or on its own. */
export interface BinaryTarget {
  /** As the registry has it; may be relative to the address of the list. */
  readonly archive: string;
  /** Relative to the folder into which the archive is unpacked; with `/`, and without `..`. */
  readonly cmd: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The checksum of the archive, in lower case. */
  readonly sha256: string | undefined;
}

/** A package that `npx` or `uvx` installs and runs. */
export interface PackageTarget {
  /** With a version wherever one can be added. */
  readonly package: string;
  /** The program of the package, where it is not the one that has the package's name. */
  readonly cmd: string | undefined;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The ways to install an agent that Parley can use. */
interface Distribution {
  readonly binary: Readonly<Partial<Record<RegistryPlatform, BinaryTarget>>>;
  readonly npx: PackageTarget | undefined;
  readonly uvx: PackageTarget | undefined;
}

/** An agent of the registry. */
export interface RegistryAgent {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly website: string | undefined;
  readonly repository: string | undefined;
  /** As the registry has it; may be relative to the address of the list. */
  readonly icon: string | undefined;
  readonly distribution: Distribution;
}

/** What a list says. */
export interface ParsedRegistry {
  readonly agents: readonly RegistryAgent[];
  /** How many entries cannot be read. */
  readonly malformed: number;
}

/** One line of text that can be seen, cut where it is too long. */
const label = (max: number) =>
  z
    .pipe(
      z.string(),
      z.transform((text) => oneLine(text.slice(0, max))),
    )
    .check(z.refine((text) => text !== ''));

/** A field that nothing depends on: absent where it cannot be read. */
const optional = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);

/** What `parley.agents` would replace: a registry must not read the environment of the user. */
const VARIABLE = /\$\{/;
const CONTROL = /\p{Cc}/u;

/** What becomes part of a command line. */
const word = z.string().check(
  z.maxLength(MAX_TEXT),
  z.refine((text) => !VARIABLE.test(text) && !CONTROL.test(text)),
);
/** What must not be mistaken for an option. */
const operand = word.check(z.refine((text) => text !== '' && !text.startsWith('-') && text.trim() === text));

const args = z.pipe(
  z.optional(z.array(word).check(z.maxLength(MAX_ARGUMENTS))),
  z.transform((list) => list ?? []),
);
const env = z.pipe(
  z.optional(
    z
      .record(z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/)), word)
      .check(z.refine((variables) => Object.keys(variables).length <= MAX_ARGUMENTS)),
  ),
  z.transform((variables) => variables ?? {}),
);

/** A path below a folder, with either kind of slash. */
const innerPath = z
  .pipe(
    word,
    z.transform((text) =>
      /^([\\/]|[A-Za-z]:)/.test(text)
        ? ''
        : text
            .replaceAll('\\', '/')
            .split('/')
            .filter((part) => part !== '.' && part !== '')
            .join('/'),
    ),
  )
  .check(z.refine((path) => path !== '' && !path.split('/').includes('..')));

const binaryTarget = z.object({
  archive: word.check(z.minLength(1)),
  cmd: innerPath,
  args,
  env,
  sha256: z.optional(
    z.pipe(
      z.string().check(z.regex(/^[a-fA-F0-9]{64}$/)),
      z.transform((text) => text.toLowerCase()),
    ),
  ),
});

const packageTarget = z.object({ package: operand, cmd: z.optional(operand), args, env });

const registryAgent = z.object({
  id: z.string().check(z.maxLength(MAX_NAME), z.regex(/^[a-z][a-z0-9-]*$/)),
  name: label(MAX_NAME),
  version: z.string().check(
    z.maxLength(MAX_NAME),
    z.regex(/^[0-9]+\.[0-9]+\.[0-9]+[0-9A-Za-z.+-]*$/),
    z.refine((version) => !version.endsWith('.')),
  ),
  description: label(MAX_TEXT),
  website: optional(word),
  repository: optional(word),
  icon: optional(word),
  distribution: z.looseObject({
    binary: z.catch(z.optional(z.record(z.string(), z.unknown())), undefined),
    npx: z.optional(z.unknown()),
    uvx: z.optional(z.unknown()),
  }),
});

const registry = z.object({ agents: z.array(z.unknown()) });

/**
 * The agents of a list; undefined for what is no list of agents. What cannot be read is left out, each entry and each
 * way to install it on its own: an agent with none that can be used is listed, and cannot be installed. Of two entries
 * with one id, the first counts. Unknown fields are ignored.
 */
export function parseRegistry(value: unknown): ParsedRegistry | undefined {
  const parsed = registry.safeParse(value);
  if (!parsed.success) return undefined;
  const agents = new Map<string, RegistryAgent>();
  const listed = parsed.data.agents.slice(0, MAX_AGENTS);
  let readable = 0;
  for (const each of listed) {
    const agent = registryAgent.safeParse(each);
    if (!agent.success) continue;
    readable += 1;
    if (!agents.has(agent.data.id)) agents.set(agent.data.id, agentOf(agent.data));
  }
  return { agents: [...agents.values()], malformed: parsed.data.agents.length - readable };
}

function agentOf({ distribution, ...agent }: z.output<typeof registryAgent>): RegistryAgent {
  const { version } = agent;
  const { binary = {}, npx, uvx } = distribution;
  const targets = PLATFORMS.flatMap((platform) => {
    const target = binaryTarget.safeParse(Object.hasOwn(binary, platform) ? binary[platform] : undefined);
    return target.success ? [[platform, { ...target.data, sha256: target.data.sha256 }] as const] : [];
  });
  return {
    ...agent,
    website: agent.website,
    repository: agent.repository,
    icon: agent.icon,
    distribution: {
      binary: Object.fromEntries(targets),
      npx: packageOf(npx, (name) => pinnedNpm(name, version)),
      uvx: packageOf(uvx, (name) => pinnedPython(name, version)),
    },
  };
}

function packageOf(value: unknown, pin: (name: string) => string): PackageTarget | undefined {
  const parsed = packageTarget.safeParse(value);
  if (!parsed.success) return undefined;
  return { ...parsed.data, package: pin(parsed.data.package), cmd: parsed.data.cmd };
}

/** A package of npm with its version; one that is no name in npm's registry, such as an archive, stays as it is. */
function pinnedNpm(name: string, version: string): string {
  const [, bare, wanted] = /^((?:@[^/@\s]+\/)?[^/@\s:]+)(?:@([^\s/:]*))?$/.exec(name) ?? [];
  if (bare === undefined) return name;
  return wanted !== undefined && /^\d+\.\d+\.\d+/.test(wanted) ? name : `${bare}@${version}`;
}

/** A package of PyPI with its version; one that is no name, or has a condition of its own, stays as it is. */
function pinnedPython(name: string, version: string): string {
  const [, bare, wanted] = /^([A-Za-z0-9][\w.-]*(?:\[[\w.,-]+\])?)(?:@([^\s/:]*))?$/.exec(name) ?? [];
  if (bare === undefined) return name;
  return wanted !== undefined && /^\d/.test(wanted) ? name : `${bare}==${version}`;
}
