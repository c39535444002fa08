// What the setting `parley.agents` holds of an agent whose program Parley wrote or found.

/** An entry of the setting `parley.agents`. */
export interface AgentEntry {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly protocol?: 'rpc';
}
