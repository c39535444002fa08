// The bill of materials of the .vsix: every package that is bundled, as CycloneDX JSON.
import { createHash } from 'node:crypto';
import { sep } from 'node:path';

/**
 * The same bytes for the same packages: it has no time and its serial number is made of its contents. `npm sbom` would
 * list what is installed; this lists what is shipped.
 * @param {object} product
 * @param {{ name: string, version: string, license: string }} product.manifest
 * @param {readonly import('./bundledPackages.mjs').BundledPackage[]} product.packages
 * @param {readonly import('./notices.mjs').LicensedPackage[]} product.licensed
 * @param {{ packages: Record<string, { integrity?: string, resolved?: string }> }} product.lock
 */
export function sbomText({ manifest, packages, licensed, lock }) {
  const licenses = new Map(licensed.map(({ name, version, license }) => [`${name}@${version}`, license]));
  const components = packages.map(({ name, version, folder }) => {
    const locked = lock.packages[lockPath(folder)];
    return {
      type: 'library',
      'bom-ref': purl(name, version),
      name,
      version,
      scope: 'required',
      licenses: [licenseChoice(licenses.get(`${name}@${version}`) ?? 'NOASSERTION')],
      purl: purl(name, version),
      ...(locked?.integrity === undefined ? {} : { hashes: [hashOf(locked.integrity)] }),
    };
  });
  const product = {
    type: 'application',
    'bom-ref': purl(manifest.name, manifest.version),
    name: manifest.name,
    version: manifest.version,
    licenses: [licenseChoice(manifest.license)],
    purl: purl(manifest.name, manifest.version),
  };
  const body = {
    version: 1,
    metadata: { component: product },
    components,
    dependencies: [
      { ref: product['bom-ref'], dependsOn: components.map((component) => component['bom-ref']) },
    ],
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(body))}`;
  return `${JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', serialNumber, ...body }, undefined, 2)}\n`;
}

/** The path of a package in the lock file. */
function lockPath(folder) {
  const parts = folder.split(sep);
  return parts.slice(parts.indexOf('node_modules')).join('/');
}

function purl(name, version) {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
}

function licenseChoice(license) {
  return / |\(/.test(license) ? { expression: license } : { license: { id: license } };
}

/** npm's integrity is base64 of a digest; CycloneDX has it in hexadecimal. */
function hashOf(integrity) {
  const [algorithm = '', digest = ''] = integrity.split(' ', 1)[0]?.split('-', 2) ?? [];
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') };
}

/** A UUID (version 8) of a text. */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
