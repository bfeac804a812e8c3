import { describe, expect, it } from 'vitest';
import { base64url, bytes, decoded, isAddress } from './passkeys';

describe('passkeys', () => {
  it('work on a named host only', () => {
    expect(isAddress('play.example.org')).toBe(false);
    expect(isAddress('localhost')).toBe(false);
    expect(isAddress('192.168.1.7')).toBe(true);
    expect(isAddress('[::1]')).toBe(true);
  });

  it('write bytes in base64url and read them', () => {
    const data = Uint8Array.from({ length: 256 }, (_, i) => i);
    const text = base64url(data.buffer);
    expect(text).not.toMatch(/[+/=]/);
    expect(bytes(text)).toEqual(data);
  });

  it('decode what a browser needs', () => {
    const options = decoded({
      challenge: 'AQI',
      rp: { id: 'localhost' },
      user: { id: 'Aw', name: 'Ben' },
      excludeCredentials: [{ id: 'BA', type: 'public-key' }],
    });
    expect(options).toEqual({
      challenge: Uint8Array.of(1, 2),
      rp: { id: 'localhost' },
      user: { id: Uint8Array.of(3), name: 'Ben' },
      excludeCredentials: [{ id: Uint8Array.of(4), type: 'public-key' }],
    });
  });
});
