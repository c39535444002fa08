// How components reach the transcript as it is rendered: there is none while the session is empty.
import { createContext, use, useState, type ReactNode } from 'react';
import type { TranscriptTarget } from './transcriptTarget.ts';

/** Connects a transcript. Returns the function that disconnects it. */
type Connect = (target: TranscriptTarget) => () => void;

/** The transcript of one session, while it is rendered, and the one that uses it. */
export class ShownTranscript {
  #target: TranscriptTarget | undefined;
  #connect: Connect | undefined;
  #disconnect: (() => void) | undefined;

  /** Called by the transcript when it is rendered. Returns the function that takes it back. */
  attach(target: TranscriptTarget): () => void {
    this.#target = target;
    this.#update();
    return () => {
      this.#target = undefined;
      this.#update();
    };
  }

  /** Connects the transcript now or whenever it is rendered. Returns the function that ends this. */
  use(connect: Connect): () => void {
    this.#connect = connect;
    this.#update();
    return () => {
      this.#connect = undefined;
      this.#update();
    };
  }

  #update(): void {
    this.#disconnect?.();
    this.#disconnect = this.#target && this.#connect?.(this.#target);
  }
}

const ShownTranscriptContext = createContext<ShownTranscript | undefined>(undefined);

export function ShownTranscriptProvider({ children }: { readonly children: ReactNode }) {
  const [transcript] = useState(() => new ShownTranscript());
  return <ShownTranscriptContext value={transcript}>{children}</ShownTranscriptContext>;
}

export function useShownTranscript(): ShownTranscript {
  const transcript = use(ShownTranscriptContext);
  if (transcript === undefined) throw new Error('A component uses the transcript outside its provider.');
  return transcript;
}
