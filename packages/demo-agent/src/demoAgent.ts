// The demo agent: an ACP agent program over stdio, without a model and without a network.
import { createDemoApp } from './demoApp.ts';
import { DemoSessions } from './session/demoSessions.ts';
import { openStore } from './session/demoStore.ts';
import { demoAccount } from './signIn/demoAccount.ts';
import { LOGIN_ARGUMENT } from './signIn/demoAuth.ts';
import { terminalLogin } from './signIn/terminalLogin.ts';
import { serveOnStdio } from '../../agent/stdio.ts';

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
