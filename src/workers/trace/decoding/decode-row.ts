/**
 * The words of one row: the function that was called and its arguments, the
 * event, the error. Each is decoded by the ABI of the code that ran; where
 * that knows nothing, by signatures that fit the bytes exactly.
 */
import { restOf } from '../../../core/abi/attribution';
import {
  type DecodedCall,
  decodeArguments,
  decodeCalldata,
  decodeConstructor,
  decodeReturn,
  decodeReturnWithSignature,
  decodeRevert,
  decodeWithCandidates,
  decodeWithSignature,
} from '../../../core/abi/decode';
import { decodeLog, decodeLogWithCandidates } from '../../../core/abi/decode-log';
import { bytesToSelector } from '../../../core/chain/hex';
import type { NameOrigin } from '../../../core/chain/name';
import type { Address, Selector } from '../../../core/chain/primitives';
import { codesBehind } from '../../../core/contract/proxies/code-behind';
import { isRevert } from '../../../core/trace/failure-stages';
import { fromOf, inputOf, isCreate, isLog, logOf, outputOf, selectorOf, toOf } from '../../../core/trace/row-fields';
import { RowFlag, type RowIndex, RowKind, rowIndex, type Trace } from '../../../core/trace/rows';
import { ranNoCode } from '../../../core/trace/touched-addresses';
import { NO_FUNCTION, NO_RECEIVE, NO_SELECTOR } from '../../../core/trace/unexplained-reverts';
import type { Knowledge } from '../../contracts/knowledge/knowledge-base';
import type { KnownContracts } from '../../contracts/knowledge/known-contracts';
import type { KnownSignatures } from '../../contracts/knowledge/known-signatures';
import type { RowError } from '../rows.api';
import { abisOf, codesRun, ECRECOVER, type KnownAbi } from './known-abis';
import { plainError, type RowWords } from './plain-words';

/** Decodes the words of `row`, leaf texts cut at `textLimit`. `known` are ABIs of all contracts of the trace. */
export function decodeRow(
  trace: Trace,
  row: RowIndex,
  knowledge: Knowledge,
  known: () => readonly KnownAbi[],
  textLimit: number,
): RowWords {
  if (isLog(trace, row)) return decodeLogRow(trace, row, knowledge, known, textLimit);
  const failed = (trace.rows.flags[row] & RowFlag.failed) !== 0;
  const codes = codesRun(trace, row, knowledge.contracts);
  const creation = isCreate(trace, row) ? knowledge.artifacts.ofInitCode(inputOf(trace, row)) : undefined;
  const indexes: KnownAbi[] = indexesOf(codes, knowledge.contracts, selectorOf(trace, row));
  if (creation) indexes.unshift({ index: creation.index, origin: 'buildOutput' });
  const words = isCreate(trace, row)
    ? decodeCreate(trace, row, creation, textLimit)
    : decodeCall(trace, row, indexes, knowledge.signatures, textLimit);
  if (!failed) return words;
  const { outputs: _, ...rest } = words;
  return { ...rest, error: decodeFailure(trace, row, indexes, knowledge, known, textLimit) };
}

/**
 * Returns ABIs of the code that ran in a frame, the innermost first: a proxy's own
 * functions rarely matter, and its fallback would claim every call. What a
 * proxy points to by its storage, and a diamond by its facets, counts when the
 * trace does not show it; without a selector, any facet may have run.
 */
export function indexesOf(codes: readonly Address[], contracts: KnownContracts, selector?: Selector): KnownAbi[] {
  const outer = codes.length === 1 ? contracts.knowledge(codes[0]) : undefined;
  return abisOf([...codesBehind(outer, selector), ...codes.toReversed()], contracts);
}

function decodeCall(
  trace: Trace,
  row: RowIndex,
  abis: readonly KnownAbi[],
  signatures: KnownSignatures,
  textLimit: number,
): RowWords {
  if (trace.rows.kind[row] === RowKind.selfdestruct) return {};
  const input = inputOf(trace, row);
  if (toOf(trace, row) === ECRECOVER) return decodeRecovery(input, outputOf(trace, row), textLimit);
  // What has code today may have had none then.
  if (ranNoCode(trace, row)) return {};
  const selector = selectorOf(trace, row);
  const calls = abis.map(({ index, origin }) => ({ index, origin, call: decodeCalldata(index, input, textLimit) }));
  const own = calls.find(({ call }) => call?.kind === 'function');
  if (own?.call !== undefined && selector !== undefined) {
    const outputs = decodeReturn(own.index, selector, outputOf(trace, row), textLimit);
    return {
      functionName: { text: own.call.name, origin: own.origin },
      ...argumentsOf(own.call, input, textLimit),
      ...(outputs === undefined ? {} : { outputs }),
    };
  }
  const fitting = decodeWithCandidates(selector === undefined ? [] : signatures.candidates(selector), input, textLimit);
  if (fitting !== undefined) {
    const { call, candidate } = fitting;
    const outputs = decodeReturnWithSignature(candidate.signature, outputOf(trace, row), textLimit);
    return {
      functionName: { text: call.name, origin: candidate.origin },
      ...argumentsOf(call, input, textLimit),
      ...(outputs === undefined ? {} : { outputs }),
    };
  }
  const other = calls.find(({ call }) => call !== undefined);
  return other?.call === undefined ? {} : { functionName: { text: other.call.name, origin: other.origin } };
}

const RECOVERY = 'ecrecover(bytes32 hash, uint256 v, bytes32 r, bytes32 s) returns (address signer)';

function decodeRecovery(input: Uint8Array, output: Uint8Array, textLimit: number): RowWords {
  const inputs = decodeArguments(RECOVERY, input, textLimit)?.inputs;
  const outputs = decodeReturnWithSignature(RECOVERY, output, textLimit);
  return { ...(inputs && { inputs }), ...(outputs && { outputs }) };
}

/** The arguments of a call, and after them the bytes that follow them. */
function argumentsOf(
  { inputs, rest }: Pick<DecodedCall, 'inputs' | 'rest'>,
  data: Uint8Array,
  textLimit: number,
): Pick<RowWords, 'inputs'> {
  if (inputs === undefined) return {};
  return { inputs: rest === 0 ? inputs : [...inputs, restOf(data, rest, textLimit)] };
}

/**
 * Decodes by the contract that the init code belongs to, and not by what is known of the address, because a creation
 * that failed has no address.
 */
function decodeCreate(
  trace: Trace,
  row: RowIndex,
  creation: ReturnType<Knowledge['artifacts']['ofInitCode']>,
  textLimit: number,
): RowWords {
  if (creation === undefined) return { functionName: { text: 'constructor', origin: 'builtin' } };
  const input = inputOf(trace, row);
  // A contract that declares no constructor has one without arguments.
  const call = decodeConstructor(creation.index, input.subarray(creation.length), textLimit) ?? {
    inputs: [],
    rest: input.length - creation.length,
  };
  return { functionName: { text: 'constructor', origin: 'buildOutput' }, ...argumentsOf(call, input, textLimit) };
}

function decodeLogRow(
  trace: Trace,
  row: RowIndex,
  { contracts, signatures }: Knowledge,
  known: () => readonly KnownAbi[],
  textLimit: number,
): RowWords {
  const { topics, data } = logOf(trace, row);
  const parent = rowIndex(trace.rows.parent[row]);
  const running = parent < 0 ? undefined : toOf(trace, parent);
  const codes = running === undefined ? [fromOf(trace, row)] : [running, fromOf(trace, row)];
  let onlyNamed: RowWords = {};
  for (const { index, origin } of indexesOf(codes, contracts).reverse()) {
    const log = decodeLog(index, topics, data, textLimit);
    if (log?.inputs !== undefined) return { functionName: { text: log.name, origin }, inputs: log.inputs };
    if (log !== undefined) onlyNamed = { functionName: { text: log.name, origin } };
  }
  for (const { index, origin } of known()) {
    const log = decodeLog(index, topics, data, textLimit);
    if (log?.inputs === undefined || log.anonymous) continue;
    return { functionName: { text: log.name, origin }, inputs: log.inputs };
  }
  const candidates = topics.length === 0 ? [] : signatures.candidates(topics[0]);
  const fitting = decodeLogWithCandidates(candidates, topics, data, textLimit);
  if (fitting?.log.inputs === undefined) return onlyNamed;
  return { functionName: { text: fitting.log.name, origin: fitting.candidate.origin }, inputs: fitting.log.inputs };
}

/** Why a frame failed: by its own ABI, then any that knows the selector, then a signature that fits. */
function decodeFailure(
  trace: Trace,
  row: RowIndex,
  abis: readonly KnownAbi[],
  { contracts, signatures }: Knowledge,
  known: () => readonly KnownAbi[],
  textLimit: number,
): RowError {
  const plain = plainError(trace, row);
  const { message } = plain;
  const data = outputOf(trace, row);
  if (data.length === 0) {
    const check = missingFunction(trace, row, contracts);
    if (check !== undefined) return { message, said: check, missing: true };
    return isAssertion(trace, row, message, contracts) ? { message, said: ASSERTION } : plain;
  }
  const all = [...abis, ...known()];
  const revert = decodeRevert(
    all.map(({ index }) => index),
    data,
    textLimit,
  );
  if (revert?.malformed !== undefined) return { message, said: revert.malformed };
  if (revert !== undefined) {
    const origin = revert.source < 0 ? 'builtin' : all[revert.source].origin;
    return {
      message,
      name: { text: revert.name, origin },
      ...(revert.args === undefined ? {} : { args: revert.args }),
      ...(revert.reason === undefined ? {} : { reason: revert.reason }),
    };
  }
  for (const candidate of data.length < 4 ? [] : signatures.candidates(bytesToSelector(data.subarray(0, 4)))) {
    const call = decodeWithSignature(candidate.signature, data, textLimit);
    if (call?.inputs === undefined) continue;
    return { message, name: { text: call.name, origin: candidate.origin }, args: call.inputs };
  }
  return plain;
}

/** Assembly may end with it as well, so that it is no more than likely. */
const ASSERTION = 'INVALID, as of a failed assertion';

/** Whether the halt is how solc before 0.8 ends at `assert`, an index or a division, and Vyper at what it takes for unreachable. */
function isAssertion(trace: Trace, row: RowIndex, message: string, contracts: KnownContracts): boolean {
  const code = message === 'invalid opcode: INVALID' ? codesRun(trace, row, contracts).at(-1) : undefined;
  const version = code && contracts.knowledge(code)?.compilerVersion;
  return version !== undefined && /^v?0\.[0-7]\./.test(version);
}

/** Origins whose ABI has all that the code has; an ABI of another origin may have a part of it. */
const WHOLE: ReadonlySet<NameOrigin> = new Set([
  'verifiedHere',
  'buildOutput',
  'sourcify',
  'blockscout',
  'etherscan',
  'hosted',
]);

/**
 * The check of the compiler that a call failed at: the contract has nothing
 * that the calldata reaches (Solidity docs, receive and fallback). Undefined
 * when something else failed.
 */
function missingFunction(trace: Trace, row: RowIndex, contracts: KnownContracts): string | undefined {
  if (isCreate(trace, row) || !isRevert(trace, row)) return undefined;
  const codes = codesRun(trace, row, contracts);
  const code = codes.at(-1);
  const index = code && contracts.index(code);
  const isWhole = WHOLE.has((code && contracts.knowledge(code)?.abiOrigin) ?? 'builtin');
  const callsNobody = codes.length > 1 || trace.rows.subtreeEnd[row] === row + 1;
  if (index === undefined || !isWhole || index.hasFallback || !callsNobody) return undefined;
  if (inputOf(trace, row).length === 0) return index.hasReceive ? undefined : NO_RECEIVE;
  const selector = selectorOf(trace, row);
  if (selector === undefined) return NO_SELECTOR;
  return index.functions.has(selector) ? undefined : NO_FUNCTION;
}
