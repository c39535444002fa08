// The demo agent: an ACP agent program over stdio, without a model and without a network.
import { createDemoApp } from './demo/demoApp.ts';
import { DemoSessions } from './demo/session/demoSessions.ts';
import { openStore } from './demo/session/demoStore.ts';
import { demoAccount } from './demo/signIn/demoAccount.ts';
import { LOGIN_ARGUMENT } from './demo/signIn/demoAuth.ts';
import { terminalLogin } from './demo/signIn/terminalLogin.ts';
import { serveOnStdio } from './stdio.ts';

const folder = process.env['PARLEY_DEMO_STORE'];
const account = demoAccount({
  folder,
  startsSignedOut: process.argv.includes('--sign-in'),
  env: process.env,
});

if (process.argv.includes(LOGIN_ARGUMENT)) {
  void terminalLogin(account).then((exitCode) => process.exit(exitCode));
} else {
  const sessions = new DemoSessions(openStore(folder));
  const connection = serveOnStdio(createDemoApp(sessions, account));
  // `stuck` and running commands must not outlive the client.
  void connection.closed.then(() => {
    sessions.saveRunning();
    process.exit(0);
  });
}
