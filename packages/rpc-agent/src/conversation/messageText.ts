// The text of a message.
import type { RpcMessage } from '../cli/frames.ts';

/** Its text blocks, joined. */
export function textOf({ content }: RpcMessage): string {
  return content.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('');
}
