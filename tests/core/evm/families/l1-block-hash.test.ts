import { concatHex, keccak256, numberToHex } from 'viem';
import { expect, test } from 'vitest';
import { hexToBytes } from '../../../../src/core/chain/hex';
import type { Hash } from '../../../../src/core/chain/primitives';
import { l1BlockHash } from '../../../../src/core/evm/families/arbitrum/arbos-slots';
import type { StateView } from '../../../../src/core/evm/families/state-view';

/** OffchainLabs/nitro, arbos/storage/storage.go (mapAddress): all but the last byte of a key is hashed with its space. */
function slotOf(key: number): bigint {
  const whole = numberToHex(key, { size: 32 });
  const space = keccak256('0x06');
  return BigInt(
    concatHex([keccak256(concatHex([space, whole.slice(0, 64) as Hash])).slice(0, 64) as Hash, `0x${whole.slice(64)}`]),
  );
}

const PARENT = `0x${'ab'.repeat(32)}` as Hash;
const stateOf = (slots: ReadonlyMap<bigint, bigint>) =>
  ({ requireSlot: () => true, slot: (_: unknown, key: bigint) => slots.get(key) ?? 0n }) as unknown as StateView;
const asked = (number: number, known: number, version = 20) => {
  const slots = new Map([
    [slotOf(0), BigInt(known)],
    ...Array.from({ length: 256 }, (_, at) => [slotOf(1 + at), BigInt(5000 + at)] as const),
  ]);
  return l1BlockHash(stateOf(slots), number, { l1Block: 1000, parentHash: PARENT, version });
};
const word = (value: number) => hexToBytes(numberToHex(value, { size: 32 }));
const made = (number: string) => hexToBytes(keccak256(concatHex([PARENT, `0x${number}`])));

test('a hash that ArbOS has is in one of 256 slots', () => {
  expect(asked(999, 1000)).toEqual(word(5000 + (999 % 256)));
  expect(asked(767, 1000)).toEqual(word(5000 + 255));
  // Its slot is on the second page.
  expect(1 + (767 % 256)).toBe(0x100);
});

test('what the first transaction of the block writes is known before it did', () => {
  // arbos/blockhash/blockhash.go (RecordNewL1Block): the block was the first to know of 997 to 999.
  expect(asked(999, 996)).toEqual(hexToBytes(PARENT));
  expect(asked(998, 996)).toEqual(made('e603000000000000'));
  expect(asked(997, 996)).toEqual(made('e503000000000000'));
  expect(asked(997, 996, 7)).toEqual(made('0000000000000000'));
  // The one before keeps what it had.
  expect(asked(996, 996)).toEqual(word(5000 + (996 % 256)));
});

test('after a long silence all but the oldest of the 256 are new', () => {
  expect(asked(744, 10)).toEqual(made('e802000000000000'));
  expect(asked(743, 10)).toEqual(word(5000 + (743 % 256)));
});

test('a slot that is not there is asked for', () => {
  const state = { ...stateOf(new Map()), requireSlot: () => false };
  expect(l1BlockHash(state, 999, { l1Block: 1000, parentHash: PARENT, version: 20 })).toBeUndefined();
});
