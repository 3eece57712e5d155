/**
 * The OP Stack: OP Mainnet, Base, Unichain, World Chain, Ink, Soneium, Zora,
 * Mode, Lisk and others. Ethereum's rules, but for deposits, for fees that are
 * collected and not burnt and that data is paid for by, and for some
 * precompiles. There are no blobs, withdrawals and requests in its blocks.
 *
 * Sources: ethereum-optimism/specs, protocol/; ethereum-optimism/optimism,
 * rust/op-revm; ethereum-optimism/superchain-registry.
 */

import { hexToBytes } from '../../chain/hex';
import type { Network } from '../../chain/network';
import { type Block, isEthereumTransaction, type Receipt, type Transaction } from '../../chain/transaction';
import { fail, ok, type Result } from '../../values/result';
import type { TransactionInput } from '../transaction/transaction-input';
import { asSent } from './as-sent';
import type { ChainRules, Encoding, Family, RuledBlock } from './family';
import { opBaseFeeAfter } from './op-stack/base-fee';
import { DEPOSIT, depositInput, depositNonce, encodeDeposit, encodeDepositReceipt } from './op-stack/deposits';
import { type EtherPrice, feeRules } from './op-stack/fees';
import { blobsOf, ethereumFork, hasOpSchedule, mayBeLagoon, OpFork, opForkAt, opForkNamed } from './op-stack/op-forks';
import { disagreesWithPostExec, encodePostExec, gasGivenBack, POST_EXEC, postExecInput } from './op-stack/post-exec';
import { opPrecompiles } from './op-stack/precompiles';
import type { Protocol } from './protocol';

/** First block that is executed by these rules, where there are earlier ones, which another machine executed. */
const FIRST_BLOCKS: Readonly<Record<number, number | undefined>> = { 10: 105_235_063, 288: 1_149_019, 28882: 511 };

export const OP_ENCODING = {
  transaction: (transaction) => {
    if (transaction.type === POST_EXEC) return encodePostExec(transaction);
    return transaction.type === DEPOSIT ? encodeDeposit(transaction) : undefined;
  },
  unsigned: [DEPOSIT, POST_EXEC],
  price: ({ type }) => (type === DEPOSIT || type === POST_EXEC ? 0n : undefined),
  nonce: ({ type }, { rollup }) => (type === DEPOSIT ? depositNonce(rollup) : undefined),
  disagrees: disagreesWithPostExec,
  leavesOut: ({ rollup = {} }, { type }) =>
    type === DEPOSIT && (rollup.depositNonce === undefined || rollup.depositReceiptVersion === undefined),
  receipt: (receipt, { type }, fields) => (type === DEPOSIT ? encodeDepositReceipt(receipt, fields) : undefined),
} satisfies Encoding;

/** The coinbase of every block, whether or not a node states it (predeploys.md, SequencerFeeVault). */
const SEQUENCER_VAULT = hexToBytes('0x4200000000000000000000000000000000000011');

/** Returns the coinbase of a block whose node leaves it out. */
export function opEnvironment({ minerUnknown }: Pick<Block, 'minerUnknown'>): { coinbase?: Uint8Array } {
  return minerUnknown ? { coinbase: SEQUENCER_VAULT } : {};
}

export const OP_STACK: Family = {
  id: 'opStack',
  name: 'OP Stack',
  environment: opEnvironment,
  rulesAt: (network, block) => {
    const earlier = beforeFirst(network, block);
    if (earlier !== undefined) return fail(earlier);
    return ok(rulesOf(network.id, opForkAt(network.id, block).fork));
  },
  rulesNamed: (name) => {
    const fork = opForkNamed(name);
    return fork === undefined ? undefined : rulesUnder(fork);
  },
  alsoPossible: ({ id }, block) => opForkAt(id, block).others.map((fork) => rulesOf(id, fork)),
  input: opInput,
  needsReceipt: mayGiveBack,
  encoding: OP_ENCODING,
  nextBaseFee: (parent) => opBaseFeeAfter(parent),
  nextHeader: sameExtraData,
};

/** Returns what the base fees of a block's successors go by. */
export function sameExtraData({ extraData }: Pick<Block, 'extraData'>): Partial<Block> {
  return extraData === undefined ? {} : { extraData };
}

/** Returns how a transaction enters execution on a chain of the OP Stack. */
export function opInput(
  transaction: Transaction,
  _?: unknown,
  receipt?: Receipt,
): Result<Partial<TransactionInput>, string> {
  if (transaction.type === DEPOSIT) return depositInput(transaction);
  if (transaction.type === POST_EXEC) return ok(postExecInput(transaction));
  if (!isEthereumTransaction(transaction) || transaction.type === 3)
    return fail(`Chains of the OP Stack have no transactions of type 0x${transaction.type.toString(16)}.`);
  const givenBack = gasGivenBack(receipt);
  if (!givenBack.ok) return givenBack;
  return ok({ ...asSent(transaction), ...(givenBack.value > 0n && { givenBack: givenBack.value }) });
}

/** Returns whether only the receipt says how much gas the transaction is given back by who made its block. */
export function mayGiveBack({ type }: Transaction, block: Block): boolean {
  return type !== DEPOSIT && type !== POST_EXEC && mayBeLagoon(block);
}

/** Returns a sentence on blocks that another machine executed; undefined for all others. */
function beforeFirst({ id, name }: Pick<Network, 'id' | 'name'>, { number }: RuledBlock): string | undefined {
  const first = FIRST_BLOCKS[id];
  if (first === undefined || number === undefined || number >= first) return undefined;
  return `Blocks of ${name} before ${first.toLocaleString('en')} were executed by another machine than the EVM (OVM).`;
}

const protocols = new Map<OpFork, Protocol>();

function rulesOf(id: Network['id'], fork: OpFork): ChainRules {
  return { ...rulesUnder(fork), ...(!hasOpSchedule(id) && { basis: 'tried' }) };
}

function rulesUnder(fork: OpFork): ChainRules {
  const protocol = protocols.get(fork) ?? opProtocol(fork);
  protocols.set(fork, protocol);
  return { fork: ethereumFork(fork), blobs: blobsOf(fork), family: OP_STACK, protocol };
}

/** Returns what differs from Ethereum in blocks of a fork. */
export function opProtocol(fork: OpFork, baseFeeTo?: Uint8Array, ether?: EtherPrice): Protocol {
  return {
    precompiles: opPrecompiles(fork),
    ...feeRules(fork, baseFeeTo, ether),
    // Before Regolith deposits counted their whole limit, those of the system nothing.
    ...(fork < OpFork.regolith && {
      gasUsed: ({ isForced, isSystem, gasLimit }, used) => (isSystem ? 0n : isForced ? gasLimit : used),
    }),
    // More than was used is never given back: then the gas of the receipt does not come out.
    ...(fork >= OpFork.lagoon && {
      gasUsed: ({ givenBack = 0n }, used) => (givenBack > used ? used : used - givenBack),
    }),
  };
}
