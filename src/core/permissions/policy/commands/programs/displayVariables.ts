// Variables that say how programs print, and nothing of what they run or read.

const NAME =
  '(?:CI|CONTINUOUS_INTEGRATION|(?:FORCE|NO)_COLOR|CLICOLOR(?:_FORCE)?|COLUMNS|LINES|LANG|LC_[A-Z]+|TZ|TERM|NODE_ENV|DEBIAN_FRONTEND|PYTHONUNBUFFERED|RUST_BACKTRACE)';

/** A word before a command (`CI=1 npm test`) that leaves it what it is. */
export const DISPLAY_ASSIGNMENT = new RegExp(`^${NAME}=[\\w.,+-]*$`);

/** What `export` may be given of them, with or without a value. */
export const DISPLAY_NAME = new RegExp(`^${NAME}(?:=[\\w.,+-]*)?$`);
