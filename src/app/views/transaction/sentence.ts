/**
 * What happened, in one sentence of pieces: names and reasons are told apart
 * from the words between them, because the page sets them in mono.
 */
import type { Decoded } from '../../../core/abi/decoded';
import type { NativeCurrency } from '../../../core/chain/network';
import type { ReceiptHead, Transaction } from '../../../core/chain/transaction';
import type { Name } from '../../../core/contract/knowledge';
import { formatNative, formatToken } from '../../../core/format/amounts';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import type { Outcome, RowError } from '../../../workers/trace/rows.api';

export type Piece = { text: string; as: 'words' | 'name' | 'reason' };

/** UTF-16 units of a name and of a reason in the sentence. */
const NAME = 60;
const REASON = 160;
/** Of the symbol of a token. */
const SYMBOL = 12;

type Happened = {
  transaction: Transaction;
  receipt: ReceiptHead | undefined;
  /** Absent until the trace is open, and when there is none. */
  outcome: Outcome | undefined;
  currency: NativeCurrency;
};

/** The sentence, without a full stop. */
export function sentence(happened: Happened): Piece[] {
  const { transaction, receipt, outcome, currency } = happened;
  const did = deed(transaction, receipt, outcome, currency);
  if (!receipt) return [...did.subject, words(` ${did.waits}`)];
  if (receipt.status !== 'failed') return [...did.subject, words(` ${did.succeeded}`)];
  return [...did.subject, ...failure(outcome)];
}

/** The sentence as plain text, for the title of the page. */
export function asText(pieces: readonly Piece[]): string {
  return pieces.map((piece) => piece.text).join('');
}

type Deed = { subject: Piece[]; succeeded: string; waits: string };

function deed(
  transaction: Transaction,
  receipt: ReceiptHead | undefined,
  outcome: Outcome | undefined,
  currency: NativeCurrency,
): Deed {
  if (transaction.to === undefined) {
    const created = outcome?.contract
      ? harmless(outcome.contract)
      : receipt?.contractAddress && shorten(receipt.contractAddress);
    const subject = [words('Creation of '), name(created ?? 'a contract')];
    return { subject, succeeded: 'succeeded', waits: 'waits to be included' };
  }
  const callee = outcome?.contract ? harmless(outcome.contract) : shorten(transaction.to);
  if (transaction.input === '0x') {
    const amount = formatNative(transaction.value, currency).text;
    const subject = [words(`Transfer of ${amount} to `), name(callee)];
    return { subject, succeeded: 'succeeded', waits: 'waits to be included' };
  }
  const method = outcome?.method ? harmless(outcome.method) : transaction.input.slice(0, 10);
  const sent = transaction.value > 0n ? [words(` with ${formatNative(transaction.value, currency).text}`)] : [];
  return {
    subject: [name(`${callee}.${method}`), ...sent],
    succeeded: 'succeeded',
    waits: 'waits to be included',
  };
}

/** Where and why it failed, as far as a trace tells. */
function failure(outcome: Outcome | undefined): Piece[] {
  const failing = outcome?.failing;
  if (!failing) return [words(' failed')];
  const { error } = failing;
  const reverts = error.name !== undefined || error.reason !== undefined || error.message.includes('revert');
  const verb = reverts ? ' reverted' : ' failed';
  const site = failing.depthId === '0' ? [] : [words(' in '), name(siteOf(failing))];
  return [words(verb), ...site, words(': '), { text: reasonOf(error), as: 'reason' }];
}

function siteOf(failing: NonNullable<Outcome['failing']>): string {
  const contract = failing.contract ? harmless(failing.contract) : failing.address ? shorten(failing.address) : '';
  const method = failing.functionName ? harmless(failing.functionName) : '';
  return method === '' ? contract : `${contract}.${method}`;
}

/** The decoded reason, else the node's words: `InsufficientLiquidity(980, 1240)`, `out of gas`. */
export function reasonOf(error: RowError): string {
  if (error.reason !== undefined && error.reason !== '') return harmlessText(error.reason, REASON);
  if (error.name) {
    const args = (error.args ?? []).map(valueText);
    return harmlessText(`${error.name.text}(${args.join(', ')})`, REASON);
  }
  return harmlessText(error.message, REASON);
}

function valueText(value: Decoded): string {
  if (value.kind === 'address') return value.known ? harmless(value.known) : shorten(value.text);
  const { token, text, length } = value;
  if (token === undefined || text.length !== length) return text;
  return formatToken(BigInt(text), token.decimals, harmlessText(token.symbol ?? '', SYMBOL)).text;
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
