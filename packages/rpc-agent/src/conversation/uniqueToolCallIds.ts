// How a client knows the tool calls of a CLI: some models count theirs from the beginning again in each answer.

export class UniqueToolCallIds {
  readonly #uses = new Map<string, number>();

  /** The id of another call that the CLI knows by this id. */
  next(toolCallId: string): string {
    const use = (this.#uses.get(toolCallId) ?? 0) + 1;
    this.#uses.set(toolCallId, use);
    return use === 1 ? toolCallId : `${toolCallId}-${use}`;
  }
}
