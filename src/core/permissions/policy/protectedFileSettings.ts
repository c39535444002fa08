// What the settings say of protected files; reads them without what matches their globs.

/** A glob of `parley.permissions.protectedFiles`, and whether files that match it are protected. */
type ProtectedGlob = readonly [glob: string, isProtected: boolean];

/** What the settings say of protected files. */
export interface ProtectedFileSettings {
  /** In the user's settings; the last glob that matches decides, also about built-in ones. */
  readonly user: readonly ProtectedGlob[];
  /** In the workspace's, which can only add files. */
  readonly workspace: readonly string[];
}

/** Reads the values of `parley.permissions.protectedFiles`; what is neither true nor false counts as true. */
export function readProtectedFiles(user: unknown, ...workspace: readonly unknown[]): ProtectedFileSettings {
  return {
    user: globsOf(user),
    workspace: workspace.flatMap(globsOf).flatMap(([glob, isProtected]) => (isProtected ? glob : [])),
  };
}

function globsOf(value: unknown): readonly ProtectedGlob[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).map(([glob, isProtected]) => [glob, isProtected !== false]);
}
