// Shows the panel in a plain browser: `node webview/dev/serve.mjs [port]`, then open the address it prints.
/* oxlint-disable no-restricted-imports -- this runs in Node and is no part of the panel. */
import { startDevServer } from './devServer.mjs';

const { url } = await startDevServer({ port: Number(process.argv[2] ?? 4173) });
process.stdout.write(`The panel: ${url}/\n`);
