/** Calls of contracts that a reader makes: read on a block, or signed and sent by a development node. */
import type { Address, Hash } from '../../core/chain/primitives';
import { type Failure, failure } from '../../core/failure';
import { fail, ok, type Result } from '../../core/result';
import { callContract, fetchAccounts, fetchBlockNumber, sendFromNode as send } from '../../net/chain-reader';
import type { Rpc } from '../../net/rpc/rpc';
import type { ContractAnswers, ContractCall, NodeTransaction } from './chain.api';

const MAX_CALLS = 1_000;

/**
 * The newest block is named by its number, so that all values of a screen are
 * of one block and say which. The calls are made in one turn: the transport
 * puts them into one request.
 */
export async function callContracts(
  rpc: Rpc,
  calls: readonly ContractCall[],
  at: number | 'latest',
  signal: AbortSignal,
): Promise<Result<ContractAnswers, Failure>> {
  const head = at === 'latest' ? await fetchBlockNumber(rpc, { signal }) : ok(at);
  if (!head.ok) return head;
  const asked = calls.slice(0, MAX_CALLS);
  const answers = await Promise.all(asked.map((call) => callContract(rpc, call, head.value, { signal })));
  return ok({ blockNumber: head.value, answers });
}

export async function nodeAccounts(rpc: Rpc): Promise<Result<readonly Address[], Failure>> {
  return rpc.isLocal ? fetchAccounts(rpc) : ok([]);
}

export async function sendFromNode(rpc: Rpc, transaction: NodeTransaction): Promise<Result<Hash, Failure>> {
  if (!rpc.isLocal) return fail(failure('unsupported', 'Only a node on this machine is asked to sign.'));
  const sent = await send(rpc, transaction);
  return sent.ok ? sent : fail({ ...sent.error, message: refusalOf(sent.error) });
}

/** Nodes refuse to send in words of their own, which say more than that they refuse. */
function refusalOf({ code, message, raw = '' }: Failure): string {
  if (code !== 'badAnswer' || raw === '') return message;
  if (/insufficient (funds|balance)/i.test(raw))
    return 'The account has insufficient funds for the value and the gas of this transaction.';
  if (/nonce too low/i.test(raw)) return 'The account has used the nonce of this transaction already.';
  return `The node refused: ${raw}`;
}
