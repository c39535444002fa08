// An MCP server as a process: `node mcpServerProcess.ts NOTES [broken|child|mute|resources]`.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { mcpTools } from './mcpTools.ts';

const [, , notes = '', how] = process.argv;
appendFileSync(notes, `${JSON.stringify({ started: process.pid })}\n`);

if (how === 'broken') {
  console.error('No licence for this machine');
  process.exit(2);
}
if (how === 'child') {
  // Survives the end of its input, as a server behind a wrapper does.
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  appendFileSync(notes, `${JSON.stringify({ started: child.pid })}\n`);
}
// Many servers greet where only messages belong.
console.log('Test tools are ready');
const server = mcpTools(notes);
if (how === 'resources') {
  server.registerResource('guide', 'notes://guide', { title: 'House guide', mimeType: 'text/plain' }, () => ({
    contents: [{ uri: 'notes://guide', mimeType: 'text/plain', text: 'Tea steeps three minutes.' }],
  }));
}
if (how !== 'mute') await server.connect(new StdioServerTransport());
else setInterval(() => {}, 1000);
