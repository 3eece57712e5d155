/**
 * Diamonds (EIP-2535): contracts that send each function to a facet of its own.
 *
 * Which facets there are is asked of the diamond's loupe. Its answers are a
 * contract's word and may be anything: they are bounded and checked, and of two
 * facets that claim one function the first has it, as a lookup would find it.
 */
import { type AbiParameter, decodeAbiParameters } from 'viem';
import type { Address, Hash, Hex, Selector } from '../../chain/primitives';
import type { DiamondInfo, Facet } from '../knowledge';
import { delegates } from './proxy';
import type { ProxyReader } from './proxy-reader';

/** `facets()`, `facetAddresses()`, `facetFunctionSelectors(address)`: the loupe (EIP-2535, Inspecting Facets & Functions). */
const FACETS: Hex = '0x7a0ed627';
const FACET_ADDRESSES: Hex = '0x52ef6b2c';
const FACET_FUNCTION_SELECTORS: Hex = '0xadfca15e';
/** `supportsInterface(0x48e2b093)`: whether the contract says that it has the loupe (ERC-165). */
const SUPPORTS_LOUPE: Hex = `0x01ffc9a748e2b093${'0'.repeat(56)}`;

/** `DiamondCut((address,uint8,bytes4[])[],address,bytes)`. */
export const DIAMOND_CUT = '0x8faa70878671ccd212d20771b795c50af8fd3ff6cf27f4bde57e5d4de0aeb673' as Hash;
/** The instruction that compares with the selector of `diamondCut((address,uint8,bytes4[])[],address,bytes)`: PUSH4 and it. */
const OWN_CUT = '631f931c1c';
/** Where the reference implementation keeps its facets: the hash of diamond.standard.diamond.storage. */
const DIAMOND_STORAGE = 'c8fcad8db84d3cc18b4c41d551ea0ee66dd599cde068d998e57d5e09332c131c';

/** Digits of an answer that is read: the loupes of the largest diamonds answer some tens of kilobytes. */
const MAX_DIGITS = 2_000_000;
const MAX_FACETS = 256;
/** Functions of all facets together. */
const MAX_FUNCTIONS = 8_192;

const ADDRESS = { type: 'address' } as const;
const SELECTORS = { type: 'bytes4[]' } as const;
const CUTS = {
  type: 'tuple[]',
  components: [
    { name: 'facet', ...ADDRESS },
    { name: 'action', type: 'uint8' },
    { name: 'selectors', ...SELECTORS },
  ],
} as const;

/** Returns whether code that delegates looks like a diamond's. Such a contract is asked for facets even where it is a proxy of another kind. */
export function looksLikeDiamond(code: Hex): boolean {
  const digits = code.toLowerCase();
  return digits.includes(DIAMOND_STORAGE) || digits.includes(DIAMOND_CUT.slice(2));
}

/** Returns whether an implementation looks like a diamond's: it also may have the loupe by itself, and hand on the other functions. */
export function looksLikeDiamondBehind(code: Hex): boolean {
  return looksLikeDiamond(code) || (delegates(code) && code.toLowerCase().includes(`63${FACETS.slice(2)}`));
}

/**
 * Reads the facets of a diamond; undefined for a contract that is none. Asks for facets and, of code that does not look
 * like a diamond's, for its interface at once, since a far endpoint is waited for each time. A diamond whose loupe does not answer has no `facets`. The facet that
 * changes diamonds looks like one, and its function tells it apart.
 */
export async function readDiamond(
  reader: Pick<ProxyReader, 'call'>,
  address: Address,
  code: Hex,
): Promise<DiamondInfo | undefined> {
  const isMarked = looksLikeDiamond(code) && !code.toLowerCase().includes(OWN_CUT);
  const [returned, supported] = await Promise.all([
    reader.call(address, FACETS),
    isMarked ? undefined : reader.call(address, SUPPORTS_LOUPE),
  ]);
  const facets = parseFacets(returned);
  if (facets !== undefined) return facets;
  if (!isMarked && !isTrue(supported)) return undefined;
  return (await readFacetByFacet(reader, address)) ?? {};
}

/** Parses the facets in what `facets()` returned; undefined for what is no such answer, or names none. */
export function parseFacets(returned: Hex | undefined): DiamondInfo | undefined {
  const [facets] =
    decode(returned, [
      {
        type: 'tuple[]',
        components: [
          { name: 'address', ...ADDRESS },
          { name: 'selectors', ...SELECTORS },
        ],
      },
    ] as const) ?? [];
  return facets && boundedFacets(facets);
}

/** What one part of a cut did: `0` added functions, `1` replaced them, `2` removed them (EIP-2535, diamondCut). */
export type FacetCut = { action: 'added' | 'replaced' | 'removed'; facet: Address; selectors: readonly Selector[] };

const ACTIONS = ['added', 'replaced', 'removed'] as const;

/** Parses the parts of a cut in the data of a `DiamondCut` event; undefined for what is none. */
export function parseCuts(data: Hex): readonly FacetCut[] | undefined {
  const [cuts] = decode(data, [CUTS, ADDRESS, { type: 'bytes' }] as const) ?? [];
  return cuts?.slice(0, MAX_FACETS).flatMap(({ facet, action, selectors }) => {
    const known = ACTIONS[action];
    return known === undefined ? [] : [{ action: known, facet: lowerCase(facet), selectors: selectors as Selector[] }];
  });
}

/**
 * Reads the facets one by one, by two questions that diamonds answer beside `facets()`: some have too many functions
 * for one answer.
 */
async function readFacetByFacet(reader: Pick<ProxyReader, 'call'>, address: Address): Promise<DiamondInfo | undefined> {
  const [addresses] = decode(await reader.call(address, FACET_ADDRESSES), [{ type: 'address[]' }] as const) ?? [];
  if (addresses === undefined) return undefined;
  const asked = addresses.slice(0, MAX_FACETS).map(lowerCase);
  const answers = await Promise.all(
    asked.map((facet) => reader.call(address, `${FACET_FUNCTION_SELECTORS}${facet.slice(2).padStart(64, '0')}`)),
  );
  const facets = asked.map((facet, index) => {
    const [selectors = []] = decode(answers[index], [SELECTORS] as const) ?? [];
    return { address: facet, selectors };
  });
  const read = boundedFacets(facets);
  return read && (addresses.length > MAX_FACETS ? { ...read, isCut: true } : read);
}

function boundedFacets(given: readonly { address: Hex; selectors: readonly Hex[] }[]): DiamondInfo | undefined {
  const claimed = new Set<Hex>();
  const byAddress = new Map<Address, Selector[]>();
  let isCut = false;
  for (const { address, selectors } of given) {
    const facet = lowerCase(address);
    if (/^0x0*$/.test(facet)) continue;
    const own = byAddress.get(facet) ?? [];
    for (const selector of selectors) {
      if (claimed.has(selector)) continue;
      if (claimed.size === MAX_FUNCTIONS || (own.length === 0 && byAddress.size === MAX_FACETS)) {
        isCut = true;
        break;
      }
      claimed.add(selector);
      own.push(selector as Selector);
      byAddress.set(facet, own);
    }
  }
  if (byAddress.size === 0) return undefined;
  const facets = [...byAddress].map(([address, selectors]): Facet => ({ address, selectors }));
  return isCut ? { facets, isCut } : { facets };
}

/** The values that bytes hold, undefined where they are of no such types, or too many. */
function decode<const Types extends readonly AbiParameter[]>(data: Hex | undefined, types: Types) {
  if (data === undefined || data === '0x' || data.length > MAX_DIGITS) return undefined;
  try {
    return decodeAbiParameters(types, data);
  } catch {
    return undefined; // viem throws for every answer that is none of these types
  }
}

function lowerCase(address: Hex): Address {
  return address.toLowerCase() as Address;
}

/** Whether a call returned the word 1, and nothing else. */
function isTrue(returned: Hex | undefined): boolean {
  return returned !== undefined && /^0x0{63}1$/.test(returned);
}
