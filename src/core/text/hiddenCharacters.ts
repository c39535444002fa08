// The one table of characters that a reader does not see as themselves, as parts of a regular expression's class.

/**
 * Control characters, halves of characters, separators of lines, whatever Unicode lets a renderer ignore (directions,
 * zero-width and filler characters, variation selectors, tags), blanks that no keyboard has, and marks of annotations.
 */
export const HIDDEN =
  '\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u1680\\u2000-\\u200A\\u205F\\u2800\\uFFF9-\\uFFFB';

/**
 * What names and addresses have no use for besides: all formats, private and unassigned characters, all blanks. Texts
 * have: no-break spaces, the wide space of Japanese, the icons of fonts.
 */
export const UNUSUAL = `${HIDDEN}\\p{C}\\p{Zs}`;
