// Links to Parley (`vscode://parley.parley-acp/open?…`): they open a session or prefill a prompt, and never send one.
import * as vscode from 'vscode';
import { loadOnce } from '../../core/base/loadOnce.ts';
import { onSession } from '../../host/contributions/commandArguments.ts';
import { feature } from '../../host/feature.ts';
import { inBackground } from '../../host/window/inBackground.ts';

export const links = feature({
  name: 'links',
  commands: { 'parley.copySessionLink': onSession },
  start: (kernel) => {
    const { owned, log } = kernel.host;
    const load = loadOnce(async () => (await import('./host/createLinks.ts')).createLinks(kernel));
    const handleUri = (uri: vscode.Uri): void =>
      inBackground(
        log,
        load().then(({ follow }) => follow(uri)),
      );
    owned.add(vscode.window.registerUriHandler({ handleUri }));
    return load;
  },
});
