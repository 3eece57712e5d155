/**
 * Why failed transactions of a list failed: each is called once more on the state before its block. Exact for the first
 * transaction of a block, and mostly for the others; its own page executes it and knows.
 */
import { decodeRevert, decodeWithSignature } from '../../core/abi/decode';
import { callText } from '../../core/abi/value-text';
import { hexToBytes } from '../../core/chain/hex';
import type { Address, Hash, Hex, Selector } from '../../core/chain/primitives';
import { codesBehind } from '../../core/contract/proxies/code-behind';
import { readFailureData, saveFailureData } from '../../db/chain/failure-data';
import { callContract } from '../../net/account-reader';
import { fetchTransaction } from '../../net/chain-reader';
import type { Rpc } from '../../net/rpc/rpc';
import type { FailedTransaction } from './contracts.api';
import type { Knowledge } from './knowledge/knowledge-base';

/** Transactions that are called again at most; no page of a list has more that failed. */
const MAX_FAILED = 100;
/** UTF-16 units of a decoded argument, and of an error with all of them. */
const TEXT = 60;
const REASON = 160;

/**
 * Returns the reason of each revert, in the words of its error as far as they are known now. Transactions that a
 * call does not explain are left out. The answers of the calls are kept with the lists, so that a list asks once.
 */
export async function failureReasonsOf(
  knowledge: Knowledge,
  rpc: Rpc,
  transactions: readonly FailedTransaction[],
): Promise<Readonly<Record<Hash, string>>> {
  const asked = transactions.slice(0, MAX_FAILED);
  const kept = await readFailureData(rpc.networkId, asked);
  const unknown = asked.filter(({ hash }) => !kept.has(hash));
  const answers = await Promise.all(unknown.map(async ({ hash }) => [hash, await callAgain(rpc, hash)] as const));
  const fresh = new Map(answers.flatMap(([hash, data]) => (data === undefined ? [] : [[hash, data]])));
  if (fresh.size > 0) await saveFailureData(rpc.networkId, unknown, fresh);
  const reasons: Record<Hash, string> = {};
  await Promise.all(
    asked.map(async ({ hash, to }) => {
      const data = kept.get(hash) ?? fresh.get(hash);
      if (to === undefined || typeof data !== 'string') return;
      reasons[hash] = (await reasonOf(knowledge, to, data)) ?? `error ${data.slice(0, 10)}`;
    }),
  );
  return reasons;
}

/** What the transaction reverts with on the state before its block, null where it does not; undefined when the endpoint did not say. */
async function callAgain(rpc: Rpc, hash: Hash): Promise<Hex | null | undefined> {
  const transaction = await fetchTransaction(rpc, hash);
  if (!transaction.ok) return undefined;
  const { from, to, input, value, gas, blockNumber } = transaction.value;
  if (to === undefined || blockNumber === undefined || blockNumber === 0) return undefined;
  const answer = await callContract(rpc, { from, to, data: input, value, gas }, blockNumber - 1);
  if (!answer.ok) return undefined;
  return answer.value.reverted ? answer.value.data : null;
}

/**
 * Returns what a call of `to` reverted with, in the words of its error as far as they are known: by the ABI of the code
 * there and behind it, by that of any imported contract, which may have been called by it, or by a signature that fits. Undefined where none does.
 */
export async function reasonOf(
  { contracts, signatures, artifacts }: Knowledge,
  to: Address,
  data: Hex,
): Promise<string | undefined> {
  if (data === '0x') return 'reverted without a reason';
  const selector = data.slice(0, 10) as Selector;
  await Promise.all([artifacts.prepare(), signatures.load([selector])]);
  const own = [to, ...codesBehind(contracts.knowledge(to))].flatMap((address) => contracts.index(address) ?? []);
  const bytes = hexToBytes(data);
  const revert = decodeRevert([...own, ...artifacts.knownAbis()], bytes, TEXT);
  if (revert?.reason !== undefined) return revert.reason === '' ? 'an empty reason' : revert.reason;
  if (revert !== undefined) return revert.malformed ?? callText(revert.name, revert.args ?? [], REASON);
  for (const { signature } of signatures.candidates(selector)) {
    const error = decodeWithSignature(signature, bytes, TEXT);
    if (error?.inputs !== undefined) return callText(error.name, error.inputs, REASON);
  }
  return undefined;
}
