/**
 * What is known of the contracts of one network, in memory: parts from several
 * sources, merged best first, each with its ABI indexed on first use.
 */
import { type AbiIndex, createAbiIndex } from '../../../core/abi/abi-index';
import type { Name, NameOrigin } from '../../../core/chain/name';
import { isPrecompile } from '../../../core/chain/precompiles';
import type { Address, Hash, NetworkId } from '../../../core/chain/primitives';
import { builtinAt } from '../../../core/contract/builtins';
import type { ContractKnowledge, ProxyInfo } from '../../../core/contract/knowledge';
import { withAddressTail } from '../../../core/contract/labels/address-tail';
import { isBetterOrigin, mergeKnowledge } from '../../../core/contract/merge-knowledge';
import { markedSymbol } from '../../../core/text/look-alike';

/** Source of a part of knowledge; a later part of the same source replaces the earlier one. */
export type PartSource = 'kept' | 'buildOutput' | 'source' | 'sourcify' | 'hosted' | 'token' | 'proxy';

export type LabelOrigin = 'reader' | 'config';

/** Origins of names that belong to code, which may be at many addresses, or that a contract gives itself. */
const CLAIMED: readonly NameOrigin[] = [
  'verifiedHere',
  'buildOutput',
  'sourcify',
  'blockscout',
  'etherscan',
  'hosted',
  'readerAbi',
  'token',
  'traceFile',
];

type Entry = {
  parts: Map<PartSource, ContractKnowledge>;
  merged: ContractKnowledge | undefined;
  index?: AbiIndex | undefined;
};

/** Facts that all users of a network's knowledge share. */
class Facts {
  readonly entries = new Map<Address, Entry>();
  readonly labels: Record<LabelOrigin, ReadonlyMap<Address, string>> = { reader: new Map(), config: new Map() };
  /** Hashes of the code that was last seen at addresses. */
  readonly codes = new Map<Address, Hash>();
  /** How many contracts claim a text: as their name, or as the symbol of their token. */
  readonly claims = new Map<string, number>();
  version = 0;
}

/** The proxy of an address in one block, and the knowledge that was made with it. */
type OfBlock = { proxy: ProxyInfo | undefined; merged?: ContractKnowledge | undefined; told?: ContractKnowledge };

export class KnownContracts {
  readonly #facts: Facts;
  /** Absent where today's proxies count. */
  readonly #ofBlock: Map<Address, OfBlock> | undefined;
  #blockVersion = 0;

  constructor(
    readonly networkId: NetworkId,
    shared?: KnownContracts,
  ) {
    this.#facts = shared === undefined ? new Facts() : shared.#facts;
    this.#ofBlock = shared === undefined ? undefined : new Map();
  }

  /**
   * Returns the same knowledge for users that look at one block: the accounts that addresses delegate to are those of
   * that block.
   */
  inOneBlock(): KnownContracts {
    return new KnownContracts(this.networkId, this);
  }

  /** Grows with every change, so that what was made of the contracts can be made again. */
  get version(): number {
    return this.#facts.version + this.#blockVersion;
  }

  knowledge(address: Address): ContractKnowledge | undefined {
    const merged = this.knowledgeOfToday(address);
    const own = this.#ofBlock?.get(address);
    if (own === undefined) return merged;
    if (own.told !== undefined && own.merged === merged) return own.told;
    own.merged = merged;
    const { proxy: _, ...known } = merged ?? { networkId: this.networkId, address, abi: [], fetchedAt: -1 };
    own.told = { ...known, ...(own.proxy && { proxy: own.proxy }) };
    return own.told;
  }

  /** Returns the knowledge that does not depend on a block. */
  knowledgeOfToday(address: Address): ContractKnowledge | undefined {
    return this.#facts.entries.get(address)?.merged;
  }

  /**
   * Takes note of the proxy that the code of an address says in the block that is looked at; undefined where it says
   * none. Nothing happens where today's proxies count.
   */
  putOfBlock(address: Address, proxy: ProxyInfo | undefined): void {
    const before = this.knowledge(address)?.proxy;
    if (wayOf(before) === wayOf(proxy)) return;
    this.#ofBlock?.set(address, { proxy });
    this.#blockVersion++;
  }

  /** The ABI of an address, undefined when none is known. */
  index(address: Address): AbiIndex | undefined {
    const entry = this.#facts.entries.get(address);
    if (entry?.merged === undefined || entry.merged.abi.length === 0) return undefined;
    entry.index ??= createAbiIndex(entry.merged.abi);
    return entry.index;
  }

  /**
   * The one name of an address: the reader's label, the contract's name, the
   * deployment's label, the token symbol, a well-known name. A token of verified code
   * goes by its symbol, because several tokens are often one contract's code,
   * `DemoToken`, and a pool of two tokens by theirs, `UNI-V2 MPL/JNP`. A symbol that
   * several contracts claim names none of them; the end of the address tells
   * apart what shares a name.
   */
  name(address: Address): Name | undefined {
    const best = bestName(this.#namesOf(address));
    if (best === undefined || !CLAIMED.includes(best.origin)) return best;
    const symbol = this.#symbolOf(address);
    const alone = [symbol, best].find((name) => name !== undefined && this.#facts.claims.get(name.text) === 1);
    return alone ?? { ...best, text: withAddressTail(best.text, address) };
  }

  /**
   * The name of an address that is called. Precompiles have one only here: elsewhere, their small numbers mean other
   * things.
   */
  calleeName(address: Address): Name | undefined {
    return this.name(address) ?? builtinAt(address, this.networkId)?.name;
  }

  /** Replaces the names that do not depend on code: the reader's labels or the deployment's. */
  setLabels(origin: LabelOrigin, labels: ReadonlyMap<Address, string>): void {
    if (isSame(this.#facts.labels[origin], labels)) return;
    this.#facts.labels[origin] = labels;
    this.#facts.version++;
  }

  /** A proxy of the block that is looked at is today's only where nobody knows of another. */
  put(source: PartSource, knowledge: ContractKnowledge): void {
    if (source === 'proxy' && this.#ofBlock !== undefined && this.knowledgeOfToday(knowledge.address)?.proxy) {
      this.putOfBlock(knowledge.address, knowledge.proxy);
      return;
    }
    this.#update(knowledge.address, (parts) => parts.set(source, knowledge));
  }

  /** Takes back what one source said, because it is of another contract that was at the address before. */
  drop(source: PartSource, address: Address): void {
    if (this.has(source, address)) this.#update(address, (parts) => parts.delete(source));
  }

  /** Takes note of the code at an address. Says whether other code was seen there before. */
  seesOtherCode(address: Address, codeHash: Hash): boolean {
    const before = this.#facts.codes.get(address);
    this.#facts.codes.set(address, codeHash);
    return before !== undefined && before !== codeHash;
  }

  has(source: PartSource, address: Address): boolean {
    return this.#facts.entries.get(address)?.parts.has(source) === true;
  }

  #update(address: Address, change: (parts: Entry['parts']) => void): void {
    const entry = this.#facts.entries.get(address) ?? { parts: new Map(), merged: undefined };
    change(entry.parts);
    const merged = mergeKnowledge([...entry.parts.values()]);
    this.#claim(entry.merged, -1);
    this.#claim(merged, 1);
    this.#facts.entries.set(address, { parts: entry.parts, merged });
    this.#facts.version++;
  }

  #claim(contract: ContractKnowledge | undefined, change: number): void {
    for (const text of new Set([contract?.name?.text, symbolOf(contract)]))
      if (text !== undefined) this.#facts.claims.set(text, (this.#facts.claims.get(text) ?? 0) + change);
  }

  *#namesOf(address: Address): Iterable<Name | undefined> {
    for (const origin of ['reader', 'config'] as const) {
      const text = this.#facts.labels[origin].get(address);
      if (text !== undefined) yield { text, origin };
    }
    yield this.#facts.entries.get(address)?.merged?.name;
    yield this.#symbolOf(address);
    if (!isPrecompile(address)) yield builtinAt(address, this.networkId)?.name;
  }

  #symbolOf(address: Address): Name | undefined {
    const symbol = symbolOf(this.#facts.entries.get(address)?.merged);
    return symbol === undefined ? undefined : { text: symbol, origin: 'token' };
  }
}

function wayOf(proxy: ProxyInfo | undefined): string | undefined {
  return proxy && `${[proxy.kind, ...(proxy.through ?? []).map(({ address }) => address), proxy.implementation]}`;
}

/** The symbol of a token; of a pool of two tokens, with theirs behind it. */
function symbolOf(contract: ContractKnowledge | undefined): string | undefined {
  const own = contract?.token?.symbol;
  const symbol = own && markedSymbol(own);
  if (contract?.pair === undefined) return symbol;
  return `${symbol ?? contract.name?.text ?? 'Pool'} ${contract.pair.map(markedSymbol).join('/')}`;
}

function bestName(names: Iterable<Name | undefined>): Name | undefined {
  let best: Name | undefined;
  for (const name of names) if (name !== undefined && isBetterOrigin(name.origin, best?.origin)) best = name;
  return best;
}

function isSame(a: ReadonlyMap<Address, string>, b: ReadonlyMap<Address, string>): boolean {
  return a.size === b.size && [...a].every(([address, text]) => b.get(address) === text);
}
