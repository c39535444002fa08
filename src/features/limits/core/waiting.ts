// Where the keys of the sessions that continue by themselves are stored: in the state of the workspace.
export const WAITING = 'parley.limits';
