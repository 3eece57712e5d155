/** Proves what an execution read of the state, against the state root of the block before. */
import type { Address, Hash } from '../../../core/chain/primitives';
import type { Block } from '../../../core/chain/transaction';
import type { Encoding } from '../../../core/evm/families/family';
import type { Witness } from '../../../core/evm/state/witness';
import { proofFromWitness } from '../../../core/proof/block-witness';
import { computeHeaderHash } from '../../../core/proof/header';
import type { StatePart, StateProofs } from '../../../core/proof/proof-level';
import { compareWithProof, describeOther, type ReadAccount } from '../../../core/proof/state-proof';
import { EMPTY_TRIE_ROOT } from '../../../core/proof/trie';
import type { Failure } from '../../../core/values/failure';
import { ok } from '../../../core/values/result';
import { heldWitness } from '../../../net/block-witness';
import { fetchBlock } from '../../../net/chain-reader';
import { fetchProof } from '../../../net/proof-reader';
import type { Rpc } from '../../../net/rpc/rpc';
import type { KnownState } from '../../../net/state-source';
import { proveHashes } from './prove-block-hashes';

/** Slots of one call: nodes bound the size of an answer, and a slot's proof takes some 4 kB. */
const SLOTS_PER_CALL = 100;
/** More would take minutes of a public endpoint's patience. */
const MAX_CALLS = 2_000;

/**
 * `isContradiction`: the proofs, or headers, are not those of what was read. `others` are values that the root commits to and
 * that were read otherwise.
 */
export type StateProofAnswer = {
  proofs: StateProofs;
  isContradiction: boolean;
  others: readonly StatePart[];
  calls: number;
};

/**
 * Proves `read`, the state after the parent of `block`, and `hashes` of blocks before. Asks for the parent's header,
 * one proof for each account, and the headers that lead to hashes. `encoding` is that of the chain's family.
 */
export async function proveState(
  rpc: Rpc,
  block: Block & { number: number },
  read: KnownState,
  hashes: Witness['hashes'],
  signal: AbortSignal,
  encoding?: Encoding,
): Promise<StateProofAnswer> {
  let calls = 1;
  const unproven = (
    reason: string,
    isContradiction = false,
    others: StateProofAnswer['others'] = [],
  ): StateProofAnswer => ({ proofs: { isProven: false, reason }, isContradiction, others, calls });
  const proven = (accounts: number, slots: number): StateProofAnswer => ({
    proofs: { isProven: true, accounts, slots },
    isContradiction: false,
    others: [],
    calls,
  });
  const accounts = gatherAccounts(read);
  const wanted = accounts.reduce((sum, { slots }) => sum + Math.max(1, Math.ceil(slots.size / SLOTS_PER_CALL)), 0);
  if (wanted > MAX_CALLS) {
    return unproven(`It would take ${wanted.toLocaleString('en')} proofs, more than Loupe asks an endpoint for.`);
  }
  const parent = await fetchBlock(rpc, block.parentHash, { signal });
  if (!parent.ok) return unproven(`The header of the block before could not be loaded: ${parent.error.message}`);
  const { stateRoot } = parent.value;
  if (stateRoot === undefined || computeHeaderHash(parent.value, encoding) !== block.parentHash) {
    return unproven('The header of the block before does not have the hash that the block names.');
  }
  const ancestors = await proveHashes(rpc, block, hashes, signal, encoding);
  calls += ancestors.calls;
  if (ancestors.reason !== undefined) return unproven(ancestors.reason, ancestors.isContradiction);
  const [first, ...rest] = accounts;
  if (first === undefined) return proven(0, 0);

  const witness = await heldWitness(rpc.networkId, block.number);
  const proofOf = async (address: Address, slots: readonly Hash[]): ReturnType<typeof fetchProof> => {
    const found = witness && proofFromWitness(witness, stateRoot, address, slots);
    return found ? ok(found) : fetchProof(rpc, address, slots, block.number - 1, { signal });
  };
  const checkOne = async (account: ReadAccount): Promise<Found | undefined> => {
    const others: StatePart[] = [];
    for (const part of splitSlots(account)) {
      calls++;
      const proof = await proofOf(account.address, [...part.slots.keys()]);
      if (!proof.ok) return { failure: proof.error };
      const compared = compareWithProof(stateRoot, part, proof.value);
      if (compared === 'equal') continue;
      if ('unproven' in compared) return compared;
      others.push(...compared.others);
    }
    return others.length === 0 ? undefined : { others };
  };
  // One alone first: most endpoints that cannot prove refuse every account.
  const alone = await checkOne(first);
  const isRefused = alone !== undefined && 'failure' in alone;
  const found = [alone, ...(isRefused ? [] : await Promise.all(rest.map(checkOne)))].filter(
    (each) => each !== undefined,
  );
  const differing = found.flatMap((each) => ('others' in each ? each.others : []));
  if (differing[0] !== undefined) {
    // Anvil states the root of an empty state of its genesis, whatever accounts it began with.
    const isStated = stateRoot !== EMPTY_TRIE_ROOT;
    return unproven(describeOther(differing[0]), true, isStated ? uniqueParts(differing) : []);
  }
  const doubted = found.find((each) => 'unproven' in each);
  if (doubted !== undefined) return unproven(doubted.unproven, true);
  const failed = found.find((each) => 'failure' in each);
  if (failed !== undefined) return unproven(`The endpoint gives no proofs of this state: ${failed.failure.message}`);
  return proven(
    accounts.length,
    accounts.reduce((sum, account) => sum + account.slots.size, 0),
  );
}

/** The result for an account that is not proven to be as it was read. */
type Found = { others: readonly StatePart[] } | { unproven: string } | { failure: Failure };

/** Removes the repetitions of an account whose slots take several proofs. */
function uniqueParts(parts: readonly StatePart[]): readonly StatePart[] {
  return [...new Map(parts.map((part) => [describeOther(part), part])).values()];
}

/** The state by account. Slots are fetched with their account, so every slot has an account here. */
function gatherAccounts({ accounts, slots }: KnownState): ReadAccount[] {
  const slotsOf = new Map<Address, Map<Hash, Hash>>();
  for (const { address, key, value } of slots) {
    const known = slotsOf.get(address) ?? new Map<Hash, Hash>();
    slotsOf.set(address, known.set(key, value));
  }
  return accounts.map((account) => ({ ...account, slots: slotsOf.get(account.address) ?? new Map() }));
}

function splitSlots(account: ReadAccount): ReadAccount[] {
  const slots = [...account.slots];
  if (slots.length <= SLOTS_PER_CALL) return [account];
  const parts: ReadAccount[] = [];
  for (let start = 0; start < slots.length; start += SLOTS_PER_CALL) {
    parts.push({ ...account, slots: new Map(slots.slice(start, start + SLOTS_PER_CALL)) });
  }
  return parts;
}
