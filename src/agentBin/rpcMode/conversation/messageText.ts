// The words of a message.
import type { RpcMessage } from '../cli/frames.ts';

/** Its text blocks, one behind the other. */
export function textOf({ content }: RpcMessage): string {
  return content.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('');
}
