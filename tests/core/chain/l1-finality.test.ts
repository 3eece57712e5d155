import { expect, test } from 'vitest';
import { l1FinalityOf } from '../../../src/core/chain/l1-finality';
import type { NetworkId } from '../../../src/core/chain/primitives';
import { isRollup } from '../../../src/core/evm/families/find-family';

test('a block is final, safe or only the sequencer’s, as far as an endpoint states it', () => {
  const word = (block: number, told: Parameters<typeof l1FinalityOf>[1]) => l1FinalityOf(block, told)?.word;
  const told = { finalized: 10, safe: 20 };
  expect([10, 11, 20, 21].map((block) => word(block, told))).toEqual([
    'final on layer 1',
    'safe: published on layer 1',
    'safe: published on layer 1',
    'not on layer 1 yet',
  ]);
  expect(word(11, { finalized: 10 })).toBeUndefined();
  expect(word(11, {})).toBeUndefined();
});

test('rollups are told by their id', () => {
  const ids = [10, 8453, 42220, 42161, 534_352, 167_000, 59_144, 5000, 1, 56, 137, 100, 43_114, 31_337];
  const rollups = ids.filter((id) => isRollup({ id: id as NetworkId, name: `${id}` }));
  expect(rollups).toEqual([10, 8453, 42220, 42161, 534_352, 167_000, 59_144, 5000]);
});
