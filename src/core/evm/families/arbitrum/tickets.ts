/**
 * Retryable tickets: calls that come from layer 1, are kept by ArbOS and are
 * redeemed by whoever pays for the gas, most often at once. What they move and
 * log is here; how ArbOS keeps them in its own storage is not.
 * Source: OffchainLabs/nitro, arbos/tx_processor.go and arbos/retryables.
 */
import { concatHex, encodeAbiParameters, toEventSelector, toHex } from 'viem';
import { bytesToAddress, bytesToHex, hexToBytes, parseQuantity } from '../../../chain/hex';
import { keccakHex } from '../../../chain/keccak';
import type { Address, Hash, Hex, NetworkId } from '../../../chain/primitives';
import { type Transaction, transactionOf } from '../../../chain/transaction';
import { ZERO_HASH } from '../../../chain/zero-hash';
import { least } from '../../../values/least';
import { fail, ok, type Result } from '../../../values/result';
import type { BlockFields } from '../../block-fields';
import type { TransactionInput } from '../../transaction/transaction-input';
import type { EndedTransaction } from '../protocol';
import { moveEther, type RunningState, type StateView } from '../state-view';
import { arbitrumBytes } from './arbitrum-transactions';
import { accountIn, INFRA_ACCOUNT, infraPriceOf, NETWORK_ACCOUNT } from './arbos-slots';
import type { Ticket } from './ticket';

const ARB_RETRYABLE = hexToBytes('0x000000000000000000000000000000000000006e');
const TICKET_CREATED = BigInt(toEventSelector('TicketCreated(bytes32)'));
const REDEEM_SCHEDULED = BigInt(
  toEventSelector('RedeemScheduled(bytes32,bytes32,uint64,uint64,address,uint256,uint256)'),
);

/** Returns how a transaction that redeems a ticket enters execution, or which of its fields is missing. */
export function redeemInput({ value, rollup = {} }: Transaction): Result<Partial<TransactionInput>, string> {
  const id = bytesIn(rollup.ticketId, 32);
  const refundTo = bytesIn(rollup.refundTo, 20);
  const [maxRefund, submissionFee] = [rollup.maxRefund, rollup.submissionFeeRefund].map(parseQuantity);
  if (!id || !refundTo || maxRefund === undefined || submissionFee === undefined)
    return fail('The node does not say which ticket it redeems, and what is refunded to whom.');
  const ticket: Ticket = { act: 'redeem', id, refundTo, maxRefund, submissionFee };
  return ok({ isForced: true, mint: value, mintedFrom: escrowOf(id), ticket });
}

/** Returns how a transaction that submits a ticket enters execution, or which of its fields is missing. `gasUsed`: what its receipt states. */
export function submitInput(
  { hash, rollup = {} }: Transaction,
  gasUsed: number | undefined,
): Result<Partial<TransactionInput>, string> {
  const refundTo = bytesIn(rollup.refundTo, 20);
  const to = bytesIn(rollup.retryTo, 20);
  const amounts = [rollup.retryValue, rollup.depositValue, rollup.l1BaseFee, rollup.maxSubmissionFee].map(
    parseQuantity,
  );
  const [value, deposit, l1BaseFee, maxSubmissionFee] = amounts;
  const data = /^0x([0-9a-f]{2})*$/i.test(rollup.retryData ?? '') ? hexToBytes(rollup.retryData as Hex) : undefined;
  if (!refundTo || !data || value === undefined || deposit === undefined)
    return fail('The node does not say what the ticket calls, and what is refunded to whom.');
  if (l1BaseFee === undefined || maxSubmissionFee === undefined)
    return fail('The node does not say what submitting the ticket costs.');
  const isAttempted = (gasUsed ?? 0) > 0;
  const ticket: Ticket = {
    ...{
      act: 'submit',
      id: hexToBytes(hash),
      refundTo,
      data,
      value,
      deposit,
      l1BaseFee,
      maxSubmissionFee,
      isAttempted,
    },
    ...(to && { to }),
  };
  return ok({ isForced: true, isSilent: true, mint: deposit, ticket });
}

/** Returns the accounts that a ticket moves ether of beside its sender. */
export function ticketAccounts(state: StateView, { refundTo, id }: Ticket): readonly Uint8Array[] {
  const takers = [NETWORK_ACCOUNT, INFRA_ACCOUNT].flatMap((key) => accountIn(state, key) ?? []);
  return [refundTo, escrowOf(id), ...takers];
}

/** Moves what a ticket moves once its transaction has ended, and logs what it logs. */
export function settleTicket(state: RunningState, ended: EndedTransaction): void {
  const { ticket } = ended.transaction;
  if (ticket?.act === 'redeem') settleRedeem(state, ended, ticket);
  if (ticket?.act === 'submit') submit(state, ended, ticket);
}

/** Gas was paid for when the redeem was scheduled: what is left of it goes back, first to whoever is refunded, up to what came from layer 1. */
function settleRedeem(
  state: RunningState,
  { transaction, block, success, gasUsed }: EndedTransaction,
  { id, refundTo, submissionFee, ...ticket }: Ticket & { act: 'redeem' },
): void {
  const { from, value, gasLimit } = transaction;
  const network = accountIn(state, NETWORK_ACCOUNT);
  const infra = accountIn(state, INFRA_ACCOUNT);
  let { maxRefund } = ticket;
  const take = (most: bigint): bigint => {
    const taken = least(maxRefund, most);
    maxRefund -= taken;
    return taken;
  };
  const refund = (account: Uint8Array | undefined, wei: bigint): void => {
    const toOther = take(wei);
    move(state, account, refundTo, toOther);
    move(state, account, from, wei - toOther);
  };
  if (success) refund(network, submissionFee);
  else take(submissionFee);
  take(block.baseFee * gasUsed);
  const left = gasLimit - gasUsed;
  const infraPrice = infra ? infraPriceOf(state, block.baseFee) : 0n;
  if (infra) refund(infra, infraPrice * left);
  refund(network, (block.baseFee - infraPrice) * left);
  if (!success) move(state, from, escrowOf(id), value);
}

function submit(
  state: RunningState,
  { transaction, block }: EndedTransaction,
  ticket: Ticket & { act: 'submit' },
): void {
  const { from, gasLimit, maxFeePerGas } = transaction;
  const { id, refundTo, value, deposit, data, maxSubmissionFee, l1BaseFee, isAttempted } = ticket;
  const network = accountIn(state, NETWORK_ACCOUNT);
  const infra = accountIn(state, INFRA_ACCOUNT);
  let available = deposit > value ? deposit - value : 0n;
  const take = (most: bigint): bigint => {
    const taken = least(available, most);
    available -= taken;
    return taken;
  };
  const submissionFee = l1BaseFee * BigInt(1400 + 6 * data.length);
  move(state, from, network, submissionFee);
  const withheldFee = take(submissionFee);
  move(state, from, refundTo, take(maxSubmissionFee - submissionFee));
  move(state, from, escrowOf(id), value);
  state.log(ARB_RETRYABLE, [TICKET_CREATED, BigInt(bytesToHex(id))], new Uint8Array(0));
  if (!isAttempted) {
    move(state, from, refundTo, take(maxFeePerGas * gasLimit));
    return;
  }
  const infraPrice = infra ? infraPriceOf(state, block.baseFee) : 0n;
  move(state, from, infra, infraPrice * gasLimit);
  move(state, from, network, (block.baseFee - infraPrice) * gasLimit);
  const withheldGas = take(block.baseFee * gasLimit);
  move(state, from, refundTo, take((maxFeePerGas - block.baseFee) * gasLimit));
  const maxRefund = available + withheldGas + withheldFee;
  const words = [gasLimit, BigInt(bytesToHex(refundTo)), maxRefund, submissionFee];
  state.log(
    ARB_RETRYABLE,
    [
      REDEEM_SCHEDULED,
      BigInt(bytesToHex(id)),
      BigInt(attemptHash(transaction, block, ticket, maxRefund, submissionFee)),
      0n,
    ],
    hexToBytes(
      encodeAbiParameters(
        words.map(() => ({ type: 'uint256' })),
        words,
      ),
    ),
  );
}

/** Returns the hash of the transaction that redeems the ticket the first time. */
function attemptHash(
  { from, gasLimit }: TransactionInput,
  block: BlockFields,
  { id, to, value, data, refundTo }: Ticket & { act: 'submit' },
  maxRefund: bigint,
  submissionFee: bigint,
): Hash {
  const redeem = transactionOf({
    ...{
      networkId: Number(block.chainId) as NetworkId,
      type: 0x68,
      hash: ZERO_HASH,
      nonce: 0,
      from: bytesToAddress(from),
    },
    ...{ value, input: bytesToHex(data), gas: Number(gasLimit), gasPrice: block.baseFee },
    ...(to && { to: bytesToAddress(to) }),
    rollup: {
      ...{ ticketId: bytesToHex(id), refundTo: bytesToAddress(refundTo) },
      ...{ maxRefund: toHex(maxRefund), submissionFeeRefund: toHex(submissionFee) },
    },
  });
  return keccakHex(arbitrumBytes(redeem) ?? '0x');
}

/** Returns the account that keeps the value of a ticket. */
function escrowOf(id: Uint8Array): Uint8Array {
  return hexToBytes(`0x${keccakHex(concatHex([toHex('retryable escrow'), bytesToHex(id)])).slice(26)}` as Address);
}

/** Moves ether where there is enough of it; nothing otherwise, as ArbOS does. */
function move(state: StateView, from: Uint8Array | undefined, to: Uint8Array | undefined, wei: bigint): void {
  if (from !== undefined && to !== undefined && wei > 0n) moveEther(state, from, to, wei);
}

function bytesIn(stated: string | undefined, size: number): Uint8Array | undefined {
  return stated !== undefined && /^0x[0-9a-f]*$/i.test(stated) && stated.length === 2 + 2 * size
    ? hexToBytes(stated as Hex)
    : undefined;
}
