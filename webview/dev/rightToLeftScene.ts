// A conversation in Hebrew and English: text, lists, tables, quotes and code of both directions.
import type { SessionEvent } from '../../src/core/session/events.ts';

const NOW = Date.now();

const ANSWER = `הפונקציה \`retry\` קוראת לשרת עד שלוש פעמים, וממתינה בין הניסיונות.

## מה השתנה

- נוסף פרמטר \`maxAttempts\` לקובץ client.ts
- נוספה בדיקה:
  1. ניסיון שנכשל
  2. ניסיון שהצליח
- [x] הבדיקות עוברות

> שימו לב: ההמתנה ארוכה יותר בכל ניסיון.

| ניסיון | המתנה | הערה |
| --- | ---: | --- |
| 1 | 100 ms | מיד |
| 2 | 200 ms | \`backoff * 2\` |

\`\`\`ts
// עד שלוש פעמים
for (let attempt = 1; attempt <= 3; attempt++) await call(attempt);
\`\`\`

An English paragraph in between, with a list:

- first item
- second item
`;

export const rightToLeft: readonly SessionEvent[] = [
  {
    type: 'prompt_started',
    at: NOW,
    content: [{ type: 'text', text: 'הוסף ניסיונות חוזרים ל-client.ts\nAnd a test.' }],
  },
  { type: 'message_chunk', at: NOW, role: 'agent', content: { type: 'text', text: ANSWER } },
  { type: 'turn_ended', at: NOW + 4_000, stopReason: 'end_turn' },
];
