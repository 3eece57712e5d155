/**
 * Celo since it is a chain of the OP Stack (2025-03-26): its rules, but that
 * base fees go to the FeeHandler, and that CELO is a token as well, whose
 * contract moves the balances of accounts by a precompile. Transactions may pay
 * in other tokens, whose contracts are called before and after (CIP-64).
 *
 * Sources: celo-org/celo-kona, crates/celo-revm (constants.rs, handler.rs,
 * precompiles); docs.celo.org, specs/token-duality.
 */
import { hexToBytes } from '../../chain/hex';
import type { Network } from '../../chain/network';
import { CIP64, type Receipt, type Transaction } from '../../chain/transaction';
import { fail, ok, type Result } from '../../values/result';
import { EMPTY, toBigInt } from '../precompiles/result';
import type { PrecompiledContract } from '../precompiles/table';
import { Fork } from '../rules/forks';
import { ContractFees } from '../transaction/contract-fees';
import type { TransactionInput } from '../transaction/transaction-input';
import { encodeCelo, encodeCeloReceipt, feeTokenOf, isOfCelo, priceOf, statedBaseFee } from './celo/celo-transactions';
import { FEE_HANDLER, feeCurrency } from './celo/fee-currency';
import type { ChainRules, Family } from './family';
import { mayGiveBack, OP_ENCODING, opEnvironment, opInput, opProtocol, sameExtraData } from './op-stack';
import { opBaseFeeAfter } from './op-stack/base-fee';
import { blobsOf, ethereumFork, hasOpSchedule, OpFork, opForkAt } from './op-stack/op-forks';
import type { Protocol } from './protocol';
import { moveEther } from './state-view';

/** First block as a rollup; those before it were made by a chain of its own. */
const FIRST_BLOCKS: Readonly<Record<number, number | undefined>> = { 42220: 31_056_500 };
const TOKEN = '0x471ece3750da237f93b8e339c536989b8978a438';
const TRANSFER = 0xfd;
const TRANSFER_GAS = 9000;
/** Bytes; as many of code that creates it come to twice that. */
const MAX_CODE_SIZE = 65_536;
/** Before Jovian, when headers began to say it (constants.rs). */
const LEAST_BASE_FEE = 25_000_000_000n;

export const CELO: Family = {
  id: 'celo',
  name: 'Celo',
  rulesAt: ({ id, name }, block) => {
    const first = FIRST_BLOCKS[id] ?? 0;
    if ((block.number ?? first) < first)
      return fail(`Blocks of ${name} before ${first.toLocaleString('en')} were made by a chain of its own.`);
    return ok(rulesOf(id, opForkAt(id, block).fork));
  },
  alsoPossible: ({ id }, block) => opForkAt(id, block).others.map((fork) => rulesOf(id, fork)),
  environment: (block) => ({ ...opEnvironment(block), payer: (...given) => new ContractFees(...given) }),
  input: celoInput,
  needsReceipt: (transaction, block) => transaction.type === CIP64 || mayGiveBack(transaction, block),
  nextBaseFee: (parent) => opBaseFeeAfter(parent, LEAST_BASE_FEE),
  nextHeader: sameExtraData,
  encoding: {
    ...OP_ENCODING,
    price: (transaction, { baseFeePerGas }, receipt) =>
      transaction.type === CIP64 ? priceOf(transaction, receipt, baseFeePerGas) : OP_ENCODING.price(transaction),
    transaction: (transaction) => encodeCelo(transaction) ?? OP_ENCODING.transaction(transaction),
    leavesOut: (receipt, transaction) =>
      (transaction.type === CIP64 && receipt.rollup?.baseFee === undefined) ||
      OP_ENCODING.leavesOut(receipt, transaction),
    receipt: (receipt, transaction, fields) =>
      encodeCeloReceipt(receipt, transaction, fields) ?? OP_ENCODING.receipt(receipt, transaction, fields),
  },
};

function celoInput(transaction: Transaction, _: unknown, receipt?: Receipt): Result<Partial<TransactionInput>, string> {
  if (!isOfCelo(transaction)) return opInput(transaction, _, receipt);
  if (transaction.type !== CIP64)
    return fail(`Celo has had no transactions of type 0x${transaction.type.toString(16)} since it is a rollup.`);
  const encoded = encodeCelo(transaction);
  const address = feeTokenOf(transaction);
  const baseFee = receipt && statedBaseFee(receipt);
  return ok({
    ...(encoded && { encoded: hexToBytes(encoded) }),
    ...(address && { feeToken: { address, ...(baseFee !== undefined && { baseFee }) } }),
  });
}

const protocols = new Map<OpFork, Protocol>();

function rulesOf(id: Network['id'], fork: OpFork): ChainRules {
  const protocol = protocols.get(fork) ?? celoProtocol(fork);
  protocols.set(fork, protocol);
  return {
    fork: ethereumFork(fork),
    blobs: blobsOf(fork),
    family: CELO,
    protocol,
    ...(!hasOpSchedule(id) && { basis: 'tried' }),
  };
}

/** Returns what differs from Ethereum in blocks of a fork. */
export function celoProtocol(fork: OpFork): Protocol {
  const others = opProtocol(fork, FEE_HANDLER);
  return {
    ...others,
    feeContract: feeCurrency,
    precompiles: new Map([...(others.precompiles ?? []), [BigInt(TRANSFER), transferOf(fork)]]),
    prices: { maxCodeSize: MAX_CODE_SIZE, maxInitCodeSize: 2 * MAX_CODE_SIZE },
  };
}

/** The precompile that the token's contract moves balances by: sender, recipient and amount, a word each. */
function transferOf(fork: OpFork): PrecompiledContract {
  return {
    address: TRANSFER,
    since: Fork.frontier,
    require: (state, input) =>
      input.length !== 96 ||
      (state.requireAccount(input.subarray(12, 32)) && state.requireAccount(input.subarray(44, 64))),
    run: (input, gas, _fork, call) => {
      if (call === undefined || call.isStatic) return { ok: false, error: 'transfer in a static call' };
      if (gas < TRANSFER_GAS) return { ok: false };
      const { state, caller } = call;
      if (!hexToBytes(TOKEN).every((byte, at) => byte === caller[at])) return { ok: false, error: 'invalid caller' };
      if (input.length !== 96) return { ok: false, error: 'invalid input length' };
      const [from, to] = [input.slice(12, 32), input.slice(44, 64)];
      const wei = toBigInt(input.subarray(64, 96));
      if (!moveEther(state, from, to, wei)) return { ok: false, error: 'insufficient balance for transfer' };
      if (fork >= OpFork.jovian) for (const account of [from, to]) state.warm(account);
      return { ok: true, gas: TRANSFER_GAS, output: EMPTY };
    },
  };
}
