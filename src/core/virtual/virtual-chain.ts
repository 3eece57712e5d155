/**
 * A chain in memory, empty or forked: it takes transactions, seals them into
 * blocks with the headers Ethereum's rules give them, and goes back to any
 * block it has. Nothing here asks a network; what a fork does not know yet
 * comes from its state source, which can only be read.
 *
 *     send → pool → seal → block, receipts, undo record
 */

import { hexToBytes } from '../chain/hex';
import type { Address, Hash, NetworkId } from '../chain/primitives';
import type { Block, SentTransaction } from '../chain/transaction';
import { ZERO_HASH } from '../chain/zero-hash';
import { baseFeeAfter } from '../evm/families/base-fee-after';
import type { ChainRules } from '../evm/families/family';
import type { AccountIndex } from '../evm/state/slots';
import type { State } from '../evm/state/state';
import { toEnvironment, toInput } from '../evm/transaction/chain-input';
import { Execution } from '../evm/transaction/execution';
import { whyInvalid } from '../evm/transaction/validity';
import { LIMBS, toBigInt } from '../evm/words/words';
import { EMPTY_TRIE_ROOT } from '../proof/trie';
import { assert } from '../values/assert';
import { BlockExecution, type SealedTransaction } from './block-execution';
import { BlockIndex } from './block-index';
import { type BlockSettings, settingsAfter } from './block-settings';
import type { Snapshot, Standing, WholeChain } from './chain-keeper';
import type { ChainStart, SealOptions } from './chain-start';
import { draftHeader } from './header-rules';
import { applyKeptChange, type KeptChange, repeatKeptChange } from './kept-change';
import { TransactionPool, takeInOrder } from './pool';
import { sealedBlockOf, withHash } from './seal-block';
import type { SealedBlock, Uncle } from './sealed-block';
import { StateHistory } from './state-history';
import { knownAccount, runSupplied, StateSupplier } from './state-source';
import type { StateTrie } from './state-trie';
import { UndoRecord } from './undo-record';

export class VirtualChain {
  readonly networkId: NetworkId;
  readonly pool = new TransactionPool();
  readonly supplier: StateSupplier;
  /** Number of the first block: 0, or where it was forked. */
  readonly firstNumber: number;
  readonly isFork: boolean;
  course: BlockSettings;
  private readonly history: StateHistory;
  private readonly blocks: BlockIndex;
  private readonly snapshots = new Map<number, Snapshot>();
  private lastSnapshot = -1;

  /** `start` without accounts; a genesis block is made by `begin`. */
  constructor(private readonly start: ChainStart) {
    this.networkId = start.chainId as NetworkId;
    const { first } = start;
    this.isFork = 'forkedAt' in first;
    this.supplier = new StateSupplier('forkedAt' in first ? first.source : undefined);
    this.history = new StateHistory(!this.isFork);
    const block = 'forkedAt' in first ? first.forkedAt : first.genesis;
    this.firstNumber = block.number ?? 0;
    this.blocks = new BlockIndex(this.firstNumber);
    this.course = settingsAfter(block);
  }

  /** Makes the first block; `fill` sets accounts before it. */
  async begin(fill: (chain: VirtualChain) => Promise<void> = async () => {}): Promise<void> {
    assert(this.blocks.isEmpty, 'a chain begins once');
    const { first } = this.start;
    if ('forkedAt' in first) {
      this.keep({ block: first.forkedAt, transactions: [], uncles: [], receipts: [] });
      await fill(this);
      return;
    }
    await fill(this);
    const block: Block = {
      ...first.genesis,
      networkId: this.networkId,
      transactions: [],
      stateRoot: this.history.root() ?? ZERO_HASH,
      transactionsRoot: EMPTY_TRIE_ROOT,
      receiptsRoot: EMPTY_TRIE_ROOT,
    };
    this.history.forgetChanges();
    this.start.keeper?.begun();
    this.keep({ block: withHash(block), transactions: [], uncles: [], receipts: [] });
  }

  /** Goes on from what was kept of a chain of the same start, in the place of `begin`. Asks the parent for nothing that it was asked before. */
  async resume({ base, blocks, standing }: WholeChain): Promise<void> {
    assert(this.blocks.isEmpty, 'a chain begins once');
    const { history, supplier } = this;
    const make = async (number: number, changes: readonly KeptChange[]) => {
      for (const change of changes) history.add(number, await applyKeptChange(change, history.state, supplier));
    };
    await make(this.firstNumber, base);
    history.forgetChanges();
    for (const { sealed, changes } of blocks) {
      await make(sealed.block.number, changes);
      this.remember(sealed);
    }
    this.goOnAs(standing);
  }

  /** Takes over what is not in blocks. Snapshots count changes: those of this chain must be the same in number. */
  goOnAs({ course, pool, snapshots, lastSnapshot }: Standing): void {
    this.course = course;
    for (const entry of pool) this.pool.add(entry);
    for (const [id, snapshot] of snapshots) this.snapshots.set(id, snapshot);
    this.lastSnapshot = lastSnapshot;
  }

  // ── reading ─────────────────────────────────────────────────────────────

  get head(): SealedBlock {
    return this.blocks.newest;
  }

  get number(): number {
    return this.head.block.number;
  }

  /** The block that everything begins at; of a fork the parent's. */
  get firstBlock(): SealedBlock['block'] {
    return this.blocks.first.block;
  }

  /** A block of this chain by number; the first one of a fork is its parent's, and without its transactions. */
  blockAt(number: number): SealedBlock | undefined {
    return this.blocks.at(number);
  }

  numberOf(hash: Hash): number | undefined {
    return this.blocks.numberOf(hash);
  }

  placeOf(transaction: Hash): { number: number; index: number } | undefined {
    return this.blocks.placeOf(transaction);
  }

  /** Rules of a block. */
  rulesOf({ number = 0, timestamp, difficulty = 0n }: Block): ChainRules {
    return this.start.rules(number, timestamp, difficulty === 0n);
  }

  /** A state of its own as it was after the block, settings by hand before the next block included. Linear in what is known. */
  stateAfter(number: number): State {
    return number >= this.number ? this.history.state.copied() : this.history.stateAfter(number);
  }

  /** Balance, nonce and the like at the head, without a copy. */
  async accountNow(address: Address): Promise<{ balance: bigint; nonce: number; code: Uint8Array }> {
    const { state } = this.history;
    const account = await knownAccount(state, this.supplier, hexToBytes(address));
    return {
      balance: toBigInt(state.balance, account * LIMBS),
      nonce: Number(state.nonce[account]),
      code: state.codes[state.code[account]].bytes,
    };
  }

  /** Next nonce of an account that sent something, and so is known. */
  nonceOf(sender: Address): number {
    const { state } = this.history;
    return Number(state.nonce[state.indexOfAddress(hexToBytes(sender))]);
  }

  /**
   * Returns why the transaction could be in no block on the head, were its turn there; undefined when nothing forbids
   * it.
   */
  async refusalOf({ transaction, isUnsigned }: SealedTransaction): Promise<string | undefined> {
    const { state } = this.history;
    const sender = await knownAccount(state, this.supplier, hexToBytes(transaction.from));
    const nonce = state.nonce[sender];
    if (transaction.nonce < nonce) return 'nonce too low';
    const draft = this.draft();
    const rules = this.rulesOf(draft);
    const environment = toEnvironment(draft, rules, this.supplier.hashes);
    const own = rules.family?.input?.(transaction, draft);
    if (own?.ok === false) return own.error;
    const input = { ...toInput(transaction), isMadeUp: isUnsigned, nonce, ...own?.value };
    if (!('feeToken' in input)) return whyInvalid(state, sender, input, environment);
    // The contract that takes the fees says whether it would.
    const trial = new Execution(state.copied(), environment, input, undefined);
    await runSupplied(trial, trial.state, this.supplier);
    return trial.invalid;
  }

  /** The parts of the chain that are not in its blocks. */
  get standing(): Standing {
    const { course, lastSnapshot } = this;
    return { course, pool: this.pool.all(), snapshots: [...this.snapshots], lastSnapshot };
  }

  /** Proofs under the state root; undefined on a fork, whose root nobody here can know, and for past blocks. */
  get provableTrie(): StateTrie | undefined {
    return this.history.trie;
  }

  // ── setting by hand ─────────────────────────────────────────────────────

  /** Changes the state at the head outside of any transaction; kept with the head's block. */
  async change(address: Address, change: (state: State, account: AccountIndex) => void, key?: Hash): Promise<void> {
    const { state } = this.history;
    const account = await knownAccount(state, this.supplier, hexToBytes(address));
    if (key !== undefined) await this.supplier.knowSlot(state, account, hexToBytes(key));
    const record = new UndoRecord(state);
    state.beginTransaction();
    change(state, account);
    state.endTransaction(true);
    record.take(state);
    this.note(record, this.blocks.isEmpty ? this.firstNumber : this.number);
  }

  /** Sets by hand what a change of another chain set: the values that it changed, as they were after it. One change here too. */
  async repeat(change: KeptChange): Promise<void> {
    this.note(await repeatKeptChange(change, this.history.state, this.supplier), this.number);
  }

  // ── blocks ──────────────────────────────────────────────────────────────

  /** The chain's own time, seconds. */
  now(): number {
    return this.start.clock() + this.course.timeOffset;
  }

  /** Time of the next block, seconds. */
  nextTimestamp(): number {
    const { blockInterval, next } = this.course;
    const last = this.head.block.timestamp;
    if (next.timestamp !== undefined) return next.timestamp;
    if (blockInterval !== undefined) return last + blockInterval;
    return Math.max(this.now(), last + 1);
  }

  /** Base fee of the next block, wei. */
  get nextBaseFee(): bigint {
    const { block } = this.head;
    return this.course.next.baseFee ?? baseFeeAfter(this.rulesOf(block), block);
  }

  /** The header of the next block before anything is in it. */
  draft(timestamp = this.nextTimestamp()): Block & { number: number } {
    const parent = this.head.block;
    const rules = this.start.rules(parent.number + 1, timestamp, true);
    return { networkId: this.networkId, ...draftHeader(parent, timestamp, this.course, rules) };
  }

  /** Seals a block of what waits, or of the given transactions in their order. What cannot be in it goes on waiting. */
  async seal(options: SealOptions = {}): Promise<SealedBlock> {
    const draft = this.draft(options.timestamp);
    const sealed = await this.execute(draft, [], async (execution, taken) => {
      const take = async (entry: SealedTransaction) => {
        const refusal = await execution.add(entry);
        if (refusal === undefined) taken.push(entry.transaction);
        else options.onRefusal?.(entry, refusal);
        return refusal === undefined;
      };
      if (options.transactions) for await (const entry of options.transactions) await take(entry);
      else await takeInOrder(await this.queues(), draft.baseFeePerGas ?? 0n, take);
    });
    this.course = { ...this.course, next: {} };
    for (const { hash } of sealed.transactions) this.pool.delete(hash);
    this.prunePool();
    return sealed;
  }

  /** Takes over a block that was made elsewhere on this chain's head. Throws what is wrong with it. */
  async append({ block, transactions, uncles }: Omit<SealedBlock, 'receipts'>): Promise<SealedBlock> {
    assert(block.parentHash === this.head.block.hash, `block ${block.number} does not follow on the head`);
    const before = this.history.length;
    const made = await this.execute(block, uncles, async (execution, taken) => {
      for (const transaction of transactions) {
        const refusal = await execution.add({ transaction, isUnsigned: false });
        assert(refusal === undefined, `a transaction of block ${block.number} is invalid: ${refusal}`);
        taken.push(transaction);
      }
    });
    if (made.block.hash !== block.hash) {
      this.goBack(before, block.number - 1);
      throw new Error(`Block ${block.number} is not what executing it gives: ${differingFields(made.block, block)}.`);
    }
    return made;
  }

  private async execute(
    draft: Block & { number: number },
    uncles: readonly Uncle[],
    fill: (execution: BlockExecution, taken: SentTransaction[]) => Promise<void>,
  ): Promise<SealedBlock> {
    const { history, supplier } = this;
    const record = new UndoRecord(history.state);
    const rules = this.rulesOf(draft);
    const rootAfter = () => history.root(record);
    const execution = new BlockExecution(draft, rules, history.state, supplier, record, rootAfter);
    const taken: SentTransaction[] = [];
    try {
      await execution.begin();
      await fill(execution, taken);
      const requests = await execution.end(draft.withdrawals ?? [], uncles);
      this.note(record, draft.number);
      const stateRoot = history.root() ?? ZERO_HASH;
      return this.keep(sealedBlockOf(draft, { taken, uncles, execution, requests, stateRoot }));
    } catch (thrown) {
      // A parent that does not answer leaves nothing half done.
      history.takeBack(record);
      throw thrown;
    }
  }

  /** Returns the transactions that wait and whose turn it is, of each sender in their order. */
  async queues(): Promise<SealedTransaction[][]> {
    const queues: SealedTransaction[][] = [];
    for (const sender of this.pool.senders)
      queues.push(this.pool.following(sender, (await this.accountNow(sender)).nonce));
    return queues;
  }

  private prunePool(): void {
    this.pool.prune((sender) => this.nonceOf(sender));
  }

  private note(record: UndoRecord, number: number): void {
    record.close(this.history.state);
    this.history.add(number, record);
    this.start.keeper?.changed(number, record, this.history.state);
  }

  private keep(sealed: SealedBlock): SealedBlock {
    this.start.keeper?.sealed(sealed);
    return this.remember(sealed);
  }

  private remember(sealed: SealedBlock): SealedBlock {
    const { number, hash } = sealed.block;
    this.blocks.add(sealed);
    this.supplier.hashes.set(number, hexToBytes(hash));
    return sealed;
  }

  // ── going back ──────────────────────────────────────────────────────────

  /** A point to come back to once: blocks, state, clock, settings and pool. Ids count up from 0. */
  takeSnapshot(): number {
    this.lastSnapshot++;
    this.snapshots.set(this.lastSnapshot, {
      undone: this.history.length,
      height: this.number,
      course: this.course,
      pool: this.pool.all(),
    });
    return this.lastSnapshot;
  }

  /** Goes back to the snapshot, which is used up with all later ones. False: there is none of that id. */
  revertTo(id: number): boolean {
    const snapshot = this.snapshots.get(id);
    if (snapshot === undefined) return false;
    for (const other of this.snapshots.keys()) if (other >= id) this.snapshots.delete(other);
    this.goBack(snapshot.undone, snapshot.height);
    this.course = snapshot.course;
    this.pool.clear();
    for (const entry of snapshot.pool) this.pool.add(entry);
    return true;
  }

  /** Takes the newest blocks away; what was in them is returned, oldest first. Snapshots inside of them are gone. */
  dropBlocks(count: number): readonly SealedBlock[] {
    const height = this.number - count;
    assert(count >= 0 && height >= this.firstNumber, 'only blocks of this chain can be taken away');
    const keep = this.history.lengthAt(height);
    for (const [id, snapshot] of this.snapshots) if (snapshot.undone > keep) this.snapshots.delete(id);
    return this.goBack(keep, height);
  }

  /** Puts the chain back to its beginning, under the first block. Returns the other blocks, oldest first. */
  restart(): readonly SealedBlock[] {
    const dropped = this.goBack(0, this.firstNumber);
    this.snapshots.clear();
    this.lastSnapshot = -1;
    this.pool.clear();
    this.course = settingsAfter(this.firstBlock);
    return dropped;
  }

  private goBack(undone: number, height: number): readonly SealedBlock[] {
    this.history.goBack(undone);
    this.start.keeper?.wentBack(undone, height);
    const dropped = this.blocks.dropAbove(height);
    for (const { block } of dropped) this.supplier.hashes.delete(block.number);
    return dropped;
  }
}

function differingFields(made: Block, given: Block): string {
  const names = Object.keys(made) as (keyof Block)[];
  return names.filter((name) => name !== 'hash' && String(made[name]) !== String(given[name])).join(', ');
}
