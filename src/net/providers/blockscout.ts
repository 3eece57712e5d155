/**
 * Verified sources from a Blockscout instance (REST API v2). It
 * learns which contracts are looked at. An instance may want a key, which
 * stands in its URL as the reader entered it.
 */
import { array, boolean, nullish, number, object, record, safeParse, string, unknown } from 'valibot';
import type { Address } from '../../core/chain/primitives';
import { parseStandardInput, type VerifiedSource } from '../../core/contract/build-output/standard-input';
import type { Failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { badAnswer, badSources, fetchJson } from './fetch-json';
import { type ContractQuestion, type Provider, pageOf } from './provider';

const NAME = 'Blockscout';
const MAX_BYTES = 80 * 1024 * 1024;

const contractSchema = object({
  name: nullish(string()),
  language: nullish(string()),
  file_path: nullish(string()),
  source_code: nullish(string()),
  additional_sources: nullish(array(object({ file_path: string(), source_code: string() }))),
  compiler_version: nullish(string()),
  compiler_settings: nullish(record(string(), unknown())),
  evm_version: nullish(string()),
  optimization_enabled: nullish(boolean()),
  optimization_runs: nullish(number()),
  optimizations_runs: nullish(number()),
});

/** Asks the instance whose API is at `baseUrl`, `https://…/api/v2`. */
export function blockscoutSources(baseUrl: string): Provider<ContractQuestion, VerifiedSource, 'blockscout'> {
  return {
    id: 'blockscout',
    name: NAME,
    origin: 'blockscout',
    allowed: (consent) => consent.blockscout === true,
    async ask({ address }, _cursor, signal) {
      const source = await fetchSource(baseUrl, address, signal);
      return source.ok ? ok(pageOf(source.value)) : source;
    },
  };
}

/** GET /smart-contracts/{address}. Undefined when it is not verified there. */
async function fetchSource(
  baseUrl: string,
  address: Address,
  signal: AbortSignal,
): Promise<Result<VerifiedSource | undefined, Failure>> {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/smart-contracts/${address}`;
  const source = { name: NAME, url: url.href, maxBytes: MAX_BYTES };
  const answer = await fetchJson(source, { signal, timeout: 30_000 });
  if (!answer.ok) return answer;
  if (answer.value === undefined) return ok(undefined);
  const parsed = safeParse(contractSchema, answer.value, { abortEarly: true });
  if (!parsed.success) return fail(badAnswer(NAME, parsed.issues[0].message));
  const contract = parsed.output;
  if (!contract.source_code || !contract.name || !contract.compiler_version) return ok(undefined);
  const language = (contract.language ?? 'solidity').toLowerCase();
  const path = contract.file_path || `${contract.name}.${language === 'vyper' ? 'vy' : 'sol'}`;
  const more = (contract.additional_sources ?? []).map((file) => [file.file_path, { content: file.source_code }]);
  const input = parseStandardInput({
    language: language === 'vyper' ? 'Vyper' : language === 'yul' ? 'Yul' : 'Solidity',
    sources: Object.fromEntries([[path, { content: contract.source_code }], ...more]),
    settings: settingsOf(contract),
  });
  if (!input.ok) return fail(badSources(NAME, input.error));
  return ok({
    input: input.value,
    compilerVersion: contract.compiler_version.replace(/^v/, '').slice(0, 100),
    name: contract.name,
    path,
  });
}

type Contract = {
  compiler_settings?: Record<string, unknown> | null | undefined;
  evm_version?: string | null | undefined;
  optimization_enabled?: boolean | null | undefined;
  optimization_runs?: number | null | undefined;
  optimizations_runs?: number | null | undefined;
};

/** The settings as given, or put together from the single fields of older verifications. */
function settingsOf(contract: Contract): Record<string, unknown> {
  const { compiler_settings, evm_version, optimization_enabled } = contract;
  if (compiler_settings && Object.keys(compiler_settings).length > 0) {
    // Metadata's settings name a target, which the compiler's input does not know.
    const { compilationTarget: _, ...settings } = compiler_settings;
    return settings;
  }
  const runs = contract.optimization_runs ?? contract.optimizations_runs ?? 200;
  return {
    optimizer: { enabled: optimization_enabled ?? false, runs },
    ...(evm_version && evm_version !== 'default' ? { evmVersion: evm_version } : {}),
  };
}
