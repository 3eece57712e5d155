/**
 * What a transaction changed, account by account: from the replay, or, where
 * there is none, from a node's prestateTracer.
 */
import type { Address, Hex } from '../../../core/chain/primitives';
import type { Prestate, PrestateAccount } from '../../../core/replay/state-diff';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { fetchStateDiff } from '../../../net/state-diff';
import type { Chains } from '../../chain/chains';
import { stateDiffOf } from '../replay/state-diff-of';
import type { TraceSession } from '../trace-session';
import type { StateChange, StateChanges } from '../views.api';

const ZERO_WORD = `0x${'0'.repeat(64)}` as Hex;
/** Hex digits of code that cross; its length is always stated. */
const MAX_CODE = 2_000;

export async function stateChanges(
  session: TraceSession,
  chains: Pick<Chains, 'rpc'>,
): Promise<Result<StateChanges, Failure>> {
  const replayed = await session.replayed();
  if (replayed.ok) {
    const { pre, post, coinbase } = stateDiffOf(replayed.value);
    return ok({ origin: 'replay', ...changesOf(session, pre, post, coinbase) });
  }
  const asked = await fetchStateDiff(await chains.rpc(session.key.networkId), session.key.hash);
  if (asked.ok) return ok({ origin: 'prestateTracer', ...changesOf(session, asked.value.pre, asked.value.post) });
  return fail(
    failure('unsupported', 'The state changes of this transaction are not available.', {
      attempts: [
        { source: 'Local replay', method: '', outcome: replayed.error.message },
        { source: 'prestateTracer', method: 'debug_traceTransaction', outcome: asked.error.message },
      ],
    }),
  );
}

function changesOf(
  { knowledge }: TraceSession,
  pre: Prestate,
  post: Prestate,
  coinbase?: Address,
): Omit<StateChanges, 'origin'> {
  const addresses = [...new Set([...Object.keys(pre), ...Object.keys(post)])] as Address[];
  const accounts = addresses.flatMap((address): StateChange[] => {
    const change = changeOf(address, pre[address], post[address]);
    if (change === undefined) return [];
    const name = knowledge.contracts.name(address);
    return [{ ...change, ...(name === undefined ? {} : { name }), coinbase: address === coinbase }];
  });
  // Every transaction changes the receiver of the fees, so the accounts that it was about come first.
  return { accounts: accounts.sort((a, b) => Number(a.coinbase) - Number(b.coinbase)) };
}

/** An account that is in `pre` only was destructed; one in `post` only came to be. */
function changeOf(
  address: Address,
  before: PrestateAccount | undefined,
  after: PrestateAccount | undefined,
): Omit<StateChange, 'coinbase'> | undefined {
  const gone = after === undefined;
  const change: Omit<StateChange, 'coinbase'> = {
    address,
    created: before === undefined,
    destructed: gone,
    storage: storageOf(before?.storage ?? {}, after?.storage ?? {}),
  };
  const balance = {
    before: BigInt(before?.balance ?? 0),
    after: gone ? 0n : BigInt(after.balance ?? before?.balance ?? 0),
  };
  if (balance.before !== balance.after) change.balance = balance;
  const nonce = { before: before?.nonce ?? 0, after: gone ? 0 : (after.nonce ?? before?.nonce ?? 0) };
  if (nonce.before !== nonce.after) change.nonce = nonce;
  const code = { before: before?.code ?? '0x', after: gone ? '0x' : (after.code ?? before?.code ?? '0x') };
  if (code.before !== code.after) {
    change.code = {
      before: { hex: code.before.slice(0, MAX_CODE) as Hex, bytes: (code.before.length - 2) / 2 },
      after: { hex: code.after.slice(0, MAX_CODE) as Hex, bytes: (code.after.length - 2) / 2 },
    };
  }
  const changed = change.balance || change.nonce || change.code || change.storage.length > 0;
  return changed ? change : undefined;
}

/**
 * Returns the changed slots in the order of the keys, which is that of declaration for plain variables. A slot that
 * became zero is in `before` only.
 */
function storageOf(before: Record<Hex, Hex>, after: Record<Hex, Hex>): StateChange['storage'] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])] as Hex[];
  return keys
    .sort()
    .map((key) => ({ key, before: before[key] ?? ZERO_WORD, after: after[key] ?? ZERO_WORD }))
    .filter((slot) => slot.before !== slot.after);
}
