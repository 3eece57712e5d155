/**
 * Virtual networks that go on from a block of a family of chains: who gets what of a fee, to the wei, and that chains
 * without blobs take none. What is expected is by the rules of each family, by hand.
 */
import { hexToBytes } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Address, Hash, Hex, NetworkId } from '../../../src/core/chain/primitives';
import { VirtualNode } from '../../../src/core/virtual/rpc/virtual-node';
import { TEST_ACCOUNTS } from '../../../src/core/virtual/signing';
import { type MadeUp, makeUp } from '../../../tools/conformance/chains/made-up-block';
import { MADE_UP } from '../../../tools/conformance/chains/made-up-families';
import { type RecordedNode, startRecordedNode } from '../../../tools/conformance/chains/recorded-node';
import { forkChain } from '../../../tools/rpc/fork';
import { serve } from '../../tools/rpc/served';

const [ALICE, BOB] = [...TEST_ACCOUNTS.keys()] as [Address, Address];
/** The key of the first test account, which everybody knows. */
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const FORK = 735_712 as NetworkId;
const GWEI = 10n ** 9n;
const TIP = 2n * GWEI;
const ZERO = `0x${'00'.repeat(32)}` as Hash;
const MAKER = `0x${'ab'.repeat(20)}` as Address;
const predeploy = (low: number) => `0x42${low.toString(16).padStart(38, '0')}` as Address;
const NO_REQUESTS = '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' as Hash;
const EMPTY_TRIE = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421' as Hash;
const CANCUN = { withdrawalsRoot: EMPTY_TRIE, blobGasUsed: 0, excessBlobGas: 0, parentBeaconBlockRoot: ZERO };
const SCROLL_VAULT = '0x5300000000000000000000000000000000000005' as Address;

/** `base` and `gas` as the receipt states them, `bytes` of the signed transaction; what is left of the fee is nobody's. */
type Paid = { base: bigint; gas: bigint; bytes: number };
type Case = { made: MadeUp; takers: (paid: Paid) => Readonly<Record<Address, bigint>>; burns?: true };

const CASES: Readonly<Record<string, Case>> = {
  // Base fees go to the FeeHandler, tips to the vault of the sequencer (celo-org/celo-kona, constants.rs).
  celo: {
    made: {
      header: {
        ...{ networkId: 42220, number: 80_000_000, timestamp: 1_780_000_000, miner: predeploy(0x11) },
        ...{ baseFeePerGas: 25n * GWEI, extraData: '0x01000001900000000500000005d21dba00' },
        ...{ ...CANCUN, requestsHash: NO_REQUESTS },
      },
    },
    takers: ({ base, gas }) => ({
      '0xcd437749e43a154c07f3553504c68fbfd56b8778': base * gas,
      [predeploy(0x11)]: TIP * gas,
    }),
  },
  // As on Ethereum: base fees are burnt, tips are of who made the block.
  linea: {
    made: {
      header: {
        ...{ networkId: 59144, number: 28_000_000, timestamp: 1_770_000_000, miner: MAKER, baseFeePerGas: 7n },
        ...{ ...CANCUN, requestsHash: NO_REQUESTS },
      },
    },
    takers: ({ gas }) => ({ [MAKER]: TIP * gas }),
    burns: true,
  },
  // Since Shasta the first byte of the extra data is the coinbase's part of the base fee, in hundredths.
  taiko: {
    made: {
      header: {
        ...{ networkId: 167000, number: 4_000_000, timestamp: 1_780_000_000, miner: MAKER },
        ...{ baseFeePerGas: GWEI / 100n, extraData: '0x4b', withdrawalsRoot: EMPTY_TRIE },
      },
    },
    takers: ({ base, gas }) => {
      const shared = (base * gas * 75n) / 100n;
      return {
        '0x1670000000000000000000000000000000010001': base * gas - shared,
        [MAKER]: shared + TIP * gas,
      };
    },
  },
  // All is the vault's. Before Feynman data costs (commitScalar · baseFee + bytes · blobScalar · blobBaseFee) / 10^9.
  scroll: {
    made: {
      header: {
        ...{ networkId: 534352, number: 15_000_000, timestamp: 1_750_000_000, difficulty: 1n },
        ...{ baseFeePerGas: GWEI / 100n, miner: `0x${'00'.repeat(20)}` as Address },
      },
      accounts: [
        {
          ...{ address: '0x5300000000000000000000000000000000000002' as Address, nonce: 1 },
          slots: [
            [1n, 5n * GWEI],
            [5n, 30_000_000n],
            [6n, 2_000_000_000n],
            [7n, 400_000_000n],
          ],
        },
      ],
    },
    takers: ({ base, gas, bytes }) => ({
      [SCROLL_VAULT]: (base + TIP) * gas + (2n * GWEI * 5n * GWEI + BigInt(bytes) * 400_000_000n * 30_000_000n) / GWEI,
    }),
  },
  // OP Mainnet since Lagoon: a fork has nobody who gives gas back.
  opStack: {
    made: MADE_UP.opStack as MadeUp,
    takers: ({ base, gas }) => ({
      [predeploy(0x19)]: base * gas,
      [predeploy(0x11)]: TIP * gas,
      [predeploy(0x1a)]: 3_203_000n,
      [predeploy(0x1b)]: gas * 100_000n + 5000n,
    }),
  },
};

describe.each(Object.entries(CASES))('%s', (_, { made, takers, burns }) => {
  let node: RecordedNode;
  let fork: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    node = await startRecordedNode(await makeUp(made));
    const forked = await forkChain(
      node.url,
      undefined,
      () => FORK,
      () => made.header.timestamp + 12,
    );
    fork = await serve(new VirtualNode(forked.chain, TEST_ACCOUNTS, forked.parent, 'anvil/loupe'));
    await fork.call('anvil_setBalance', ALICE, '0xde0b6b3a7640000');
  });
  afterAll(async () => {
    await fork.server.close();
    await node.stop();
  });
  const balance = async (of: string) => BigInt(await fork.call<Hex>('eth_getBalance', of, 'latest'));

  test('a transaction pays whom the rules of the family say, and nobody else', async () => {
    const fees = { maxFeePerGas: `0x${(100n * GWEI).toString(16)}`, maxPriorityFeePerGas: `0x${TIP.toString(16)}` };
    const sent = { from: ALICE, to: BOB, value: '0x7', data: `0x${'ab'.repeat(40)}`, gas: '0x186a0', ...fees };
    const names = Object.keys(takers({ base: 0n, gas: 0n, bytes: 0 }));
    const before = await Promise.all([ALICE, BOB, ...names].map(balance));
    const hash = await fork.call<Hash>('eth_sendTransaction', sent);
    const receipt = await fork.call<Record<string, Hex>>('eth_getTransactionReceipt', hash);
    const block = await fork.call<{ baseFeePerGas: Hex }>('eth_getBlockByNumber', receipt.blockNumber, false);
    const raw = hexToBytes(await fork.call<Hex>('eth_getRawTransactionByHash', hash));
    const after = await Promise.all([ALICE, BOB, ...names].map(balance));
    expect(receipt.status).toBe('0x1');
    const [base, gas] = [BigInt(block.baseFeePerGas), BigInt(receipt.gasUsed as Hex)];
    const due = takers({ base, gas, bytes: raw.length });
    const got = after.map((wei, at) => wei - (before[at] as bigint));
    expect(Object.fromEntries(names.map((name, at) => [name, got[at + 2]]))).toEqual(due);
    const all = Object.values(due).reduce((sum, wei) => sum + wei, burns ? base * gas : 0n);
    expect([got[0], got[1]]).toEqual([-7n - all, 7n]);
  });

  test('a transaction with blobs is refused', async () => {
    const account = privateKeyToAccount(KEY);
    const nonce = Number(await fork.call<Hex>('eth_getTransactionCount', ALICE, 'latest'));
    const raw = await account.signTransaction({
      ...{ type: 'eip4844', chainId: FORK, nonce, to: BOB, gas: 100_000n, value: 0n },
      ...{ maxFeePerGas: 100n * GWEI, maxPriorityFeePerGas: TIP, maxFeePerBlobGas: GWEI },
      blobVersionedHashes: [`0x01${'11'.repeat(31)}`],
    });
    await expect(fork.call('eth_sendRawTransaction', raw)).rejects.toThrow(/no transactions of type (0x)?3/);
  });
});
