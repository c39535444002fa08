// What single agents need that others must not get, by the name they give in `agentInfo.name`.

export interface Quirks {
  /**
   * Reading a missing file answers an empty text instead of -32002 (R76): before it makes a file it reads it, and any
   * error at all, the standard one too, makes its tool fail.
   */
  readonly missingFileIsEmpty: boolean;
  /**
   * What it proposes in a permission request it writes by `fs/write_text_file` and in no other way, so that the person
   * may edit it before.
   */
  readonly writesThroughClient: boolean;
}

const NONE: Quirks = { missingFileIsEmpty: false, writesThroughClient: false };

const QUIRKS: ReadonlyMap<string, Quirks> = new Map([
  // Seen in Gemini CLI; Qwen Code, which descends from it, needs -32002.
  ['gemini-cli', { missingFileIsEmpty: true, writesThroughClient: true }],
  ['qwen-code', { ...NONE, writesThroughClient: true }],
  ['oh-my-pi', { ...NONE, writesThroughClient: true }],
  ['parley-demo', { ...NONE, writesThroughClient: true }],
]);

/** The quirks of an agent; `name` is its `agentInfo.name`. */
export function quirksOf(name: string | undefined): Quirks {
  return QUIRKS.get(name ?? '') ?? NONE;
}
