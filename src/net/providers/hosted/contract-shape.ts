/** Contracts as a hosted API states them: names, the ABI, and the compiler input where it has the sources. */
import {
  array,
  boolean,
  type InferOutput,
  nullable,
  nullish,
  number,
  object,
  record,
  string,
  union,
  unknown,
} from 'valibot';
import type { Abi } from 'viem';
import { parseAbi } from '../../../core/abi/parse-abi';
import type { Address, NetworkId } from '../../../core/chain/primitives';
import { parseStandardInput, type VerifiedSource } from '../../../core/contract/build-output/standard-input';
import { fail, ok, type Result } from '../../../core/values/result';
import { address } from '../../rpc/fields';
import { chainId, count, plain } from './fields';

const MAX_CONTRACTS = 500;
const MAX_FILES = 5_000;
const MAX_NAME = 1_000;

const id = union([number(), string()]);
const file = object({ id: nullish(id), path: nullish(string()), name: nullish(string()), source: nullish(string()) });

const contract = object({
  address,
  network_id: chainId,
  contract_name: nullish(string()),
  display_name: nullish(string()),
  public: nullish(boolean()),
  verification_date: nullish(string()),
  compiler_version: nullish(string()),
  compiler_settings: nullish(record(string(), unknown())),
  evm_version: nullish(string()),
  libraries: nullish(record(string(), unknown())),
  optimizations_used: nullish(boolean()),
  optimization_runs: nullish(count),
  via_ir: nullish(boolean()),
  language: nullish(string()),
  child_contracts: nullish(array(object({ address, network_id: nullish(chainId) }))),
  data: nullish(
    object({
      contract_info: nullish(array(file)),
      main_contract: nullish(id),
      abi: nullish(unknown()),
      raw_abi: nullish(unknown()),
    }),
  ),
});

const list = array(contract);
/** A list of contracts, bare or under its name. */
export const contractsSchema = union([list, plain(object({ contracts: nullable(list) }))]);

type Stated = InferOutput<typeof contract>;
export type HostedContractInfo = {
  networkId: NetworkId;
  address: Address;
  name?: string;
  /** unverified: nothing is said of its code · abi: without sources. */
  verification: 'public' | 'private' | 'abi' | 'unverified';
  abi: Abi;
  compilerVersion?: string;
  /** Implementations of a proxy; the first is current. */
  implementations: readonly Address[];
  source?: VerifiedSource;
};

export function contractsIn(
  answer: InferOutput<typeof contractsSchema>,
): Result<readonly HostedContractInfo[], string> {
  const stated = Array.isArray(answer) ? answer : (answer.contracts ?? []);
  if (stated.length > MAX_CONTRACTS) return fail(`there are more than ${MAX_CONTRACTS} contracts`);
  const contracts: HostedContractInfo[] = [];
  for (const one of stated) {
    const read = contractOf(one);
    if (!read.ok) return read;
    contracts.push(read.value);
  }
  return ok(contracts);
}

function contractOf(stated: Stated): Result<HostedContractInfo, string> {
  const { network_id: networkId, data } = stated;
  const rawAbi = data?.raw_abi ?? data?.abi;
  const abi = rawAbi === undefined || rawAbi === null ? undefined : parseAbi(rawAbi);
  if (abi && !abi.ok) return abi;
  const source = sourceOf(stated);
  if (!source.ok) return source;
  const name = stated.contract_name || stated.display_name;
  const implementations = (stated.child_contracts ?? []).map((child) => child.address);
  const compilerVersion = stated.compiler_version?.replace(/^v/, '').slice(0, 100);
  return ok({
    networkId,
    address: stated.address,
    ...(name ? { name: name.slice(0, MAX_NAME) } : {}),
    verification: !stated.verification_date
      ? 'unverified'
      : source.value === undefined
        ? 'abi'
        : stated.public === true
          ? 'public'
          : 'private',
    abi: abi?.value.abi ?? [],
    ...(compilerVersion ? { compilerVersion } : {}),
    implementations,
    ...(source.value === undefined ? {} : { source: source.value }),
  });
}

/** Undefined where files, a compiler or the contract's name are missing, which is no mistake. */
function sourceOf(stated: Stated): Result<VerifiedSource | undefined, string> {
  const { contract_name: name, compiler_version: version, language, data } = stated;
  const files = (data?.contract_info ?? []).filter((each) => typeof each.source === 'string' && each.source !== '');
  if (files.length === 0 || !name || !version) return ok(undefined);
  if (files.length > MAX_FILES) return fail(`there are more than ${MAX_FILES} files`);
  const isVyper = language?.toLowerCase() === 'vyper';
  const pathOf = (each: (typeof files)[number]) => each.path || `${each.name || name}.${isVyper ? 'vy' : 'sol'}`;
  const input = parseStandardInput({
    language: isVyper ? 'Vyper' : 'Solidity',
    sources: Object.fromEntries(files.map((each) => [pathOf(each), { content: each.source }])),
    settings: settingsOf(stated),
  });
  if (!input.ok) return input;
  const main = files.find((each) => each.id !== undefined && String(each.id) === String(data?.main_contract));
  return ok({
    input: input.value,
    compilerVersion: version.replace(/^v/, '').slice(0, 100),
    name,
    ...(main === undefined ? {} : { path: pathOf(main) }),
  });
}

/** The compiler's settings as they are given, or put together from the single fields. */
function settingsOf(stated: Stated): Record<string, unknown> {
  const { compiler_settings: given, evm_version: evm, libraries, via_ir: viaIR } = stated;
  if (given && Object.keys(given).length > 0) {
    // Metadata's settings name a target, which the compiler's input does not know.
    const { compilationTarget: _, ...settings } = given;
    return settings;
  }
  return {
    optimizer: { enabled: stated.optimizations_used ?? false, runs: stated.optimization_runs ?? 200 },
    ...(evm && evm !== 'default' ? { evmVersion: evm } : {}),
    ...(viaIR ? { viaIR } : {}),
    ...(libraries && Object.keys(libraries).length > 0 ? { libraries: byFile(libraries) } : {}),
  };
}

/** Libraries by file and name, as the compiler wants them; those without a file are of all. */
function byFile(libraries: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isPlain = Object.values(libraries).every((value) => typeof value === 'string');
  return isPlain ? { '': libraries } : { ...libraries };
}
