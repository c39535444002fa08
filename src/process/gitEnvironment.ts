// What keeps git from executing, fetching or writing anything when it reads a repository of the user's.
import { devNull } from 'node:os';
import { withoutCurrentFolder } from '../../packages/process/environment.ts';

/** What a repository's configuration could have git execute, or write; for `-c`, because no name of it has a `=`. */
export const HARMLESS: readonly (readonly [key: string, value: string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', devNull],
  ['core.sshCommand', 'false'],
  ['core.askPass', ''],
  ['core.pager', 'cat'],
  ['credential.helper', ''],
  ['gpg.program', 'false'],
  ['log.showSignature', 'false'],
  ['protocol.allow', 'never'],
  // Ordinary files of a folder can look like a bare repository, configuration included.
  ['safe.bareRepository', 'explicit'],
  ['submodule.recurse', 'false'],
  // A git that it starts in a submodule gets neither these settings nor the options against programs.
  ['diff.submodule', 'short'],
  ['diff.ignoreSubmodules', 'dirty'],
  ['status.submoduleSummary', 'false'],
  ['core.quotePath', 'false'],
  ['color.ui', 'false'],
];

/** Is listed if git reads the configuration of its environment, as it does since 2.31. */
const FROM_ENVIRONMENT = 'parley.environment';

/** The arguments of git that list the configuration for {@link configuredFilters}. */
export const LIST_CONFIGURATION = ['config', '--show-scope', '--includes', '--name-only', '-z', '--list'];

/** The names of the filters that the repository itself defines; those of the user's own configuration are left out. */
export function configuredFilters(listed: string): readonly string[] {
  const parts = listed.split('\0');
  const names = new Set<string>();
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [, name] = /^filter\.(.*)\.[^.]*$/s.exec(parts[index + 1] ?? '') ?? [];
    const isOwn = parts[index] === 'local' || parts[index] === 'worktree';
    if (isOwn && name !== undefined) names.add(name);
  }
  return [...names];
}

/** Whether the git that listed the configuration has that of {@link readOnlyGitEnvironment}. */
export function readsEnvironment(listed: string): boolean {
  return listed.includes(`command\0${FROM_ENVIRONMENT}\0`);
}

/**
 * The environment for a git that reads a repository of the user's and executes nothing that it configures, if it is also
 * given {@link HARMLESS}. With commands that read the files of the work tree, `filters` have to be those that the
 * repository defines. They are configured here, because a name may hold the `=` at which `-c` divides.
 */
export function readOnlyGitEnvironment(filters: readonly string[]): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.toUpperCase().startsWith('GIT_') && !name.startsWith('ELECTRON_'),
  );
  const settings = [
    [FROM_ENVIRONMENT, 'true'] as const,
    ...filters.flatMap((name) => [
      [`filter.${name}.clean`, ''] as const,
      [`filter.${name}.smudge`, ''] as const,
      [`filter.${name}.process`, ''] as const,
      [`filter.${name}.required`, 'false'] as const,
    ]),
  ];
  const configured = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key] as const,
    [`GIT_CONFIG_VALUE_${index}`, value] as const,
  ]);
  return withoutCurrentFolder({
    ...Object.fromEntries([...inherited, ...configured]),
    GIT_CONFIG_COUNT: String(settings.length),
    // No protocol has this name; unlike `protocol.allow` it also overrides what the repository allows one of them.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
    LC_ALL: 'C',
  });
}
