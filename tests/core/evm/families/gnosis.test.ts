/** Gnosis Chain: who gets its fees, and what its blocks before the merge are. */
import { parse } from 'valibot';
import { expect, test } from 'vitest';
import { bytesToHex } from '../../../../src/core/chain/hex';
import type { NetworkId } from '../../../../src/core/chain/primitives';
import type { Block, Transaction } from '../../../../src/core/chain/transaction';
import { GNOSIS } from '../../../../src/core/evm/families/gnosis';
import type { Payment } from '../../../../src/core/evm/families/protocol';
import { Fork } from '../../../../src/core/evm/rules/forks';
import { pricesIn } from '../../../../src/core/evm/rules/gas';
import { computeHeaderHash } from '../../../../src/core/proof/header';
import { blockSchema } from '../../../../src/net/rpc/block-schema';

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

const EMPTY_LIST = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';
/** Headers of public chains that AuRa made: as Nethermind states them, with the step as a number, and as OpenEthereum does. */
const SEALED = [
  {
    author: '0xa3b079e4b54d2886ccd9cddc1335743bf1b2f0ad',
    extraData: '0x4e65746865726d696e64',
    gasLimit: '0x663be0',
    gasUsed: '0x0',
    hash: '0x12a6d4673bc9a55b5f77d897f32eb0ff15bca32d09d3dff8013e3ff684b0a84d',
    number: '0x1b000b1',
    parentHash: '0x26046ba285c7c87ff04783347a5b63cba77d884a11a50a632ea68ba2843b3064',
    receiptsRoot: EMPTY_LIST,
    signature:
      '0x012bb653a98ede38cd88f59fb09c67a8628012e3a4bdd6925a3dee547e0c4f470aa3118d03e4c81b715200aeb34b00f7c67a0a9cd687ff26c2dbc82964d4268a00',
    stateRoot: '0x62cb23bc47439bc73eef6bf9fc0e54b1a40ebb3b0cbcfefd6b13cbc79a1095b6',
    step: 343_268_919,
    timestamp: '0x664d5713',
    transactionsRoot: EMPTY_LIST,
  },
  {
    author: '0x5ee341ac44d344ade1ca3a771c59b98eb2a77df2',
    extraData: '0xd583010b088650617269747986312e32372e32826c69',
    gasLimit: '0x7a1200',
    gasUsed: '0x2886e',
    hash: '0xa4ec735cabe1510b5ae081b30f17222580b4588dbec52830529753a688b046cc',
    number: '0x3c365f',
    parentHash: '0x57f6d66e07488defccd5216c4d2968dd6afd3bd32415e284de3b02af6535e8dc',
    receiptsRoot: '0x111be72e682cea9c93e02f1ef503fb64aa821b2ef510fd9177c49b37d0af98b5',
    signature:
      'ba3d11db672fd7893d1b7906275fa7c4c7f4fbcc8fa29eab0331480332361516545ef10a36d800ad2be2b449dde8d5703125156a9cf8a035f5a8623463e051b700',
    stateRoot: '0x7f73f5fb9f891213b671356126c31e9795d038844392c7aa8800ed4f52307209',
    step: '306628159',
    timestamp: '0x5b61df3b',
    transactionsRoot: '0xd7c39a93eafe0bdcbd1324c13dcd674bed8c9fa8adbf8f95bf6a59788985da6f',
  },
];

test('headers that AuRa sealed have the hashes of their blocks, and none without their seal', () => {
  for (const header of SEALED) {
    const whole = {
      ...header,
      difficulty: '0xfffffffffffffffffffffffffffffffe',
      logsBloom: `0x${'00'.repeat(256)}`,
      sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
      transactions: [],
    };
    const block = parse(blockSchema(GNOSIS_ID), whole);
    expect(computeHeaderHash(block, GNOSIS.encoding)).toBe(header.hash);
    expect(computeHeaderHash({ ...block, timestamp: block.timestamp + 1 }, GNOSIS.encoding)).not.toBe(header.hash);
    const { step: _, ...unsealed } = whole;
    expect(computeHeaderHash(parse(blockSchema(GNOSIS_ID), unsealed), GNOSIS.encoding)).toBe(undefined);
  }
});

test('forks before the merge came by number', () => {
  const at = (number: number, difficulty: bigint) =>
    GNOSIS.rulesAt({ id: GNOSIS_ID, name: 'Gnosis' }, { number, timestamp: 1_600_000_000, difficulty });
  expect(at(16_101_500, 1n)).toMatchObject({ ok: true, value: { fork: Fork.berlin } });
  expect(at(19_040_000, 1n)).toMatchObject({ ok: true, value: { fork: Fork.london } });
  expect(at(25_000_000, 0n)).toMatchObject({ ok: true, value: { fork: Fork.paris } });
});
