// Variables that say how programs print, and nothing of what they run or read.

const NAME =
  '(?:CI|CONTINUOUS_INTEGRATION|(?:FORCE|NO)_COLOR|CLICOLOR(?:_FORCE)?|COLUMNS|LINES|LANG|LC_[A-Z]+|TZ|TERM|NODE_ENV|DEBIAN_FRONTEND|PYTHONUNBUFFERED|RUST_BACKTRACE)';
const ASSIGNMENT = new RegExp(`^${NAME}=[\\w.,+-]*$`);
const EXPORTED = new RegExp(`^${NAME}(?:=[\\w.,+-]*)?$`);

/** Whether a word before a command (`CI=1 npm test`) leaves it what it is. */
export function isDisplayAssignment(word: string): boolean {
  return ASSIGNMENT.test(word);
}

/** Whether an argument of `export` names such a variable, with or without a value. */
export function isExportedForDisplay(word: string): boolean {
  return EXPORTED.test(word);
}
