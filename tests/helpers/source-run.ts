/** A contract compiled by a real compiler, deployed and called on our machine, ready to be decoded. */
import { type Abi, bytesToHex, encodeAbiParameters, encodeFunctionData, hexToBytes } from 'viem';
import { matchRuntimeCode } from '../../src/core/contract/match-code';
import { Replay } from '../../src/core/evm/replay';
import { BLOBS_CANCUN, Fork } from '../../src/core/evm/rules/forks';
import { Stop } from '../../src/core/evm/run';
import { State } from '../../src/core/evm/state/state';
import { fromBigInt } from '../../src/core/evm/words/words';
import { type Compilation, parseCompilation } from '../../src/core/source/compiled/compilation';
import { createdCode } from '../../src/core/source/compiled/created-code';
import type { FrameSource } from '../../src/core/source/source-frame';
import { isCreateKind } from '../../src/core/trace/frame-kind';
import type { RowIndex, Trace } from '../../src/core/trace/rows';
import { compile, type Target } from '../../tools/conformance/solidity/solc';

export type SourceRun = {
  compilation: Compilation;
  replay: Replay;
  trace: Trace;
  state: State;
  sourceOf(row: RowIndex): FrameSource | undefined;
  codeOf(row: RowIndex): Uint8Array | undefined;
};

export type SourceCall = ({ name: string; args?: readonly unknown[] } | { data: `0x${string}` }) & { value?: bigint };

const SENDER = new Uint8Array(20).fill(0xc0);

/** Deploys `contract` of `source` and makes the calls; the run is of the last one, or of the deployment. */
export function runSource(
  source: string,
  contract: string,
  target: Target,
  calls: readonly SourceCall[],
  constructorArgs: readonly unknown[] = [],
): SourceRun {
  const compilation = compileSource(source, target);
  const found = compilation.contracts.find(({ name }) => name === contract);
  if (found?.creation === undefined) throw new Error(`no contract ${contract}`);
  const abi = found.abi as Abi;
  const inputs = abi.find((item) => item.type === 'constructor')?.inputs ?? [];
  const state = new State();
  const word = new Uint32Array(8);
  fromBigInt(10n ** 24n, word, 0);
  state.supplyAccount(SENDER, { balance: word, nonce: 0n, code: new Uint8Array(0), exists: true }, true);
  const init = `${bytesToHex(found.creation.bytes)}${encodeAbiParameters(inputs, constructorArgs).slice(2)}` as const;
  let replay = transact(state, undefined, hexToBytes(init), 0n, 0n);
  const to = replay.result?.created;
  for (const [index, call] of calls.entries()) {
    const data =
      'data' in call ? call.data : encodeFunctionData({ abi, functionName: call.name, args: call.args ?? [] });
    replay = transact(state, to, hexToBytes(data), BigInt(index + 1), call.value ?? 0n);
  }
  const trace = replay.finish();
  const codeOf = (row: RowIndex) =>
    createdCode(trace, row) ?? codeAt(state, trace.addresses[trace.rows.to[row] ?? 0] ?? '0x');
  const sourceOf = (row: RowIndex) => sourceIn(compilation, trace, row, codeOf);
  return { compilation, replay, trace, state, sourceOf, codeOf };
}

function compileSource(source: string, target: Target): Compilation {
  const input = {
    language: 'Solidity',
    sources: { 'c.sol': { content: source } },
    settings: {
      optimizer: { enabled: target.optimizer, runs: 200 },
      ...(target.viaIR && { viaIR: true }),
      outputSelection: {
        '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode', 'evm.methodIdentifiers'], '': ['ast'] },
      },
    },
  };
  const output = compile(target, input);
  const parsed = parseCompilation({ version: target.version, input, output });
  if (!parsed.ok) throw new Error(`${parsed.error} ${JSON.stringify((output as { errors?: unknown }).errors)}`);
  return parsed.value;
}

function transact(state: State, to: Uint8Array | undefined, data: Uint8Array, nonce: bigint, value: bigint): Replay {
  const block = {
    fork: Fork.cancun,
    chainId: 1n,
    number: 1,
    timestamp: 1,
    gasLimit: 2 ** 50,
    coinbase: new Uint8Array(20),
    baseFee: 0n,
    random: 0n,
    excessBlobGas: 0n,
    blobs: BLOBS_CANCUN,
    blockHash: () => new Uint8Array(32),
  };
  const transaction = {
    type: 2,
    from: SENDER,
    to,
    nonce,
    value,
    data,
    gasLimit: 30_000_000n,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    accessList: [],
    maxFeePerBlobGas: 0n,
    blobHashes: [],
    authorizationList: [],
  };
  const replay = new Replay(state, block, transaction);
  for (let stop = replay.run(1e9); stop !== Stop.done; stop = replay.run(1e9)) {
    const { missing } = state;
    if (missing?.kind !== 'account') throw new Error(`missing ${missing?.kind}`);
    const nothing = { balance: new Uint32Array(8), nonce: 0n, code: new Uint8Array(0), exists: false };
    state.supplyAccount(missing.address, nothing);
  }
  if (replay.result === undefined) throw new Error(replay.execution.invalid);
  return replay;
}

function codeAt(state: State, address: string): Uint8Array | undefined {
  return state.codes[state.code[state.indexOfAddress(hexToBytes(address as `0x${string}`))] ?? 0]?.bytes;
}

function sourceIn(
  compilation: Compilation,
  trace: Trace,
  row: RowIndex,
  codeOf: SourceRun['codeOf'],
): FrameSource | undefined {
  const { kind, inputStart, inputLength } = trace.rows;
  const start = inputStart[row] ?? 0;
  const init = trace.payload.subarray(start, start + (inputLength[row] ?? 0));
  const contract = compilation.contracts.find(({ creation, runtime }) => {
    if (isCreateKind(kind[row] ?? 0)) return creation?.bytes.every((byte, at) => byte === init[at]) === true;
    const code = codeOf(row);
    if (code === undefined || runtime === undefined) return false;
    return matchRuntimeCode({ runtimeBytecode: bytesToHex(runtime.bytes), holes: runtime.holes }, code) !== undefined;
  });
  return contract && { compilation, contract };
}
