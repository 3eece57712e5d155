/** The test ledger as several versions of Vyper compiled it (tools/generate/vyper-output.ts), deployed and called on our machine. */
import { readFileSync } from 'node:fs';
import { type Abi, bytesToHex, encodeAbiParameters, encodeFunctionData, hexToBytes } from 'viem';
import type { CompilerRun } from '../../../../src/core/source/compiled/compilation';
import { parseCompilation } from '../../../../src/core/source/compiled/parse-compilation';
import { stackTraceOf } from '../../../../src/core/source/errors/stack-trace';
import { SourceTreeBuilder } from '../../../../src/core/source/source-tree';
import { sourcesOfTrace } from '../../../../src/core/source/trace-sources';
import { RowKind } from '../../../../src/core/trace/rows';
import { MemoryChain } from '../../../../tools/memory-chain';

export const VERSIONS = ['0.2.16', '0.3.3', '0.3.7', '0.3.10', '0.4.3'] as const;
/** The ledger's immutable: amounts are smaller. */
export const LIMIT = 100n;
export const PATH = 'contracts/Ledger.vy';

type Code = { object: string; sourceMap?: unknown };
export type LedgerRun = CompilerRun & {
  input: { language: string; sources: Record<typeof PATH, { content: string }>; settings: object };
  output: {
    sources: Record<typeof PATH, { id: number }>;
    contracts: Record<
      typeof PATH,
      { Ledger: { abi: Abi; layout?: unknown; evm: { bytecode: Code; deployedBytecode: Code } } }
    >;
  };
};

export function recordedRun(version: string, name = 'ledger'): LedgerRun {
  return JSON.parse(readFileSync(new URL(`${name}-${version}.gen.json`, import.meta.url), 'utf8'));
}

/** The line, from 1, of the recorded source that contains `text`. */
export function lineOf(version: string, text: string): number {
  const lines = recordedRun(version).input.sources[PATH].content.split('\n');
  const line = lines.findIndex((each) => each.includes(text));
  if (line < 0) throw new Error(`no line with ${text}`);
  return line + 1;
}

export type LedgerCall = { name: string; args?: readonly unknown[]; value?: bigint };

const LEDGER_ARGUMENTS = encodeAbiParameters([{ type: 'uint256' }], [LIMIT]);

/** Two ledgers are deployed, the calls go to the second; `$peer` as an argument is the first. What is told is of the last call. */
export function callLedger(run: CompilerRun, calls: readonly LedgerCall[], constructorArguments = LEDGER_ARGUMENTS) {
  const parsed = parseCompilation(run);
  const [contract] = parsed.ok ? parsed.value.contracts : [];
  if (!parsed.ok || contract?.creation === undefined) throw new Error('no code');
  const abi = contract.abi as Abi;
  const chain = new MemoryChain();
  const init = Uint8Array.from([...contract.creation.bytes, ...hexToBytes(constructorArguments)]);
  const peer = chain.send({ data: init }).result?.created;
  let replay = chain.send({ data: init });
  const to = replay.result?.created;
  if (to === undefined || peer === undefined) throw new Error('the ledger was not deployed');
  for (const { name, args = [], value = 0n } of calls) {
    const given = args.map((arg) => (arg === '$peer' ? bytesToHex(peer) : arg));
    replay = chain.send({ to, data: hexToBytes(encodeFunctionData({ abi, functionName: name, args: given })), value });
  }
  const trace = replay.finish();
  const compilation = parsed.value;
  return {
    compilation,
    contract,
    replay,
    trace,
    ...sourcesOfTrace(trace, chain.state, [{ compilation, contract }]),
  };
}

type Called = ReturnType<typeof callLedger>;

/** The tree as text: one line a row, two blanks a level; functions with a `!` where they were not left. */
export function treeOf({ trace, replay, sourceOf, codeOf }: Called): string[] {
  const builder = new SourceTreeBuilder({ trace, steps: replay.steps, accesses: replay.accesses, sourceOf, codeOf });
  while (!builder.run(1_000));
  const tree = builder.tree();
  return Array.from({ length: tree.length }, (_, row) => {
    const entry = tree.functions[tree.subject[row] ?? -1]?.entry;
    const open = (tree.endStep[row] ?? -1) < 0 ? '!' : '';
    const kind = Object.entries(RowKind).find(([, value]) => value === tree.kind[row])?.[0];
    const name = tree.kind[row] === RowKind.internal ? `${entry?.name}()${open}` : kind;
    return `${'  '.repeat(tree.depth[row] ?? 0)}${name}`;
  });
}

/** The stack trace as text: function and line, and of the last one what happened. */
export function stackOf({ trace, replay, sourceOf }: Called): string[] {
  return stackTraceOf({ trace, steps: replay.steps, sourceOf }).map(
    ({ kind, function: name, line, message }) =>
      `${name}:${line}${kind === 'call' ? '' : ` ${kind}`}${message === '' ? '' : ` ${message}`}`,
  );
}
