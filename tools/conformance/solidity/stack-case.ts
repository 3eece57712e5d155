/** One case of the stack-trace suite: compiled, executed transaction by transaction, and compared. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Abi, type AbiParameter, bytesToHex, encodeAbiParameters, encodeFunctionData, getAddress } from 'viem';
import type { Decoded } from '../../../src/core/abi/decoded';
import type { Hex } from '../../../src/core/chain/primitives';
import { matchRuntimeCode } from '../../../src/core/contract/match-code';
import { Replay } from '../../../src/core/evm/replay';
import { BLOBS_PRAGUE, Fork } from '../../../src/core/evm/rules/forks';
import { Stop } from '../../../src/core/evm/run';
import { State } from '../../../src/core/evm/state/state';
import { fromBigInt } from '../../../src/core/evm/words/words';
import type { CodeMap } from '../../../src/core/source/compiled/code-map';
import { type Compilation, parseCompilation, type SourceContract } from '../../../src/core/source/compiled/compilation';
import { createdCode } from '../../../src/core/source/compiled/created-code';
import { consoleLogs } from '../../../src/core/source/console/console-logs';
import type { StackFrame, StackFrameKind } from '../../../src/core/source/errors/stack-frame';
import { stackTraceOf } from '../../../src/core/source/errors/stack-trace';
import type { FrameSource } from '../../../src/core/source/source-frame';
import { isCreateKind } from '../../../src/core/trace/frame-kind';
import type { Trace } from '../../../src/core/trace/rows';
import { bytesOf } from '../evm/geth-case';
import { consoleSource } from './console-sol';
import { compile, type Target } from './solc';

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
  callFailed: 'CALL_FAILED_ERROR',
  calleeOutOfGas: 'CONTRACT_CALL_RUN_OUT_OF_GAS_ERROR',
  contractTooLarge: 'CONTRACT_TOO_LARGE_ERROR',
  precompileFailed: 'PRECOMPILE_ERROR',
  outOfGas: 'OUT_OF_GAS_ERROR',
  halted: 'OTHER_EXECUTION_ERROR',
};

const SENDER = `0x${'c0'.repeat(20)}`;
/** Deep enough that the relative imports of the cases stay inside. */
const ROOT = 'a/'.repeat(12);

/** Everything that differs, as text; empty when the case holds. */
export function runStackCase(folder: string, test: StackCase, target: Target): string[] {
  const compilation = compileCase(folder, target);
  const chain = new Chain(compilation);
  const differences: string[] = [];
  for (const [index, transaction] of test.transactions.entries()) {
    const { success, trace, replay } = chain.run(index, transaction);
    const sources = { trace, steps: replay.steps, sourceOf: (row: number) => chain.sourceOf(trace, row) };
    const wanted = transaction.stackTrace;
    if (success !== (wanted === undefined)) {
      differences.push(`transaction ${index} ${success ? 'succeeded' : `failed: ${inWords(stackTraceOf(sources))}`}`);
      continue;
    }
    if (wanted) differences.push(...compareTraces(stackTraceOf(sources), wanted));
    if (transaction.consoleLogs) differences.push(...compareLogs(sources, transaction.consoleLogs));
  }
  return differences;
}

function compileCase(folder: string, target: Target): Compilation {
  const sources: Record<string, { content: string }> = {};
  for (const file of readdirSync(folder))
    if (file.endsWith('.sol')) sources[ROOT + file] = { content: readFileSync(join(folder, file), 'utf8') };
  const usesConsole = Object.values(sources).some(({ content }) => content.includes('console.sol'));
  if (usesConsole) {
    const level = /import\s+"\.\/((?:\.\.\/)+)console\.sol"/.exec(
      Object.values(sources)
        .map((s) => s.content)
        .join('\n'),
    );
    const up = (level?.[1]?.length ?? 0) / 3;
    sources[`${'a/'.repeat(12 - up)}console.sol`] = { content: consoleSource() };
  }
  const input = {
    language: 'Solidity',
    sources,
    settings: {
      optimizer: { enabled: target.optimizer, runs: 200 },
      ...(target.viaIR && { viaIR: true }),
      outputSelection: {
        '*': {
          '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode', 'evm.methodIdentifiers'],
          '': ['ast'],
        },
      },
    },
  };
  const output = compile(target, input) as { errors?: { severity: string; formattedMessage: string }[] };
  const error = output.errors?.find(({ severity }) => severity === 'error');
  if (error) throw new Error(`does not compile: ${error.formattedMessage}`);
  const parsed = parseCompilation({ version: target.version, input, output });
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

/** A fresh chain with one rich account. */
class Chain {
  private readonly state = new State();
  private readonly deployed: (Hex | undefined)[] = [];
  private readonly abis: (Abi | undefined)[] = [];
  private nonce = 0n;
  private number = 0;

  constructor(private readonly compilation: Compilation) {
    this.state.supplyAccount(bytesOf(SENDER, 20), account(10n ** 24n), true);
  }

  run(index: number, transaction: TransactionCase): { success: boolean; trace: Trace; replay: Replay } {
    const { state } = this;
    const block = {
      fork: Fork.osaka,
      chainId: 31337n,
      number: ++this.number,
      timestamp: 1_700_000_000 + this.number,
      gasLimit: 60_000_000,
      coinbase: new Uint8Array(20),
      baseFee: 0n,
      random: 0n,
      excessBlobGas: 0n,
      blobs: BLOBS_PRAGUE,
      blockHash: () => new Uint8Array(32),
    };
    const input = {
      type: 2,
      from: bytesOf(SENDER, 20),
      to: transaction.to === undefined ? undefined : bytesOf(this.addressOf(transaction.to), 20),
      nonce: this.nonce++,
      value: BigInt(transaction.value ?? 0),
      data: bytesOf(transaction.to === undefined ? this.initCode(index, transaction) : this.calldata(transaction)),
      gasLimit: BigInt(transaction.gas ?? 16_000_000),
      maxFeePerGas: 0n,
      maxPriorityFeePerGas: 0n,
      accessList: [],
      maxFeePerBlobGas: 0n,
      blobHashes: [],
      authorizationList: [],
    };
    const replay = new Replay(state, block, input);
    for (;;) {
      const stop = replay.run(10_000_000);
      if (stop === Stop.done) break;
      if (stop === Stop.budget) continue;
      const { missing } = state;
      if (missing?.kind !== 'account') throw new Error(`missing ${missing?.kind}`);
      state.supplyAccount(missing.address, { ...account(0n), exists: false });
    }
    const { result } = replay;
    if (result === undefined) throw new Error(`not executed: ${replay.execution.invalid ?? 'too long'}`);
    if (result.created) this.deployed[index] = bytesToHex(result.created);
    return { success: result.success, trace: replay.finish(), replay };
  }

  /** The contract of the code that the frame at `row` ran; those called Ignored… are taken for unknown. */
  sourceOf(trace: Trace, row: number): FrameSource | undefined {
    const { rows, addresses } = trace;
    const known = this.compilation.contracts.filter(({ name }) => !name.startsWith('Ignored'));
    const creation = isCreateKind(rows.kind[row] ?? 0);
    let contract: SourceContract | undefined;
    if (creation) {
      const code = inputOf(trace, row);
      const fitting = known.filter((candidate) => candidate.creation && startsWith(code, candidate.creation));
      // Of equal codes the suite means that of the contract declared last.
      contract = fitting.sort((a, b) => placeOf(a) - placeOf(b)).at(-1);
    } else {
      const { state } = this;
      const code =
        createdCode(trace, row) ??
        state.codes[state.code[state.indexOfAddress(bytesOf(addresses[rows.to[row] ?? 0] ?? '', 20))] ?? 0]?.bytes ??
        new Uint8Array(0);
      contract = known.find(({ runtime }) => runtime && matchRuntimeCode(template(runtime), code));
    }
    return contract && { compilation: this.compilation, contract };
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

function inputOf({ rows, payload }: Trace, row: number): Uint8Array {
  const start = rows.inputStart[row] ?? 0;
  return payload.subarray(start, start + (rows.inputLength[row] ?? 0));
}

function account(balance: bigint) {
  const word = new Uint32Array(8);
  fromBigInt(balance, word, 0);
  return { balance: word, nonce: 0n, code: new Uint8Array(0), exists: true };
}

function template(code: CodeMap) {
  return { runtimeBytecode: bytesToHex(code.bytes), holes: code.holes };
}

function startsWith(code: Uint8Array, { bytes, holes }: CodeMap): boolean {
  if (code.length < bytes.length) return false;
  const open = new Uint8Array(bytes.length);
  for (const { start, length } of holes) open.fill(1, start, start + length);
  return bytes.every((byte, at) => byte === code[at] || open[at] === 1);
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
  return `${TYPES[frame.kind]} ${place} ${message} ${frame.value ?? ''} ${frame.panicCode}`.trim().replace(/ +/g, ' ');
}

function errorText({ error }: StackFrame): string {
  return `${error?.name}(${(error?.args ?? []).map(argumentText).join(', ')})`;
}

/** As the suite writes arguments: texts, addresses and bytes in quotes, tuples and arrays in brackets. */
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
