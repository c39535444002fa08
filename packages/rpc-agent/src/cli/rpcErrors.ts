// What goes wrong with a CLI: it says no, its answer cannot be read, or it has ended.

/** The CLI refused a command and goes on. The message is its own. */
export class RpcRefusal extends Error {
  readonly command: string;

  constructor(command: string, message: string) {
    super(message);
    this.name = 'RpcRefusal';
    this.command = command;
  }
}

/** The CLI answered a command, but the answer cannot be read. */
export class RpcUnreadable extends RpcRefusal {
  constructor(command: string) {
    super(command, `The agent's answer to “${command}” could not be read because it is too long or damaged.`);
    this.name = 'RpcUnreadable';
  }
}

/** The CLI could not be started or has ended. The message is for the user: a sentence, then the stderr tail. */
export class RpcGone extends Error {
  /** The end of what it wrote to its standard error, or of what it printed that was no frame. */
  readonly stderrTail: string;
  /** The sentence without its full stop, where it had been running; else undefined. */
  readonly ended: string | undefined;

  constructor(message: string, stderrTail: string, ended?: string) {
    super(stderrTail === '' ? message : `${message}\n\n${stderrTail}`);
    this.name = 'RpcGone';
    this.stderrTail = stderrTail;
    this.ended = ended;
  }
}

/** The CLI could not be started because its command is not installed. */
export class RpcMissing extends RpcGone {
  readonly command: string;

  constructor(command: string) {
    super(
      `The command “${command}” was not found. Install the agent, or correct the command in the settings.`,
      '',
    );
    this.command = command;
  }
}
