import { keccak256 } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Address, Hash, Hex, NetworkId } from '../../../src/core/chain/primitives';
import {
  type Block,
  type Receipt,
  type StatedTransaction,
  type TransactionSignature,
  transactionOf,
} from '../../../src/core/chain/transaction';
import { Fork } from '../../../src/core/evm/rules/forks';
import { toInput } from '../../../src/core/evm/transaction/chain-input';
import { effectiveGasPrice as gasPriceOf } from '../../../src/core/evm/transaction/transaction-input';
import { computeHeaderHash } from '../../../src/core/proof/header';
import { checkIdentity, type IdentityFacts, signerOf } from '../../../src/core/proof/identity';
import { computeLogsBloom, encodeReceipt } from '../../../src/core/proof/receipts';
import { computeListRoot } from '../../../src/core/proof/trie';
import { fetchBlock, fetchReceipt, fetchTransaction } from '../../../src/net/chain-reader';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../helpers/anvil';
import { sendMined } from '../../helpers/mined';
import { rpcOf } from '../../helpers/rpc';

const [ALICE, BOB] = ANVIL_ACCOUNTS as unknown as readonly [Address, Address];
const NOBODY = '0x00000000000000000000000000000000000000aa' as Address;
/** Init code that emits one event with a topic and returns empty code. */
const EMITTING = '0x602a60005260ff60206000a160006000f3' as Hex;

let anvil: Anvil;
beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil.stop());

/** Sends a transaction and gives what the node says of it. */
async function factsOf(fields: Record<string, unknown>): Promise<IdentityFacts & { receipt: Receipt }> {
  const { transactionHash: hash } = await sendMined(anvil, { gas: '0x186a0', ...fields });
  const rpc = rpcOf([anvil.url]);
  const [transaction, receipt] = await Promise.all([fetchTransaction(rpc, hash), fetchReceipt(rpc, hash)]);
  if (!transaction.ok || !receipt.ok) throw new Error('the node does not know the transaction');
  const block = await fetchBlock(rpc, receipt.value.blockHash);
  if (!block.ok) throw new Error(block.error.message);
  return {
    asked: hash,
    transaction: transaction.value,
    receipt: receipt.value,
    block: block.value,
    maker: 'development',
  };
}

const price = '0x77359400';
const kinds: Record<string, Record<string, unknown>> = {
  'a legacy transaction': { type: '0x0', gasPrice: price, from: ALICE, to: BOB, value: '0x1' },
  'type 1': { type: '0x1', gasPrice: price, accessList: [{ address: BOB, storageKeys: [] }], from: ALICE, to: BOB },
  'type 2': { from: ALICE, to: BOB, value: '0x5', maxFeePerGas: '0xb2d05e00', maxPriorityFeePerGas: '0x3b9aca00' },
  'a creation with an event': { from: ALICE, data: EMITTING },
};

describe('checkIdentity', () => {
  test.each(Object.entries(kinds))('finds %s of a node to be what it claims', async (_, fields) => {
    const facts = await factsOf(fields);
    expect(await checkIdentity(facts)).toEqual({ contradictions: [], unchecked: [] });
    expect(await checkIdentity({ ...facts, maker: 'ethereum' })).toEqual({ contradictions: [], unchecked: [] });
    const { transaction } = facts;
    expect(await signerOf(transaction)).toBe(transaction.from);
    // Known of this transaction alone, not of one that differs in a field.
    expect(await signerOf({ ...transaction, nonce: transaction.nonce + 1 })).not.toBe(transaction.from);
  });

  test('a receipt that leaves its recipient out contradicts nothing, one that names another does', async () => {
    const facts = await factsOf({ from: ALICE, to: BOB, value: '0x5' });
    const { to: _, ...receipt } = facts.receipt;
    expect(await checkIdentity({ ...facts, receipt })).toEqual({ contradictions: [], unchecked: [] });
    const other = await checkIdentity({ ...facts, receipt: { ...receipt, to: NOBODY } });
    expect(other.contradictions).toEqual(['Transaction and receipt name different recipients.']);
  });

  test('says of an impersonated sender that nobody signed, and refuses it on a chain that has none', async () => {
    await anvil.call('anvil_setBalance', [NOBODY, '0xde0b6b3a7640000']);
    await anvil.call('anvil_impersonateAccount', [NOBODY]);
    const facts = await factsOf({ from: NOBODY, to: BOB, value: '0x1' });
    const { contradictions, unchecked } = await checkIdentity(facts);
    expect(contradictions).toEqual([]);
    expect(unchecked).toEqual([expect.stringContaining('no signature that could be checked')]);
    expect((await checkIdentity({ ...facts, maker: 'ethereum' })).contradictions).toHaveLength(1);
  });

  test('refuses a transaction that is signed for another chain, where no node can have forked that one', async () => {
    const facts = await factsOf({ from: ALICE, to: BOB, value: '0x6' });
    const elsewhere = {
      ...facts,
      transaction: transactionOf({ ...facts.transaction, networkId: 1 as NetworkId }),
      maker: 'ethereum',
    } as const;
    const sentence = 'The transaction is signed for chain 31337, not for this one.';
    expect((await checkIdentity(elsewhere)).contradictions).toContain(sentence);
    const forked = await checkIdentity({ ...elsewhere, maker: 'development' });
    expect(forked).toEqual({ contradictions: [], unchecked: [sentence] });
  });

  test('says that an endpoint does not name its chain, and what the signature says of it', async () => {
    const typed = await factsOf({ from: ALICE, to: BOB, value: '0x7' });
    expect((await checkIdentity({ ...typed, saysNoChain: true })).unchecked).toEqual([
      'The endpoint does not say which chain it serves. The transaction is signed for this one.',
    ]);
    const impersonated = transactionOf({
      ...typed.transaction,
      type: 0,
      chainId: 31337,
      signature: { r: `0x${'0'.repeat(64)}`, s: `0x${'0'.repeat(64)}`, v: 0n },
    });
    expect((await checkIdentity({ ...typed, transaction: impersonated, saysNoChain: true })).unchecked).toContain(
      'The endpoint does not say which chain it serves, and nothing in the transaction shows that it is this one.',
    );
  });

  const OTHER = `0x${'12'.repeat(32)}` as Hash;
  const tx = (change: Partial<StatedTransaction>) => (facts: IdentityFacts) => ({
    ...facts,
    transaction: transactionOf({ ...facts.transaction, ...change }),
  });
  const receipt = (change: Partial<Receipt>) => (facts: IdentityFacts) => ({
    ...facts,
    receipt: { ...facts.receipt, ...change },
  });
  const block = (change: Partial<Block>) => (facts: IdentityFacts) => ({
    ...facts,
    block: { ...facts.block, ...change },
  });
  const signature = (change: Partial<TransactionSignature>) => (facts: IdentityFacts) =>
    tx({ signature: { ...(facts.transaction.signature as TransactionSignature), ...change } })(facts);

  test('a header without the last field of its fork is left unchecked, not taken for one of an earlier fork', async () => {
    const { block, ...facts } = await factsOf({ from: ALICE, to: BOB });
    const { requestsHash: _, ...without } = block;
    const short = { ...facts, block: without };
    const contradictions = ['The fields of the header do not have the hash of the block.'];
    expect(await checkIdentity(short)).toMatchObject({ contradictions });
    expect(await checkIdentity({ ...short, fork: Fork.cancun })).toMatchObject({ contradictions });
    expect(await checkIdentity({ ...short, fork: Fork.osaka })).toMatchObject({
      contradictions: [],
      unchecked: [expect.stringMatching(/left out/)],
    });
    const ended = { ...short, fork: Fork.osaka, encoding: { endsWithBaseFee: true as const } };
    expect(await checkIdentity(ended)).toMatchObject({ contradictions });
  });

  test('a header without its difficulty or its base fee is left unchecked, not taken for another', async () => {
    const { block, ...facts } = await factsOf({ from: ALICE, to: BOB });
    const { withdrawalsRoot: _, blobGasUsed: __, excessBlobGas: ___, parentBeaconBlockRoot: ____, ...earlier } = block;
    const { requestsHash: _____, ...london } = { ...earlier, difficulty: 7n };
    const hash = computeHeaderHash(london) as Hash;
    const told = (without: 'difficulty' | 'baseFeePerGas') => {
      const { [without]: ______, ...short } = { ...london, hash };
      const transaction = { ...facts.transaction, blockHash: hash } as typeof facts.transaction;
      const receipt = { ...facts.receipt, blockHash: hash };
      const named = { ...facts, transaction, receipt, block: short as Block };
      return checkIdentity({ ...named, maker: 'family', fork: Fork.london, encoding: { endsWithBaseFee: true } });
    };
    for (const field of ['difficulty', 'baseFeePerGas'] as const)
      expect(await told(field)).toMatchObject({
        contradictions: [],
        unchecked: expect.arrayContaining([expect.stringMatching(/^Fields of the header are left out/)]),
      });
  });

  test('a transaction without one of its prices is left unchecked, not taken for another', async () => {
    const facts = await factsOf(kinds['type 2'] as Record<string, unknown>);
    for (const field of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
      const { [field]: _, ...transaction } = facts.transaction;
      const short = { ...facts, transaction: transaction as typeof facts.transaction, maker: 'ethereum' as const };
      expect(await checkIdentity(short)).toMatchObject({
        contradictions: [],
        unchecked: expect.arrayContaining([expect.stringMatching(/leaves out a price/)]),
      });
      // What it costs is what was paid.
      const { effectiveGasPrice = 0n } = facts.receipt;
      const paid = toInput(transactionOf({ ...(transaction as StatedTransaction), gasPrice: effectiveGasPrice }));
      expect(gasPriceOf(paid, facts.block.baseFeePerGas ?? 0n)).toBe(effectiveGasPrice);
    }
  });

  test('a transaction that Kaia states as a legacy one, of a type of its own, is left unchecked', async () => {
    // A value transfer that somebody else pays for, of Kaia's own tests (blockchain/types), as its nodes state it in `eth_`.
    const encoded =
      '0x09f8d68204d219830f4240947b65b75d204abed71587c9e519a89277766ee1d00a94a94f5374fce5edbc8e2a8697c15331677e6ebf0bf845f84325a09f8e49e2ad84b0732984398749956e807e4b526c786af3c5f7416b293e638956a06bf88342092f6ff9fabe31739b2ebfa1409707ce54a54693e91a6b9bb77df0e7945a0043070275d9f6054307ee7348bd660849d90ff845f84326a0f45cf8d7f88c08e6b6ec0b3b562f34ca94283e4689021987abb6b0772ddfd80aa0298fe2c5aeabb6a518f4cbb5ff39631a5d88be505d3923374f65fdcf63c2955b';
    const { block, receipt } = await factsOf({ from: ALICE, to: BOB });
    const on = (networkId: number) => {
      const hash = keccak256(encoded) as Hash;
      const transaction = transactionOf({
        ...{ networkId: networkId as NetworkId, hash, type: 0, nonce: 0x4d2, gas: 0xf4240, gasPrice: 25n, value: 10n },
        ...{ from: '0xa94f5374fce5edbc8e2a8697c15331677e6ebf0b' as Address, input: '0x' },
        to: '0x7b65b75d204abed71587c9e519a89277766ee1d0' as Address,
        signature: {
          r: '0x9f8e49e2ad84b0732984398749956e807e4b526c786af3c5f7416b293e638956',
          s: '0x6bf88342092f6ff9fabe31739b2ebfa1409707ce54a54693e91a6b9bb77df0e7',
          v: 0x25n,
        },
      });
      return checkIdentity({ asked: hash, transaction, receipt, block, maker: 'other' });
    };
    const otherHash = 'The fields of the transaction do not have its hash.';
    expect((await on(1284)).contradictions).toContain(otherHash);
    const { contradictions, unchecked } = await on(8217);
    expect(contradictions).not.toContain(otherHash);
    expect(unchecked).toContain('Its hash and signature are by rules of its chain, which are not known here.');
  });

  test('a signature that is left out by a chain with encodings of its own leaves the hash unchecked', async () => {
    const facts = await factsOf({ from: ALICE, to: BOB });
    const { signature: _, ...unsigned } = facts.transaction;
    const encoding = { transaction: () => '0x7b01' as Hex };
    const told = (more: object) => checkIdentity({ ...facts, maker: 'family', encoding, ...more });
    const contradictions = ['The fields of the transaction do not have its hash.'];
    expect(await told({})).toMatchObject({ contradictions });
    expect(await told({ transaction: unsigned })).toMatchObject({
      contradictions: [],
      unchecked: [expect.stringMatching(/the endpoint leaves it out/)],
    });
    // A type that nobody signs has its hash all the same.
    const ofChain = { ...encoding, unsigned: [facts.transaction.type] };
    expect(await told({ transaction: unsigned, encoding: ofChain })).toMatchObject({ contradictions });
  });

  const lies: Record<string, (facts: IdentityFacts) => IdentityFacts> = {
    'another transaction': (facts) => ({ ...facts, asked: OTHER }),
    'another hash': tx({ hash: OTHER }),
    'another hash everywhere': (facts) => ({
      ...receipt({ transactionHash: OTHER })(tx({ hash: OTHER })(facts)),
      asked: OTHER,
    }),
    value: tx({ value: 10n ** 21n }),
    recipient: tx({ to: NOBODY }),
    'recipient in both': (facts) => receipt({ to: NOBODY })(tx({ to: NOBODY })(facts)),
    sender: tx({ from: BOB }),
    'sender in both': (facts) => receipt({ from: BOB })(tx({ from: BOB })(facts)),
    input: tx({ input: '0x1234' }),
    nonce: tx({ nonce: 99 }),
    'gas limit': tx({ gas: 99_999 }),
    'maximum fee': tx({ maxFeePerGas: 10n ** 12n }),
    'access list': tx({ accessList: [{ address: BOB, storageKeys: [OTHER] }] }),
    type: tx({ type: 0 }),
    'chain id': tx({ chainId: 1 }),
    r: signature({ r: OTHER }),
    s: signature({ s: OTHER }),
    'r and s of zeros with another hash': signature({ r: `0x${'0'.repeat(64)}`, s: `0x${'0'.repeat(64)}` }),
    "the receipt's transaction": receipt({ transactionHash: OTHER }),
    "the receipt's block": receipt({ blockHash: OTHER }),
    "the receipt's block number": receipt({ blockNumber: 77 }),
    "the receipt's index": receipt({ index: 1 }),
    'created address': receipt({ contractAddress: NOBODY }),
    'price of gas': receipt({ effectiveGasPrice: 10n ** 13n }),
    'gas of blobs that it has not': receipt({ blobGasUsed: 131_072, blobGasPrice: 10n ** 15n }),
    'hash of the block': block({ hash: OTHER }),
    'hash of the block everywhere': (facts) =>
      block({ hash: OTHER })(receipt({ blockHash: OTHER })(tx({ blockHash: OTHER })(facts))),
    'number of the block': block({ number: 1 }),
    timestamp: block({ timestamp: 4_000_000_000 }),
    'base fee': block({ baseFeePerGas: 1n }),
    miner: block({ miner: NOBODY }),
    stateRoot: block({ stateRoot: OTHER }),
    receiptsRoot: block({ receiptsRoot: OTHER }),
    'gas limit of the block': block({ gasLimit: 1 }),
    prevrandao: block({ mixHash: OTHER }),
    'not listed': block({ transactions: [] }),
  };
  test.each(Object.entries(lies))('names a lie: %s', async (_, lie) => {
    const facts = await factsOf(kinds['type 2'] as Record<string, unknown>);
    const made: IdentityFacts['maker'] = 'ethereum';
    const { contradictions } = await checkIdentity(lie({ ...facts, maker: made }));
    expect(contradictions.length).toBeGreaterThan(0);
  });

  test('says of a price of blob gas that it does not follow from the header', async () => {
    const blobs = { type: 3, maxFeePerBlobGas: 9n, blobVersionedHashes: [OTHER, OTHER] };
    const facts = tx(blobs)(await factsOf(kinds['type 2'] as Record<string, unknown>));
    const paid = receipt({ blobGasUsed: 262_144, blobGasPrice: 7n })({ ...facts, maker: 'ethereum' });
    const sentence = 'The price of blob gas does not follow from the header by the rules known here.';
    expect((await checkIdentity({ ...paid, blobGasPrice: 7n })).unchecked).not.toContain(sentence);
    expect((await checkIdentity({ ...paid, blobGasPrice: 6n })).unchecked).toContain(sentence);
    expect((await checkIdentity(paid)).unchecked).toContain(sentence);
  });

  test('says that a price of gas is not checked where no block has the base fee', async () => {
    const facts: IdentityFacts = { ...(await factsOf(kinds['type 2'] as Record<string, unknown>)), maker: 'family' };
    const paid = receipt({ effectiveGasPrice: 5n })(facts);
    expect((await checkIdentity(paid)).contradictions.join()).toContain('price of the receipt does not follow');
    const { contradictions, unchecked } = await checkIdentity({ ...paid, encoding: { price: () => 'unknown' } });
    expect(contradictions.join()).not.toContain('price');
    expect(unchecked.join()).toContain('The price of gas cannot be checked');
  });

  test('does not refuse what a chain may do by rules of its own, and says so', async () => {
    const facts: IdentityFacts = { ...(await factsOf(kinds['type 2'] as Record<string, unknown>)), maker: 'other' };
    for (const lie of [receipt({ effectiveGasPrice: 5n }), block({ stateRoot: OTHER }), tx({ type: 0x7e })]) {
      const { contradictions, unchecked } = await checkIdentity(lie(facts));
      expect(contradictions).toEqual([]);
      expect(unchecked).not.toEqual([]);
    }
  });
});

describe('what a header commits to', () => {
  test('receipts root and bloom of a block follow from its receipts', async () => {
    const { receipt, transaction, block } = await factsOf(kinds['a creation with an event'] as Record<string, unknown>);
    expect(receipt.logs).toHaveLength(1);
    expect(computeListRoot([encodeReceipt(receipt, transaction.type)])).toBe(block.receiptsRoot);
    expect(computeLogsBloom(receipt.logs)).toBe(block.logsBloom);
  });

  test('a gas limit of 2^64 - 1, as development chains without a limit state it, contradicts nothing', async () => {
    const facts = await factsOf({ from: ALICE, to: BOB, value: '0x1' });
    const block = { ...facts.block, gasLimit: Number(2n ** 64n - 1n) };
    expect(computeHeaderHash(block)).toBeUndefined();
    expect(await checkIdentity({ ...facts, block })).toEqual({
      contradictions: [],
      unchecked: ['Fields of the header are left out or too large, so its hash could not be checked.'],
    });
  });

  test('a header that lacks a field has no computed hash', async () => {
    const { block } = await factsOf(kinds['type 2'] as Record<string, unknown>);
    expect(computeHeaderHash(block)).toBe(block.hash);
    const { mixHash: _, ...without } = block;
    expect(computeHeaderHash(without)).toBeUndefined();
    const { withdrawalsRoot: __, ...gap } = block;
    expect(computeHeaderHash(gap)).toBeUndefined();
  });
});
