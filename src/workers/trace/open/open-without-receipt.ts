/**
 * A transaction that its node has in a block and has no receipt of: it deleted
 * it, or lags. The receipt is made of an execution here, else of the node's
 * calls; it is kept nowhere, so that the node is asked again next time.
 */
import { bytesToHex } from '../../../core/chain/hex';
import type { Hash } from '../../../core/chain/primitives';
import { type Block, type Receipt, type Transaction, withoutLogs } from '../../../core/chain/transaction';
import { fromOf, lastingLogs, logOf, toOf } from '../../../core/trace/row-fields';
import { RowFlag, rowIndex, type Trace } from '../../../core/trace/rows';
import type { Failure } from '../../../core/values/failure';
import { ok, type Result } from '../../../core/values/result';
import { readPreference } from '../../../db/reader/preferences';
import type { Rpc } from '../../../net/rpc/rpc';
import type { Chains } from '../../chain/chains';
import { networkOf } from '../../chain/find-network';
import type { Loaded, TransactionRequest } from '../../chain/transaction-request';
import { readCallsAlone } from '../node-trace';
import { LazyReplay } from '../replay/lazy-replay';
import { attemptReplay, type ReplayAttempt } from '../replay/replay-method';
import type { Opened } from '../trace-session';

/**
 * Opens a transaction that is in a block, with a receipt that was made of its trace, and says so in `lacksReceipt`.
 * Returns undefined where nothing tells how the transaction came out.
 */
export async function openWithoutReceipt(
  chains: Chains,
  rpc: Rpc,
  requested: TransactionRequest,
  signal: AbortSignal,
): Promise<Result<Loaded & { made: Opened }, Failure> | undefined> {
  const [stated, missing, at] = await Promise.all([requested.transaction, requested.receipt, requested.block]);
  if (!stated.ok || missing.ok || !at.ok || at.value === undefined) return undefined;
  const [transaction, block] = [stated.value, at.value];
  const { networkId } = transaction;
  const [endpoints, stepLimit] = await Promise.all([chains.endpoints(networkId), readPreference('stepLimit')]);
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort(), { once: true });
  const network = () => networkOf(chains, networkId);
  const attempt = await attemptReplay(rpc, endpoints, {
    transaction,
    block,
    network,
    stepLimit,
    receipt: undefined,
    signal: controller.signal,
  });
  const found = await (attempt.replayed ? ofReplay(attempt) : ofCalls(rpc, transaction, block, attempt, signal));
  if (found === undefined) return undefined;
  const { receipt, trace, shows, skipped } = found;
  const lacksReceipt = `${LACKS[missing.error.lacksReceipt ?? 'none']} ${shows}`;
  const { replayed } = attempt;
  const wholeReceipt = async () => ok(receipt);
  return ok({
    record: { transaction, receipt: withoutLogs(receipt), block, origin: 'endpoint', fetchedAt: Date.now() },
    receipt: wholeReceipt,
    made: {
      transaction,
      receipt: withoutLogs(receipt),
      wholeReceipt,
      // A file of the trace says so, too.
      trace: { ...trace, limitations: [...trace.limitations, lacksReceipt] },
      cached: false,
      lacksReceipt,
      skipped,
      ...(replayed && { replayed }),
      replay: new LazyReplay(async () => attempt, controller),
    },
  });
}

const LACKS = {
  none: 'The endpoint has this transaction in a block and no receipt of it.',
  unusable:
    'The endpoint has this transaction in a block and no receipt of it that can be used: its answer is an error, incomplete, or of another transaction.',
};
const EXECUTED = 'Status, gas used and events are those of its execution here; there is nothing to compare them with.';
const REPORTED =
  'Status, gas used and events are those that the node states with its calls; there is nothing to compare them with.';

type Found = { receipt: Receipt; trace: Trace; shows: string; skipped: Opened['skipped'] };

function ofReplay({ replayed, made, skipped }: ReplayAttempt & { made?: Receipt }): Found | undefined {
  return replayed && made && { receipt: made, trace: replayed.trace, shows: EXECUTED, skipped };
}

async function ofCalls(
  rpc: Rpc,
  transaction: Transaction,
  block: Block,
  { skipped }: ReplayAttempt,
  signal: AbortSignal,
): Promise<Found | undefined> {
  const calls = await readCallsAlone(rpc, transaction, signal);
  if (!calls.ok) return undefined;
  const receipt = receiptOfCalls(transaction, block, calls.value);
  return { receipt, trace: calls.value, shows: REPORTED, skipped };
}

/** Returns the receipt as the calls tell it. Some nodes state the gas of the whole block with them: of a block of one transaction, the block's own is taken. */
function receiptOfCalls(transaction: Transaction, block: Block, trace: Trace): Receipt {
  const { networkId, hash, from, to, index = 0, gasPrice } = transaction;
  const { rows } = trace;
  const root = rowIndex(0);
  const created = to === undefined ? toOf(trace, root) : undefined;
  const logs = lastingLogs(trace).map((row) => {
    const { topics, data } = logOf(trace, row);
    return { address: fromOf(trace, row), topics, data: bytesToHex(data) };
  });
  return {
    networkId,
    transactionHash: hash,
    blockHash: block.hash as Hash,
    blockNumber: block.number as number,
    index,
    from,
    ...(to === undefined ? {} : { to }),
    ...(created === undefined ? {} : { contractAddress: created }),
    status: (rows.flags[0] & RowFlag.failed) === 0 ? 'success' : 'failed',
    gasUsed: block.transactions.length === 1 ? block.gasUsed : rows.gasUsed[0],
    ...(gasPrice === undefined ? {} : { effectiveGasPrice: gasPrice }),
    logs,
  };
}
