// How a page besides the panel receives the host's messages.
import { useEffect } from 'react';
import type * as z from 'zod/mini';
import type { VsCodeApi } from './vscodeApi.ts';

/** Calls back with each message that `schema` reads, from the first on: the host sends it when it knows that the page is ready. */
export function useHostMessages<T>(
  api: VsCodeApi,
  schema: z.ZodMiniType<T>,
  receive: (message: T) => void,
): void {
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>): void => {
      const parsed = schema.safeParse(event.data);
      if (parsed.success) receive(parsed.data);
    };
    window.addEventListener('message', listen);
    api.postMessage({ type: 'ready' });
    return () => window.removeEventListener('message', listen);
  }, [api, schema, receive]);
}
