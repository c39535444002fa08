// Who may call the tools of the editor.
import { describe, expect, test } from 'vitest';
import { Grants } from '../../../../../src/features/ideTools/host/http/grants.ts';
import {
  admit,
  MAX_BODY_BYTES,
  type GatedRequest,
} from '../../../../../src/features/ideTools/host/http/requestGate.ts';
import { servedSession } from '../../../../support/ide/servedSession.ts';

const clock = { now: () => 0, after: () => ({ dispose: () => undefined }) };
const PORT = 4321;

function setUp(isOpen = (): boolean => true): {
  readonly grants: Grants;
  readonly request: (changes?: Partial<GatedRequest>, headers?: object) => GatedRequest;
  readonly other: string;
} {
  const grants = new Grants(clock);
  const { grant, token } = grants.add(servedSession({ isOpen }));
  const other = grants.add(servedSession({ id: () => 'other' })).token;
  const request = (changes: Partial<GatedRequest> = {}, headers: object = {}): GatedRequest => ({
    method: 'POST',
    url: `/mcp/${grant.id}`,
    ...changes,
    headers: { host: `127.0.0.1:${PORT}`, authorization: `Bearer ${token}`, ...headers },
  });
  return { grants, request, other };
}

const statusOf = (grants: Grants, request: GatedRequest): number => {
  const admitted = admit(request, grants, PORT);
  return 'status' in admitted ? admitted.status : 200;
};

describe('A request', () => {
  test('of the session itself is served', () => {
    const { grants, request } = setUp();
    expect(statusOf(grants, request())).toBe(200);
    expect(statusOf(grants, request({}, { host: `localhost:${PORT}` }))).toBe(200);
    expect(statusOf(grants, request({}, { origin: `http://127.0.0.1:${PORT}` }))).toBe(200);
  });

  test.each([
    ['another host', { host: 'evil.example' }, 403],
    ['another port', { host: '127.0.0.1:80' }, 403],
    ['no host', { host: undefined }, 403],
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['a page without origin', { origin: 'null' }, 403],
    ['an origin that only begins alike', { origin: `http://127.0.0.1:${PORT}.evil.example` }, 403],
    ['a wrong token', { authorization: 'Bearer wrong' }, 401],
    ['no token', { authorization: undefined }, 401],
    ['an empty token', { authorization: 'Bearer ' }, 401],
    ['another scheme', { authorization: 'Basic YTpi' }, 401],
    ['a body that is too large', { 'content-length': String(MAX_BODY_BYTES + 1) }, 413],
  ])('with %s is refused', (_what, headers, status) => {
    const { grants, request } = setUp();
    expect(statusOf(grants, request({}, headers))).toBe(status);
  });

  test("with another session's token is refused", () => {
    const { grants, request, other } = setUp();
    expect(statusOf(grants, request({}, { authorization: `Bearer ${other}` }))).toBe(401);
  });

  test.each(['/mcp/', '/mcp/none', '/', '/mcp/../x', '/other'])('at %s is refused', (url) => {
    const { grants, request } = setUp();
    expect(statusOf(grants, request({ url }))).toBe(401);
  });

  test('of a closed session is refused', () => {
    let isOpen = true;
    const { grants, request } = setUp(() => isOpen);
    expect(statusOf(grants, request())).toBe(200);
    isOpen = false;
    expect(statusOf(grants, request())).toBe(401);
  });

  test('that does not post is refused', () => {
    const { grants, request } = setUp();
    expect(statusOf(grants, request({ method: 'GET' }))).toBe(405);
  });
});

test('only open sessions of an agent have grants', () => {
  const grants = new Grants(clock);
  let isOpen = true;
  grants.add(servedSession({ isOpen: () => isOpen }));
  expect(grants.of('A', 's')).toHaveLength(1);
  expect(grants.of('B', 's')).toHaveLength(0);
  isOpen = false;
  expect(grants.of('A', 's')).toHaveLength(0);
});
