// An agent that greets in each new session, and says, shows and names what a prompt asks for.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say, serve, update } from './serve.mjs';

let made = 0;
const folders = new Map();

const TEXTS = {
  cjk: '1 **注意：**正文\n\n2 内容**「重点」**内容\n\n3 ~~删除。~~之后 和 *斜体！*之后\n\n需要 3~5 分钟，约 10~20 个文件。',
  math: [
    'Inline $a_1*b*c_2$ and \\(x_i \\cdot y\\).',
    '',
    '$$',
    '\\sum_{i=1}^{n} x_i^2',
    '- y',
    '$$',
    '',
    'Prices stay: $5 and $10, or $HOME and $PATH.',
    '',
    'See `src/countdown.js:3:5` and `src/gone.js:3`.',
  ].join('\n'),
  diagrams: [
    'Before',
    '',
    '```mermaid',
    'flowchart LR',
    '  A[Start] --> B{Is it ok?}',
    '```',
    '',
    '```mermaid',
    'flowchart LR',
    '  A[Start --> B{',
    '```',
    '',
    '```mermaid',
    'flowchart LR',
    '  A@{ img: "https://image.example/a.png", label: "Remote" }',
    '```',
    '',
    '```mermaid',
    '%%{init: {"securityLevel": "loose", "themeCSS": "* { display: none !important }"}}%%',
    'flowchart LR',
    '  A["<img src=x onerror=document.title=1>Text"] --> B',
    '  click A "javascript:document.title=2"',
    '```',
  ].join('\n'),
  html: '<details>\n<summary>More</summary>\n\nHidden *text*\n\n</details>\n\nPress <kbd>Ctrl</kbd>, \u001b[31mred\u001b[0m.',
};

const CALLS = {
  diffs: ['a.txt', 'b.txt', 'c.txt'].map((name, index) => {
    const texts = [
      ['a\r\nb\r\n', 'a\nb\n'],
      ['a\nb', 'a\nb\n'],
      ['\uFEFFa\n', 'a\n'],
    ];
    const [oldText, newText] = texts[index];
    return {
      title: `Edit ${name}`,
      kind: 'edit',
      content: [{ type: 'diff', path: `/nowhere/${name}`, oldText, newText }],
    };
  }),
  progress: [
    {
      title: 'Install',
      kind: 'execute',
      content: [
        {
          type: 'content',
          content: {
            type: 'text',
            text: 'one 0%\ntwo 0%\n\u001b[2Aone 50%\ntwo 50%\n\u001b[2Aone 100%\ntwo 100%\n',
          },
        },
      ],
    },
  ],
  mcp: [
    {
      title: 'mcp.parley-ide.diagnostics',
      kind: 'execute',
      rawInput: { server: 'parley-ide', tool: 'diagnostics', arguments: { op: 'file', path: '/w/bad.ts' } },
      rawOutput: { result: { content: [{ type: 'text', text: 'One problem.' }] }, error: null },
    },
  ],
  reports: [
    {
      title: 'run_commands: {"commands":["git add -A"]}',
      kind: 'execute',
      rawInput: { commands: ['git add -A'] },
      rawOutput: [{ query: 'git add -A', result: '', success: true }],
    },
  ],
};

function blocksOf(prompt) {
  return prompt.map(({ type, text, uri, resource }) => [
    type,
    (text ?? uri ?? resource?.uri ?? '').slice(0, 60),
  ]);
}

serve({
  initialize: () => ({
    protocolVersion: 1,
    agentInfo: { name: 'text', title: 'Scribe', version: '1.0.0' },
    agentCapabilities: { promptCapabilities: { embeddedContext: true } },
    authMethods: [],
  }),
  'session/new': ({ cwd }) => {
    const sessionId = `s${++made}-${process.pid}`;
    folders.set(sessionId, cwd);
    const availableCommands = [{ name: 'compact', description: 'Compact', input: { hint: 'focus' } }];
    setTimeout(
      () => update(sessionId, { sessionUpdate: 'available_commands_update', availableCommands }),
      50,
    );
    setTimeout(() => say(sessionId, 'Scribe v1.2.3\n\nTip: use /help'), 50);
    return { sessionId };
  },
  'session/prompt': ({ sessionId, prompt }) => {
    const words = prompt
      .map(({ text = '' }) => text)
      .join('')
      .trim();
    if (words === 'write') {
      const path = join(folders.get(sessionId), 'slash.txt');
      const call = { toolCallId: `call-${++made}`, title: 'Write', kind: 'edit', locations: [{ path }] };
      update(sessionId, { sessionUpdate: 'tool_call', status: 'in_progress', ...call });
      writeFileSync(path, 'written\n');
      update(sessionId, {
        sessionUpdate: 'tool_call_update',
        toolCallId: call.toolCallId,
        status: 'completed',
      });
    }
    for (const call of CALLS[words] ?? []) {
      const toolCallId = `call-${++made}`;
      update(sessionId, { sessionUpdate: 'tool_call', toolCallId, status: 'completed', ...call });
    }
    if (words.startsWith('name ')) {
      const title = `${words} [@a.ts](file:///nowhere/a.ts)`;
      const _meta = { codex: { threadStatus: { type: 'idle' } }, branch: 'feature/tea' };
      update(sessionId, { sessionUpdate: 'session_info_update', title, _meta });
    }
    say(sessionId, TEXTS[words] ?? `BLOCKS ${JSON.stringify(blocksOf(prompt))}`);
    return { stopReason: 'end_turn' };
  },
});
