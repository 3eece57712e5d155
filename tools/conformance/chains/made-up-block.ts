/**
 * A block of each family of which nobody recorded one with its state: made up
 * on a state of its own, executed here under the rules of the family, and
 * headed by what comes out. It shows that the page opens such a chain; that
 * the rules are the chain's own is for vectors and recordings to show.
 */
import { keccak256, parseTransaction } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { bytesToHex, hexToBytes } from '../../../src/core/chain/hex';
import type { Address, Hash, Hex, NetworkId } from '../../../src/core/chain/primitives';
import { encodeRawTransaction } from '../../../src/core/chain/raw-transaction';
import { type Receipt, type Transaction, transactionOf } from '../../../src/core/chain/transaction';
import { familyOf } from '../../../src/core/evm/families/find-family';
import { loadFamily } from '../../../src/core/evm/families/load-family';
import type { IncludedBlock } from '../../../src/core/evm/transaction/chain-input';
import { computeHeaderHash } from '../../../src/core/proof/header';
import { computeLogsBloom, encodeReceipt, receiptFields } from '../../../src/core/proof/receipts';
import { computeListRoot, EMPTY_TRIE_ROOT } from '../../../src/core/proof/trie';
import { type AllocatedAccount, allocated } from './allocated-state';
import type { RecordedChain } from './recorded-node';
import { executeBlock } from './witnessed-block';

/** The header as the family writes it; what execution leaves is added. */
export type MadeUpHeader = Partial<Omit<IncludedBlock, 'networkId'>> & {
  networkId: number;
  number: number;
  timestamp: number;
};

export type MadeUp = {
  header: MadeUpHeader;
  accounts?: readonly AllocatedAccount[];
  /** Makes the chain's own transactions, at the begin and at the end of the block. */
  first?: (placed: (index: number) => Placed) => readonly Transaction[];
  last?: (placed: Placed) => Transaction | Promise<Transaction>;
  /** Returns the fees of layer 1 that a receipt states. */
  statedFees?: (index: number, transaction: Transaction) => Receipt['rollup'];
};

export type Placed = { networkId: NetworkId; blockNumber: number; index: number };

export const KEY: Hex = `0x${'11'.repeat(32)}`;
export const SENDER = privateKeyToAccount(KEY).address.toLowerCase() as Address;
export const CONTRACT = `0x${'c0'.repeat(20)}` as Address;
export const PAID = `0x${'ca'.repeat(20)}` as Address;
/** Wei that the transaction to the contract brings, and that the contract hands on. */
export const VALUE = 1_000_000n;
export const HANDED_ON = 5n;
export const PRICE = { maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 2_000_000_000n };

const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const NO_UNCLES = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347' as Hash;
const ZERO_HASH = `0x${'00'.repeat(32)}` as Hash;

/**
 * Without calldata it reverts. Else it keeps NUMBER in slot 0 and clears slot 2, logs a Transfer of 1000 from the caller
 * to itself, hands 5 wei on and returns the word that it logged.
 */
export const CODE: Hex = `0x${[
  '36600857', // jumps where there is calldata
  '600080fd',
  '5b43600055',
  '6000600255',
  '6103e8600052',
  `30337f${TRANSFER}60206000a3`,
  `60006000600060006005 73${PAID.slice(2)}5af150`.replace(' ', ''),
  '60206000f3',
].join('')}`;

/** The transactions that an account signed: a call with value that succeeds, one that reverts, a payment. */
const SIGNED: readonly { to: Address; value: bigint; data: Hex }[] = [
  { to: CONTRACT, value: VALUE, data: '0x12345678' },
  { to: CONTRACT, value: 0n, data: '0x' },
  { to: PAID, value: 10n ** 17n, data: '0x' },
];

/** Makes the block up. Its transactions are those of `SIGNED` between those of the chain. */
export async function makeUp({ header, accounts = [], first, last, statedFees }: MadeUp): Promise<RecordedChain> {
  const networkId = header.networkId as NetworkId;
  const state = await allocated([
    { address: SENDER, wei: 10n ** 20n },
    { address: CONTRACT, wei: 1n, nonce: 1, code: CODE, slots: [[2n, 1n]] },
    ...accounts,
  ]);
  const network = { id: networkId, name: 'the chain' };
  const name = familyOf(network, header);
  if (name === undefined) throw new Error(`chain ${networkId} is of no family`);
  const { rulesAt, encoding } = await loadFamily(name);
  const before = { ...header, number: header.number - 1, timestamp: header.timestamp - 3 };
  const parent = hashed(whole(before, state.root), encoding);
  const draft: IncludedBlock = { ...whole(header, ZERO_HASH), parentHash: parent.hash as Hash };
  const rules = rulesAt(network, draft);
  if (!rules.ok) throw new Error(rules.error);

  const placed = (index: number): Placed => ({ networkId, blockNumber: header.number, index });
  const own = first?.(placed) ?? [];
  const signed = await Promise.all(SIGNED.map((each, at) => sign(each, at, placed(own.length + at))));
  const end = last ? [await last(placed(own.length + signed.length))] : [];
  const transactions = [...own, ...signed, ...end];
  const block = { ...draft, transactions: transactions.map(({ hash }) => hash) } as Parameters<
    typeof executeBlock
  >[0]['block'];
  const given = { block, rules: rules.value, transactions, ...state, ...(statedFees && { statedFees }) };
  const { receipts, witnessed, stateRoot } = await executeBlock(given);

  const headed = hashed(
    {
      ...block,
      stateRoot,
      gasUsed: receipts.at(-1)?.cumulativeGasUsed ?? 0,
      transactionsRoot: computeListRoot(
        transactions.map((each) => hexToBytes(encoding?.transaction?.(each) ?? encodeRawTransaction(each as never))),
      ) as Hash,
      receiptsRoot: computeListRoot(
        receipts.map((receipt, at) => {
          const of = transactions[at] as Transaction;
          return encoding?.receipt?.(receipt, of, receiptFields(receipt)) ?? encodeReceipt(receipt, of.type);
        }),
      ) as Hash,
      logsBloom: computeLogsBloom(receipts.flatMap(({ logs }) => logs)) as Hex,
    },
    encoding,
  );
  const blockHash = headed.hash as Hash;
  return {
    block: headed,
    ancestors: [parent],
    rules: rules.value,
    transactions: transactions.map(
      (each, index) => ({ ...each, blockHash, blockNumber: header.number, index }) as Transaction,
    ),
    receipts: receipts.map((each) => ({
      ...each,
      blockHash,
      logs: each.logs.map((log) => ({ ...log, blockHash })),
    })) as readonly Receipt[],
    ...state,
    witnessed,
  };
}

function whole(header: MadeUpHeader, stateRoot: Hash): IncludedBlock {
  return {
    parentHash: ZERO_HASH,
    sha3Uncles: NO_UNCLES,
    miner: `0x${'00'.repeat(20)}` as Address,
    stateRoot,
    transactionsRoot: EMPTY_TRIE_ROOT as Hash,
    receiptsRoot: EMPTY_TRIE_ROOT as Hash,
    logsBloom: `0x${'00'.repeat(256)}`,
    difficulty: 0n,
    gasLimit: 30_000_000,
    gasUsed: 0,
    extraData: '0x',
    mixHash: ZERO_HASH,
    nonce: '0x0000000000000000',
    transactions: [],
    ...header,
  } as IncludedBlock;
}

function hashed(block: IncludedBlock, encoding?: Parameters<typeof computeHeaderHash>[1]): IncludedBlock {
  const hash = computeHeaderHash(block, encoding);
  if (hash === undefined) throw new Error(`the header of block ${block.number} is incomplete`);
  return { ...block, hash };
}

async function sign(
  { to, value, data }: (typeof SIGNED)[number],
  nonce: number,
  placed: Placed,
  more: object = {},
): Promise<Transaction> {
  const fields = { type: 'eip1559', chainId: placed.networkId, nonce, to, value, data, gas: 200_000n, ...PRICE };
  return signedTransaction(KEY, { ...fields, ...more } as never, placed);
}

/** Returns the transaction with its signature, as JSON-RPC states it. */
export async function signedTransaction(
  key: Hex,
  fields: { gas: bigint } & Parameters<ReturnType<typeof privateKeyToAccount>['signTransaction']>[0],
  placed: Placed,
): Promise<Transaction> {
  const account = privateKeyToAccount(key);
  const raw = await account.signTransaction(fields);
  const { r, s, v, yParity } = parseTransaction(raw) as Required<Pick<Transaction['signature'] & object, 'r' | 's'>> & {
    v?: bigint;
    yParity?: number;
  };
  const { type, gas, ...rest } = fields;
  const parity = yParity ?? 0;
  return transactionOf({
    ...rest,
    ...placed,
    type: type === 'legacy' ? 0 : 2,
    input: rest.data ?? '0x',
    gas: Number(gas),
    hash: keccak256(raw) as Hash,
    from: account.address.toLowerCase() as Address,
    accessList: [],
    signature: { r, s, yParity: parity, v: v ?? BigInt(parity) },
  } as never);
}

/** Returns 32 bytes that a word of a header has: `parts` are bytes and values, one after the other. */
export function wordOf(...parts: readonly (readonly [bytes: number, value: number])[]): Hash {
  return bytesToHex(
    hexToBytes(`0x${parts.map(([bytes, value]) => value.toString(16).padStart(2 * bytes, '0')).join('')}`),
  ) as Hash;
}
