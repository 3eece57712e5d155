/**
 * The index of one network.
 *
 *     agree with the head → write what is missing, newest first → wait for a new head
 *
 * Where the chain is not the one that was indexed (a reorganisation, a
 * development chain that began anew), the blocks it does not have any more
 * leave the index first. All state is in IndexedDB and changes with the blocks:
 * after a kill the loop goes on with what is missing then.
 */
import { DEVELOPMENT_CHAINS } from '../../core/chain/development-chains';
import type { NetworkId } from '../../core/chain/primitives';
import { addSpan, countBlocks, highestMissing, type Span, type Spans, spansWithin } from '../../core/chain/spans';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import {
  deleteBlocksAbove,
  type IndexedBlock,
  isIndexFull,
  saveIndexedBlocks,
} from '../../db/chain-index/index-blocks';
import { readIndexChoice } from '../../db/chain-index/index-choices';
import { readIndexProgress, saveIndexGoal, saveIndexProblems } from '../../db/chain-index/index-progress';
import { readPreference } from '../../db/reader/preferences';
import { evictOver } from '../../db/storage/eviction';
import { fetchBlock } from '../../net/chain-reader';
import { fetchStatedRules } from '../../net/node-rules';
import { mayPass } from '../../net/rpc/endpoint-failures';
import type { Rpc } from '../../net/rpc/rpc';
import type { Chains } from '../chain/chains';
import { isLostBlock } from '../chain/lost-block';
import { Pause } from '../scheduling/pause';
import { BlockTracer } from './block-tracer';
import { findForkPoint } from './fork-point';
import { readBlocks } from './read-blocks';
import { TokenBook } from './token-book';

/** Times in milliseconds. */
export type IndexPace = {
  /** Between two questions for the head: of a node on this machine, and of others, whose blocks take seconds. */
  local: number;
  remote: number;
  /** After an endpoint or storage failed. */
  afterFailure: number;
  /** While the index is switched off or paused: another tab may change that. */
  idle: number;
};
const PACE: IndexPace = { local: 2_000, remote: 12_000, afterFailure: 15_000, idle: 5_000 };

/** Blocks of a development chain that are indexed without being asked for. */
const DEVELOPMENT_WINDOW = 10_000;
/** Blocks of the first batch, and of a batch at most. */
const FIRST_BATCH = 8;
const MAX_BATCH = 64;
/** Transactions that a batch should have: enough to be worth a write, few enough to be read in one answer. */
const BATCH_TRANSACTIONS = 500;
/** Blocks that are deleted in one transaction. */
const DELETED_AT_ONCE = 500;
/** Blocks that are left out at most. Where more of them fail, the endpoint is asked again after the pause of a failure. */
const MAX_LEFT_OUT = 100;
/** Batches between two looks at the storage budget. */
const EVICTION_EVERY = 50;

/** The lowest block that is wanted: so many below the head, but none before `since`; and whether blocks are traced. */
type Goal = { window: number; since: number; traces: boolean };

type Prefetched = { span: Span; blocks: Promise<Result<readonly IndexedBlock[], Failure>> };

export class ChainIndex {
  private readonly tokens: TokenBook;
  private readonly pace: IndexPace;
  private readonly pause: Pause;
  /** Traces blocks. It is made anew each time the reader turns tracing on, because another endpoint may answer. */
  private tracer: BlockTracer | undefined;
  private batch = FIRST_BATCH;
  /** Blocks that cannot be read, which are not asked for again until the worker or the reader begins anew; and why. */
  private leftOut: Spans = [];
  private blockProblem: string | undefined;
  private written = 0;
  private development: Goal | undefined;
  private askingDevelopment: Promise<Goal | 'other' | undefined> | undefined;
  private isNoDevelopment = false;

  constructor(
    private readonly chains: Chains,
    private readonly networkId: NetworkId,
    private readonly stopped: AbortSignal,
    pace: Partial<IndexPace> = {},
  ) {
    this.pace = { ...PACE, ...pace };
    this.pause = new Pause(stopped);
    this.tokens = new TokenBook(networkId);
  }

  /** Looks again at once at what was chosen and at the head, and asks again for blocks that were left out. */
  wake(): void {
    this.leftOut = [];
    this.pause.wake();
  }

  /** Whether the network is indexed when the reader chose nothing. */
  async isDevelopment(): Promise<boolean> {
    await this.learnDevelopment((await this.chains.rpc(this.networkId)).lane('next'));
    return this.development !== undefined;
  }

  /**
   * Learns whether the network is one for development. A node that did not answer is asked again the next time, one that
   * answered as others do is not asked any more by this worker.
   */
  private async learnDevelopment(rpc: Rpc): Promise<void> {
    if (!rpc.isLocal || this.development !== undefined || this.isNoDevelopment) return;
    this.askingDevelopment ??= developmentGoal(rpc).finally(() => {
      this.askingDevelopment = undefined;
    });
    const answer = await this.askingDevelopment;
    if (answer === 'other') this.isNoDevelopment = true;
    else this.development ??= answer;
  }

  /** Indexes until it is stopped. */
  run(): Promise<void> {
    return this.pause.repeat(() => this.pass(), this.pace.afterFailure);
  }

  /** Agrees with the head and writes what is missing. Returns the milliseconds until the next pass. */
  private async pass(): Promise<number> {
    const rpc = (await this.chains.rpc(this.networkId)).lane('background');
    const goal = await this.goal(rpc);
    if (goal === undefined) return this.pace.idle;
    const head = await this.agree(rpc, goal);
    const isUpToDate = head !== undefined && (await this.fill(rpc, goal, head));
    if (!isUpToDate) return this.pace.afterFailure;
    if (this.hasMore) return 0;
    return rpc.isLocal ? this.pace.local : this.pace.remote;
  }

  /** Whether the last run of filling stopped early, to ask for the head again. */
  private hasMore = false;

  /**
   * What is to be indexed; undefined for nothing. An index that was switched off is deleted with all that is listed
   * beside it. What pages list afterwards stays.
   */
  private async goal(rpc: Rpc): Promise<Goal | undefined> {
    const choice = await readIndexChoice(this.networkId);
    if (choice?.state === 'off' && (await this.spans()).length > 0) await this.deleteDownTo(-1);
    if (choice !== undefined && choice.state !== 'on') return undefined;
    await this.learnDevelopment(rpc);
    if (choice === undefined) return this.development ?? (await this.configured());
    const { window, traces = false } = choice;
    return { window, since: this.development?.since ?? 0, traces };
  }

  /** What an explorer's configuration has indexed of its chain while the visitor chose nothing. */
  private async configured(): Promise<Goal | undefined> {
    const { explorer } = await this.chains.config();
    const window = explorer?.networkId === this.networkId ? explorer.index : undefined;
    return window === undefined ? undefined : { window, since: 0, traces: false };
  }

  /** The blocks that the index has. */
  private async spans(): Promise<Spans> {
    return (await readIndexProgress(this.networkId))?.spans ?? [];
  }

  /** Takes all blocks above a height out, the highest first; false when storage refused. */
  private async deleteDownTo(height: number): Promise<boolean> {
    for (;;) {
      const top = (await this.spans()).at(-1)?.last ?? -1;
      const lowest = Math.max(height, top - DELETED_AT_ONCE);
      if (!(await deleteBlocksAbove(this.networkId, lowest))) return false;
      if (lowest === height) return true;
    }
  }

  /** Takes out what the chain does not have any more. Answers the head, or undefined where the endpoint or storage failed. */
  private async agree(rpc: Rpc, { window, since, traces }: Goal): Promise<number | undefined> {
    this.tracer = traces ? (this.tracer ?? new BlockTracer()) : undefined;
    const head = await fetchBlock(rpc, 'latest', { signal: this.stopped });
    if (!head.ok || head.value.number === undefined) return undefined;
    const { number } = head.value;
    const forkPoint = await findForkPoint(rpc, this.networkId, await this.spans(), head.value, this.stopped);
    if (!forkPoint.ok) return undefined;
    if (forkPoint.value !== undefined) {
      if (!(await this.deleteDownTo(forkPoint.value))) return undefined;
      // On a development chain another contract may be at the address of a token now.
      if (rpc.isLocal) await this.tokens.forget();
    }
    await saveIndexGoal(this.networkId, { first: Math.max(since, number - window + 1, 0), head: number });
    return number;
  }

  /** Writes what is missing up to `head` for as long as the head is fresh; false when an endpoint or storage failed. */
  private async fill(rpc: Rpc, goal: Goal, head: number): Promise<boolean> {
    const until = Date.now() + (rpc.isLocal ? this.pace.local : this.pace.remote);
    const first = Math.max(goal.since, head - goal.window + 1, 0);
    let ahead: Prefetched | undefined;
    this.hasMore = false;
    this.leftOut = spansWithin(this.leftOut, { first, last: head });
    if (this.leftOut.length === 0) this.blockProblem = undefined;
    for (;;) {
      const span = await this.nextSpan({ first, last: head });
      if (this.stopped.aborted) return true;
      if (span === undefined) {
        await this.keepProblems(rpc);
        return true;
      }
      if (Date.now() > until) {
        this.hasMore = true;
        return true;
      }
      const reading = ahead !== undefined && isSame(ahead.span, span) ? ahead : this.read(rpc, span);
      const read = await reading.blocks;
      if (this.stopped.aborted) return true;
      if (!read.ok) {
        const isLeftOut = this.leaveOut(span, read.error, head);
        await this.keepProblems(rpc);
        if (!isLeftOut) return false;
        continue;
      }
      this.adapt(read.value);
      // The next missing blocks are on their way while these are written.
      const below = await this.nextSpan({ first, last: span.first - 1 });
      ahead = below && this.read(rpc, below);
      if (!(await saveIndexedBlocks(this.networkId, read.value))) return false;
      await this.keepProblems(rpc);
      await this.keepBudget();
    }
  }

  private async nextSpan(within: Span): Promise<Span | undefined> {
    const progress = await readIndexProgress(this.networkId);
    const spans = progress?.spans ?? [];
    // Blocks that the index has without their traces are read again, where they can be traced.
    const read = this.tracer?.works ? (progress?.traced ?? []) : spans;
    const missing = highestMissing(this.leftOut.reduce<Spans>(addSpan, read), within);
    if (missing === undefined) return undefined;
    const isNew = missing.last > (spans.at(-1)?.last ?? -1);
    if (!isNew && (await isIndexFull())) return undefined;
    return { first: Math.max(missing.first, missing.last - this.batch + 1), last: missing.last };
  }

  /**
   * Makes the next batch half as large after the blocks of `span` failed, down to the one that fails, and leaves that one
   * out. Returns whether to go on at once; false where the endpoint failed, or the block may only have come too late.
   */
  private leaveOut(span: Span, error: Failure, head: number): boolean {
    const count = countBlocks([span]);
    if (count > 1 && !mayPass(error)) {
      this.batch = Math.ceil(count / 2);
      return true;
    }
    if (!isLostBlock(error, head - span.last) || countBlocks(this.leftOut) >= MAX_LEFT_OUT) return false;
    this.leftOut = addSpan(this.leftOut, span);
    const others = countBlocks(this.leftOut) - 1;
    const also = others === 0 ? 'is' : others === 1 ? 'and 1 other are' : `and ${others} others are`;
    this.blockProblem = `Block ${span.last} ${also} left out: ${error.message}`;
    return true;
  }

  private read(rpc: Rpc, span: Span): Prefetched {
    return { span, blocks: readBlocks(rpc, span, { tokens: this.tokens, tracer: this.tracer }, this.stopped) };
  }

  /** Makes the next batch as large as these transactions suggest. */
  private adapt(blocks: readonly IndexedBlock[]): void {
    const transactions = blocks.reduce((sum, block) => sum + block.transactions.length, 0);
    const fitting = Math.floor((blocks.length * BATCH_TRANSACTIONS) / Math.max(1, transactions));
    this.batch = Math.max(1, Math.min(fitting, this.batch * 2, MAX_BATCH));
  }

  /** Says why blocks and calls are missing, or come slowly, where the progress does not say it yet. */
  private async keepProblems(rpc: Rpc): Promise<void> {
    const { blockProblem } = this;
    const traceProblem = this.tracer?.problem;
    const [{ backgroundRate } = {}] = rpc.status();
    const callRate = backgroundRate === undefined ? undefined : Math.round(backgroundRate * 10) / 10;
    const kept = await readIndexProgress(this.networkId);
    if (kept?.blockProblem !== blockProblem || kept?.traceProblem !== traceProblem || kept?.callRate !== callRate)
      await saveIndexProblems(this.networkId, { blockProblem, traceProblem, callRate });
  }

  private async keepBudget(): Promise<void> {
    this.written++;
    if (this.written % EVICTION_EVERY === 0) await evictOver(await readPreference('storageBudget'));
  }
}

/**
 * A chain for development is indexed from its beginning, of a fork only what is its own; `other` for a node that says that
 * it is none, undefined for one that could not be asked everything.
 */
async function developmentGoal(rpc: Rpc): Promise<Goal | 'other' | undefined> {
  const stated = await fetchStatedRules(rpc);
  const isDevelopment = stated.isDevelopment || DEVELOPMENT_CHAINS.includes(rpc.networkId);
  if (isDevelopment) return { window: DEVELOPMENT_WINDOW, since: stated.since ?? 0, traces: false };
  return stated.isPartial ? undefined : 'other';
}

function isSame(a: Span, b: Span): boolean {
  return a.first === b.first && a.last === b.last;
}
