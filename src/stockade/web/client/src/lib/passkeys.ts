// Passkeys: what the server and the browser tell each other. JSON has no bytes, so those are written in base64url.

import type { Me, PasskeyOptions } from '../types';
import { api, ApiError } from './api';
import { say } from './language';

/** Whether this page can use passkeys: they belong to a named host, and the connection must be safe. */
export const canUsePasskeys = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in window && !isAddress(location.hostname);

/** Whether a host is a bare IP address, for which there are no passkeys. */
export const isAddress = (host: string): boolean => /^[\d.]+$/.test(host) || host.includes(':');

export async function addPasskey(): Promise<Me> {
  const { id, options } = await api.passkeyOptions();
  const publicKey = decoded(options) as unknown as PublicKeyCredentialCreationOptions;
  const made = await asked(() => navigator.credentials.create({ publicKey }));
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  return api.addPasskey(id, told(made, { clientDataJSON, attestationObject }));
}

export async function signInWithPasskey(): Promise<Me> {
  const { id, options } = await api.passkeyQuestion();
  const publicKey = decoded(options) as unknown as PublicKeyCredentialRequestOptions;
  const given = await asked(() => navigator.credentials.get({ publicKey }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = given.response as AuthenticatorAssertionResponse;
  return api.passkeySignIn(id, told(given, { clientDataJSON, authenticatorData, signature, userHandle }));
}

/** Returns options in which the bytes are bytes. */
export function decoded(options: PasskeyOptions['options']): Record<string, unknown> {
  const named = (list: unknown) => ((list ?? []) as { id: string }[]).map((one) => ({ ...one, id: bytes(one.id) }));
  const user = options['user'] as { id: string } | undefined;
  return {
    ...options,
    challenge: bytes(options['challenge'] as string),
    ...(user && { user: { ...user, id: bytes(user.id) } }),
    ...(options['excludeCredentials'] !== undefined && { excludeCredentials: named(options['excludeCredentials']) }),
    ...(options['allowCredentials'] !== undefined && { allowCredentials: named(options['allowCredentials']) }),
  };
}

export const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));

export const base64url = (data: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(data)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

function told(credential: PublicKeyCredential, parts: Record<string, ArrayBuffer | null>): unknown {
  const response = Object.fromEntries(Object.entries(parts).map(([name, data]) => [name, data && base64url(data)]));
  const { id, type } = credential;
  return { id, rawId: base64url(credential.rawId), type, response, clientExtensionResults: {} };
}

/** Asks the browser, which asks the person. */
async function asked(request: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  let found: Credential | null = null;
  try {
    found = await request();
  } catch (error) {
    if ((error as Error).name === 'InvalidStateError') throw refusal(say('This device has a passkey for you already.'));
  }
  if (!found) throw refusal(say('No passkey was chosen.'));
  return found as PublicKeyCredential;
}

const refusal = (message: string) => new ApiError(0, { code: 'passkey', message });
