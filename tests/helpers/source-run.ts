/** A contract compiled by a real compiler, deployed and called on our machine, ready to be decoded. */
import { type Abi, bytesToHex, encodeAbiParameters, encodeFunctionData, hexToBytes } from 'viem';
import type { State } from '../../src/core/evm/state/state';
import type { Replay } from '../../src/core/replay/replay';
import type { Compilation } from '../../src/core/source/compiled/compilation';
import { type KnownSources, sourcesOfTrace } from '../../src/core/source/trace-sources';
import type { Trace } from '../../src/core/trace/rows';
import { compileSources } from '../../tools/conformance/solidity/compile-sources';
import type { Target } from '../../tools/conformance/solidity/solc';
import { MemoryChain } from '../../tools/memory-chain';

export type SourceRun = KnownSources & {
  compilation: Compilation;
  replay: Replay;
  trace: Trace;
  state: State;
};

export type SourceCall = ({ name: string; args?: readonly unknown[] } | { data: `0x${string}` }) & { value?: bigint };

/** Deploys `contract` of `source` and makes the calls; the run is of the last one, or of the deployment. */
export function runSource(
  source: string,
  contract: string,
  target: Target,
  calls: readonly SourceCall[],
  constructorArgs: readonly unknown[] = [],
): SourceRun {
  const compilation = compiledOnce(target, source);
  const found = compilation.contracts.find(({ name }) => name === contract);
  if (found?.creation === undefined) throw new Error(`no contract ${contract}`);
  const abi = found.abi as Abi;
  const inputs = abi.find((item) => item.type === 'constructor')?.inputs ?? [];
  const chain = new MemoryChain();
  const init = `${bytesToHex(found.creation.bytes)}${encodeAbiParameters(inputs, constructorArgs).slice(2)}` as const;
  let replay = chain.send({ data: hexToBytes(init) });
  const to = replay.result?.created;
  for (const call of calls) {
    const data =
      'data' in call ? call.data : encodeFunctionData({ abi, functionName: call.name, args: call.args ?? [] });
    replay = chain.send({ to, data: hexToBytes(data), value: call.value ?? 0n });
  }
  const trace = replay.finish();
  const known = compilation.contracts.map((contract) => ({ compilation, contract }));
  return { compilation, replay, trace, state: chain.state, ...sourcesOfTrace(trace, chain.state, known) };
}

const compilations = new Map<string, Compilation>();

/** Tests call many functions of one source. */
function compiledOnce(target: Target, source: string): Compilation {
  const key = JSON.stringify([target, source]);
  const compilation = compilations.get(key) ?? compileSources(target, { 'c.sol': source });
  compilations.set(key, compilation);
  return compilation;
}
