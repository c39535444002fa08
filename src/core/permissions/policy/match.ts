// How a rule relates to a request.

/** `unknown`: the request does not say enough to decide. */
export type Match = 'yes' | 'no' | 'unknown';
