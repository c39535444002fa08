// Bytes as a stream of the web platform, as answers of `fetch` have them; nothing is read ahead.

/** Fails as the generator does. `onCancel` ends what it reads from: a generator that was never asked cleans up nothing. */
export function webStream(
  chunks: AsyncGenerator<Uint8Array>,
  onCancel: () => void,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        onCancel();
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
