// Paths that agents write as `file:` URIs.

/** The path of a `file:` URI of this machine; undefined for any other text, and for one that names another machine. */
export function pathOfFileUri(text: string): string | undefined {
  const path = /^file:(?:[\\/]{2}(?:localhost)?(?=[\\/])|(?![\\/]{2}))([\\/].*)$/is.exec(text)?.[1];
  return path === undefined ? undefined : decoded(path).replace(/^\/(?=[a-z]:)/i, '');
}

/** A text without percent-encoding, where all of it can be read so. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
