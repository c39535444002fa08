export const rooms: Readonly<Record<string, unknown>>;
