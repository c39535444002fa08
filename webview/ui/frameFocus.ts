// Takes the focus that VS Code has left in the frame around a page.

/** VS Code passes the focus on after 50 ms, within which it may give it to another chat. */
const LEFT_MS = 100;

/**
 * Focuses the page when VS Code has focused the frame around it and does not pass the focus on, so that every key would be
 * lost: it takes the frame for one without the focus where it notices only meanwhile that it had lost it before, for which it
 * looks four times a second. A webview has no `parent`: the frame is the source of its messages. Returns the function that
 * ends it.
 */
export function takeFocusOfFrame(page: Window): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const onMessage = ({ source: frame }: MessageEvent): void => {
    if (frame === null || frame === page) return;
    page.removeEventListener('message', onMessage);
    if (!('document' in frame)) return;
    const take = (): void => {
      if (!signal.aborted && frame.document.hasFocus() && !page.document.hasFocus()) page.focus();
    };
    const takeLater = (): void => void setTimeout(take, LEFT_MS);
    frame.addEventListener('focus', takeLater, { signal });
    if (frame.document.hasFocus()) takeLater();
  };
  page.addEventListener('message', onMessage, { signal });
  return () => ended.abort();
}
