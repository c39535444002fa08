// The pages of webviews, the panel's and others, with a content security policy that allows our own files and nothing else.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Localization } from '../../core/text/localization.ts';

/** The pages besides the panel's: they have a bundle of their own, because few windows show one. */
export type PageName = 'check' | 'plan' | 'protocol' | 'usage';

/** Gives a webview the panel's page, or another, and the right to load Parley's own files and no others. */
export function fillWebview(webview: vscode.Webview, extensionUri: vscode.Uri, page?: PageName): void {
  webview.options = {
    enableScripts: true,
    localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist')],
  };
  webview.html = pageHtml(webview, extensionUri, page);
}

/**
 * Asks for the session while the panel's bundle is still being loaded, and holds what comes before the bundle listens:
 * the answer of the host is there as soon as the bundle is. VS Code gives out its API once, so it is passed on.
 */
const ASK_EARLY = `(() => {
  const api = acquireVsCodeApi();
  const early = [];
  const hold = ({ data }) => early.push(data);
  addEventListener('message', hold);
  globalThis.acquireVsCodeApi = () => api;
  globalThis.endEarlyMessages = () => {
    removeEventListener('message', hold);
    return early;
  };
  api.postMessage({ type: 'ready' });
})();`;

function pageHtml(webview: vscode.Webview, extensionUri: vscode.Uri, page: PageName | undefined): string {
  const bundle = page === undefined ? 'webview' : 'pages';
  const file = (name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', name)).toString();
  const nonce = randomBytes(16).toString('base64');
  // A nonce of its own, because the page can read it: the webview UI toolkit looks for it in the meta element below.
  const styleNonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `style-src ${webview.cspSource} 'nonce-${styleNonce}'`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data:`,
    // Audio of prompts and answers, which is in the page already.
    'media-src data: blob:',
    `script-src 'nonce-${nonce}'`,
  ].join('; ');
  return `<!doctype html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta property="csp-nonce" content="${styleNonce}">
<link rel="stylesheet" href="${file(`${bundle}.css`)}">
<title>Parley</title>
</head>
<body>
<div id="root"${page === undefined ? '' : ` data-page="${page}"`}></div>
<script id="localization" type="application/json">${asJsonElement(displayLanguage())}</script>
${
  page === undefined
    ? `<script nonce="${nonce}">${ASK_EARLY}</script>
`
    : ''
}<script type="module" nonce="${nonce}" src="${file(`${bundle}.js`)}"></script>
</body>
</html>`;
}

/** The display language with its translations, for {@link configureLocalization}. */
export function displayLanguage(): Localization {
  return { language: vscode.env.language, contents: vscode.l10n.bundle };
}

/** JSON that ends no script element, whatever text is in it. */
function asJsonElement(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
