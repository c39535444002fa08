// What the user grants remote agents: tokens, and connections without encryption.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { ParleyError } from '../../core/errors.ts';
import { unencryptedNotAllowed } from '../../core/remoteErrors.ts';
import type { RemoteLaunch } from '../../core/settings/agentSettings.ts';
import { addressText, needsConsent, remoteAddress } from '../../core/settings/remoteAddress.ts';
import { spelledOut, spelledOutAddress } from '../../core/text/spelledOut.ts';
import { isProxied } from '../settings/networkSettings.ts';
import { remoteStrings } from './remoteStrings.ts';

export type RemoteAccessContext = Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>;

const UNENCRYPTED_KEY = 'parley.remote.unencrypted';
const MAX_ORIGINS = 100;

const origins = z.catch(z.array(z.string()), []);

/**
 * The launch with its token, and with whether a proxy is in the way. Rejects with a ParleyError where the connection
 * would not be encrypted and the user has not agreed to that.
 */
export async function preparedRemote(
  name: string,
  launch: RemoteLaunch,
  context: RemoteAccessContext,
): Promise<RemoteLaunch> {
  if (!isAllowed(launch.url, context)) {
    throw new ParleyError(unencryptedNotAllowed(name, addressText(launch.url)));
  }
  const token = await context.secrets.get(tokenKey(name, launch.url));
  return {
    ...launch,
    ...(token === undefined ? {} : { token }),
    ...(isProxied(launch.url) ? { isProxied: true } : {}),
  };
}

/** Asks for a token, which replaces the stored one; an empty one removes that. Resolves to whether it was entered. */
export async function enterToken(name: string, url: string, context: RemoteAccessContext): Promise<boolean> {
  const token = await vscode.window.showInputBox({
    title: remoteStrings.tokenTitle(name),
    prompt: remoteStrings.tokenPrompt(spelledOutAddress(addressText(url))),
    password: true,
    ignoreFocusOut: true,
    validateInput: tokenProblem,
  });
  if (token === undefined) return false;
  await storeToken(name, url, token, context);
  return true;
}

/** Why a text cannot be sent as a token; undefined when it can. */
export function tokenProblem(text: string): string | undefined {
  return /^[\x21-\x7e]*$/.test(text.trim()) ? undefined : remoteStrings.tokenInvalid();
}

/** Stores the token of an agent for its address; an empty one removes it. Nothing else ever gets it. */
export async function storeToken(
  name: string,
  url: string,
  token: string,
  { secrets }: RemoteAccessContext,
): Promise<void> {
  const key = tokenKey(name, url);
  await (token.trim() === '' ? secrets.delete(key) : secrets.store(key, token.trim()));
}

/** Whether a token is stored for an agent. */
export async function hasToken(
  name: string,
  url: string,
  { secrets }: RemoteAccessContext,
): Promise<boolean> {
  return (await secrets.get(tokenKey(name, url))) !== undefined;
}

/**
 * Asks whether a server may be reached without encryption where the user has not agreed to that yet. Resolves to whether
 * it may.
 */
export async function confirmUnencrypted(
  name: string,
  url: string,
  context: RemoteAccessContext,
): Promise<boolean> {
  if (isAllowed(url, context)) return true;
  const origin = originOf(url);
  const connect = remoteStrings.connectUnencrypted();
  const answer = await vscode.window.showWarningMessage(
    remoteStrings.confirmUnencrypted(spelledOut(name)),
    { modal: true, detail: remoteStrings.unencryptedDetail(spelledOutAddress(addressText(url))) },
    connect,
  );
  if (answer !== connect) return false;
  const allowed = allowedOrigins(context).filter((each) => each !== origin);
  await context.globalState.update(UNENCRYPTED_KEY, [...allowed, origin].slice(-MAX_ORIGINS));
  return true;
}

function isAllowed(url: string, context: RemoteAccessContext): boolean {
  const address = remoteAddress(url);
  return address === undefined || !needsConsent(address) || allowedOrigins(context).includes(address.origin);
}

function allowedOrigins({ globalState }: RemoteAccessContext): readonly string[] {
  return origins.parse(globalState.get(UNENCRYPTED_KEY));
}

/** Servers of several tenants have one origin, so the path counts. */
function tokenKey(name: string, url: string): string {
  return `parley.remote.token:${JSON.stringify([name, originOf(url), addressText(url)])}`;
}

function originOf(url: string): string {
  return remoteAddress(url)?.origin ?? '';
}
