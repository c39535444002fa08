// How git in a repository of the user's fails.

/** git is not installed, failed, or took too long. The message is git's own, or says that; it is not localized. */
export class RepositoryError extends Error {
  override readonly name = 'RepositoryError';
  readonly reason: 'missing' | 'failed' | 'timeout';

  constructor(reason: 'missing' | 'failed' | 'timeout', message: string) {
    super(message);
    this.reason = reason;
  }
}
