/** The witness of a block, as nodes give it (debug_executionWitness of geth, reth and Nethermind). */
import { array, check, nullish, object, pipe, record, string, transform, union } from 'valibot';
import type { Hex, NetworkId } from '../core/chain/primitives';
import { type BlockWitness, toBlockWitness } from '../core/proof/block-witness';
import type { Failure } from '../core/values/failure';
import { ok, type Result } from '../core/values/result';
import { blockParam, type ReadOptions } from './chain-reader';
import { bytes } from './rpc/fields';
import type { Rpc } from './rpc/rpc';

/** The node executes the block for it. */
const TIMEOUT = 60_000;
/** Nodes and codes of one block at most: its gas pays for touching far fewer. */
const MAX_PREIMAGES = 1_000_000;

/** Early versions of reth give them by their hashes, which say nothing that the bytes do not. */
const preimages = union([
  array(bytes),
  pipe(
    record(string(), bytes),
    transform((byHash): Hex[] => Object.values(byHash)),
  ),
]);

const schema = pipe(
  object({ state: preimages, codes: nullish(preimages) }),
  transform(({ state, codes }) => [...state, ...(codes ?? [])]),
  check((all) => all.length > 0 && all.length <= MAX_PREIMAGES, 'nodes of a trie were expected'),
);

type Answer = Promise<Result<BlockWitness, Failure>>;

/** The newest one that was asked for: what it leads to is read first, and proven afterwards. Whoever gave it cannot change it. */
let newest: { networkId: NetworkId; block: number; answer: Answer } | undefined;

/** Fetches debug_executionWitness of a block. Fails with `unsupported` where the endpoint does not have it. */
export function fetchBlockWitness(rpc: Rpc, block: number, { signal }: Pick<ReadOptions, 'signal'> = {}): Answer {
  const answer = rpc
    .request('debug_executionWitness', [blockParam(block)], schema, { signal, timeout: TIMEOUT, alone: true })
    .then((asked) => (asked.ok ? ok(toBlockWitness(asked.value)) : asked));
  newest = { networkId: rpc.networkId, block, answer };
  return answer;
}

/** Returns the witness of a block, where it was the last that was asked for and was given. */
export async function heldWitness(networkId: NetworkId, block: number): Promise<BlockWitness | undefined> {
  if (newest?.networkId !== networkId || newest.block !== block) return undefined;
  const answer = await newest.answer;
  return answer.ok ? answer.value : undefined;
}
