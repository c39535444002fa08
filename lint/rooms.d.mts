export const rooms: Readonly<Record<string, unknown>>;
export const knownImports: readonly string[];
