// A package, or a version of one, that its registry does not have, in what npm or uv printed.

export interface MissingPackage {
  readonly name: string;
  /** Undefined where there is no such package at all. */
  readonly version: string | undefined;
}

const NPM_NAME = String.raw`(?:@[\w.~-]+/)?[\w~-][\w.~-]*`;

/** In what npm prints: `notarget No matching version found for a@1.2.3.`, `404 '@a/b@1.2.3' is not in this registry.` */
const NO_VERSION = new RegExp(`No matching version found for (${NPM_NAME})@([^\\s]+?)\\.?(?:\\s|$)`);
const NO_PACKAGE = new RegExp(
  `(?:E404|404)[^]*?['"\u2018\u201c ](${NPM_NAME})(?:@[^\\s'"]*)?['"\u2019\u201d] (?:is not in (?:this|the npm) registry|could not be found)`,
);
/** `there is no version of a==1.2.3`, `a was not found in the package registry`. */
const NO_PYTHON_VERSION = /there is no version of ([A-Za-z0-9][\w.-]*)==([\w.+-]+)/;
const NO_PYTHON_PACKAGE = /([A-Za-z0-9][\w.-]*) was not found in the package registry/;

/** What a package manager could not find, by what it printed; undefined where it failed otherwise. */
export function missingPackage(printed: string): MissingPackage | undefined {
  for (const pattern of [NO_VERSION, NO_PYTHON_VERSION, NO_PACKAGE, NO_PYTHON_PACKAGE]) {
    const [, name, version] = pattern.exec(printed) ?? [];
    if (name !== undefined) return { name, version };
  }
  return undefined;
}
