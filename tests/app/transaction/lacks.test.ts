import { expect, it } from 'vitest';
import { debuggerLacks, gasProfilerLacks } from '../../../src/app/views/transaction/lacks';
import type { Network } from '../../../src/core/chain/network';
import type { NetworkId } from '../../../src/core/chain/primitives';

it('there is no debugger on ZK networks, and the reason is said', () => {
  const reason = 'Debugger is not available yet due to limited support for ZK networks.';
  expect(debuggerLacks(324 as NetworkId)).toBe(reason);
  expect(debuggerLacks(1 as NetworkId)).toBeUndefined();
});

it('there is no gas profile of blocks before Bedrock', () => {
  const optimism = { id: 10, name: 'OP Mainnet' } as Network;
  expect(gasProfilerLacks(optimism, 134)).toContain('OP Mainnet metered gas differently');
  expect(gasProfilerLacks(optimism, 0x7000000)).toBeUndefined();
  expect(gasProfilerLacks(optimism, undefined)).toBeUndefined();
});
