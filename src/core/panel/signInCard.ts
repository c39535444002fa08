// What the panel shows of signing in to the agent of its session.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';
import { userError } from '../errors.ts';

/** A method as the user sees it: all of it is spelled out, because an agent wrote it. */
const shownAuthMethod = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  kind: z.enum(['agent', 'terminal', 'env']),
  /** The whole command that runs when the user chooses a method of the kind `terminal`. */
  commandLine: z.exactOptional(z.string()),
  /** The names of the variables of a method of the kind `env`. */
  variables: z.exactOptional(z.array(z.string())),
  /** A page about it. */
  link: z.exactOptional(z.string()),
});
export type ShownAuthMethod = Immutable<z.infer<typeof shownAuthMethod>>;

export const signInCard = z.object({
  methods: z.array(shownAuthMethod),
  /** Whether the user asked to see the methods; they are shown as well where the agent requires a sign-in. */
  isOpen: z.boolean(),
  progress: z.exactOptional(
    z.object({
      state: z.enum(['running', 'ending-turns', 'failed', 'done']),
      methodId: z.exactOptional(z.string()),
      error: z.exactOptional(userError),
    }),
  ),
  canSignOut: z.boolean(),
  /** The names of the variables whose values the user entered. */
  storedVariables: z.array(z.string()),
});
export type SignInCard = Immutable<z.infer<typeof signInCard>>;

/** The buttons of the card besides those of the methods. */
export const signInAction = z.enum(['cancel', 'close', 'sign_out', 'forget_secrets']);
export type SignInAction = z.infer<typeof signInAction>;
