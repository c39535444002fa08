// Signing in as the panel shows it: everything that an agent wrote is spelled out, and none of the user's secrets is in it.
import type { SignInCard, ShownAuthMethod } from '../../../core/panel/signInCard.ts';
import type { Agent } from '../../../core/ports/agent.ts';
import type { Redactor } from '../../../core/secrets/redactor.ts';
import { isApiKeyName, storedName } from '../../../core/signIn/apiKey.ts';
import type { AuthMethod, AuthVariable, TerminalCommand } from '../../../core/signIn/authMethod.ts';
import type { SignInState } from '../core/signInStates.ts';
import { commandLineText } from '../../../core/text/commandLineText.ts';
import { spelledOut } from '../../../core/text/spelledOut.ts';

export interface SignInFacts {
  readonly state: SignInState;
  readonly redactor: Redactor;
  /** The names of the variables that are stored for the agent. */
  readonly storedVariables: readonly string[];
}

/** The card of an agent. `agent` is undefined before it was used. */
export function shownSignIn(agent: Agent | undefined, facts: SignInFacts): SignInCard {
  const { state, redactor, storedVariables } = facts;
  const { authMethods = [], signsOut = false } = agent?.description ?? {};
  return {
    methods: authMethods.map((method) => shownMethod(method, redactor)),
    isOpen: state.isOpen,
    ...(state.progress === undefined ? {} : { progress: shownProgress(state.progress) }),
    canSignOut: signsOut,
    storedVariables: storedVariables.map((name) => spelledOut(storedName(name))),
  };
}

/** All that runs in the terminal, as one line: what the agent sets for it, the program, its arguments. */
export function shownCommandLine({ program, args, methodEnv }: TerminalCommand, redactor: Redactor): string {
  const variables = Object.entries(methodEnv).map(([name, value]) => `${name}=${commandLineText(value, [])}`);
  const line = [...variables, commandLineText(program, args)].join(' ');
  return spelledOut(redactor.values(line));
}

function shownMethod(method: AuthMethod, redactor: Redactor): ShownAuthMethod {
  const { id, name, description, kind, command, variables, link } = method;
  return {
    id,
    name: spelledOut(name),
    description: spelledOut(description),
    kind,
    ...(command === undefined ? {} : { commandLine: shownCommandLine(command, redactor) }),
    ...(variables === undefined ? {} : { variables: variables.map(variableLabel) }),
    ...(link === undefined ? {} : { link }),
  };
}

/** A key has a name of ours, which says nothing to anyone. */
function variableLabel({ name, label }: AuthVariable): string {
  return isApiKeyName(name) ? spelledOut(label) : name;
}

function shownProgress(progress: NonNullable<SignInState['progress']>): NonNullable<SignInCard['progress']> {
  const { state, methodId } = progress;
  return {
    state,
    ...(methodId === undefined ? {} : { methodId }),
    ...(state === 'failed' ? { error: { ...progress.error, actions: [...progress.error.actions] } } : {}),
  };
}
