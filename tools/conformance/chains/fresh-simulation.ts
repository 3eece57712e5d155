/** A recorded transaction written anew in the simulator, on the state of its block, against its receipt. */
import type { Receipt, Transaction } from '../../../src/core/chain/transaction';
import { emptyBlock, emptyDraft, emptyStep } from '../../../src/core/simulation/draft';
import type { TraceApi } from '../../../src/workers/trace/trace.api';
import type { Check } from '../check';
import { newJob } from '../recorded/engine';
import { answered } from './answered';

/** More than any of these transactions may use. */
const MOST_GAS = 50_000_000;
/** Largest part by which an estimate may be off. */
const MOST_OFF = 0.05;

/**
 * The same written anew in the simulator and put before the mined one, after all that came before it in the block. What only
 * a receipt states of gas is estimated there, since nobody signed it.
 */
export async function checkFresh(
  check: Check,
  trace: TraceApi,
  transaction: Transaction,
  receipt: Receipt,
): Promise<void> {
  const { networkId, from, to, value, input, gas, type } = transaction;
  // What the protocol sends pays nothing, and has no limit of gas on some chains.
  const isPaid = type <= 4 && transaction.gasPrice !== 0n;
  const prices = type >= 2 ? { maxFee: transaction.maxFeePerGas, tip: transaction.maxPriorityFeePerGas } : {};
  const price = type >= 2 ? {} : { gasPrice: transaction.gasPrice };
  const step = emptyStep({
    ...{ from, to: to ?? '', value: `${value} wei`, input, manner: isPaid ? 'paid' : 'free' },
    ...(gas > 0 && gas < MOST_GAS && { gas: String(gas) }),
    ...(isPaid && inWei({ ...prices, ...price })),
  });
  const draft = { ...emptyDraft(String(networkId)), block: String(receipt.blockNumber), blocks: [emptyBlock([step])] };
  const placed = { ...draft, place: 'before' as const, index: String(receipt.index) };
  const [ran] = answered(await trace.runSimulation(newJob(), placed)).steps;
  if (ran?.outcome.state !== 'executed') throw new Error(`the fresh simulation is ${JSON.stringify(ran?.outcome)}`);
  check.equal('the fresh simulation succeeds', ran.outcome.success, receipt.status === 'success');
  const toLayer1 = Number(receipt.rollup?.gasUsedForL1 ?? 0);
  // Another signature compresses otherwise.
  const spare = toLayer1 * MOST_OFF;
  // What who made the block gave back was for the mined one alone.
  const expected = receipt.gasUsed + Number(receipt.rollup?.opGasRefund ?? 0);
  const isNear = Math.abs(ran.outcome.gasUsed - expected) <= spare;
  check.equal('gas of the fresh simulation', isNear ? expected : ran.outcome.gasUsed, expected);
  check.equal(
    'events of the fresh simulation',
    ran.outcome.logs.map(({ topics }) => topics[0]).join(' '),
    receipt.logs.map(({ topics }) => topics[0]).join(' '),
  );
}

function inWei(prices: Readonly<Record<string, bigint | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(prices).flatMap(([name, wei]) => (wei === undefined ? [] : [[name, `${wei} wei`]])),
  );
}
