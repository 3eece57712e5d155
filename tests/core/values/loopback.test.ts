import { expect, test } from 'vitest';
import { isLoopback } from '../../../src/core/values/loopback';

test('a URL leads to this machine by its host, whatever else it looks like', () => {
  for (const url of ['http://127.0.0.1:8545', 'http://LOCALHOST/rpc', 'ws://[::1]:8546', 'http://user:key@127.0.0.2/'])
    expect(isLoopback(url), url).toBe(true);
  for (const url of [
    'https://localhost.example.org',
    'https://127.0.0.1.example.org/',
    'https://rpc.example.org/127.0.0.1',
    'https://example.org/?at=//localhost:1',
    'https://localhost@example.org/',
    '/rpc',
    '',
  ])
    expect(isLoopback(url), url).toBe(false);
});
