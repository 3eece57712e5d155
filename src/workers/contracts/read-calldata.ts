/** What calldata may call: every known signature of its selector, with the values where the bytes fit, and the calls among these. */
import { type Abi, type AbiFunction, parseAbi } from 'viem';
import { type AbiIndex, createAbiIndex } from '../../core/abi/abi-index';
import { restOf } from '../../core/abi/attribution';
import { decodeCalldata } from '../../core/abi/decode';
import { findHeld, withNestedCalls } from '../../core/abi/nested-calls';
import { parseSignature, selectorOf, signatureOf } from '../../core/abi/signature';
import { loadSignatureTable } from '../../core/abi/signature-table';
import { bytesToSelector, parseHex } from '../../core/chain/hex';
import type { NameOrigin } from '../../core/chain/name';
import type { Hex, Selector } from '../../core/chain/primitives';
import { fail, ok, type Result } from '../../core/values/result';
import type { CalldataCandidate, CalldataReading } from './contracts.api';
import type { KnownSignatures } from './knowledge/known-signatures';

/** Characters of calldata that are looked at, far above what fits a block. */
const MAX_CALLDATA = 64_000_000;
const TEXT_LIMIT = 100_000;
const VALUE_LIMIT = 10_000;
/** Calls within calls that are followed. */
const MAX_ROUNDS = 5;
/** Errors that contracts revert with without declaring them (Solidity docs, Error handling). */
const SOLIDITY_ERRORS = parseAbi(['error Error(string reason)', 'error Panic(uint256 code)']);
/** Candidates of one selector. */
const MAX_CANDIDATES = 50;

/** An ABI that is kept, and who says what is in it. */
export type KeptAbi = { abi: Abi; index: AbiIndex; origin: NameOrigin };

/** Reads calldata. Candidates of `abis` go first, then those of what is kept. The error is one sentence. */
export async function readCalldata(
  text: string,
  abis: readonly Abi[],
  signatures: KnownSignatures,
  kept: readonly KeptAbi[] = [],
): Promise<Result<CalldataReading, string>> {
  const joined = text.replace(/\s+/g, '');
  if (joined === '') return fail('There is no calldata.');
  if (joined.length > MAX_CALLDATA) return fail(`Calldata of more than ${MAX_CALLDATA / 2e6} MB is not read.`);
  const bytes = parseHex(`0x${joined.replace(/^0x/i, '').toLowerCase()}`);
  if (bytes === undefined) return fail('The calldata is no hex with whole bytes.');
  if (bytes.length < 4) return fail('The calldata has less than the four bytes of a selector.');
  const selector = bytesToSelector(bytes.subarray(0, 4));
  const indexes = [...abis.map(createAbiIndex), ...kept.map(({ index }) => index)];
  const wanted = new Set<string>([selector]);
  const errors = (await loadSignatureTable()).errors(selector).map(({ signature }) => signature);
  let candidates: readonly CalldataCandidate[] = [];
  // What a call carries is known once its own signature is.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    await signatures.load([...wanted]);
    const before = wanted.size;
    // Selectors that were not loaded yet are asked for before the next round.
    const find: Find = (calldata) => {
      const held = bytesToSelector(calldata.subarray(0, 4));
      wanted.add(held);
      return findHeld(calldata, indexes, signatures.candidates(held), TEXT_LIMIT);
    };
    candidates = candidatesOf(selector, abis, signatures, kept, errors).map(
      ({ isError, signature, origin, entry }) => ({
        ...candidateOf(bytes, signature, origin, entry, find),
        ...(isError && { isError }),
      }),
    );
    if (wanted.size === before) break;
  }
  const fitting = (candidate: CalldataCandidate) => (candidate.inputs === undefined ? 2 : candidate.canonical ? 0 : 1);
  return ok({
    selector,
    length: bytes.length,
    data: `0x${joined.replace(/^0x/i, '').toLowerCase()}` as Hex,
    candidates: [...candidates].sort((a, b) => fitting(a) - fitting(b)),
  });
}

type Find = Parameters<typeof withNestedCalls>[2];
type Known = { signature: string; origin: CalldataCandidate['origin']; entry?: AbiFunction; isError?: true };

/** Each signature once, those with names of parameters before the same without. `errors` are signatures that the bundled table has as errors. */
function candidatesOf(
  selector: Selector,
  abis: readonly Abi[],
  signatures: KnownSignatures,
  kept: readonly KeptAbi[],
  errors: readonly string[],
): readonly Known[] {
  const known = new Map<string, Known>();
  const add = (abi: Abi, origin: Known['origin']) => {
    for (const item of abi) {
      if (item.type !== 'function' && item.type !== 'error') continue;
      const signature = signatureOf(item);
      if (known.has(signature) || selectorOf(signature) !== selector) continue;
      const isError = item.type === 'error';
      const entry: AbiFunction = isError
        ? { type: 'function', name: item.name, inputs: item.inputs, outputs: [], stateMutability: 'payable' }
        : item;
      known.set(signature, { signature, origin, entry, ...(isError && { isError }) });
    }
  };
  for (const abi of abis) add(abi, 'given');
  for (const { abi, index, origin } of kept)
    if (index.functions.has(selector) || index.errors.has(selector)) add(abi, origin);
  add(SOLIDITY_ERRORS, 'builtin');
  for (const { signature, origin } of signatures.candidates(selector)) {
    const parsed = parseSignature(signature);
    if (!parsed.ok || selectorOf(signatureOf(parsed.value)) !== selector) continue;
    const canonical = signatureOf(parsed.value);
    if (known.has(canonical)) continue;
    known.set(canonical, { signature, origin, ...(errors.includes(signature) && { isError: true }) });
  }
  return [...known.values()].slice(0, MAX_CANDIDATES);
}

function candidateOf(
  bytes: Uint8Array,
  signature: string,
  origin: CalldataCandidate['origin'],
  given: AbiFunction | undefined,
  find: Find,
): CalldataCandidate {
  const parsed = parseSignature(signature);
  const entry: AbiFunction =
    given ??
    ({
      type: 'function',
      name: parsed.ok ? parsed.value.name : '',
      inputs: parsed.ok ? parsed.value.inputs : [],
      outputs: [],
      stateMutability: 'payable',
    } as const);
  const call = decodeCalldata(createAbiIndex([entry]), bytes, TEXT_LIMIT, VALUE_LIMIT);
  const inputs = call?.inputs && withNestedCalls(entry.name, call.inputs, find);
  return {
    entry,
    signature: signatureOf(entry),
    origin,
    canonical: call?.canonical === true,
    ...(inputs && call && { inputs: call.rest === 0 ? inputs : [...inputs, restOf(bytes, call.rest, TEXT_LIMIT)] }),
  };
}
