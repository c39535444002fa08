// Types of notices.mjs for the tests.
export interface LicensedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly homepage: string | undefined;
  readonly text: string;
}
export function licensedPackages(
  packages: readonly { readonly name: string; readonly version: string; readonly folder: string }[],
): LicensedPackage[];
export function noticesText(packages: readonly LicensedPackage[], product: string): string;
