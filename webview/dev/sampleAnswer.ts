// A long answer in markdown, in chunks the size of a few tokens.

const SECTION = `## Section N

The client calls \`fetch\` once in [src/billing/client.ts](src/billing/client.ts#L40). I will wrap it with a
**bounded** exponential backoff and keep the public signature.

- The first attempt goes out at once.
- Every further one waits twice as long as the one before.
- After four attempts the error reaches the caller.

\`\`\`ts
export async function withBackoff<T>(call: () => Promise<T>, attempts = 4): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
}
\`\`\`

| attempt | waits |
|---|---|
| 1 | 0 ms |
| 2 | 200 ms |

`;

/** `count` chunks of about 24 characters. */
export function sampleAnswer(count: number): readonly string[] {
  const size = 24;
  let text = '';
  for (let section = 1; text.length < count * size; section++) text += SECTION.replace('N', String(section));
  return Array.from({ length: count }, (_, index) => text.slice(index * size, (index + 1) * size));
}
