/**
 * Follows one chain for the watches of a network.
 *
 *     ask for the head → drop what the chain does not have any more → look at the next blocks → keep finds and place
 *
 * All that is known is in the store: after a kill, a reload or in another tab the loop goes on where the last write was.
 */
import type { Address, Hash } from '../../core/chain/primitives';
import type { Failure, FailureCode } from '../../core/values/failure';
import { ok, type Result } from '../../core/values/result';
import type { CompiledWatch } from '../../core/watch/compile-watch';
import {
  matchBlock,
  movedTokens,
  NO_STATE,
  type StateAround,
  type TokenUnits,
  type WatchedBlock,
} from '../../core/watch/match-block';
import type { WatchedOutcome } from '../../core/watch/watched-simulation';
import { isLostBlock } from '../chain/lost-block';
import type { Finds, Gap, Progress, SeenBlock, WatchStore } from './watch-store';

/** What is asked of the chain. State is asked for by the hash of a block, so that a reorganisation cannot mix two. */
export interface WatchedChain {
  /** A development node on this machine goes back to snapshots; any other that is behind only lags. */
  readonly mayGoBack: boolean;
  head(): Promise<Result<SeenBlock, Failure>>;
  hashAt(number: number): Promise<Result<Hash | undefined, Failure>>;
  block(number: number): Promise<Result<WatchedBlock & { parentHash: Hash }, Failure>>;
  balance(address: Address, block: Hash): Promise<Result<bigint, Failure>>;
  slot(address: Address, slot: bigint, block: Hash): Promise<Result<Hash, Failure>>;
  /** What a token says of its amounts; undefined where it cannot be asked, which stops no find. */
  token(address: Address): Promise<TokenUnits | undefined>;
  /** Runs a simulation at the end of the block, whatever place its draft names. */
  simulate(draft: string, block: SeenBlock): Promise<Result<WatchedOutcome, Failure>>;
}

/** Blocks whose hashes are kept: a reorganisation of more than these is looked at again from the lowest of them. */
const RECENT = 256;
/** Blocks that are caught up with after a time without watching, at most; older ones are told as a gap. */
export const MAX_CATCH_UP = 5_000;
const MAX_GAPS = 20;
/** Tokens of one block that are asked for their units; amounts of further ones are told in the smallest unit. */
const MAX_TOKENS = 20;
/** Blocks that are looked at between two writes. */
const BATCH = 16;

/**
 * Failures of a question for state that do not pass with time, such as those of an endpoint that does not take the hash
 * of a block there. Any other failure is asked again: also `notFound`, for a block that just came or left.
 */
const LASTING: readonly FailureCode[] = ['stateUnavailable', 'unsupported', 'tooLarge', 'badAnswer'];

/** `upToDate`: the head was looked at. `more`: there are further blocks. `failed`: the endpoint or storage did. */
export type StepOutcome = 'idle' | 'upToDate' | 'more' | 'failed';

/** Takes one step: all state is in the store, so any owner may take the next one. */
export async function stepWatch(chain: WatchedChain, store: WatchStore): Promise<StepOutcome> {
  const watches = await store.watches();
  if (watches.length === 0) return 'idle';
  const head = await chain.head();
  if (!head.ok) return 'failed';
  const before = await store.progress();
  if (before === undefined) {
    // Blocks from before the first watch are not looked at.
    const begun = { next: head.value.number + 1, recent: [head.value], gaps: [] };
    return (await store.save(undefined, begun, [])) ? 'upToDate' : 'failed';
  }
  const agreed = await agree(chain, store, before, head.value);
  if (agreed === undefined) return 'failed';
  if (agreed.next > head.value.number) return 'upToDate';
  return lookAhead(chain, store, { watches, progress: agreed, head: head.value });
}

/** The progress without what the chain does not have any more; undefined where the endpoint or storage failed. */
async function agree(
  chain: WatchedChain,
  store: WatchStore,
  progress: Progress,
  head: SeenBlock,
): Promise<Progress | undefined> {
  const { recent, gaps } = progress;
  const top = recent.at(-1);
  if (top === undefined || (head.number < top.number && !chain.mayGoBack)) return progress;
  for (let at = recent.length - 1; at >= 0; at--) {
    const seen = recent[at];
    if (seen === undefined || seen.number > head.number) continue;
    const hash =
      seen.number === head.number ? ({ ok: true, value: head.hash } as const) : await chain.hashAt(seen.number);
    if (!hash.ok) return undefined;
    if (hash.value !== seen.hash) continue;
    if (at === recent.length - 1) return progress;
    const kept = { next: seen.number + 1, recent: recent.slice(0, at + 1), gaps: gapsUpTo(gaps, seen.number) };
    return (await store.drop(progress, kept, seen.number)) ? kept : undefined;
  }
  // None of them is left: a chain that began anew is looked at from its beginning.
  const lowest = recent[0]?.number ?? progress.next;
  const next = head.number < lowest ? 0 : lowest;
  const anew = { next, recent: [], gaps: gapsUpTo(gaps, next - 1) };
  return (await store.drop(progress, anew, next - 1)) ? anew : undefined;
}

async function lookAhead(
  chain: WatchedChain,
  store: WatchStore,
  { watches, progress, head }: { watches: readonly CompiledWatch[]; progress: Progress; head: SeenBlock },
): Promise<StepOutcome> {
  const first = Math.max(progress.next, head.number - MAX_CATCH_UP + 1);
  const gaps: Gap[] = [...progress.gaps];
  if (first > progress.next) gaps.push({ first: progress.next, last: first - 1, of: 'blocks' });
  const count = Math.min(BATCH, head.number - first + 1);
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => chain.block(first + index)));
  const found: Finds[] = [];
  let parent = first === progress.next ? progress.recent.at(-1) : undefined;
  let leftOut: Gap[] = [];
  for (const [at, answer] of answers.entries()) {
    if (!answer.ok) {
      if (!isLostBlock(answer.error, head.number - first - at)) break;
      leftOut.push({ first: first + at, last: first + at, of: 'blocks' });
      parent = undefined;
      continue;
    }
    const block = answer.value;
    // The chain changed between two answers: what fits together is kept, the next step finds where it left.
    if (parent !== undefined && block.parentHash !== parent.hash) break;
    const looked = await lookAt(chain, watches, block);
    if (looked === undefined) break;
    // Only a block that answers after them shows that it is these blocks that fail, and not the endpoint.
    gaps.push(...leftOut);
    leftOut = [];
    if (!looked.isWhole) gaps.push({ first: block.number, last: block.number, of: 'state' });
    parent = { number: block.number, hash: block.hash };
    found.push({ block: parent, finds: looked.finds });
  }
  const seen = found.map(({ block }) => block);
  const last = seen.at(-1);
  if (last === undefined) return 'failed';
  const recent = [...(first === progress.next ? progress.recent : []), ...seen].slice(-RECENT);
  const next = { next: last.number + 1, recent, gaps: joinGaps(gaps).slice(-MAX_GAPS) };
  if (!(await store.save(progress, next, found))) return 'failed';
  return last.number < head.number ? 'more' : 'upToDate';
}

/**
 * What the watches find in a block, and whether each of them had the state that it asks for; undefined where the endpoint
 * failed and is asked again.
 */
async function lookAt(
  chain: WatchedChain,
  watches: readonly CompiledWatch[],
  block: WatchedBlock & { parentHash: Hash },
): Promise<{ finds: Finds['finds']; isWhole: boolean } | undefined> {
  const finds: Finds['finds'][number][] = [];
  let isWhole = true;
  for (const watch of watches) {
    const state = await readState(chain, watch, block);
    if (state.ok) {
      finds.push(...matchBlock(watch, block, state.value).map((match) => ({ watch: watch.watch.id, match })));
    } else if (LASTING.includes(state.error.code)) {
      isWhole = false;
    } else {
      return undefined;
    }
  }
  return { finds, isWhole };
}

/** The state around a block that a watch asks for. */
async function readState(
  chain: WatchedChain,
  watch: CompiledWatch,
  block: WatchedBlock & { parentHash: Hash },
): Promise<Result<StateAround, Failure>> {
  const { condition, addresses = new Set() } = watch;
  // Nothing is before the first block, so nothing turned in it.
  if (block.number === 0) return ok(NO_STATE);
  if (condition.on === 'simulation') {
    const { draft } = condition;
    const around = await readAround(block, (hash, number) => chain.simulate(draft, { number, hash }));
    return around.ok ? ok({ ...NO_STATE, simulations: new Map([[draft, around.value]]) }) : around;
  }
  const balances = new Map<Address, { before: bigint; after: bigint }>();
  const slots = new Map<string, { before: Hash; after: Hash }>();
  for (const address of addresses) {
    if (condition.on === 'balance') {
      const around = await readAround(block, (at) => chain.balance(address, at));
      if (!around.ok) return around;
      balances.set(address, around.value);
    } else if (condition.on === 'stateVariable') {
      const { slot } = condition;
      const around = await readAround(block, (at) => chain.slot(address, slot, at));
      if (!around.ok) return around;
      slots.set(`${address} ${slot}`, around.value);
    }
  }
  const tokens = new Map<Address, TokenUnits>();
  for (const token of movedTokens(watch, block).slice(0, MAX_TOKENS)) {
    const units = await chain.token(token);
    if (units !== undefined) tokens.set(token, units);
  }
  return ok({ ...NO_STATE, balances, slots, tokens });
}

/** A value before and after a block. */
async function readAround<T>(
  { number, hash, parentHash }: { number: number; hash: Hash; parentHash: Hash },
  ask: (hash: Hash, number: number) => Promise<Result<T, Failure>>,
): Promise<Result<{ before: T; after: T }, Failure>> {
  const [before, after] = await Promise.all([ask(parentHash, number - 1), ask(hash, number)]);
  if (!before.ok) return before;
  return after.ok ? ok({ before: before.value, after: after.value }) : after;
}

/** The gaps, or what is left of them, up to a height: what lies above is looked at again. */
function gapsUpTo(gaps: readonly Gap[], height: number): Gap[] {
  return gaps.filter(({ first }) => first <= height).map((gap) => ({ ...gap, last: Math.min(gap.last, height) }));
}

/** Gaps of one kind that follow each other as one. */
function joinGaps(gaps: readonly Gap[]): Gap[] {
  const joined: Gap[] = [];
  for (const gap of gaps) {
    const last = joined.at(-1);
    if (last?.of === gap.of && last.last + 1 === gap.first) joined[joined.length - 1] = { ...last, last: gap.last };
    else joined.push(gap);
  }
  return joined;
}
