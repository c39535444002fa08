// The tool editor_context: what permission rules are asked about.
import { beforeEach, expect, test, vi } from 'vitest';
import type { ClientRequest } from '../../../../../src/core/ports/clientRequests.ts';
import { ResultPages } from '../../../../../src/features/ideTools/host/mcp/resultPages.ts';
import { editorContextTool } from '../../../../../src/features/ideTools/host/tools/editorContext.ts';
import { servedSession } from '../../../../support/ide/servedSession.ts';
import { MemoryLog } from '../../../../support/log.ts';
import { resetVscode, Uri, vscode } from '../../../../support/vscode.ts';

// Its package loads the real `vscode`.
vi.mock('../../../../../src/features/ideTools/host/lspConverter.ts', () => ({
  lspConverter: () => undefined,
}));

beforeEach(() => resetVscode());

test('rules decide about the selection by where the file really is', async () => {
  vscode.activeFile.push(new Uri('/work/link.txt'));
  const asked: ClientRequest[] = [];
  const session = servedSession({
    resolve: async () => ({ real: '/work/.env', inside: true }),
    permit: async (request) => {
      asked.push(request);
      return { close: () => undefined };
    },
  });
  await editorContextTool.run(
    { op: 'selection' },
    {
      session,
      baseline: undefined,
      pages: new ResultPages(),
      log: new MemoryLog(),
      signal: new AbortController().signal,
    },
  );
  expect(asked).toEqual([{ use: 'read', path: '/work/link.txt', real: '/work/.env', isInside: true }]);
});
