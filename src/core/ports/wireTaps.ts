// Who looks at the traffic of which agent now; loaded at activation, so it is small.

/** Is given what goes over the wire of one agent, while somebody looks. */
export interface WireTap {
  /** A new connection begins. */
  connected(): void;
  /** `in`: from the agent; `out`: to the agent. `text`: the JSON of a message, or an excerpt of what was no message. */
  line(direction: 'in' | 'out', text: string, isMessage: boolean): void;
}

/** The taps of agents by name; an agent that has none is not recorded. */
export class WireTaps {
  readonly #taps = new Map<string, WireTap>();

  of(agent: string): WireTap | undefined {
    return this.#taps.get(agent);
  }

  /** One at a time for each agent. */
  set(agent: string, tap: WireTap | undefined): void {
    if (tap === undefined) this.#taps.delete(agent);
    else this.#taps.set(agent, tap);
  }
}
