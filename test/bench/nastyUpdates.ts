// Session updates whose markdown is hard to render: made at random from a seed, so that every run sends the same.

type Update = Readonly<Record<string, unknown>>;

/** What a renderer may stumble over; most of it is never closed. */
const fragments: readonly string[] = [
  '```',
  '```ts\nconst a = 1;\n',
  '~~~~\n',
  '\n\n',
  '\n',
  ' ',
  '- ',
  '\n  - deeper\n    - deepest\n',
  '\n1. one\n1) other\n',
  '> > > quoted\n',
  '| a | b |\n| - | :-: |\n| 1 | 2 |\n',
  '|x',
  '\n|-|-|\n',
  '**bold',
  '*a **b *c ',
  '__a_b__c_',
  '~~gone',
  '[link](http://example.com/a_(b)',
  '[',
  '![image](data:image/png;base64,AAAA',
  '[ref][1]',
  '\n[1]: http://example.com "title\n',
  '[^1]',
  '\n[^1]: note\n',
  '<div><b onclick="x">',
  '<!-- ',
  '</script>',
  '&amp;&#x41;&nope;',
  '# heading\n',
  '\n===\n',
  '\n---\n',
  '`code',
  '``a`b``',
  '\\*\\_\\',
  '$x^2$',
  'https://example.com/?q=a&b=c ',
  'a@example.com ',
  '- [x] task\n',
  '    indented\n',
  '\t',
  '\u202Eright to left',
  'e\u0301\u0302\u0303',
  '👩‍👩‍👧‍👦',
  '漢字仮名',
  '\u0000\u200B',
  'A'.repeat(300),
  'word '.repeat(40),
];

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** That many updates: answers, thoughts, tool calls and plans in turns of random length. */
export function* nastyUpdates(count: number, seed = 41): Generator<Update> {
  const random = randomNumbers(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const text = (): string =>
    Array.from({ length: 1 + below(4) }, () => fragments[below(fragments.length)]).join('');
  const content = () => ({ type: 'text', text: text() });
  let calls = 0;
  for (let made = 0; made < count;) {
    const kind = random();
    const length = Math.min(count - made, kind < 0.05 ? 1 + below(400) : 1 + below(12));
    made += length;
    for (let index = 0; index < length; index++) {
      if (kind < 0.5) yield { sessionUpdate: 'agent_message_chunk', content: content() };
      else if (kind < 0.7) yield { sessionUpdate: 'agent_thought_chunk', content: content() };
      else if (kind < 0.8) {
        const toolCallId = `nasty-${++calls}`;
        const parts = [{ type: 'content', content: content() }];
        yield { sessionUpdate: 'tool_call', toolCallId, title: text(), kind: 'other', content: parts };
      } else if (kind < 0.9) {
        const toolCallId = `nasty-${1 + below(calls + 1)}`;
        const parts = [{ type: 'content', content: content() }];
        yield { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', content: parts };
      } else {
        const entries = [{ content: text(), priority: 'high', status: 'pending' }];
        yield { sessionUpdate: 'plan', entries };
      }
    }
  }
}
