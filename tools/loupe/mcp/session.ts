/** What the tools of one server share: the chain, its open transactions, the virtual networks that were made, and links. */

import { StartFailure } from '../../../devnet/start-failure';
import type { Hash, NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import {
  isSimulationHash,
  isTestedHash,
  readSimulationHash,
  type SimulationId,
} from '../../../src/core/simulation/simulation-hash';
import type { Failure } from '../../../src/core/values/failure';
import type { Result } from '../../../src/core/values/result';
import { messageOf } from '../../../src/core/values/thrown';
import { RpcDoor } from '../../../src/core/virtual/rpc/methods';
import type { TraceHandle } from '../../../src/workers/ids';
import type { TraceSummary } from '../../../src/workers/trace/open-trace.api';
import { GZIP } from '../../../src/workers/virtual/gzip-packing';
import { createNode } from '../../rpc/run';
import { type RpcServer, startRpcServer } from '../../rpc/server';
import { askChainId } from '../../serving/own-node';
import { proofFact } from '../facts/transaction';
import { JOB, networkOf, type OpenChain } from '../open-chain';
import { type OpenMined, openMined } from '../open-mined';
import { type ProjectTests, TEST_NETWORK, type TestRun } from './project-tests';

/** What a tool cannot do as asked: the message says why, and what to do. */
export class ToolFailure extends StartFailure {}

/** A transaction with an open trace. */
export type OpenTool = {
  hash: Hash;
  networkId: NetworkId;
  handle: TraceHandle;
  summary: TraceSummary;
  mined: OpenMined;
  currency: OpenChain['network']['nativeCurrency'];
};

type Virtual = { door: RpcDoor; server: RpcServer; parent: boolean };
/** A network that the page that is linked to is to know. */
export type LinkedNetwork = { id: number; name?: string; rpcUrls: readonly string[] };

type Search = Readonly<Record<string, string | number | undefined>>;

/** Virtual networks of one server. */
const MOST_VIRTUAL = 5;

export class McpSession {
  readonly #open = new Map<string, OpenMined>();
  /** For each simulation by its id: the address that runs it again in the page. */
  readonly #simulations = new Map<SimulationId, string>();
  readonly #virtual = new Map<NetworkId, Virtual>();
  /** The run of tests that an answer goes on with. */
  lastRun: (TestRun & { wanted: string; chosen: number }) | undefined;

  /** `app` is where the page is served; `onNetworks` is told of the networks each time one was made. */
  constructor(
    public chain: OpenChain,
    readonly app: string,
    private readonly onNetworks: (networks: readonly LinkedNetwork[]) => void = () => {},
    /** The tests of the project that was allowed. */
    readonly tests?: ProjectTests,
    /** Where a chain that was not open at first is asked for again. */
    private readonly endpoint?: string,
  ) {}

  /** Begins to listen for traces that the engine closes, and for changes of the project. */
  async begin(): Promise<this> {
    await this.chain.engine.trace.subscribe((event) => {
      if (event.type !== 'closed') return;
      for (const [key, { trace }] of this.#open)
        if (!('failure' in trace) && trace.summary.handle === event.handle) this.#open.delete(key);
    });
    if (this.tests !== undefined) {
      this.tests.onChange = () => {
        this.lastRun = undefined;
        for (const key of this.#open.keys()) if (key.startsWith(`${TEST_NETWORK} `)) this.#open.delete(key);
      };
      await this.#configure();
    }
    return this;
  }

  get engine(): OpenChain['engine'] {
    return this.chain.engine;
  }

  /** The network of a question: that of the endpoint, or a virtual one. Throws a `ToolFailure`. */
  async networkOf(given: number | undefined): Promise<NetworkId> {
    if (this.#virtual.has(given as NetworkId)) return given as NetworkId;
    await this.#reachChain();
    if (given === undefined || given === this.chain.networkId) return this.chain.networkId;
    const known = [this.chain.networkId, ...this.#virtual.keys()].join(', ');
    throw new ToolFailure(`Network ${given} is not known here; there are ${known}. virtual_create makes one.`);
  }

  /** Opens a transaction, or takes it as it was opened before. Throws a `ToolFailure` where it has no trace. */
  async open(given: number | undefined, written: Hash): Promise<OpenTool> {
    const hash = written.toLowerCase() as Hash;
    const networkId = isTestedHash(hash) ? TEST_NETWORK : await this.networkOf(given);
    if (isTestedHash(hash)) await this.#readTests();
    const key = `${networkId} ${hash}`;
    const network = await networkOf(this.engine, networkId);
    let mined = this.#open.get(key);
    if (mined === undefined) {
      this.chain.events.length = 0;
      mined = this.answered(await openMined({ ...this.chain, networkId, network }, hash));
      this.#open.set(key, mined);
    }
    const { trace } = mined;
    if ('failure' in trace) {
      this.#open.delete(key);
      throw new ToolFailure(trace.failure.message);
    }
    const { summary } = trace;
    return { hash, networkId, handle: summary.handle, summary, mined, currency: network.nativeCurrency };
  }

  /** The value of an answer of the engine. Throws its failure as a `ToolFailure`. */
  answered<T>(result: Result<T, Failure>): T {
    if (result.ok) return result.value;
    throw new ToolFailure(result.error.message);
  }

  /** How far a transaction is proven, and what stays the endpoint's word, in a line. */
  proofOf({ summary, networkId, hash }: OpenTool): string {
    if (isTestedHash(hash)) return "a test, executed here on Loupe's own EVM; nothing of it is on a chain";
    if (isSimulationHash(hash))
      return "a simulated step, executed here; nothing of it is on the chain, and the state that it read is the endpoint's word";
    const { level, method, word } = proofFact(summary);
    const own = this.#virtual.get(networkId);
    if (own !== undefined)
      return `${level ?? method}; the network is Loupe's own${own.parent ? ", its parent is the endpoint's word" : ''}`;
    return `${level ?? `not executed here, from ${method}`}. ${word[0] ?? ''}`;
  }

  /** The address that opens a transaction at a tab and a place; of a simulated step the one that runs it again. */
  linkTo({ networkId, hash }: OpenTool, tab = '', search: Search = {}): string {
    if (isTestedHash(hash)) return `${this.app}/tests`;
    const simulated = readSimulationHash(hash);
    return (simulated && this.#simulations.get(simulated.id)) ?? this.link(networkId, `tx/${hash}${tab}`, search);
  }

  /** Remembers the address that runs a simulation again. */
  rememberSimulation(id: SimulationId, link: string): void {
    this.#simulations.set(id, link);
  }

  /** The address of a page. */
  link(networkId: NetworkId, path: string, search: Search = {}): string {
    const given = Object.entries(search).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`],
    );
    return `${this.app}/${networkId}/${path}${given.length === 0 ? '' : `?${given.join('&')}`}`;
  }

  /** Makes a virtual network, empty or forked from the endpoint's chain, which the other tools know by its id. */
  async createVirtual(wish: { isFork: boolean; block: number | undefined; chainId: number | undefined }) {
    if (this.#virtual.size >= MOST_VIRTUAL) throw new ToolFailure(`At most ${MOST_VIRTUAL} virtual networks are made.`);
    if (wish.isFork) await this.#reachChain();
    const { url } = this.chain;
    const { node } = await createNode({
      ...(wish.isFork && url !== undefined && { fork: { url, block: wish.block } }),
      ...(wish.chainId !== undefined && { chainId: wish.chainId }),
    });
    node.packing = GZIP;
    const id = node.chain.networkId as NetworkId;
    if (id === this.chain.networkId || this.#virtual.has(id))
      throw new ToolFailure(`There is a network ${id} already; chainId takes another id.`);
    const door = new RpcDoor(node);
    const server = await startRpcServer(door, 0);
    this.#virtual.set(id, { door, server, parent: wish.isFork });
    await this.#configure();
    this.onNetworks(this.#networks());
    return { id, url: server.url, accounts: [...node.accounts.keys()], block: node.chain.head.block.number };
  }

  /** Asks a virtual network. Throws a `ToolFailure` with its words. */
  async askVirtual(given: number, method: string, params: readonly unknown[]): Promise<unknown> {
    const virtual = this.#virtual.get(given as NetworkId);
    if (virtual === undefined)
      throw new ToolFailure(`There is no virtual network ${given}; virtual_create makes one and says its id.`);
    try {
      return await virtual.door.request(method, params);
    } catch (thrown) {
      throw new ToolFailure(messageOf(thrown));
    }
  }

  /** Ends what the tool that runs has begun. */
  cancel(): void {
    void this.engine.trace.cancel(JOB);
    this.tests?.cancel();
  }

  /** Ends the virtual networks, and waits until nothing is learned any more. */
  async close(): Promise<void> {
    for (const { server } of this.#virtual.values()) await server.close();
    this.#virtual.clear();
    await this.engine.settled();
  }

  /** Opens the chain at the endpoint where it did not answer before. Throws a `ToolFailure` where it still does not. */
  async #reachChain(): Promise<void> {
    if (this.chain.url !== undefined || this.endpoint === undefined) return;
    const id = await askChainId(this.endpoint).catch((thrown: unknown) => {
      throw new ToolFailure(
        `${messageOf(thrown)} Start the node and ask again, or start loupe mcp with --rpc URL. decode, virtual_create with fork false, and the tools about tests need no endpoint.`,
      );
    });
    const networkId = id as NetworkId;
    if (this.#virtual.has(networkId))
      throw new ToolFailure(
        `The endpoint's chain is ${id}, as the virtual network that was made; start loupe mcp again.`,
      );
    this.chain = { ...this.chain, url: this.endpoint, networkId };
    await this.#configure();
    this.chain.network = await networkOf(this.engine, networkId);
    this.onNetworks(this.#networks());
  }

  /** Reads the project again where its build changed. */
  async #readTests(): Promise<void> {
    if (this.tests === undefined) throw new ToolFailure('This is the hash of a test, and no project is at hand.');
    this.answered(await this.tests.read());
  }

  async #configure(): Promise<void> {
    const own = this.tests === undefined ? [] : [{ id: TEST_NETWORK, name: 'Tests', rpcUrls: [] }];
    const networks = [...this.#networks(), ...own];
    const config = parseRuntimeConfig({ networks, defaultNetwork: this.chain.networkId });
    if (!config.ok) throw new Error(config.error);
    if (this.tests) this.tests.projects.networks = config.value.networks;
    await this.engine.chain.configure(config.value);
  }

  #networks(): LinkedNetwork[] {
    const { networkId, url } = this.chain;
    return [
      { id: networkId, rpcUrls: url === undefined ? [] : [url] },
      ...[...this.#virtual].map(([id, { server }]) => ({ id, name: `Virtual network ${id}`, rpcUrls: [server.url] })),
    ];
  }
}
