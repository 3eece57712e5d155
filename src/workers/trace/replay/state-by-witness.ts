/**
 * The state after a block that no endpoint keeps any more, from the witness of the block after it: each value is proven
 * under the state root of the header. It is loaded where the state is gone: few nodes give witnesses.
 */
import { bytesToHash, hexToBytes } from '../../../core/chain/hex';
import { keccakHex } from '../../../core/chain/keccak';
import type { Address, Hash, Hex } from '../../../core/chain/primitives';
import { formatInteger } from '../../../core/format/counts';
import { EMPTY_CODE_HASH, type ProvenAccount, proveAccount } from '../../../core/proof/account-proof';
import { type BlockWitness, proofFromWitness } from '../../../core/proof/block-witness';
import type { Failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { fetchCode } from '../../../net/account-reader';
import type { AccountAt } from '../../../net/account-values';
import { fetchBlockWitness } from '../../../net/block-witness';
import { fetchBlock } from '../../../net/chain-reader';
import type { Rpc } from '../../../net/rpc/rpc';
import type { KnownState, StateNeeds } from '../../../net/state-source';
import { howFarBack } from './how-far-back';

/**
 * Reads what the witness leads to of `needs`, and leaves out the rest. Where some of it has to be there (`isStopped`), it
 * fails when nothing is.
 */
export type WitnessReader = (needs: StateNeeds, isStopped: boolean) => Promise<Result<KnownState, Failure>>;

/**
 * Returns a reader of the state after block `at`, which fails where no endpoint gives the witness of the block after it: with
 * `gone`, and how far back the endpoints reach.
 */
export function readWitness(rpc: Rpc, at: number, gone: Failure, signal: AbortSignal): WitnessReader {
  const asked = Promise.all([fetchBlockWitness(rpc, at + 1, { signal }), fetchBlock(rpc, at, { signal })]);
  const known = new Map<Address, AccountAt | undefined>();
  let failed: Promise<Failure> | undefined;
  const refuse = async () => {
    failed ??= described(rpc, at, gone, signal);
    return fail(await failed);
  };
  return async ({ accounts: wanted, slots }, isStopped) => {
    const [witness, header] = await asked;
    const stateRoot = header.ok ? header.value.stateRoot : undefined;
    if (!witness.ok || stateRoot === undefined) return refuse();
    const keysOf = new Map<Address, Hash[]>(wanted.map((address) => [address, []]));
    const isWanted = new Set(wanted);
    for (const { address, key } of slots) keysOf.set(address, [...(keysOf.get(address) ?? []), key]);
    const found: { accounts: AccountAt[]; slots: KnownState['slots'][number][] } = { accounts: [], slots: [] };
    for (const [address, keys] of keysOf) {
      const proof = proofFromWitness(witness.value, stateRoot, address, keys);
      const proven = proof && proveAccount(stateRoot, proof);
      if (proven === undefined || 'reason' in proven) continue;
      if (!known.has(address)) known.set(address, await accountOf(rpc, address, proven.account, witness.value, signal));
      const account = known.get(address);
      if (account === undefined) continue;
      if (isWanted.has(address)) found.accounts.push(account);
      for (const [key, value] of proven.account.storage) found.slots.push({ address, key, value: wordOf(value) });
    }
    const isNothing = found.accounts.length === 0 && found.slots.length === 0;
    return isStopped && isNothing ? refuse() : ok(found);
  };
}

/** The failure in a sentence that says which state is gone, and how far back the endpoints reach. */
async function described(rpc: Rpc, at: number, gone: Failure, signal: AbortSignal): Promise<Failure> {
  const what = `The endpoint does not keep the state of block ${formatInteger(at)}`;
  const reach = await howFarBack(rpc, signal);
  return { ...gone, message: `${what}, so the transaction cannot be executed again. An archive node has it.${reach}` };
}

/** The account with its code; undefined where the code is neither in the witness nor at the address today. */
async function accountOf(
  rpc: Rpc,
  address: Address,
  { balance, nonce, codeHash }: ProvenAccount,
  witness: BlockWitness,
  signal: AbortSignal,
): Promise<AccountAt | undefined> {
  const code = codeHash === EMPTY_CODE_HASH ? '0x' : (witness.get(codeHash) ?? (await codeNow(rpc, address, signal)));
  if (code === undefined || keccakHex(code) !== codeHash) return undefined;
  return { address, balance, nonce: Number(nonce), code };
}

/** Witnesses leave out code that nothing ran, as that of accounts which fees go to. */
async function codeNow(rpc: Rpc, address: Address, signal: AbortSignal): Promise<Hex | undefined> {
  const code = await fetchCode(rpc, address, 'latest', { signal });
  return code.ok ? code.value : undefined;
}

function wordOf(value: bigint): Hash {
  return bytesToHash(hexToBytes(`0x${value.toString(16).padStart(64, '0')}`));
}
