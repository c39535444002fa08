// What package managers are given of VS Code's network settings.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { networkVariables } from '../../src/machine/packageNetwork.ts';

const settings = {
  proxy: 'http://proxy.test:3128',
  noProxy: ['one.test', 'two.test'],
  usesSystemCertificates: true,
};

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'parley-network-'));
});

afterEach(() => rmSync(home, { recursive: true }));

test('npx is given the proxy and the certificates as variables that the agent does not read', async () => {
  expect(await networkVariables('npx', settings, { env: {}, home })).toEqual({
    npm_config_proxy: 'http://proxy.test:3128',
    npm_config_https_proxy: 'http://proxy.test:3128',
    npm_config_noproxy: 'one.test,two.test',
    NODE_USE_SYSTEM_CA: '1',
  });
});

test('uvx is given them too', async () => {
  expect(await networkVariables('uvx', settings, { env: {}, home })).toEqual({
    HTTP_PROXY: 'http://proxy.test:3128',
    HTTPS_PROXY: 'http://proxy.test:3128',
    NO_PROXY: 'one.test,two.test',
    UV_NATIVE_TLS: '1',
  });
});

test('without settings there is nothing to give', async () => {
  const none = { proxy: '', noProxy: ['one.test'], usesSystemCertificates: false };
  expect(await networkVariables('npx', none, { env: {}, home })).toEqual({});
  expect(await networkVariables('uvx', none, { env: {}, home })).toEqual({});
});

test('a proxy that the user has configured for package managers stays', async () => {
  const certificates = { NODE_USE_SYSTEM_CA: '1' };
  const env = { https_proxy: 'http://own.test' };
  expect(await networkVariables('npx', settings, { env, home })).toEqual(certificates);
  expect(await networkVariables('uvx', settings, { env, home })).toEqual({ UV_NATIVE_TLS: '1' });
  writeFileSync(join(home, '.npmrc'), 'https-proxy=http://own.test\n');
  expect(await networkVariables('npx', settings, { env: {}, home })).toEqual(certificates);
  expect(await networkVariables('uvx', settings, { env: {}, home })).toHaveProperty('HTTPS_PROXY');
});
