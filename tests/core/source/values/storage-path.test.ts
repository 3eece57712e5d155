import { concat, keccak256, numberToBytes } from 'viem';
import { expect, test } from 'vitest';
import { LIMBS, toBigInt } from '../../../../src/core/evm/words/words';
import { readPath } from '../../../../src/core/source/values/read-path';
import type { SourceType } from '../../../../src/core/source/values/source-type';
import type { StorageVariable } from '../../../../src/core/source/values/storage-layout';
import { StoragePaths } from '../../../../src/core/source/values/storage-path';
import { target } from '../../../../tools/conformance/solidity/targets';
import { runSource } from '../../../helpers/source-run';

/** Each hash is of the one before it twice, as in a Merkle tree of empty leaves. */
const TREE = `pragma solidity ^0.8.0;
contract Tree {
  bytes32 unused;
  function run(uint256 levels) external {
    bytes32 h = bytes32(uint256(1) << 255);
    for (uint256 i = 0; i < levels; i++) h = keccak256(abi.encode(h, h));
    assembly { sstore(h, 1) sstore(add(h, 1), 1) }
  }
}
`;

test('a hash to which many ways lead is followed once', () => {
  const run = runSource(TREE, 'Tree', target('0.8.37'), [{ name: 'run', args: [16n] }]);
  const layout = run.compilation.contracts[0]?.layout.storage ?? [];
  let looks = 0;
  const counted = layout.map((variable) => ({
    ...variable,
    get slot() {
      looks++;
      return variable.slot;
    },
  }));
  const paths = new StoragePaths(run.replay.preimages);
  const keys = run.replay.accesses.slots().map((slot) => toBigInt(run.state.slots.keys, slot * LIMBS));
  expect(keys.flatMap((key) => paths.at(key, counted))).toEqual([]);
  expect(keys).toHaveLength(2);
  expect(looks).toBeLessThan(200);
});

const word = (value: bigint) => numberToBytes(value, { size: 32 });

test('a slot that is too far behind other hashes is found from nearer', () => {
  const preimages = new Map<bigint, Uint8Array>();
  const hash = (first: bigint, second: bigint) => {
    const preimage = concat([word(first), word(second)]);
    const hashed = BigInt(keccak256(preimage));
    preimages.set(hashed, preimage);
    return hashed;
  };
  let type: SourceType = { kind: 'uint', name: 'uint256', bytes: 32 };
  for (let depth = 0; depth < 11; depth++)
    type = {
      kind: 'mapping',
      name: 'HashMap',
      key: { kind: 'bytesN', name: 'bytes32', bytes: 32 },
      value: type,
      slotFirst: true,
    };
  let holder = 0n;
  for (let depth = 0; depth < 10; depth++) holder = hash(holder, 5n);
  // Hashed after other words, the holder is followed first from its end of this chain.
  let key = holder;
  for (let step = 0; step < 28; step++) key = hash(7n, key);
  const slot = hash(holder, key);
  const variable: StorageVariable = { name: 'nested', id: 1, contract: 'C', type, slot: 0n, offset: 0 };
  const [found] = new StoragePaths({ all: () => preimages }).at(slot, [variable]);
  const five = `[0x${'5'.padStart(64, '0')}]`;
  expect(found?.path).toBe(`nested${five.repeat(10)}[0x${key.toString(16).padStart(64, '0')}]`);
});

/** Private variables may have one name in two bases: the compiler's own layout has `total` at slot 0 and at slot 1. */
const TWO_TOTALS = `pragma solidity ^0.8.0;
contract Shares { uint256 private total; mapping(address => uint256) private held; }
contract Assets { uint256 private total; mapping(address => uint256) private held; uint256 own; }
contract Vault is Shares, Assets {
  function run() external { assembly { sstore(0, 1) sstore(2, 2) sstore(4, 3) } }
}
`;

test('a variable whose name another has, too, is told with the contract that declares it', () => {
  const run = runSource(TWO_TOTALS, 'Vault', target('0.8.37'), [{ name: 'run', args: [] }]);
  const layout = run.compilation.contracts.find(({ name }) => name === 'Vault')?.layout.storage ?? [];
  const paths = new StoragePaths(run.replay.preimages);
  expect([0n, 2n, 4n].map((slot) => paths.at(slot, layout)[0]?.path)).toEqual(['Shares.total', 'Assets.total', 'own']);
  const placeOf = (text: string) => {
    const place = readPath(text, layout);
    return place.ok ? [place.value.path, place.value.slot] : place.error;
  };
  expect(placeOf('Shares.total')).toEqual(['Shares.total', 0n]);
  expect(placeOf('total')).toEqual(['Assets.total', 2n]);
  expect(placeOf('own')).toEqual(['own', 4n]);
});
