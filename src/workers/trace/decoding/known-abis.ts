/** The ABIs that rows of a trace are decoded by, and what none of them explains. */
import type { AbiIndex } from '../../../core/abi/abi-index';
import type { NameOrigin } from '../../../core/chain/name';
import type { Address, Hash, Selector } from '../../../core/chain/primitives';
import { codesBehind } from '../../../core/contract/proxies/code-behind';
import { codesOf, selectorOf } from '../../../core/trace/row-fields';
import type { RowIndex, Trace } from '../../../core/trace/rows';
import type { TouchedAddresses } from '../../../core/trace/touched-addresses';
import type { Unknowns } from '../../contracts/contracts.api';
import type { Knowledge } from '../../contracts/knowledge/knowledge-base';
import type { KnownContracts } from '../../contracts/knowledge/known-contracts';

/** The precompile that tells who signed (yellow paper, appendix E.1). It has no selector. */
export const ECRECOVER = '0x0000000000000000000000000000000000000001' as Address;

/** An ABI with who vouches for it. */
export type KnownAbi = { index: AbiIndex; origin: NameOrigin };

/** Returns the ABIs of those of the addresses that have a known one, in their order. */
export function abisOf(addresses: readonly Address[], contracts: KnownContracts): KnownAbi[] {
  return addresses.flatMap((address) => {
    const index = contracts.index(address);
    return index === undefined ? [] : [{ index, origin: contracts.knowledge(address)?.abiOrigin ?? 'builtin' }];
  });
}

/**
 * Returns the addresses whose code a call ran, the outermost first, and none behind code that matches a source with that
 * very function: it calls a library with the calldata that it got, and is no proxy of it.
 */
export function codesRun(trace: Trace, row: RowIndex, contracts: KnownContracts): Address[] {
  const codes = codesOf(trace, row);
  const selector = selectorOf(trace, row);
  const isOwn = (address: Address) =>
    contracts.knowledge(address)?.match !== undefined && contracts.index(address)?.functions.has(selector as Selector);
  const own = codes.length > 1 && selector !== undefined ? codes.findIndex(isOwn) : -1;
  return own < 0 ? codes : codes.slice(0, own + 1);
}

/**
 * Returns the contracts whose code ran, in the order met. Code that an account
 * without code of its own delegates to is called by nobody, and runs all the
 * same (EIP-7702).
 */
export function contractsThatRan({ running }: TouchedAddresses, contracts: KnownContracts): readonly Address[] {
  return [...new Set([...running, ...running.flatMap((address) => delegatesOf(address, contracts))])];
}

function delegatesOf(address: Address, contracts: KnownContracts): readonly Address[] {
  const known = contracts.knowledge(address);
  return known?.proxy?.kind === 'EIP-7702' ? codesBehind(known).toReversed() : [];
}

/** Returns whether it is one of `Error(string)` and `Panic(uint256)`, which need no name from anybody (Solidity docs, Control structures). */
export const isSoliditysOwn = (signature: string): boolean => signature === '0x08c379a0' || signature === '0x4e487b71';

/** The ABIs of one trace; made anew when more becomes known of contracts or build output. */
export class TraceAbis {
  private made: { version: number; imports: readonly AbiIndex[]; list: readonly KnownAbi[] } | undefined;

  constructor(
    readonly touched: TouchedAddresses,
    private readonly knowledge: Knowledge,
  ) {}

  /** ABIs of the contracts of the trace, then of everything imported. */
  list(): readonly KnownAbi[] {
    const { contracts, artifacts } = this.knowledge;
    const imports = artifacts.knownAbis();
    if (this.made?.version !== contracts.version || this.made.imports !== imports) {
      const imported = imports.map((index): KnownAbi => ({ index, origin: 'buildOutput' }));
      const list = [...abisOf(this.touched.contracts, contracts), ...imported];
      this.made = { version: contracts.version, imports, list };
    }
    return this.made.list;
  }

  /** Contracts without name or ABI, and selectors that no row could be decoded by. */
  unknowns(): Unknowns {
    const { contracts, signatures } = this.knowledge;
    const unnamed = contractsThatRan(this.touched, contracts).filter((address) => {
      // An account that delegates has neither: the code has.
      if (delegatesOf(address, contracts).length > 0) return false;
      return contracts.index(address) === undefined || contracts.name(address) === undefined;
    });
    const known = this.list();
    const selectors = this.touched.signatures.filter((signature) => {
      if (signatures.candidates(signature).length > 0 || isSoliditysOwn(signature)) return false;
      return !known.some(({ index }) =>
        signature.length === 10
          ? index.functions.has(signature as Selector) || index.errors.has(signature as Selector)
          : index.events.has(signature as Hash),
      );
    });
    return { contracts: unnamed, selectors };
  }
}
