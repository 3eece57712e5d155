/** Calls of contracts that a reader makes: read on a block, or signed and sent by a development node. */
import type { Address, Hash } from '../../core/chain/primitives';
import type { AccountOverrides } from '../../core/simulation/overlay';
import { type Failure, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { callContract, fetchAccounts, sendFromNode as send } from '../../net/account-reader';
import { fetchBlockNumber } from '../../net/chain-reader';
import type { Rpc } from '../../net/rpc/rpc';
import { callOnChangedState } from '../../net/simulate-node';
import type { ContractAnswer, ContractAnswers, ContractCall, NodeTransaction } from './chain.api';

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
  accounts?: AccountOverrides,
): Promise<Result<ContractAnswers, Failure>> {
  const head = at === 'latest' ? await fetchBlockNumber(rpc, { signal }) : ok(at);
  if (!head.ok) return head;
  const asked = calls.slice(0, MAX_CALLS);
  if (accounts !== undefined) {
    const answers = await callWithChanges(rpc, asked, head.value, accounts, signal);
    return ok({ blockNumber: head.value, answers });
  }
  const answers = await Promise.all(asked.map((call) => callContract(rpc, call, head.value, { signal })));
  return ok({ blockNumber: head.value, answers });
}

/** An account that no chain has, whose code returns the word 42. It exists only where the state is changed as asked. */
const WITNESS = '0x6c6f7570652077697470657373206163636f756e' as Address;
const WITNESS_CODE = '0x602a60005260206000f3';
const WITNESS_WORD = 42n;

/**
 * The calls on changed state. Endpoints refuse to change it, or call on the
 * state as it is and say nothing, so that a witness is called beside: an answer
 * counts where the endpoint that gave it answered for the witness, too.
 */
async function callWithChanges(
  rpc: Rpc,
  calls: readonly ContractCall[],
  block: number,
  accounts: AccountOverrides,
  signal: AbortSignal,
): Promise<readonly Result<ContractAnswer, Failure>[]> {
  const witnessed = { ...accounts, [WITNESS]: { code: WITNESS_CODE } } as AccountOverrides;
  const [witness, ...answers] = await Promise.all(
    [{ to: WITNESS, data: '0x' } as const, ...calls].map((call) =>
      callOnChangedState(rpc, call, block, witnessed, { signal }),
    ),
  );
  const heeding = witness?.ok && isWitness(witness.value.value) ? witness.value.endpoint : undefined;
  return answers.map((answer) => {
    if (heeding === undefined && !signal.aborted) return fail(NOT_CHANGED);
    if (!answer.ok) return answer;
    return answer.value.endpoint === heeding ? ok(answer.value.value) : fail(NOT_CHANGED);
  });
}

const NOT_CHANGED = failure('unsupported', 'The endpoint does not support state overrides.');

function isWitness({ reverted, data }: ContractAnswer): boolean {
  return !reverted && data.length === 66 && BigInt(data) === WITNESS_WORD;
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
