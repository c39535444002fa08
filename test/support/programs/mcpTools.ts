// An MCP server with a tool for each way a tool can behave, over whatever transport the test gives it.
import { appendFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';

/** Where each call of a tool is recorded, one JSON object per line. */
export type McpNote =
  | { readonly called: string; readonly args: unknown }
  | { readonly cancelled: string }
  | { readonly started: number };

/** The server; `notes` is the file that the notes are appended to. */
export function mcpTools(notes: string): McpServer {
  const note = (what: McpNote): void => appendFileSync(notes, `${JSON.stringify(what)}\n`);
  const server = new McpServer({ name: 'test-tools', version: '1.0.0' });
  server.registerTool(
    'echo',
    {
      title: 'Echo',
      description: 'Says it again',
      inputSchema: z.object({ message: z.string() }),
    },
    ({ message }) => {
      note({ called: 'echo', args: { message } });
      return { content: [{ type: 'text', text: `MCP says ${message}` }] };
    },
  );
  server.registerTool('where', { description: 'Tells where it runs' }, () => ({
    content: [
      { type: 'text', text: JSON.stringify({ cwd: process.cwd(), greeting: process.env['GREETING'] }) },
    ],
  }));
  server.registerTool('count', { description: 'Counts to three' }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [1, 2, 3]) {
      if (progressToken === undefined) break;
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 3, message: `Step ${progress}` },
      });
    }
    // Once the client has answered this, it has taken what came before.
    await server.server.ping();
    return { content: [{ type: 'text', text: 'counted' }] };
  });
  server.registerTool('wait', { description: 'Waits until it is cancelled' }, ({ mcpReq }) => {
    note({ called: 'wait', args: {} });
    return new Promise((resolve) => {
      mcpReq.signal.addEventListener('abort', () => {
        note({ cancelled: 'wait' });
        resolve({ content: [] });
      });
    });
  });
  server.registerTool('fail', { description: 'Says that it failed' }, () => ({
    content: [{ type: 'text', text: 'The disk is full' }],
    isError: true,
  }));
  server.registerTool('throw', { description: 'Goes wrong' }, () => {
    throw new Error('Something broke');
  });
  server.registerTool('show', { description: 'Answers with everything that is not text' }, () => ({
    content: [
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'file:///a.txt', name: 'a.txt', title: 'A file' },
      { type: 'resource', resource: { uri: 'file:///b.txt', text: 'the text of b' } },
    ],
  }));
  server.registerTool('silent', { description: 'Answers nothing' }, () => ({ content: [] }));
  server.registerTool('grow', { description: 'Learns another tool' }, () => {
    server.registerTool('learned', { description: 'Was not there before' }, () => ({
      content: [{ type: 'text', text: 'new' }],
    }));
    return { content: [{ type: 'text', text: 'grown' }] };
  });
  server.registerTool('die', { description: 'Ends the server' }, () => process.exit(3));
  return server;
}
