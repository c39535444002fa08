// How a path is shown to a user.

/** A path as it may be shown to a user: what could hide or reorder its characters is spelled out. */
export function visiblePath(path: string): string {
  return path.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
