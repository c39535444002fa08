// Answers MCP requests by the official SDK; loaded with the first of them.
import {
  createMcpHandler,
  McpServer,
  type McpHttpHandler,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { IDE_SERVER_NAME, type IdeToolName } from '../../../../core/mcp/ideServer.ts';
import type { Log } from '../../../../core/ports/hostPorts.ts';
import type { Grant } from '../http/grants.ts';
import type { Serve } from '../http/ideListener.ts';
import { diagnosticsTool } from '../tools/diagnostics.ts';
import { codeNavigateTool } from '../tools/codeNavigate.ts';
import { editorContextTool } from '../tools/editorContext.ts';
import { gitStateTool } from '../tools/gitState.ts';
import { refactorTool } from '../tools/refactor.ts';
import { runCheckTool } from '../tools/runCheck.ts';
import { reviewCommentsTool } from '../tools/reviewComments.ts';
import { sessionHistoryTool } from '../tools/sessionHistory.ts';
import { callSignal } from './callSignal.ts';
import { vscodeToolsTool } from '../tools/vscodeTools.ts';
import type { IdeTool } from './ideTool.ts';
import { ResultPages } from './resultPages.ts';
import { RunningCalls } from './runningCalls.ts';

/** The version of the tools, which agents may show. */
const VERSION = '1.0.0';

const tools: Readonly<Record<IdeToolName, IdeTool>> = {
  diagnostics: diagnosticsTool,
  code_navigate: codeNavigateTool,
  editor_context: editorContextTool,
  git_state: gitStateTool,
  refactor: refactorTool,
  run_check: runCheckTool,
  session_history: sessionHistoryTool,
  vscode_tools: vscodeToolsTool,
  review_comments: reviewCommentsTool,
};

/** Answers for each session by a handler of its own. */
export function serve(log: Log): Serve {
  const handlers = new WeakMap<Grant, McpHttpHandler>();
  return async (request, grant) => {
    const handler = handlers.get(grant) ?? handlerFor(grant, log);
    handlers.set(grant, handler);
    return handler.fetch(request);
  };
}

function handlerFor(grant: Grant, log: Log): McpHttpHandler {
  const pages = new ResultPages();
  const calls = new RunningCalls();
  return createMcpHandler(
    () => {
      const server = new McpServer({ name: IDE_SERVER_NAME, title: 'Parley IDE tools', version: VERSION });
      server.server.setNotificationHandler('notifications/cancelled', ({ params: { requestId } }) => {
        if (requestId !== undefined) calls.withdraw(requestId);
      });
      for (const tool of Object.values(tools)) {
        if (tool.isOffered?.(grant.session) !== false)
          register(server, tool, { grant, pages: pages.of(tool.name), calls, log });
      }
      return server;
    },
    // A stream is kept alive. Node's fetch gives up a single body after 300 seconds, and a task may run for longer.
    { responseMode: 'sse' },
  );
}

interface ToolServices {
  readonly grant: Grant;
  readonly pages: ResultPages;
  readonly calls: RunningCalls;
  readonly log: Log;
}

function register(server: McpServer, tool: IdeTool, { grant, pages, calls, log }: ToolServices): void {
  const { name, title, description, isReadOnly } = tool;
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: schemaOf(tool),
      annotations: { title, readOnlyHint: isReadOnly, openWorldHint: false },
    },
    async (args, { mcpReq }) => {
      const { session, baseline } = grant;
      const call = calls.begin(mcpReq.id);
      const { signal, dispose } = callSignal(AbortSignal.any([mcpReq.signal, call.signal]), session);
      const startedAt = performance.now();
      try {
        const result = await tool.run(args, { session, baseline, pages, log, signal });
        return { content: [{ type: 'text', text: JSON.stringify(result) }] };
      } catch (error) {
        if (!isForAgent(error)) log.warn(`parley-ide: ${name}: ${String(error)}`);
        // A reason that was cut may end within a character, which not every agent can parse.
        const text = (error instanceof Error ? error.message : String(error)).toWellFormed();
        return { content: [{ type: 'text', text }], isError: true };
      } finally {
        dispose();
        call.end();
        const milliseconds = Math.round(performance.now() - startedAt);
        log.info(`parley-ide: ${session.agent} called ${name} (${milliseconds} ms)`);
      }
    },
  );
}

/** Whether it was thrown for the agent, by a tool or by the host, whose classes are others: it is a bundle of its own. */
function isForAgent(error: unknown): boolean {
  return error instanceof Error && ['ToolError', 'FileAccessError'].includes(error.name);
}

/** The tool's own check has messages that say more than those of the SDK. */
function schemaOf({ inputSchema }: IdeTool): StandardSchemaWithJSON {
  return {
    '~standard': {
      version: 1,
      vendor: 'parley',
      validate: (value) => ({ value }),
      jsonSchema: { input: inputSchema, output: inputSchema },
    },
  };
}
