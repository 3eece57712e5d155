/**
 * Transactions of an address from a Blockscout instance (REST API v2, versions
 * 11 and 12). It learns which addresses are looked at. It lists those that the
 * address sent or received; what was called inside is a question of its own
 * (`blockscout-movements.ts`).
 */
import { type InferOutput, nullish, number, object, string } from 'valibot';
import type { NetworkId, Selector } from '../../core/chain/primitives';
import { pseudoKind } from '../../core/chain/pseudo-transaction';
import type { TransactionSummary } from '../../core/chain/summaries';
import { ok } from '../../core/values/result';
import { address, hash } from '../rpc/fields';
import type { AddressQuestion, TransactionOrigin } from './address-lists';
import { askBlockscout, BLOCKSCOUT_LISTS, secondsOf } from './blockscout-page';
import { amount, wholeNumber } from './decimal-fields';
import type { Provider } from './provider';

const party = object({ hash: address });

const item = object({
  hash,
  from: party,
  to: nullish(party),
  created_contract: nullish(party),
  value: amount,
  raw_input: nullish(string()),
  gas_limit: wholeNumber,
  gas_used: nullish(wholeNumber),
  fee: nullish(object({ value: nullish(amount) })),
  status: nullish(string()),
  /** `block` in versions before 7. */
  block_number: nullish(number()),
  block: nullish(number()),
  position: nullish(number()),
  timestamp: nullish(string()),
  type: nullish(number()),
});

/** Asks the instance whose API is at `baseUrl`, `https://…/api/v2`. */
export function blockscoutTransactions(
  baseUrl: string,
): Provider<AddressQuestion, TransactionSummary, TransactionOrigin> {
  return {
    ...BLOCKSCOUT_LISTS,
    async ask({ networkId, address: whose, part }, cursor, signal) {
      if (part === 'internal') return ok({ rows: [] });
      const page = await askBlockscout(baseUrl, `/addresses/${whose}/transactions`, item, cursor, signal);
      return page.ok ? ok({ ...page.value, rows: page.value.rows.map((each) => toSummary(networkId, each)) }) : page;
    },
  };
}

function toSummary(networkId: NetworkId, raw: InferOutput<typeof item>): TransactionSummary {
  const { hash: own, from, to, created_contract: created, value, raw_input: input, status } = raw;
  const summary: TransactionSummary = { networkId, hash: own, from: from.hash, value, gas: raw.gas_limit };
  // Some versions give a creation its contract as receiver.
  if (to && created?.hash !== to.hash) {
    summary.to = to.hash;
    if (/^0x[0-9a-f]{8}/i.test(input ?? '')) summary.selector = (input ?? '').slice(0, 10).toLowerCase() as Selector;
  }
  if (created && status === 'ok') summary.contractAddress = created.hash;
  const pseudo = pseudoKind({ ...summary, ...(typeof raw.type === 'number' && { type: raw.type }) });
  if (pseudo !== pseudoKind(summary)) summary.pseudo = pseudo;
  const blockNumber = raw.block_number ?? raw.block;
  if (blockNumber === null || blockNumber === undefined) return summary;
  summary.blockNumber = blockNumber;
  if (typeof raw.position === 'number') summary.index = raw.position;
  const timestamp = secondsOf(raw.timestamp);
  if (timestamp !== undefined) summary.timestamp = timestamp;
  if (status === 'ok' || status === 'error') summary.status = status === 'ok' ? 'success' : 'failed';
  if (typeof raw.gas_used === 'number') summary.gasUsed = raw.gas_used;
  if (typeof raw.fee?.value === 'bigint') summary.fee = raw.fee.value;
  return summary;
}
