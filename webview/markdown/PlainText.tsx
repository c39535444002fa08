// Text shown as it is, in chunks, so that a long one can grow without being laid out again.
import { memo } from 'react';
import { textChunks } from './textChunks.ts';

const Chunk = memo(function Chunk({ text }: { readonly text: string }) {
  return <span className="markdown-chunk">{text}</span>;
});

/** Any text, white space kept by the styles of what is around it. */
export function PlainText({ text }: { readonly text: string }) {
  // Chunks only ever get appended, so their position identifies them.
  return textChunks(text).map((chunk, index) => <Chunk key={index} text={chunk} />);
}
