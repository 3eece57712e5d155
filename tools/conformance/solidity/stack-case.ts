/** One case of the stack-trace suite: compiled, executed transaction by transaction, and compared. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Abi, type AbiParameter, bytesToHex, encodeAbiParameters, encodeFunctionData, getAddress } from 'viem';
import type { Decoded } from '../../../src/core/abi/decoded';
import type { Hex } from '../../../src/core/chain/primitives';
import type { Compilation, SourceContract } from '../../../src/core/source/compiled/compilation';
import { consoleLogs } from '../../../src/core/source/console/console-logs';
import type { StackFrame, StackFrameKind } from '../../../src/core/source/errors/stack-frame';
import { stackTraceOf } from '../../../src/core/source/errors/stack-trace';
import type { CodeSource, SourcedTrace } from '../../../src/core/source/frame-in-source';
import { sourcesOfTrace } from '../../../src/core/source/trace-sources';
import { MemoryChain } from '../../memory-chain';
import { bytesOf } from '../evm/geth-case';
import { compileSources } from './compile-sources';
import { consoleSource } from './console-sol';
import type { Target } from './solc';

type ExpectedFrame = {
  type: string;
  sourceReference?: { contract?: string; file: string; function?: string; line: number };
  message?: string;
  value?: number | string;
  errorCode?: string;
};

type TransactionCase = {
  file?: string;
  contract?: string;
  libraries?: Record<string, Record<string, number>>;
  imports?: string[];
  to?: number;
  data?: Hex;
  function?: string;
  params?: unknown[];
  value?: number | string;
  gas?: number;
  stackTrace?: ExpectedFrame[];
  consoleLogs?: string[][];
};

export type StackCase = {
  transactions: TransactionCase[];
  solc?: string;
  skip?: boolean;
  skipViaIR?: boolean;
  reason?: string;
};

/** The suite's name for each kind of line. */
const TYPES: Record<StackFrameKind, string> = {
  call: 'CALLSTACK_ENTRY',
  unknownCall: 'UNRECOGNIZED_CONTRACT_CALLSTACK_ENTRY',
  unknownCreate: 'UNRECOGNIZED_CREATE_CALLSTACK_ENTRY',
  unknownCallFailed: 'UNRECOGNIZED_CONTRACT_ERROR',
  unknownCreateFailed: 'UNRECOGNIZED_CREATE_ERROR',
  revert: 'REVERT_ERROR',
  rethrown: 'CUSTOM_ERROR',
  unmappedRevert: 'UNMAPPED_SOLC_0_6_3_REVERT_ERROR',
  panic: 'PANIC_ERROR',
  customError: 'CUSTOM_ERROR',
  notPayable: 'FUNCTION_NOT_PAYABLE_ERROR',
  fallbackNotPayable: 'FALLBACK_NOT_PAYABLE_ERROR',
  fallbackNotPayableNoReceive: 'FALLBACK_NOT_PAYABLE_AND_NO_RECEIVE_ERROR',
  invalidParameters: 'INVALID_PARAMS_ERROR',
  unknownFunction: 'UNRECOGNIZED_FUNCTION_WITHOUT_FALLBACK_ERROR',
  missingFallbackOrReceive: 'MISSING_FALLBACK_OR_RECEIVE_ERROR',
  directLibraryCall: 'DIRECT_LIBRARY_CALL_ERROR',
  notAContract: 'NONCONTRACT_ACCOUNT_CALLED_ERROR',
  returnedTooLittle: 'RETURNDATA_SIZE_ERROR',
  returnedInvalid: 'RETURNDATA_SIZE_ERROR',
  failedCheck: 'REVERT_ERROR',
  callFailed: 'CALL_FAILED_ERROR',
  calleeOutOfGas: 'CONTRACT_CALL_RUN_OUT_OF_GAS_ERROR',
  contractTooLarge: 'CONTRACT_TOO_LARGE_ERROR',
  precompileFailed: 'PRECOMPILE_ERROR',
  outOfGas: 'OUT_OF_GAS_ERROR',
  halted: 'OTHER_EXECUTION_ERROR',
};

/** Deep enough that the relative imports of the cases stay inside. */
const ROOT = 'a/'.repeat(12);

/** Returns everything that differs, as text; empty when the case holds. */
export function runStackCase(folder: string, test: StackCase, target: Target): string[] {
  const compilation = compileCase(folder, target);
  const deployments = new Deployments(compilation);
  const differences: string[] = [];
  for (const [index, transaction] of test.transactions.entries()) {
    const { success, sources } = deployments.run(index, transaction);
    const wanted = transaction.stackTrace;
    if (success !== (wanted === undefined)) {
      differences.push(`transaction ${index} ${success ? 'succeeded' : `failed: ${inWords(stackTraceOf(sources))}`}`);
      continue;
    }
    if (wanted) differences.push(...compareTraces(untilOutOfGas(stackTraceOf(sources)), wanted));
    if (transaction.consoleLogs) differences.push(...compareLogs(sources, transaction.consoleLogs));
  }
  return differences;
}

/** The suite ends a trace where a callee ran out of gas; here its own lines follow. */
function untilOutOfGas(lines: readonly StackFrame[]): readonly StackFrame[] {
  const end = lines.findIndex(({ kind }) => kind === 'calleeOutOfGas');
  return end < 0 ? lines : lines.slice(0, end + 1).map((line, at) => (at === end ? { ...line, message: '' } : line));
}

function compileCase(folder: string, target: Target): Compilation {
  const sources: Record<string, string> = {};
  for (const file of readdirSync(folder))
    if (file.endsWith('.sol')) sources[ROOT + file] = readFileSync(join(folder, file), 'utf8');
  const all = Object.values(sources).join('\n');
  if (all.includes('console.sol')) {
    const level = /import\s+"\.\/((?:\.\.\/)+)console\.sol"/.exec(all);
    const up = (level?.[1]?.length ?? 0) / 3;
    sources[`${'a/'.repeat(12 - up)}console.sol`] = consoleSource();
  }
  return compileSources(target, sources);
}

/** A fresh chain with the contracts that a case deploys. */
class Deployments {
  private readonly chain = new MemoryChain();
  private readonly deployed: (Hex | undefined)[] = [];
  private readonly abis: (Abi | undefined)[] = [];
  /**
   * Contracts called Ignored… are taken for unknown. When codes are equal, the suite means that of the contract
   * declared last.
   */
  private readonly known: readonly CodeSource[];

  constructor(private readonly compilation: Compilation) {
    this.known = compilation.contracts
      .filter(({ name }) => !name.startsWith('Ignored'))
      .sort((a, b) => placeOf(a) - placeOf(b))
      .map((contract) => ({ compilation, contract }));
  }

  run(index: number, transaction: TransactionCase): { success: boolean; sources: SourcedTrace } {
    const replay = this.chain.send({
      to: transaction.to === undefined ? undefined : bytesOf(this.addressOf(transaction.to), 20),
      data: bytesOf(transaction.to === undefined ? this.initCode(index, transaction) : this.calldata(transaction)),
      value: BigInt(transaction.value ?? 0),
      gas: BigInt(transaction.gas ?? 16_000_000),
    });
    const { result } = replay;
    if (result?.created) this.deployed[index] = bytesToHex(result.created);
    const trace = replay.finish();
    const sources = { trace, steps: replay.steps, ...sourcesOfTrace(trace, this.chain.state, this.known) };
    return { success: result?.success === true, sources };
  }

  private addressOf(index: number): Hex {
    const address = this.deployed[index];
    if (address === undefined) throw new Error(`transaction ${index} deployed nothing`);
    return address;
  }

  private initCode(index: number, transaction: TransactionCase): Hex {
    const contract = this.compilation.contracts.find(
      ({ name, path }) => name === transaction.contract && path === ROOT + transaction.file,
    );
    if (contract?.creation === undefined) throw new Error(`no contract ${transaction.contract}`);
    this.abis[index] = contract.abi;
    const code = contract.creation.bytes.slice();
    const libraries = Object.values(transaction.libraries ?? {}).flatMap((named) => Object.values(named));
    // One library at most is linked in a case.
    for (const { start, length } of contract.creation.holes)
      if (length === 20 && libraries.length > 0) code.set(bytesOf(this.addressOf(libraries[0] ?? 0), 20), start);
    const inputs = contract.abi.find((item) => item.type === 'constructor')?.inputs ?? [];
    const params = transaction.params ?? [];
    const given = inputs.length === params.length ? encodeAbiParameters(inputs, argumentsOf(inputs, params)) : '0x';
    return `${bytesToHex(code)}${given.slice(2)}`;
  }

  private calldata(transaction: TransactionCase): Hex {
    if (transaction.function === undefined) return transaction.data ?? '0x';
    const abi = this.abis[transaction.to ?? 0] ?? [];
    const params = transaction.params ?? [];
    const found = abi.find(
      (item) => item.type === 'function' && item.name === transaction.function && item.inputs.length === params.length,
    );
    if (found?.type !== 'function') throw new Error(`no function ${transaction.function}`);
    return encodeFunctionData({ abi: [found], args: argumentsOf(found.inputs, params) });
  }
}

/** Order of declaration: by file, then in the text. */
function placeOf({ range }: SourceContract): number {
  return range ? range.file * 2 ** 32 + range.start : -1;
}

/** Arguments as viem takes them, from JSON. */
function argumentsOf(inputs: readonly AbiParameter[], params: readonly unknown[]): unknown[] {
  return inputs.map((input, index) => argumentOf(input, params[index]));
}

function argumentOf(input: AbiParameter, value: unknown): unknown {
  const array = /^(.*)\[\d*\]$/.exec(input.type);
  if (array && Array.isArray(value)) return value.map((item) => argumentOf({ ...input, type: array[1] ?? '' }, item));
  if (input.type.startsWith('bytes')) {
    if (Array.isArray(value)) return bytesToHex(Uint8Array.from(value as number[]));
    const size = Number(input.type.slice(5));
    return size > 0 ? bytesToHex(bytesOf(String(value), size)) : bytesToHex(bytesOf(String(value)));
  }
  // Cases write integers by their bits: a signed one may be given as an unsigned number.
  if (input.type.startsWith('int')) return BigInt.asIntN(Number(input.type.slice(3) || 256), BigInt(value as string));
  if (input.type.startsWith('uint')) return BigInt(value as string);
  if (input.type === 'address') return getAddress(`0x${String(value).replace(/^0x/, '').padStart(40, '0')}`);
  return value;
}

function compareTraces(actual: readonly StackFrame[], wanted: readonly ExpectedFrame[]): string[] {
  const got = actual.map(lineOf);
  const want = wanted.map(wantedLine);
  return got.join('\n') === want.join('\n')
    ? []
    : [`expected ${want.join(' > ')}; got ${got.join(' > ') || 'nothing'}`];
}

function inWords(frames: readonly StackFrame[]): string {
  return frames.map(lineOf).join(' > ');
}

function wantedLine({ type, sourceReference: at, message, value, errorCode }: ExpectedFrame): string {
  const place = at ? `${at.contract ?? ''} ${at.file} ${at.function ?? ''} ${at.line}` : '';
  return `${type} ${place} ${message ?? ''} ${value ?? ''} ${errorCode ?? ''}`.trim().replace(/ +/g, ' ');
}

function lineOf(frame: StackFrame): string {
  const place =
    frame.line > 0 ? `${frame.contract} ${frame.file.split('/').at(-1)} ${frame.function} ${frame.line}` : '';
  const message = frame.error ? `reverted with custom error '${errorText(frame)}'` : frame.message;
  // The suite states codes of panics that have a place, no others.
  const code = frame.kind === 'panic' ? frame.panicCode : '';
  return `${TYPES[frame.kind]} ${place} ${message} ${frame.value ?? ''} ${code}`.trim().replace(/ +/g, ' ');
}

function errorText({ error }: StackFrame): string {
  return `${error?.name}(${(error?.args ?? []).map(argumentText).join(', ')})`;
}

/** Writes arguments as the suite does: texts, addresses and bytes in quotes, tuples and arrays in brackets. */
function argumentText(value: Decoded): string {
  if (value.items) return `[${value.items.map(argumentText).join(', ')}]`;
  if (value.kind === 'integer' || value.kind === 'bool') return value.text;
  return `"${value.kind === 'address' ? getAddress(value.text) : value.text}"`;
}

function compareLogs(sources: Parameters<typeof consoleLogs>[0], wanted: readonly string[][]): string[] {
  const text = (value: Decoded) => (value.kind === 'address' ? getAddress(value.text) : value.text);
  const got = consoleLogs(sources).map(({ values }) => JSON.stringify(values?.map(text)));
  const want = wanted.map((values) => JSON.stringify(values));
  const differing = want.findIndex((line, index) => line !== got[index]);
  if (got.length === want.length && differing < 0) return [];
  const at = differing < 0 ? want.length : differing;
  return [`console log ${at}: expected ${want[at] ?? 'none'}, got ${got[at] ?? 'none'}`];
}
