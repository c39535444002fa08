// The keyboard shortcuts of Parley: those of package.json, and those of the panel itself. docs/keys.md and the sheet in VS
// Code show these rows.
import * as z from 'zod/mini';

/** Where a key acts. */
export type KeyPlace =
  'anywhere' | 'editor' | 'chat' | 'composer' | 'queue' | 'transcript' | 'prompt' | 'accessible';

export interface KeyRow {
  /** The command that the key runs; undefined for a key of the panel itself, which cannot be changed. */
  readonly command: string | undefined;
  readonly title: string;
  readonly key: string;
  readonly mac: string;
  readonly place: KeyPlace;
  readonly isLinuxOnly: boolean;
}

/** Where a key acts, by the context key that its condition names. */
const PLACES: readonly (readonly [RegExp, KeyPlace])[] = [
  [/resourceScheme == parley-accessible/, 'accessible'],
  [/resourceScheme == parley-draft/, 'prompt'],
  [/^parley\.composerFocused/, 'composer'],
  [/^parley\.chatFocused/, 'chat'],
  [/^editor(?:Text)?Focus/, 'editor'],
];

const manifest = z.object({
  contributes: z.object({
    commands: z.array(z.object({ command: z.string(), title: z.string() })),
    keybindings: z.array(
      z.object({
        key: z.string(),
        mac: z.optional(z.string()),
        command: z.string(),
        when: z.optional(z.string()),
      }),
    ),
  }),
});

/** The rows of package.json, whose titles are translated already. */
export function keyRows(packageJson: unknown): readonly KeyRow[] {
  const { commands, keybindings } = manifest.parse(packageJson).contributes;
  return keybindings.map(({ key, mac = key, command, when = '' }) => ({
    command,
    title: commands.find((each) => each.command === command)?.title ?? command,
    key,
    mac,
    place: PLACES.find(([condition]) => condition.test(when))?.[1] ?? 'anywhere',
    isLinuxOnly: when.includes('isLinux'),
  }));
}
