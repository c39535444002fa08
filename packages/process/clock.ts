// The clock that timeouts and grace periods go by, given so that tests can have one of their own.

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls back once after `milliseconds`, unless disposed before. */
  after(milliseconds: number, callback: () => void): { dispose(): void };
}
