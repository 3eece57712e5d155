/**
 * What happened, in one sentence of pieces: names and reasons are separate pieces,
 * from the words between them, because the page sets them in mono.
 */

import type { Name } from '../../../core/chain/name';
import type { NativeCurrency } from '../../../core/chain/network';
import type { ReceiptWithoutLogs, Transaction } from '../../../core/chain/transaction';
import { formatNative } from '../../../core/format/amounts';
import { countOf } from '../../../core/format/plural';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import type { Failure } from '../../../core/values/failure';
import type { Outcome, Piece } from '../../../workers/trace/rows.api';
import { statusOf } from './status';

/** UTF-16 units of a name in the sentence. */
const NAME = 60;
/** Bytes. */
const SELECTOR = 4;

type Happened = {
  transaction: Transaction;
  receipt: ReceiptWithoutLogs | undefined;
  /** Absent until the trace is open, and when there is none. */
  outcome: Outcome | undefined;
  currency: NativeCurrency;
  /** The sentence that replaces this one where the fields of the transaction cannot be believed. */
  instead?: string | undefined;
  /** Why the transaction is gone, where no endpoint knows it any more. */
  gone?: Failure['gone'];
};

/** Returns the sentence, without a full stop. */
export function happenedText(happened: Happened): Piece[] {
  const { transaction, receipt, outcome, currency, instead, gone } = happened;
  if (instead) return [words(instead)];
  const subject = deed(transaction, receipt, outcome, currency);
  if (gone) return [...subject, words(` was ${gone}`)];
  if (!receipt) return [...subject, words(' waits to be included')];
  const status = statusOf(receipt, outcome);
  if (status === 'unknown') return [...subject, words(': it is not known whether it succeeded')];
  if (status === 'failed') return [...subject, ...(outcome?.failing?.sentence ?? [words(' failed')])];
  const inside = outcome?.failedInside;
  return [...subject, words(inside ? ' succeeded, but ' : ' succeeded'), ...(inside ?? [])];
}

/** Returns the sentence as plain text, for the title of the page. */
export function asText(pieces: readonly Piece[]): string {
  return pieces.map((piece) => piece.text).join('');
}

function deed(
  transaction: Transaction,
  receipt: ReceiptWithoutLogs | undefined,
  outcome: Outcome | undefined,
  currency: NativeCurrency,
): Piece[] {
  const { to, input, value, gas } = transaction;
  const at = to ?? receipt?.contractAddress;
  const callee = outcome?.contract ? harmless(outcome.contract) : at ? shorten(at) : '';
  if (!to && gas) return [words('Creation of '), callee ? name(callee) : words('a contract')];
  const bytes = input.length / 2 - 1;
  const ether = formatNative(value, currency).text;
  const known = outcome?.method;
  // Ether is sent, also where code hears of it; what else runs code calls it.
  const isCall = outcome && !outcome.codeless && (bytes ? known : !value);
  if (!to || outcome?.codeless || (bytes < SELECTOR && !(isCall && known))) {
    // Nobody sends without gas: the chain itself put it into the block.
    const isMade = !value && !gas;
    const act = words(isMade ? 'Transaction of the protocol' : isCall ? 'Call of ' : `Transfer of ${ether} to `);
    return [
      act,
      ...(isMade ? [] : [name(callee)]),
      ...(bytes ? [words(` with ${countOf(bytes, 'byte')} of data`)] : []),
    ];
  }
  const method = known ? harmless(known) : input.slice(0, 10);
  return [name(`${callee}.${method}`), ...(value ? [words(` with ${ether}`)] : [])];
}

function harmless(given: Name): string {
  return harmlessText(given.text, NAME);
}

function words(text: string): Piece {
  return { text, as: 'words' };
}

function name(text: string): Piece {
  return { text, as: 'name' };
}
