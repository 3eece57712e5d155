import { expect, test } from 'vitest';
import { readTokenCookie, tokenCookie } from '../../src/app/hosted-token';

test('a token is kept for 30 days, and by HTTPS alone where the page came so', () => {
  expect(tokenCookie('https://host.example:8443/', 'abc==', true)).toBe(
    'loupe-token-https%3A%2F%2Fhost.example%3A8443=abc==; path=/; max-age=2592000; samesite=strict; secure',
  );
  expect(tokenCookie('http://127.0.0.1:1', 'abc', false)).toMatch(/max-age=2592000; samesite=strict$/);
  expect(tokenCookie('http://127.0.0.1:1', '', false)).toContain('max-age=0');
});

test('each host has its own', () => {
  const cookies = ['https://a.example', 'https://a.example.b'].map(
    (host, at) => tokenCookie(host, `t${at}=`, true).split(';')[0],
  );
  const text = ['other=1', ...cookies].join('; ');
  expect(readTokenCookie(text, 'https://a.example/')).toBe('t0=');
  expect(readTokenCookie(text, 'https://a.example.b')).toBe('t1=');
  expect(readTokenCookie(text, 'https://c.example')).toBeUndefined();
  expect(readTokenCookie('', 'https://a.example')).toBeUndefined();
});
