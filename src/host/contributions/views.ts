// The ids of views, as package.json contributes them.

/** The list of sessions. */
export const SESSIONS_VIEW = 'parley.sessions';
