// A localized sentence with elements in it.
import { Fragment, type ReactNode } from 'react';

/** `text` with `elements[0]` in place of `{0}` and so on: a translation decides the place of each in the sentence. */
export function withElements(text: string, ...elements: readonly ReactNode[]): ReactNode {
  return text
    .split(/\{(\d+)\}/)
    .map((part, index) => <Fragment key={index}>{index % 2 === 0 ? part : elements[Number(part)]}</Fragment>);
}
