// Where the keys of the sessions that continue automatically are stored: in the state of the workspace.
export const WAITING = 'parley.limits';
