import { expect, test } from 'vitest';
import { whyNoDebugger, whyNoGasProfile } from '../../../src/app/views/transaction/missing-views';
import type { Network } from '../../../src/core/chain/network';
import type { NetworkId } from '../../../src/core/chain/primitives';

const network = (id: number) => ({ id: id as NetworkId, name: 'Some chain' }) as Network;

test('networks of zero-knowledge rollups have no debugger, others have one', () => {
  expect(whyNoDebugger(324 as NetworkId)).toMatch(/not available/);
  expect(whyNoDebugger(1 as NetworkId)).toBeUndefined();
  expect(whyNoDebugger(31337 as NetworkId)).toBeUndefined();
});

test('a transaction has a gas profile unless its block metered gas otherwise', () => {
  expect(whyNoGasProfile(network(1), undefined)).toBeUndefined();
  expect(whyNoGasProfile(network(1), 1)).toBeUndefined();
  // OP Mainnet before Bedrock, which began with block 105,235,063.
  expect(whyNoGasProfile(network(10), 1)).toContain('Some chain');
  expect(whyNoGasProfile(network(10), 105_235_063)).toBeUndefined();
});
