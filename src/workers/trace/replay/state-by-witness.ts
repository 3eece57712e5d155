/**
 * The state after a block that no endpoint keeps any more, from the witness of the block after it: each value is proven
 * under the state root of the header. It is loaded where the state is gone: few nodes give witnesses.
 */
import { bytesToHash, hexToBytes } from '../../../core/chain/hex';
import { keccakHex } from '../../../core/chain/keccak';
import type { Address, Hash, Hex } from '../../../core/chain/primitives';
import { EMPTY_CODE_HASH, type ProvenAccount, proveAccount } from '../../../core/proof/account-proof';
import { type BlockWitness, proofFromWitness } from '../../../core/proof/block-witness';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { fetchCode } from '../../../net/account-reader';
import type { AccountAt } from '../../../net/account-values';
import { fetchBlockWitness } from '../../../net/block-witness';
import { fetchBlock } from '../../../net/chain-reader';
import type { Rpc } from '../../../net/rpc/rpc';
import type { KnownState, StateNeeds } from '../../../net/state-source';

/** Reads what the witness leads to of `needs`, and leaves out the rest. */
export type WitnessReader = (needs: StateNeeds) => Promise<KnownState>;

/** Returns a reader of the state after block `at`. Fails where the endpoint gives no witness of the block after it. */
export async function readWitness(rpc: Rpc, at: number, signal: AbortSignal): Promise<Result<WitnessReader, Failure>> {
  const [witness, header] = await Promise.all([
    fetchBlockWitness(rpc, at + 1, { signal }),
    fetchBlock(rpc, at, { signal }),
  ]);
  if (!witness.ok) return witness;
  if (!header.ok) return header;
  const { stateRoot } = header.value;
  if (stateRoot === undefined || !witness.value.has(stateRoot))
    return fail(failure('badAnswer', 'The witness of the block is not of the state that the block before it left.'));
  const accounts = new Map<Address, AccountAt | undefined>();
  return ok(async ({ accounts: wanted, slots }) => {
    const keysOf = new Map<Address, Hash[]>(wanted.map((address) => [address, []]));
    const isWanted = new Set(wanted);
    for (const { address, key } of slots) keysOf.set(address, [...(keysOf.get(address) ?? []), key]);
    const known: { accounts: AccountAt[]; slots: KnownState['slots'][number][] } = { accounts: [], slots: [] };
    for (const [address, keys] of keysOf) {
      const proof = proofFromWitness(witness.value, stateRoot, address, keys);
      const proven = proof && proveAccount(stateRoot, proof);
      if (proven === undefined || 'reason' in proven) continue;
      if (!accounts.has(address))
        accounts.set(address, await accountOf(rpc, address, proven.account, witness.value, signal));
      const account = accounts.get(address);
      if (account === undefined) continue;
      if (isWanted.has(address)) known.accounts.push(account);
      for (const [key, value] of proven.account.storage) known.slots.push({ address, key, value: wordOf(value) });
    }
    return known;
  });
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
