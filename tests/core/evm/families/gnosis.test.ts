/** Gnosis Chain: who gets its fees, and what its blocks before the merge are. */
import { expect, test } from 'vitest';
import { bytesToHex } from '../../../../src/core/chain/hex';
import type { NetworkId } from '../../../../src/core/chain/primitives';
import type { Block, Transaction } from '../../../../src/core/chain/transaction';
import { GNOSIS } from '../../../../src/core/evm/families/gnosis';
import type { Payment } from '../../../../src/core/evm/families/protocol';
import { Fork } from '../../../../src/core/evm/rules/forks';
import { pricesIn } from '../../../../src/core/evm/rules/gas';
import { computeHeaderHash } from '../../../../src/core/proof/header';

const GNOSIS_ID = 100 as NetworkId;

test('base fees are collected, and those of blobs since Prague (reth_gnosis, gnosis.json: burntContract, pragueTime)', () => {
  const feesAt = (timestamp: number) => {
    const rules = GNOSIS.rulesAt({ id: GNOSIS_ID, name: 'Gnosis' }, { timestamp });
    if (!rules.ok) throw new Error(rules.error);
    const { fork, blobs, protocol } = rules.value;
    const block = { fork, blobs, baseFee: 7n, coinbase: new Uint8Array(20).fill(0xcb), excessBlobGas: 0n };
    const environment = GNOSIS.environment?.({ excessBlobGas: 0 } as Block, rules.value);
    const transaction = { type: 3, blobHashes: [new Uint8Array(32)] };
    const payment = { block: { ...block, ...environment }, transaction, price: 10n, gas: 21_000n };
    return protocol
      ?.fees?.(payment as unknown as Payment)
      .map(({ kind, wei, to }) => [kind, wei, to && bytesToHex(to)]);
  };
  const collector = '0x6bbe78ee9e474842dbd4ab4987b3cefe88426a92';
  const own = [
    ['base', 147_000n, collector],
    ['priority', 63_000n, `0x${'cb'.repeat(20)}`],
  ];
  // A blob is 131,072 units (EIP-4844), of one gwei at least.
  expect(feesAt(1_746_021_819)).toEqual([...own, ['blob', 131_072n * 10n ** 9n, undefined]]);
  expect(feesAt(1_746_021_820)).toEqual([...own, ['blob', 131_072n * 10n ** 9n, collector]]);
});

test('until Shanghai contracts have any size, and until the merge a transaction may pay nothing (reth_gnosis, evm_config.rs)', () => {
  const sizeAt = (timestamp: number) => {
    const rules = GNOSIS.rulesAt({ id: GNOSIS_ID, name: 'Gnosis' }, { timestamp });
    if (!rules.ok) throw new Error(rules.error);
    return pricesIn(rules.value).maxCodeSize;
  };
  expect([sizeAt(1_690_889_659), sizeAt(1_690_889_660)]).toEqual([Number.POSITIVE_INFINITY, 24_576]);
  const entry = (gasPrice: bigint, difficulty: bigint) =>
    GNOSIS.input?.({ type: 0, gasPrice } as Transaction, { difficulty } as Block);
  expect(entry(0n, 5n)).toEqual({ ok: true, value: { isForced: true } });
  expect([entry(1n, 5n), entry(0n, 0n)]).toEqual([undefined, undefined]);
});

test('headers of blocks before the merge have a form of their own', () => {
  expect(computeHeaderHash({ difficulty: 340282366920938463463374607431768211454n } as Block, GNOSIS.encoding)).toBe(
    undefined,
  );
  const at = (number: number, difficulty: bigint) =>
    GNOSIS.rulesAt({ id: GNOSIS_ID, name: 'Gnosis' }, { number, timestamp: 1_600_000_000, difficulty });
  expect(at(16_101_500, 1n)).toMatchObject({ ok: true, value: { fork: Fork.berlin } });
  expect(at(19_040_000, 1n)).toMatchObject({ ok: true, value: { fork: Fork.london } });
  expect(at(25_000_000, 0n)).toMatchObject({ ok: true, value: { fork: Fork.paris } });
});
