// Whether a client has a capability that is declared by being there.

/** A marker capability: there, and not null. */
export function hasCapability(capability: unknown): boolean {
  return capability !== undefined && capability !== null && capability !== false;
}
