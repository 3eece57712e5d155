/**
 * The part of a trace file that holds source code: runs of compilers, and of
 * which contract of which run the code at an address is said to be. The file
 * has only as much of a compiler's output as reading a trace needs, and of a
 * large build only the files that the contracts are made of.
 */
import * as v from 'valibot';
import type { Address } from '../../../core/chain/primitives';
import { parseStandardInput, type StandardInput } from '../../../core/contract/build-output/standard-input';
import { reachedFrom } from '../../../core/source/compiled/reached-sources';
import { mapFields, readFields } from '../../../core/values/json-fields';
import { address } from '../../../net/rpc/fields';
import type { LoadedSource } from '../../contracts/sources/check-sources';

export type FileRun = { version: string; input: StandardInput; output: unknown };

/** `run` is an index into the runs. */
export type FileSource = { address: Address; run: number; file: string; contract: string };

export type FileSources = { runs: readonly FileRun[]; contracts: readonly FileSource[] };

const MAX_RUNS = 200;
const MAX_CONTRACTS = 5_000;
const MAX_PATH = 2_000;

/** Collects the sources found of the addresses, each compiler run once. */
export function sourcesOf(found: readonly { address: Address; source: LoadedSource }[]): FileSources {
  const ids = [...new Set(found.map(({ source }) => source.runId))];
  const runs = ids.flatMap((id) => {
    const its = found.filter(({ source }) => source.runId === id);
    const run = its[0]?.source.run;
    if (run === undefined) return [];
    const isNeeded = reachedFrom(
      run.output,
      its.map(({ source }) => source.path),
    );
    const texts = Object.entries(run.input.sources).filter(([path]) => isNeeded(path));
    const input = { ...run.input, sources: Object.fromEntries(texts) };
    return [{ version: run.version, input, output: forDecoding(run.output, isNeeded) }];
  });
  const contracts = found.map(({ address: at, source: { runId, path, name } }) => ({
    address: at,
    run: ids.indexOf(runId),
    file: path,
    contract: name,
  }));
  return { runs, contracts };
}

const CODE_FIELDS = [
  'object',
  'sourceMap',
  'sourceMapFull',
  'functionDebugData',
  'generatedSources',
  'linkReferences',
  'immutableReferences',
];

/** Syntax trees, code with its maps, ABIs and layouts; no metadata, assembly, documentation or estimates. */
function forDecoding(output: unknown, isNeeded: (path: string) => boolean): unknown {
  const { sources, contracts } = readFields(output);
  return {
    sources: mapFields(only(sources, isNeeded), (source) =>
      pick(source, ['id', 'ast', 'legacyAST', 'AST', 'annotated_ast']),
    ),
    contracts: mapFields(only(contracts, isNeeded), (named) =>
      mapFields(named, (contract) => {
        const { bytecode, deployedBytecode, methodIdentifiers } = readFields(readFields(contract).evm);
        return {
          ...pick(contract, ['abi', 'storageLayout', 'transientStorageLayout', 'layout']),
          evm: {
            bytecode: pick(bytecode, CODE_FIELDS),
            deployedBytecode: pick(deployedBytecode, CODE_FIELDS),
            ...(methodIdentifiers === undefined ? {} : { methodIdentifiers }),
          },
        };
      }),
    ),
  };
}

function only(value: unknown, isNeeded: (path: string) => boolean): unknown {
  return Object.fromEntries(Object.entries(readFields(value)).filter(([path]) => isNeeded(path)));
}

function pick(value: unknown, keys: readonly string[]): Record<string, unknown> {
  const fields = readFields(value);
  return Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(fields, key) ? [[key, fields[key]]] : [])));
}

const run = v.pipe(
  v.object({ version: v.pipe(v.string(), v.maxLength(100)), input: v.unknown(), output: v.unknown() }),
  v.rawTransform(({ dataset, addIssue, NEVER }): FileRun => {
    const { version, input, output } = dataset.value;
    const parsed = parseStandardInput(input);
    if (parsed.ok) return { version, input: parsed.value, output };
    addIssue({ message: parsed.error });
    return NEVER;
  }),
);

export const sourcesSchema = v.pipe(
  v.object({
    runs: v.pipe(v.array(run), v.maxLength(MAX_RUNS)),
    contracts: v.pipe(
      v.array(
        v.object({
          address,
          run: v.pipe(v.number(), v.integer(), v.minValue(0)),
          file: v.pipe(v.string(), v.maxLength(MAX_PATH)),
          contract: v.pipe(v.string(), v.maxLength(MAX_PATH)),
        }),
      ),
      v.maxLength(MAX_CONTRACTS),
    ),
  }),
  v.check(({ runs, contracts }) => contracts.every((each) => each.run < runs.length), 'a source names no run'),
  v.transform((sources): FileSources => sources as FileSources),
);
