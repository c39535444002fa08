// The markdown that the stream agent sends: sections with headings, lists, tables and code, cut into small chunks.

/** Characters in one chunk: about what a model sends at once. */
const CHUNK = 25;

const languages = ['ts', 'python', 'sh', 'json'] as const;

const code: Readonly<Record<(typeof languages)[number], string>> = {
  ts: `export function total(items: readonly Item[]): number {
  // The sum of what is left after the discount.
  return items.reduce((sum, { price, discount }) => sum + price * (1 - discount), 0);
}`,
  python: `def total(items: list[Item]) -> float:
    """The sum of what is left after the discount."""
    return sum(item.price * (1 - item.discount) for item in items)`,
  sh: `for file in src/*.ts; do
  wc -l "$file" | sort --numeric-sort --reverse
done`,
  json: `{ "name": "total", "parameters": { "items": ["price", "discount"] }, "strict": true }`,
};

/**
 * An answer in exactly that many chunks, the last of which is a paragraph of its own that says how many there were:
 * whoever shows {@link closingText} has shown everything.
 */
export function markdownChunks(count: number): string[] {
  const wanted = (count - 1) * CHUNK;
  const sections: string[] = [];
  for (let length = 0, number = 1; length < wanted; number++) {
    const text = section(number);
    sections.push(text);
    length += text.length;
  }
  const text = sections.join('').slice(0, wanted);
  const chunks = text.match(new RegExp(`[^]{1,${CHUNK}}`, 'g')) ?? [];
  const isInsideCode = (text.match(/^```/gm) ?? []).length % 2 === 1;
  return [...chunks, `${isInsideCode ? '\n```' : ''}\n\n${closingText(count, 'chunks')}\n`];
}

/** The words at the end of an answer that was made of that many of those. */
export function closingText(count: number, kind: string): string {
  return `That was the last of ${count} ${kind}.`;
}

function section(number: number): string {
  const language = languages[number % languages.length] ?? 'ts';
  return `## ${number}. Adding up the items

The function takes the **price** of every item, less its *discount*, and adds them up; see \`total\` in
[the source](src/total.ts#L${number}). It is called once for each of the ${number * 3} orders, so its speed does not matter.

- Items without a price count as nothing.
  - They are still listed.
  - A warning names them.
- The discount is a fraction, \`0.2\` for 20 %.
- [x] Done in step ${number}

1. Read the items.
2. Take the discount off.
3. Add up what is left.

| Item | Price | Discount |
| --- | ---: | ---: |
| Apple ${number} | ${number}.20 | 0.1 |
| Pear ${number} | ${number}.75 | 0.0 |
| Plum ${number} | ${number}.05 | 0.2 |

\`\`\`${language}
${code[language]}
\`\`\`

> What is left of an item after its discount is never less than nothing.

`;
}
