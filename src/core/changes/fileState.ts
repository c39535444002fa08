// What a path holds at some time: nothing, a text, or bytes that are compared and restored as a whole.

/** `hash` names bytes that a snapshot holds; equal bytes have equal hashes. */
export type FileState =
  | { readonly kind: 'absent' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly hash: string };

/** A file before and after what was done to it. */
export interface FileStates {
  readonly before: FileState;
  readonly after: FileState;
}

export const absent: FileState = { kind: 'absent' };

/** Whether the same is at the path in both. A text and bytes are never the same. */
export function isSameFile(a: FileState, b: FileState): boolean {
  switch (a.kind) {
    case 'absent':
      return b.kind === 'absent';
    case 'text':
      return b.kind === 'text' && a.text === b.text;
    case 'bytes':
      return b.kind === 'bytes' && a.hash === b.hash;
  }
}
