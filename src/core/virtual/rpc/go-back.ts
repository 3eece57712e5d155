/** Takes blocks away: back to a snapshot, by a number of blocks, for others in their place, or to the beginning. */
import { TEST_BALANCE } from '../genesis';
import { amountOf, fieldsOf, isAbsent, listOf, quantityOf } from './parameters';
import { invalid } from './rpc-error';
import { checkSendable, SENDING, sealOne } from './sending';
import { setBalance } from './set-state';
import type { VirtualNode } from './virtual-node';

/** Goes back to a snapshot; returns false where there is none of that id. */
export function revert(node: VirtualNode, id: unknown): boolean {
  const before = node.chain.number;
  const length = before - node.chain.firstNumber;
  const blocks = Array.from({ length }, (_, index) => node.chain.blockAt(before - index));
  if (!node.chain.revertTo(quantityOf(id, 'snapshot'))) return false;
  for (const sealed of blocks)
    if (sealed && sealed.block.number > node.chain.number) node.tell({ kind: 'dropped', sealed });
  return true;
}

/** Takes the newest blocks away, one unless `depth` is given. Throws an RPC error where there are fewer. */
export function rollback(node: VirtualNode, depth: unknown): void {
  const count = isAbsent(depth) ? 1 : amountOf(depth, 'depth');
  if (count > node.chain.number - node.chain.firstNumber)
    throw invalid('Rollback depth must not exceed current chain height');
  for (const sealed of [...node.chain.dropBlocks(count)].reverse()) node.tell({ kind: 'dropped', sealed });
}

/**
 * Puts other blocks in the place of the newest ones, with the given transactions in them, by block from the first. Takes
 * nothing away where one of them could be in none of these blocks.
 */
export async function reorganise(node: VirtualNode, given: unknown, pairs: unknown): Promise<void> {
  const [count, listed] = Array.isArray(given) ? given : [given, pairs];
  const depth = amountOf(count, 'depth');
  const entries = (isAbsent(listed) ? [] : listOf(listed, 'transactions')).map((entry) => {
    const [transaction, place] = listOf(entry, 'transaction');
    return { transaction, place: amountOf(place, 'block') };
  });
  for (const { transaction, place } of entries) {
    if (place >= depth)
      throw invalid(`there is no block ${place} among the ${depth} that are replaced, counted from 0`);
    await checkSendable(node, transaction);
  }
  rollback(node, depth);
  const wasAutomatic = node.isAutomatic;
  node.isAutomatic = false;
  try {
    for (let block = 0; block < depth; block++) {
      for (const { transaction, place } of entries) {
        if (place !== block) continue;
        const method = typeof transaction === 'string' ? 'eth_sendRawTransaction' : 'eth_sendTransaction';
        await SENDING[method](node, [transaction]);
      }
      await sealOne(node);
    }
  } finally {
    node.isAutomatic = wasAutomatic;
  }
}

/** Goes back to how the network began: blocks, state, clock, settings and what waits. A fork stays at its block. */
export async function reset(node: VirtualNode, given: unknown): Promise<void> {
  const { chain } = node;
  const forking = isAbsent(given) ? undefined : fieldsOf(given, 'options').forking;
  if (!isAbsent(forking)) {
    const { blockNumber } = fieldsOf(forking, 'forking');
    const isElsewhere = !isAbsent(blockNumber) && amountOf(blockNumber, 'block') !== chain.firstNumber;
    if (!chain.isFork || isElsewhere)
      throw invalid('this network cannot go on from another block or chain: make a new one of it');
  }
  for (const sealed of [...chain.restart()].reverse()) node.tell({ kind: 'dropped', sealed });
  node.isAutomatic = true;
  node.interval = 0;
  node.autoImpersonate = false;
  node.impersonated.clear();
  if (chain.isFork) for (const address of node.accounts.keys()) await setBalance(node, address, TEST_BALANCE);
}
