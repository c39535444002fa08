// The floor: spawns the agent, splits its lines, parses JSON and hands the text to a webview every 16 ms.
// The agent's command line is in the environment: FLOOR_AGENT, a JSON array.
'use strict';
const { spawn } = require('node:child_process');
const vscode = require('vscode');

/** Milliseconds between two messages to the webview. */
const FRAME = 16;

/** @param {import('vscode').ExtensionContext} context */
exports.activate = (context) => {
  /** @type {import('vscode').Webview | undefined} */
  let webview;
  const post = (message) => void webview?.postMessage(message);
  const agent = startAgent(post);
  context.subscriptions.push(
    { dispose: () => agent.end() },
    vscode.commands.registerCommand('floor.open', () => vscode.commands.executeCommand('floor.chat.focus')),
    vscode.commands.registerCommand('floor.clear', () => post({ clear: true })),
    vscode.window.registerWebviewViewProvider('floor.chat', {
      resolveWebviewView(view) {
        webview = view.webview;
        webview.options = { enableScripts: true, localResourceRoots: [context.extensionUri] };
        webview.onDidReceiveMessage(({ prompt }) => agent.prompt(prompt));
        webview.html = page(webview, vscode.Uri.joinPath(context.extensionUri, 'page.js'));
      },
    }),
  );
};

function startAgent(post) {
  const [command, ...args] = JSON.parse(process.env.FLOOR_AGENT);
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  let rest = '';
  let pending = '';
  let timer;
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (pending !== '') post({ text: pending });
    pending = '';
  };
  const take = ({ id, params }) => {
    const text = updateText(params?.update);
    if (text !== undefined) {
      pending += text;
      timer ??= setTimeout(flush, FRAME);
    } else if (id === 'prompt') {
      flush();
      post({ ended: true });
    }
  };
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) take(JSON.parse(line));
  });
  const params = { protocolVersion: 1, clientCapabilities: {} };
  send({ id: 'initialize', method: 'initialize', params });
  send({ id: 'new', method: 'session/new', params: { cwd: '/', mcpServers: [] } });
  return {
    prompt: (text) =>
      send({
        id: 'prompt',
        method: 'session/prompt',
        params: { sessionId: 'stream-1', prompt: [{ type: 'text', text }] },
      }),
    end: () => child.kill(),
  };
}

function updateText(update) {
  return update && (update.content?.text ?? `${update.toolCallId} ${update.title ?? ''} ${update.status}\n`);
}

function page(webview, script) {
  return `<!doctype html>
<html>
<head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${webview.cspSource}; style-src 'unsafe-inline'"></head>
<body>
<input data-testid="composer-input">
<b data-testid="stop" hidden>…</b>
<div data-testid="transcript" style="white-space: pre-wrap"></div>
<script src="${webview.asWebviewUri(script)}"></script>
</body>
</html>`;
}
