// The ways to sign in that an agent offers (R24, R27), as its handshake lists them.

/** Who signs the user in: the agent itself, a program in a terminal, or values that the user enters. */
type AuthMethodKind = 'agent' | 'terminal' | 'env';

/** A program that signs in. Its environment is that of the agent with `env` over it. */
export interface TerminalCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The part of `env` that the agent asked for; the rest is from the user's settings. */
  readonly methodEnv: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly cwd: string;
}

/** A variable that the agent reads when it starts. */
export interface AuthVariable {
  readonly name: string;
  /** What the agent calls it; empty where it does not. */
  readonly label: string;
  readonly isSecret: boolean;
  readonly isOptional: boolean;
}

export interface AuthMethod {
  readonly id: string;
  /** On one line. */
  readonly name: string;
  /** What the agent says about it, on one line; may be empty. */
  readonly description: string;
  readonly kind: AuthMethodKind;
  /** The command of a method of the kind `terminal`. */
  readonly command?: TerminalCommand;
  /** The variables of a method of the kind `env`: one or more. */
  readonly variables?: readonly AuthVariable[];
  /** Whether what is asked for is a key that the agent is passed with `authenticate`, and not a variable. */
  readonly passesKey?: boolean;
  /** A page about the method, with `http` or `https`. */
  readonly link?: string;
}

/** The values of variables by name. */
export type VariableValues = Readonly<Record<string, string>>;
