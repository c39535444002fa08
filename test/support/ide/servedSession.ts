// A session whose agent may call the tools of the editor, as a test wants it.
import type { ServedSession } from '../../../src/core/ports/servedSession.ts';

export function servedSession(changes: Partial<ServedSession> = {}): ServedSession {
  return {
    agent: 'A',
    roots: ['/work'],
    usesHttp: true,
    isHere: true,
    id: () => 's',
    isOpen: () => true,
    resolve: (path) => Promise.resolve({ real: path, inside: true }),
    permit: () => Promise.resolve({ close: () => undefined }),
    askToRun: () => Promise.resolve({ close: () => undefined }),
    offersTool: () => false,
    askToCall: () => Promise.resolve({ close: () => undefined }),
    writeFiles: () => Promise.resolve(),
    state: () => undefined,
    changedFiles: () => [],
    comments: () => Promise.resolve(undefined),
    ...changes,
  };
}
