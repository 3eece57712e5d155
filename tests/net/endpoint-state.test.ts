import { expect, test } from 'vitest';
import { createEndpointStates } from '../../src/net/rpc/endpoint-state';
import { createPeerGroup } from '../../src/net/rpc/peers';

test('of refusals that come together, the one that asks for the longest pause counts', () => {
  const state = createEndpointStates(createPeerGroup()()).of('http://127.0.0.1:1', 1);
  const now = Date.now();
  state.limit(now + 60_000, now);
  state.limit(now + 1_000, now);
  expect(state.rateLimit()?.until).toBe(now + 60_000);
  state.limit(now + 90_000, now);
  expect(state.rateLimit()?.until).toBe(now + 90_000);
});
