// What is wrong with a message, for the log.
import type * as z from 'zod';

/** The first problem as a short text. */
export function firstProblem(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'unusable';
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`;
}
