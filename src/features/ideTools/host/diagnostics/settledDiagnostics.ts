// The problems of one file once its language has looked at the text as it is now.
import * as vscode from 'vscode';
import { hasTab, whileInTab } from '../documents/backgroundTab.ts';
import type { OpenedFile } from '../documents/openedFile.ts';
import { isOfTypescript, isTypescript, typescriptDiagnostics } from './typescriptDiagnostics.ts';

/** For the first report about a file that was just opened or changed. */
const FIRST_REPORT_MS = 1_500;
/** Without another report for so long, they have settled. */
const SETTLED_MS = 400;
const MAX_WAIT_MS = 8_000;

/** Whether languages report on files without a tab, as far as that was seen. A file of one that does not gets a tab. */
const reportsWithoutTab = new Map<string, boolean>();

/** Waits, at most about ten seconds, or as long as a language server takes to read a project. */
export async function settledDiagnostics(
  { document, isFresh }: OpenedFile,
  signal: AbortSignal,
): Promise<readonly vscode.Diagnostic[]> {
  const { uri, languageId } = document;
  if (isTypescript(document)) {
    const found = await typescriptDiagnostics(document, signal);
    if (found !== undefined) {
      return [...found, ...vscode.languages.getDiagnostics(uri).filter((each) => !isOfTypescript(each))];
    }
  }
  if (hasTab(uri)) {
    await untilSettled(uri, isFresh ? FIRST_REPORT_MS : SETTLED_MS, signal);
    return vscode.languages.getDiagnostics(uri);
  }
  if (reportsWithoutTab.get(languageId) !== false) {
    const hasReport = await untilSettled(uri, FIRST_REPORT_MS, signal);
    if (hasReport) reportsWithoutTab.set(languageId, true);
    const found = vscode.languages.getDiagnostics(uri);
    if (found.length > 0 || reportsWithoutTab.has(languageId) || languageId === 'plaintext') return found;
  }
  return whileInTab(uri, async () => {
    if (await untilSettled(uri, FIRST_REPORT_MS, signal)) reportsWithoutTab.set(languageId, false);
    return vscode.languages.getDiagnostics(uri);
  });
}

/**
 * Calls `body` while the file is in a tab and its problems are on record: what fixes them is offered only then. A file of
 * TypeScript is waited for until the editor has every error that its server knows, or eight seconds.
 */
export async function whileReported<T>(
  { document, isFresh }: OpenedFile,
  signal: AbortSignal,
  body: () => Promise<T>,
): Promise<T> {
  const { uri } = document;
  const isNew = isFresh || !hasTab(uri);
  const known = isTypescript(document) ? await typescriptDiagnostics(document, signal) : undefined;
  const errors = known?.filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
  return whileInTab(uri, async () => {
    if (errors !== undefined) await untilReported(uri, errors, signal);
    else if (isNew) await untilSettled(uri, FIRST_REPORT_MS, signal);
    return body();
  });
}

/** Resolves once VS Code has all of the problems on record, or the time is up. */
async function untilReported(
  uri: vscode.Uri,
  problems: readonly vscode.Diagnostic[],
  signal: AbortSignal,
): Promise<void> {
  const isReported = (): boolean => {
    const reported = vscode.languages.getDiagnostics(uri);
    return problems.every((problem) =>
      reported.some(({ code, range }) => code === problem.code && range.isEqual(problem.range)),
    );
  };
  const deadline = performance.now() + MAX_WAIT_MS;
  while (!isReported() && performance.now() < deadline && !signal.aborted) {
    await untilSettled(uri, SETTLED_MS, signal);
  }
}

/** Resolves once no more is reported about the file; to whether anything was. */
async function untilSettled(uri: vscode.Uri, firstMs: number, signal: AbortSignal): Promise<boolean> {
  const settled = Promise.withResolvers<void>();
  let [hasReport, timer] = [false, setTimeout(settled.resolve, firstMs)];
  const limit = setTimeout(settled.resolve, MAX_WAIT_MS);
  const listening = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    if (!uris.some((each) => each.toString() === uri.toString())) return;
    hasReport = true;
    clearTimeout(timer);
    timer = setTimeout(settled.resolve, SETTLED_MS);
  });
  const onAbort = (): void => settled.resolve();
  signal.addEventListener('abort', onAbort);
  try {
    await settled.promise;
    return hasReport;
  } finally {
    listening.dispose();
    clearTimeout(timer);
    clearTimeout(limit);
    signal.removeEventListener('abort', onAbort);
  }
}
