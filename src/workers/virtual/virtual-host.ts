/**
 * One virtual network that runs here. Requests are answered one after another,
 * and what one changed is in IndexedDB before it is answered: a kill at any
 * moment leaves the network as it was after the last answer.
 */
import type { NetworkId } from '../../core/chain/primitives';
import { ChangeLog, changedBlocks, type WholeChain } from '../../core/virtual/chain-keeper';
import { RememberedSource } from '../../core/virtual/remembered-source';
import { answerText } from '../../core/virtual/rpc/answer-batch';
import { type ForkPlan, ForkPlans, tellReplaced } from '../../core/virtual/rpc/fork-plans';
import { RpcDoor } from '../../core/virtual/rpc/methods';
import { nodeStamp } from '../../core/virtual/rpc/node-stamp';
import { RpcCode, RpcError } from '../../core/virtual/rpc/rpc-error';
import { VirtualNode } from '../../core/virtual/rpc/virtual-node';
import { fixedRules } from '../../core/virtual/rule-schedule';
import { TEST_ACCOUNTS } from '../../core/virtual/signing';
import { VirtualChain } from '../../core/virtual/virtual-chain';
import type { KeptVirtualNetwork } from '../../db/rows/virtual-network-row';
import {
  readKnownReads,
  readVirtualBlocks,
  readVirtualNetwork,
  type VirtualWrite,
  writeVirtualNetwork,
} from '../../db/virtual/virtual-networks';
import type { Chains } from '../chain/chains';
import { clock } from './clock';
import { rulesAgain } from './fork-point';
import { GZIP } from './gzip-packing';
import { IntervalSealing } from './interval-sealing';
import { makeFork, type NewFork } from './make-fork';
import { readerOf, sourceOf } from './parent';

/** Begins as the helpers of Hardhat and Foundry want it of a node they can steer. */
const CLIENT = 'anvil/loupe';

type Identity = Pick<
  KeptVirtualNetwork,
  'networkId' | 'name' | 'createdAt' | 'parent' | 'rules' | 'family' | 'forkedAgain'
>;

type PlanFork = (
  kept: KeptVirtualNetwork,
  whole: WholeChain,
  source: RememberedSource | undefined,
  block: unknown,
) => Promise<NewFork>;

const reffollowFork: PlanFork = async () => {
  throw new RpcError(RpcCode.server, 'Only an open network is forked again.');
};

export class VirtualHost {
  readonly door: RpcDoor;
  isGone = false;
  private written = '';
  private readonly sealing: IntervalSealing;
  private readonly forks = new ForkPlans<NewFork>();

  constructor(
    private identity: Identity,
    readonly node: VirtualNode,
    private log: ChangeLog,
    private source: RememberedSource | undefined,
    private readonly planFork: PlanFork = reffollowFork,
  ) {
    this.door = new RpcDoor(node, () => this.keep());
    // A parent that does not answer, or a full disk: the next one tries again.
    this.sealing = new IntervalSealing(this.door, () => {});
    this.written = nodeStamp(node);
    this.sealing.follow();
  }

  /** The network as it was kept. Rejects with a sentence where that cannot be read. */
  static async open(chains: Chains, id: NetworkId): Promise<VirtualHost> {
    const kept = await readVirtualNetwork(id);
    if (kept === undefined) throw new Error('This virtual network is no longer in this browser.');
    const [blocks, reads] = await Promise.all([readVirtualBlocks(id), readKnownReads(kept)]);
    const [first] = blocks;
    const head = blocks.at(-1)?.sealed.block;
    if (first === undefined || head?.hash !== kept.head.hash)
      throw new Error('The kept data of this virtual network is damaged: blocks are missing.');
    const log = new ChangeLog();
    const { parent } = kept;
    const source = parent && new RememberedSource(reads, sourceOf(chains, parent));
    const { block } = first.sealed;
    const rules = await rulesAgain(kept, block);
    const chain = new VirtualChain({
      chainId: id,
      rules: fixedRules(rules),
      first: source === undefined ? { genesis: block } : { forkedAt: block, source },
      clock,
      keeper: log,
    });
    const whole = { base: kept.base, blocks, standing: kept.standing };
    log.resume(whole);
    await chain.resume(whole);
    const node = new VirtualNode(chain, TEST_ACCOUNTS, parent && readerOf(chains, parent), CLIENT);
    node.packing = GZIP;
    node.isAutomatic = kept.isAutomatic;
    node.interval = kept.interval;
    node.autoImpersonate = kept.autoImpersonate;
    for (const address of kept.impersonated) node.impersonated.add(address);
    return new VirtualHost({ ...kept, rules }, node, log, source, (...given) => makeFork(chains, ...given));
  }

  /** The answer to JSON-RPC as text. Never rejects. */
  answer(body: string): Promise<string> {
    return answerText(body, (method, params) => this.request(method, params));
  }

  async request(method: string, params: readonly unknown[]): Promise<unknown> {
    if (method === 'loupe_planFork') return this.plan(params[0]);
    if (method === 'loupe_takeFork') return this.take(params[0]);
    const result = await this.door.request(method, params);
    if (!this.isGone) this.sealing.follow();
    return result;
  }

  /**
   * Makes the network again at another block of its parent, beside itself: it
   * stays as it is until the fork is taken. Requests are answered meanwhile.
   */
  private async plan(block: unknown): Promise<ForkPlan> {
    const { kept, whole, of } = await this.door.afterOthers(async () => ({
      kept: this.write(Number.POSITIVE_INFINITY).kept,
      whole: this.whole(),
      of: this.versionStamp(),
    }));
    const fork = await this.planFork(kept, whole, this.source, block);
    return this.forks.plan(crypto.randomUUID(), of, fork, fork.forkedAgain.comparison);
  }

  /** Puts the planned fork in the place of the network, in storage first: the one or the other is there at any moment. */
  private take(id: unknown): Promise<boolean> {
    return this.door.afterOthers(async () => {
      const { chain, log, source, family, ...began } = this.forks.find(id, this.versionStamp());
      const { identity: whole, node } = this;
      const { family: _, ...identity } = whole;
      const before = { identity: whole, chain: node.chain, log: this.log, source: this.source };
      const putIn = (parts: typeof before) => {
        this.identity = parts.identity;
        node.chain = parts.chain;
        this.log = parts.log;
        this.source = parts.source;
      };
      putIn({ identity: { ...identity, ...began, ...(family && { family }) }, chain, log, source });
      const write = this.write(chain.firstNumber);
      const written = await writeVirtualNetwork(write);
      if (written !== 'written') {
        putIn(before);
        if (write.reads !== undefined) source.putBack(write.reads);
        throw new RpcError(RpcCode.server, 'The browser did not keep the fork: the network is as it was.');
      }
      this.forks.forget();
      log.takeLowest();
      this.written = nodeStamp(node);
      tellReplaced(node, before.chain);
      return true;
    });
  }

  private whole(): WholeChain {
    const { chain } = this.node;
    const blocks = changedBlocks(chain, this.log, chain.firstNumber);
    return { base: this.log.base, blocks, standing: chain.standing };
  }

  /** Changes whenever anything changes that a fork of the network would contain. */
  private versionStamp(): string {
    return `${this.log.version} ${nodeStamp(this.node)}`;
  }

  /** Seals no block by itself any more. */
  stop(): void {
    this.sealing.stop();
    this.isGone = true;
  }

  /** Returns what is to be written of the blocks from `first` on. */
  write(first: number): VirtualWrite {
    const { log, node, identity } = this;
    const { chain } = node;
    const { networkId, name, createdAt, parent, rules, family, forkedAgain } = identity;
    const { number, hash, timestamp } = chain.head.block;
    const kept: KeptVirtualNetwork = {
      networkId,
      name,
      createdAt,
      ...(parent === undefined ? {} : { parent }),
      ...(forkedAgain === undefined ? {} : { forkedAgain }),
      rules,
      ...(family === undefined ? {} : { family }),
      head: { number, hash, timestamp },
      isAutomatic: node.isAutomatic,
      interval: node.interval,
      autoImpersonate: node.autoImpersonate,
      impersonated: [...node.impersonated],
      base: log.base,
      standing: chain.standing,
    };
    return { kept, blocks: changedBlocks(chain, log, first), reads: this.source?.takeFresh() };
  }

  private async keep(): Promise<void> {
    if (this.isGone) throw new RpcError(RpcCode.server, 'This virtual network was deleted.');
    const lowest = this.log.takeLowest();
    const stamp = nodeStamp(this.node);
    if (lowest === undefined && stamp === this.written && !this.source?.hasFresh) return;
    const write = this.write(lowest ?? Number.POSITIVE_INFINITY);
    const written = await writeVirtualNetwork(write);
    if (written === 'written') {
      this.written = stamp;
      return;
    }
    if (written === 'gone') {
      this.stop();
      throw new RpcError(RpcCode.server, 'This virtual network was deleted.');
    }
    // The next change tries it again.
    if (lowest !== undefined) this.log.touch(lowest);
    if (write.reads !== undefined) this.source?.putBack(write.reads);
    throw new RpcError(
      RpcCode.server,
      'The browser did not keep this change: it is lost with this tab. Make room, or allow storage for this site.',
    );
  }
}
