import { expect, test } from 'vitest';
import { whyNoDebugger, whyNoGasProfile } from '../../../src/app/views/transaction/missing-views';
import type { Network } from '../../../src/core/chain/network';
import type { NetworkId } from '../../../src/core/chain/primitives';

test('there is no debugger on ZK networks, and the reason is said', () => {
  const reason = 'Debugger is not available yet due to limited support for ZK networks.';
  expect(whyNoDebugger(324 as NetworkId)).toBe(reason);
  expect(whyNoDebugger(1 as NetworkId)).toBeUndefined();
});

test('there is no gas profile of blocks before Bedrock', () => {
  const optimism = { id: 10, name: 'OP Mainnet' } as Network;
  expect(whyNoGasProfile(optimism, 134)).toContain('OP Mainnet metered gas differently');
  expect(whyNoGasProfile(optimism, 0x7000000)).toBeUndefined();
  expect(whyNoGasProfile(optimism, undefined)).toBeUndefined();
});
