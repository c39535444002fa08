// Why a prompt with mentions is not sent.
/** Something that a prompt mentions cannot be read. The message is for the user. */
export class MentionError extends Error {
  override readonly name = 'MentionError';
}
