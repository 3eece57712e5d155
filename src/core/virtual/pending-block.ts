/** The block that would be sealed now of what waits: what a node answers for `pending`. */
import type { SentTransaction } from '../chain/transaction';
import type { State } from '../evm/state/state';
import { BlockExecution } from './block-execution';
import { takeInOrder } from './pool';
import { UndoRecord } from './undo-record';
import type { VirtualChain } from './virtual-chain';

/** The state after the block, its header with the gas that it used, and its transactions. */
export type PendingBlock = {
  state: State;
  block: ReturnType<VirtualChain['draft']>;
  transactions: readonly SentTransaction[];
};

/** Executes the transactions that wait on a copy of the state; the chain and its pool stay as they are. Nothing but the draft where none waits. */
export async function executePending(chain: VirtualChain): Promise<PendingBlock> {
  const draft = chain.draft();
  const state = chain.stateAfter(chain.number);
  const transactions: SentTransaction[] = [];
  const queues = await chain.queues();
  if (queues.every((queue) => queue.length === 0)) return { state, block: draft, transactions };
  const record = new UndoRecord(state);
  const execution = new BlockExecution(draft, chain.rulesOf(draft), state, chain.supplier, record, () => undefined);
  await execution.begin();
  await takeInOrder(queues, draft.baseFeePerGas ?? 0n, async (entry) => {
    const isTaken = (await execution.add(entry)) === undefined;
    if (isTaken) transactions.push(entry.transaction);
    return isTaken;
  });
  const { gasUsed, blobGasUsed } = execution;
  const block = { ...draft, gasUsed, ...(draft.blobGasUsed !== undefined && { blobGasUsed }) };
  return { state, block, transactions };
}
