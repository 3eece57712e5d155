/**
 * Why failed transactions of a list failed: each is called once more on the state before its block. Exact for the first
 * transaction of a block, and mostly for the others; its own page executes it and knows.
 */
import { decodeRevert } from '../../core/abi/decode';
import type { Address, Hash, Hex, Selector } from '../../core/chain/primitives';
import { hexToBytes } from '../../core/hex';
import { callContract, fetchTransaction } from '../../net/chain-reader';
import type { Rpc } from '../../net/rpc/rpc';
import type { Knowledge } from './knowledge-base';

/** As many transactions are called again; a page of a list has no more that failed. */
const MAX_FAILED = 100;
/** UTF-16 units of a decoded argument or reason. */
const TEXT = 60;

/** What each reverted with, in the words of its error; those that a call does not explain are left out. */
export async function failureReasonsOf(
  knowledge: Knowledge,
  rpc: Rpc,
  hashes: readonly Hash[],
): Promise<Readonly<Record<Hash, string>>> {
  const reasons: Record<Hash, string> = {};
  await Promise.all(
    hashes.slice(0, MAX_FAILED).map(async (hash) => {
      const transaction = await fetchTransaction(rpc, hash);
      if (!transaction.ok) return;
      const { from, to, input, value, gas, blockNumber } = transaction.value;
      if (to === undefined || blockNumber === undefined || blockNumber === 0) return;
      const answer = await callContract(rpc, { from, to, data: input, value, gas }, blockNumber - 1);
      if (!answer.ok || !answer.value.reverted) return;
      reasons[hash] = await reasonOf(knowledge, to, answer.value.data);
    }),
  );
  return reasons;
}

async function reasonOf({ contracts, signatures }: Knowledge, to: Address, data: Hex): Promise<string> {
  if (data === '0x') return 'reverted without a reason';
  const implementation = contracts.knowledge(to)?.proxy?.implementation;
  const indexes = [to, implementation].flatMap((address) => {
    const index = address === undefined ? undefined : contracts.index(address);
    return index === undefined ? [] : [index];
  });
  const revert = decodeRevert(indexes, hexToBytes(data), TEXT);
  if (revert?.reason !== undefined) return revert.reason === '' ? 'an empty reason' : revert.reason;
  if (revert !== undefined) return `${revert.name}(${(revert.args ?? []).map(({ text }) => text).join(', ')})`;
  const selector = data.slice(0, 10) as Selector;
  await signatures.load([selector]);
  return signatures.candidates(selector)[0]?.signature.split('(')[0] ?? `error ${selector}`;
}
