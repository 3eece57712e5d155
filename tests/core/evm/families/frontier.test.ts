/** Chains of Frontier: headers with milliseconds that nobody states, gas for proofs, precompiles by name. */
import { parse } from 'valibot';
import { keccak256, numberToHex, toRlp } from 'viem';
import { expect, test } from 'vitest';
import { hexToBytes } from '../../../../src/core/chain/hex';
import type { Address, Hash, Hex, NetworkId } from '../../../../src/core/chain/primitives';
import { hashOf, senderOf } from '../../../../src/core/chain/raw-transaction';
import { type Block, isEthereumTransaction, type Receipt, transactionOf } from '../../../../src/core/chain/transaction';
import type { ChainRules } from '../../../../src/core/evm/families/family';
import { familyOf } from '../../../../src/core/evm/families/find-family';
import { FRONTIER } from '../../../../src/core/evm/families/frontier';
import { Fork } from '../../../../src/core/evm/rules/forks';
import { toMinedInput } from '../../../../src/core/evm/transaction/chain-input';
import { computeHeaderHash } from '../../../../src/core/proof/header';
import { checkIdentity } from '../../../../src/core/proof/identity';
import { checkInclusion } from '../../../../src/core/proof/inclusion';
import { fullBlockSchema } from '../../../../src/net/rpc/block-schema';
import { receiptSchema } from '../../../../src/net/rpc/receipt-schema';
import { assemble, BLOCK } from '../scene';
import { executeUnder } from './family-scene';

const PEAQ = { id: 3338 as NetworkId, name: 'peaq' };
const MOONBEAM = { id: 1284 as NetworkId, name: 'Moonbeam' };
const EMPTY_LIST = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';

/** Block 12,962,274 of Moonbeam (moonbeam-foundation/moonbeam, 2927e36, test/suites/lazy-loading/moonbeam/snapshots). */
const MOONBEAM_BLOCK = {
  author: '0xed1f99e7d9d9958884827acc6dc36f574669fe1c',
  baseFeePerGas: '0x746a52880',
  difficulty: '0x0',
  extraData: '0x',
  gasLimit: '0x3938700',
  gasUsed: '0xa2430',
  hash: '0xe677d917b418019c9a45a1a33a5350ac68f7eb8f286eada38b92b791cb5d0fae',
  logsBloom:
    '0x00200000000000000000000080000000000000000000000000000000000000000001000000000000000000800010000800000000000000000000000000200000000000400000000200000008000000200000000000000000000000000000000000000000008000000000000000000000000000000000200000000010000000000000004002000000000000000000000000000000000000080000004000008000020000404000000000400000000000000000000000000000000000040000000000000022000000000100000000001001000000000000001000900000000400000010000000000000000000020400000000000002000008000000000008000000',
  miner: '0xed1f99e7d9d9958884827acc6dc36f574669fe1c',
  nonce: '0x0000000000000000',
  number: '0xc5c9e2',
  parentHash: '0x845aad3e77097105cde4126245cee2f2fff6fc429934e8e6f62e0e914f029e43',
  receiptsRoot: '0xbcbec33e748404651e3160654c30027a25c3acf7c5a7fd438cefba9d12827855',
  sha3Uncles: EMPTY_LIST,
  size: '0x6d8',
  stateRoot: '0xc0e3a33190440274ac832ba3614791ee1f135d197ee97aa45fea58da1e8ca4a4',
  timestamp: '0x68ee42a8',
  totalDifficulty: '0x0',
  transactions: [],
  transactionsRoot: '0x04ef5ced29c74eabe141851a4297a254ee92f3cbbfbfe4a26b1b12bb945ecc70',
  uncles: [],
};

/** Block 6,646,068 of Bittensor's test network with its receipt (subsquid/squid-sdk, evm/evm-rpc/test/fixtures). */
const PLACE = {
  blockHash: '0x2de6117b1d5b391b77af5f5ae7c1fb883fe4b2b90ea765c52a7681a999811181',
  blockNumber: '0x656934',
  transactionIndex: '0x0',
  from: '0xabcd6cb8568522be4dc827c4f43719c45abaae14',
  to: '0xabcd6cb8568522be4dc827c4f43719c45abaae14',
  type: '0x4',
};
const NO_BLOOM = `0x${'00'.repeat(256)}`;
const BITTENSOR_HASH = '0xb0779273510f7e22bc25f65bd1ab54fc121f7bb56baab93ee71b6d0c842767aa';
const BITTENSOR_BLOCK = {
  author: '0x4daaabedecb928e97ad9ef9d403a58d95be43fb9',
  baseFeePerGas: '0x4b018c943',
  difficulty: '0x0',
  extraData: '0x',
  gasLimit: '0x47868c0',
  gasUsed: '0xb3b0',
  hash: PLACE.blockHash,
  logsBloom: NO_BLOOM,
  miner: '0x4daaabedecb928e97ad9ef9d403a58d95be43fb9',
  nonce: '0x0000000000000000',
  number: '0x656934',
  parentHash: '0x0200f3de19a1f038e4e04c27bfdc207728401f5c2b3d2cc395b61bcb12e57054',
  receiptsRoot: '0x37480b665aeb118ed9bc63e8f9fa16d8b50763ad731aa8e53df8e5ba73098a7e',
  sha3Uncles: EMPTY_LIST,
  size: '0x292',
  stateRoot: '0x42ef005d3d83a43d1669824b278a726cdce982c3c48400461e6819dc4ea806ff',
  timestamp: '0x69aebf28',
  totalDifficulty: '0x0',
  transactions: [
    {
      ...PLACE,
      accessList: [],
      authorizationList: [
        {
          address: '0x0000000000000000000000000000000000000000',
          chain_id: 945,
          nonce: '0x6',
          signature: { odd_y_parity: false, r: `0x${'00'.repeat(32)}`, s: `0x${'00'.repeat(32)}` },
        },
      ],
      chainId: '0x3b1',
      creates: null,
      gas: '0x186a0',
      gasPrice: '0x960319286',
      hash: BITTENSOR_HASH,
      input: '0x',
      maxFeePerGas: '0x960319286',
      maxPriorityFeePerGas: '0x0',
      nonce: '0x6',
      r: '0x213abe4e6d9b868a132ab5f3573fbd0c0593caa24ffdaa0fb10ad87806667c02',
      s: '0x3b0e4174cd529c26ed5c4edfb4c0b14257de937bb7ebef3952387a5ee4e804a5',
      v: '0x1',
      value: '0x0',
      yParity: '0x1',
    },
  ],
  transactionsRoot: '0xa1f1c08ada84b867fd8a6d17057dc382c28baf82e1b5af6398200c7b75822f5d',
  uncles: [],
};
const BITTENSOR_RECEIPT = {
  ...PLACE,
  transactionHash: BITTENSOR_HASH,
  cumulativeGasUsed: '0xb3b0',
  gasUsed: '0xb3b0',
  contractAddress: null,
  logs: [],
  logsBloom: NO_BLOOM,
  status: '0x1',
  effectiveGasPrice: '0x4b018c943',
};

test('headers of Moonbeam and Bittensor have the hashes of their blocks', () => {
  const moonbeam = parse(fullBlockSchema(MOONBEAM.id), MOONBEAM_BLOCK).block;
  expect(computeHeaderHash(moonbeam, FRONTIER.encoding)).toBe(moonbeam.hash);
  const bittensor = parse(fullBlockSchema(945 as NetworkId), BITTENSOR_BLOCK).block;
  expect(computeHeaderHash(bittensor, FRONTIER.encoding)).toBe(bittensor.hash);
  const other = { ...bittensor, gasUsed: bittensor.gasUsed + 1 };
  expect(computeHeaderHash(other, FRONTIER.encoding)).not.toBe(bittensor.hash);
});

test('the milliseconds of a header are found where they are not zero', () => {
  const { block } = parse(fullBlockSchema(MOONBEAM.id), MOONBEAM_BLOCK);
  const scalar = (value: number) => (value === 0 ? '0x' : numberToHex(value)) as Hex;
  const fields = [block.parentHash, EMPTY_LIST, block.miner, block.stateRoot, block.transactionsRoot] as Hex[];
  const numbers = [0, 12_962_274, 60_000_000, 664_624].map(scalar);
  const time = numberToHex(1_760_445_096_123);
  const seal = [`0x${'00'.repeat(32)}`, '0x0000000000000000'] as const;
  const hash = keccak256(
    toRlp([...fields, block.receiptsRoot as Hex, block.logsBloom as Hex, ...numbers, time, '0x', ...seal]),
  ) as Hash;
  expect(computeHeaderHash({ ...block, hash }, FRONTIER.encoding)).toBe(hash);
});

test('a set-code transaction in the words of older nodes has its hash, its sender and its place in the roots', async () => {
  const { block, transactions } = parse(fullBlockSchema(945 as NetworkId), BITTENSOR_BLOCK);
  const [transaction] = transactions;
  if (transaction === undefined || !isEthereumTransaction(transaction)) throw new Error('of type 4');
  expect([hashOf(transaction), await senderOf(transaction)]).toEqual([BITTENSOR_HASH, PLACE.from]);
  const receipt = parse(receiptSchema(945 as NetworkId), BITTENSOR_RECEIPT);
  expect(checkInclusion(block, transactions, [receipt], FRONTIER.encoding)).toEqual({ state: 'proven' });
  const facts = { asked: transaction.hash, transaction, receipt, block, maker: 'family', fork: Fork.prague } as const;
  const identity = await checkIdentity({ ...facts, encoding: FRONTIER.encoding });
  expect(identity.contradictions).toEqual([]);
  expect(identity.unchecked).toEqual([expect.stringMatching(/^The price of gas cannot be checked/)]);
});

/** Rules of a block of the chain at this time. */
function rulesAt(network: typeof PEAQ, timestamp: number): ChainRules {
  const rules = FRONTIER.rulesAt(network, { timestamp });
  if (!rules.ok) throw new Error(rules.error);
  return rules.value;
}

const SENDER = `0x${'11'.repeat(20)}` as Address;
const CONTRACT = `0x${'22'.repeat(20)}` as Address;
const SOME_TIME = Date.UTC(2025, 8, 1) / 1000;
const called = { from: hexToBytes(SENDER), to: hexToBytes(CONTRACT), gasLimit: 100_000n };
const rich = { [SENDER]: { wei: 10n ** 18n } };

test('forks are tried from the newest that Frontier had at the time', () => {
  expect(familyOf(PEAQ, { timestamp: 0 })).toBe('frontier');
  const rules = rulesAt(PEAQ, SOME_TIME);
  const others = FRONTIER.alsoPossible?.(PEAQ, { timestamp: SOME_TIME }, rules) ?? [];
  expect([rules, ...others].map(({ fork }) => fork)).toEqual([
    ...[Fork.prague, Fork.cancun, Fork.shanghai, Fork.london, Fork.osaka],
  ]);
  expect(others.every(({ basis }) => basis === 'tried')).toBe(true);
});

// The most of the machine's gas, the proof's and the storage's (frame/evm/src/tests.rs, proof_size_based_refunding_works); a byte of a proof costs 4.
test.each([
  ['what was used', 21_000n, 21_000],
  ['more, for proofs', 86_400n, 86_400],
  ['more than a proof can cost', 86_401n, 21_000],
  ['more than the limit', 100_004n, 21_000],
  ['less', 20_000n, 21_000],
])('the gas of a receipt that states %s', async (_, statedGas, gasUsed) => {
  const { result, balance } = await executeUnder(rulesAt(PEAQ, SOME_TIME), rich, {
    ...{ ...called, statedGas, maxFeePerGas: 100n, maxPriorityFeePerGas: 100n },
  });
  expect(result?.gasUsed).toBe(gasUsed);
  expect(balance(SENDER)).toBe(10n ** 18n - 100n * BigInt(gasUsed));
});

test('code sees no tip, no difficulty and no randomness; a price below the stated base fee is paid', async () => {
  const rules = rulesAt(PEAQ, SOME_TIME);
  const code = `0x${assemble('GASPRICE 0 MSTORE 32 0 RETURN')}` as Hex;
  const block = { number: 1, timestamp: SOME_TIME, mixHash: `0x${'ab'.repeat(32)}` } as Block;
  expect(FRONTIER.environment?.(block, rules)).toMatchObject({ random: 0n });
  const ran = async (price: bigint) =>
    executeUnder(
      rules,
      { ...rich, [CONTRACT]: { code } },
      { ...called, maxFeePerGas: price, maxPriorityFeePerGas: price },
    );
  const { result } = await ran(1_000n);
  const { baseFee } = BLOCK;
  expect(BigInt(`0x${Buffer.from(result?.output.subarray(0, 32) ?? []).toString('hex')}`)).toBe(baseFee);
  expect((await ran(baseFee - 1n)).invalid).toBeUndefined();
});

test.each([
  [PEAQ, 0x805, '0x', /0x0{36}0805 \(batch\)/],
  [MOONBEAM, 0x808, '0x60006000fd', /0x0{36}0808 \(batch\)/],
  [MOONBEAM, 0x100, '0x', /\(secp256r1\)/],
  [{ id: 592 as NetworkId, name: 'Astar' }, 0x5001, '0x', /\(dApp staking\)/],
  [{ id: 964 as NetworkId, name: 'Bittensor' }, 0x802, '0x', /0x0{36}0802, a precompile/],
])('a call of a precompile of %o ends the execution with its name', async (network, address, code, sentence) => {
  const to = `0x${address.toString(16).padStart(40, '0')}` as Address;
  const run = executeUnder(
    rulesAt(network, SOME_TIME),
    { ...rich, [to]: { code: code as Hex } },
    { ...called, to: hexToBytes(to), data: new Uint8Array(4).fill(1), maxFeePerGas: 100n },
  );
  await expect(run).rejects.toThrow(sentence);
});

test('a precompile of Ethereum that the chain does not have is an account without code', async () => {
  const to = hexToBytes(`0x${'0a'.padStart(40, '0')}`);
  const { result } = await executeUnder(rulesAt(PEAQ, SOME_TIME), rich, {
    ...{ ...called, to, data: new Uint8Array(4).fill(1), maxFeePerGas: 100n },
  });
  // 21,000, the floor of four bytes that are not zero is 160 more (EIP-7623).
  expect([result?.success, result?.gasUsed]).toEqual([true, 21_160]);
});

test('what XCM sent has 1 and 1 for a signature, a nonce of nobody, and pays nothing', async () => {
  const one = `0x${'1'.padStart(64, '0')}` as Hex;
  const transaction = transactionOf({
    ...{ networkId: MOONBEAM.id, type: 0, hash: `0x${'ee'.repeat(32)}` as Hash, from: SENDER, to: CONTRACT },
    ...{ nonce: 77, value: 0n, gas: 100_000, gasPrice: 0n, input: '0x', signature: { r: one, s: one, v: 42n } },
    ...{ index: 0, blockNumber: 1, blockHash: `0x${'bb'.repeat(32)}` as Hash },
  });
  const rules = rulesAt(MOONBEAM, SOME_TIME);
  const receipt = { gasUsed: 21_000, effectiveGasPrice: 0n, from: SENDER, to: CONTRACT } as Receipt;
  const block = { number: 1, timestamp: SOME_TIME, transactions: [transaction.hash] as readonly Hash[] } as Block;
  const input = toMinedInput(transaction, 'family', { rules, block, receipt });
  if (!input.ok) throw new Error(input.error);
  const { result, balance, nonce } = await executeUnder(rules, { [SENDER]: { wei: 5n, nonce: 3n } }, input.value);
  expect([result?.success, result?.gasUsed, balance(SENDER), nonce(SENDER)]).toEqual([true, 21_000, 5n, 4n]);
  const facts = { asked: transaction.hash, transaction, receipt, block, maker: 'family' } as const;
  const { contradictions, unchecked } = await checkIdentity({ ...facts, encoding: FRONTIER.encoding });
  expect(unchecked).toContain('The transaction has no signature that could be checked: its chain made it.');
  expect(contradictions.filter((each) => /signature|sender|sign/.test(each))).toEqual([]);
});
