// Stands between Parley and an agent, and names an MCP server in every session: `node addMcpServer.ts SERVER COMMAND …`.
//
// SERVER is an entry of `mcpServers` as JSON. Everything else passes unchanged.
import { spawn } from 'node:child_process';
import * as z from 'zod';
import { eachLine } from '../../support/eachLine.ts';

const [, , server = '', command = '', ...args] = process.argv;
const mcpServers: unknown[] = [JSON.parse(server)];
const opening = z.looseObject({
  method: z.enum(['session/new', 'session/load', 'session/resume', 'session/fork']),
  params: z.looseObject({}),
});

const agent = spawn(command, args, { stdio: ['pipe', 'inherit', 'inherit'] });
eachLine(process.stdin, (line) => {
  const message = opening.safeParse(JSON.parse(line));
  const { data } = message;
  const passed =
    data === undefined ? line : JSON.stringify({ ...data, params: { ...data.params, mcpServers } });
  agent.stdin.write(`${passed}\n`);
});
process.stdin.on('end', () => agent.stdin.end());
agent.on('exit', (code) => process.exit(code ?? 1));
