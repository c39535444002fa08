// Which addresses VS Code reaches through a proxy.
import { beforeEach, expect, test } from 'vitest';
import { isProxied } from '../../../src/host/settings/networkSettings.ts';
import { resetVscode, vscode } from '../../support/vscode.ts';

const URL_OF_AGENT = 'https://agents.example.com/acp';
const PROXY = 'http://proxy.example.com:8080';

beforeEach(resetVscode);

test.each([
  [{}, false],
  [{ https_proxy: '' }, false],
  [{ https_proxy: PROXY }, true],
  [{ HTTPS_PROXY: PROXY }, true],
  [{ http_proxy: PROXY }, true],
  [{ HTTPS_PROXY: PROXY, NO_PROXY: 'other.example.com' }, true],
  [{ HTTPS_PROXY: PROXY, NO_PROXY: 'x.test, Example.COM' }, false],
  [{ HTTPS_PROXY: PROXY, no_proxy: '.example.com' }, false],
  [{ HTTPS_PROXY: PROXY, no_proxy: 'ample.com' }, true],
  [{ HTTPS_PROXY: PROXY, no_proxy: 'agents.example.com:443' }, false],
  [{ HTTPS_PROXY: PROXY, no_proxy: 'agents.example.com:8443' }, true],
  [{ HTTPS_PROXY: PROXY, no_proxy: 'x.test,*' }, false],
  [{ HTTPS_PROXY: PROXY, no_proxy: ' , ' }, true],
])('without a setting, %j decides: %s', (env, expected) => {
  expect(isProxied(URL_OF_AGENT, env)).toBe(expected);
});

test('exceptions of the setting replace those of the environment', () => {
  vscode.settings.set('proxy', PROXY);
  expect(isProxied(URL_OF_AGENT, {})).toBe(true);
  expect(isProxied(URL_OF_AGENT, { NO_PROXY: 'example.com' })).toBe(false);
  vscode.settings.set('noProxy', ['other.test']);
  expect(isProxied(URL_OF_AGENT, { NO_PROXY: 'example.com' })).toBe(true);
  expect(isProxied('wss://a.other.test/acp', {})).toBe(false);
});

test.each([
  ['[2001:db8::1]', false],
  ['2001:db8::1', false],
  ['2001:DB8:0:0::0:1', false],
  [' [2001:0db8::0001] ,x.test', false],
  ['[2001:db8::1]:443', false],
  ['[2001:db8::1]:8443', true],
  ['2001:db8::1:443', true],
  ['2001:db8::', true],
  ['::1,[::1]', true],
  ['db8::1', true],
  ['[]', true],
  ['[2001:db8::1', true],
  ['[zz::1]', true],
  ['2001', true],
])('of an IPv6 address, the exceptions %s decide: %s', (exceptions, expected) => {
  const env = { HTTPS_PROXY: PROXY, no_proxy: exceptions };
  expect(isProxied('https://[2001:DB8::1]/acp', env)).toBe(expected);
  vscode.settings.set('proxy', PROXY);
  vscode.settings.set('noProxy', exceptions.split(','));
  expect(isProxied('https://[2001:db8:0::1]/acp', {})).toBe(expected);
});

test('this machine is never behind a proxy, and nothing is where VS Code uses none', () => {
  vscode.settings.set('proxy', PROXY);
  expect(isProxied('https://localhost:8443/acp', {})).toBe(false);
  expect(isProxied('wss://[::1]/acp', {})).toBe(false);
  vscode.settings.set('proxySupport', 'off');
  expect(isProxied(URL_OF_AGENT, { HTTPS_PROXY: PROXY })).toBe(false);
});
