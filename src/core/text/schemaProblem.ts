// What is wrong with a value that a schema refused, for logs and settings.
import { en } from 'zod/locales';
import * as z from 'zod/mini';

// `zod/mini` says no more than "Invalid input" until it has a locale.
z.config(en());

/** The first problem as a short text. */
export function firstProblem(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'unusable';
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`;
}

/** All problems, a line or two each. */
export function allProblems(error: z.core.$ZodError): string {
  return z.prettifyError(error);
}
