// The demo agent: an ACP agent program over stdio, without a model and without a network.
import { createDemoApp } from './demo/demoApp.ts';
import { DemoSessions } from './demo/session/demoSessions.ts';
import { openStore } from './demo/session/demoStore.ts';
import { serveOnStdio } from './stdio.ts';

const sessions = new DemoSessions(openStore(process.env['PARLEY_DEMO_STORE']));
const connection = serveOnStdio(createDemoApp(sessions));
// `stuck` and running commands must not outlive the client.
void connection.closed.then(() => {
  sessions.saveRunning();
  process.exit(0);
});
