// Draws what agents usually send, unseen and while nothing else is to do. A browser compiles code when it runs for the
// first time: without this the first answer of a page stutters.
import { startTransition, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { ToolEntry } from '../../src/core/session/entries.ts';
import type { ToolCall } from '../../src/core/session/toolCall/state.ts';
import { emptySession } from '../../src/core/session/model.ts';
import { ToolGroup } from './toolCall/runs/ToolGroup.tsx';
import { ToolCard } from './toolCall/ToolCard.tsx';
import { IncrementalMarkdown } from '../markdown/blocks/incrementalMarkdown.ts';
import { MarkdownBlocks } from '../markdown/Markdown.tsx';
import { PanelProvider } from './state/panelContext.tsx';
import { PanelStore } from './state/store.ts';
import { ViewState } from './state/viewState.ts';

/** After the panel is there, in milliseconds: VS Code does a lot then, and the user may type. */
const DELAY_MS = 1_000;

const SAMPLES: readonly string[] = [
  '## Heading\n\nText with **bold**, *italic*, `code` and [a link](https://example.com).',
  '- Item\n  - Nested\n- [x] Done\n\n1. One\n2. Two\n\n> Quote',
  '| a | b |\n| - | -: |\n| 1 | `2` |',
  '```ts\nexport const a = (b: number): string => `${b}`; // c\n```',
  '```sh\nfor a in *; do echo "$a"; done\n```\n\n```json\n{ "a": [1, true] }\n```',
  '```python\ndef a(b: int) -> str:\n    """c"""\n    return f"{b}"\n```',
];

const call: Omit<ToolCall, 'toolCallId' | 'kind'> = {
  title: 'Title',
  status: 'completed',
  locations: [],
  content: [],
};

const CALLS: readonly ToolCall[] = [
  {
    ...call,
    toolCallId: 'edit',
    kind: 'edit',
    content: [{ type: 'diff', path: '/a.ts', oldText: 'const a = 1;\n', newText: 'const a = 2;\n' }],
  },
  {
    ...call,
    toolCallId: 'execute',
    kind: 'execute',
    rawInput: { command: 'ls' },
    content: [{ type: 'content', content: { type: 'text', text: '\u001B[32ma\u001B[0m\nb\n' } }],
  },
];

/** In one line, with a list of what they are: the browser takes milliseconds to make the first list of a language. */
const RUN: readonly ToolCall[] = [
  { ...call, toolCallId: 'read', kind: 'read', locations: [{ path: '/a.ts' }] },
  { ...call, toolCallId: 'search', kind: 'search' },
];

/** The part of the page's window that is used. */
export interface IdlePage {
  readonly document: Pick<Document, 'createElement'>;
  setTimeout(task: () => void, delayMs: number): void;
  requestIdleCallback(task: () => void): void;
}

/** Begins a second after the call. Stops as soon as `isNeeded` says no: then the real thing is being drawn. */
export function warmUp(page: IdlePage, isNeeded: () => boolean): void {
  // Made one at a time, too: parsing all of them here would be a tenth of what the start of the panel takes.
  const drawings: readonly (() => ReactNode)[] = [
    ...SAMPLES.map((text, index) => () => markdownOf(text, index)),
    ...CALLS.map((sample) => () => inPanel(<ToolCard entry={entryOf(sample)} />)),
    () => inPanel(<ToolGroup id="run" entries={RUN.map(entryOf)} replacesCard={false} />),
  ];
  page.setTimeout(() => {
    const root = createRoot(page.document.createElement('div'));
    drawNext(page, root, drawings, isNeeded);
  }, DELAY_MS);
}

function drawNext(
  page: IdlePage,
  root: Root,
  drawings: readonly (() => ReactNode)[],
  isNeeded: () => boolean,
): void {
  page.requestIdleCallback(() => {
    const [next, ...rest] = drawings;
    if (next === undefined || !isNeeded()) {
      root.unmount();
      return;
    }
    // In a transition React lets keys and paints come in between.
    startTransition(() => root.render(next()));
    drawNext(page, root, rest, isNeeded);
  });
}

function markdownOf(text: string, index: number): ReactNode {
  const blocks = new IncrementalMarkdown(`sample-${index}:`).update(text, false);
  return <MarkdownBlocks blocks={blocks} streaming={false} onLink={ignore} onCopy={ignore} />;
}

function entryOf(sample: ToolCall): ToolEntry {
  return { kind: 'tool', id: sample.toolCallId, at: 0, call: sample };
}

function inPanel(drawing: ReactNode): ReactNode {
  const store = new PanelStore({ schedule: (notify) => notify(), now: Date.now });
  store.receive({ type: 'snapshot', state: emptySession('sample', 'sample', '/'), seq: 0 });
  const api = { postMessage: ignore, getState: ignore, setState: ignore };
  return (
    <PanelProvider value={{ store, post: ignore, viewState: new ViewState(api) }}>{drawing}</PanelProvider>
  );
}

function ignore(): undefined {
  return undefined;
}
