// How the commands speak: what they do while they do it, and one sentence when they cannot go on.

/** An expected failure. Its message is one sentence that says what happened and what to do. */
export class Failure extends Error {}

export function say(sentence) {
  console.log(sentence);
}

/** A duration in milliseconds as a user reads it: "0.4 s", "2 min 5 s". */
export function duration(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** Runs a command's main function. A Failure prints its sentence, anything else its stack; both exit with 1. */
export async function program(main) {
  const major = Number(process.versions.node.split('.')[0]);
  try {
    if (major < 20) throw new Failure(`Node ${process.versions.node} is too old: install Node 20 or newer.`);
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(error instanceof Failure ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
