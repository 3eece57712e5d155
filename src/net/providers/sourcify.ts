/**
 * Verified contracts from Sourcify (API v2), which learns which contracts are looked at.
 */
import { nullish, object, picklist, pipe, safeParse, string, transform, unknown } from 'valibot';
import { parseAbi } from '../../core/abi/parse-abi';
import { parseStandardInput, type VerifiedSource } from '../../core/contract/build-output/standard-input';
import type { ContractKnowledge } from '../../core/contract/knowledge';
import type { Failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { badAnswer, badSources, fetchJson } from './fetch-json';
import { type Consent, type ContractQuestion, type Provider, pageOf } from './provider';

const NAME = 'Sourcify';
const MAX_BYTES = 30 * 1024 * 1024;
/** Sources may be larger than the compiler takes; a text that is too large has its own failure. */
const MAX_INPUT_BYTES = 80 * 1024 * 1024;
const MAX_NAME = 1_000;

/** Returns the provider of the ABI and name of a contract. `baseUrl` is `https://sourcify.dev/server`, from the configuration. */
export function sourcifyContracts(baseUrl: string): Provider<ContractQuestion, ContractKnowledge, 'sourcify'> {
  return {
    ...SOURCIFY,
    async ask(question, _cursor, signal) {
      const contract = await fetchContract(baseUrl, question, signal);
      return contract.ok ? ok(pageOf(contract.value)) : contract;
    },
  };
}

/** Returns the provider of the compiler input that a contract was verified with. */
export function sourcifySources(baseUrl: string): Provider<ContractQuestion, VerifiedSource, 'sourcify'> {
  return {
    ...SOURCIFY,
    async ask(question, _cursor, signal) {
      const source = await fetchInput(baseUrl, question, signal);
      return source.ok ? ok(pageOf(source.value)) : source;
    },
  };
}

const SOURCIFY = {
  id: 'sourcify',
  name: NAME,
  origin: 'sourcify',
  allowed: (consent: Consent) => consent.sourcify === true,
} as const;

const contractSchema = object({
  match: nullish(picklist(['exact_match', 'match'])),
  address: pipe(
    string(),
    transform((text) => text.toLowerCase()),
  ),
  chainId: pipe(string(), transform(Number)),
  abi: nullish(unknown()),
  compilation: nullish(object({ name: nullish(string()), compilerVersion: nullish(string()) })),
});

/**
 * GET /v2/contract/{chainId}/{address}. Undefined when the contract is not
 * verified there; a failure leaves that open, so it must not be shown as "not verified".
 */
async function fetchContract(
  baseUrl: string,
  { networkId, address }: ContractQuestion,
  signal: AbortSignal,
): Promise<Result<ContractKnowledge | undefined, Failure>> {
  const url = `${baseUrl.replace(/\/+$/, '')}/v2/contract/${networkId}/${address}?fields=abi,compilation`;
  const source = { name: NAME, url, maxBytes: MAX_BYTES };
  const answer = await fetchJson(source, { signal, timeout: 20_000 });
  if (!answer.ok) return answer;
  if (answer.value === undefined) return ok(undefined);
  const parsed = safeParse(contractSchema, answer.value, { abortEarly: true });
  if (!parsed.success) return fail(badAnswer(NAME, parsed.issues[0].message));
  const contract = parsed.output;
  if (contract.address !== address || contract.chainId !== networkId) {
    return fail(badAnswer(NAME, 'the answer is about another contract'));
  }
  if (!contract.match) return ok(undefined);
  const abi = contract.abi ? parseAbi(contract.abi) : undefined;
  if (abi && !abi.ok) return fail(badAnswer(NAME, abi.error));
  return ok({
    networkId,
    address,
    ...nameOf(contract.compilation?.name),
    abi: abi?.value.abi ?? [],
    ...(abi ? { abiOrigin: 'sourcify' as const } : {}),
    ...versionOf(contract.compilation?.compilerVersion),
    match: contract.match === 'exact_match' ? 'exact' : 'partial',
    fetchedAt: Date.now(),
  });
}

const inputSchema = object({
  match: nullish(picklist(['exact_match', 'match'])),
  stdJsonInput: nullish(unknown()),
  compilation: nullish(
    object({
      name: string(),
      compilerVersion: string(),
      fullyQualifiedName: nullish(string()),
      language: nullish(string()),
    }),
  ),
});

/**
 * GET /v2/contract/{chainId}/{address}: the compiler input a contract was
 * verified with. Undefined when it is not verified there.
 */
async function fetchInput(
  baseUrl: string,
  { networkId, address }: ContractQuestion,
  signal: AbortSignal,
): Promise<Result<VerifiedSource | undefined, Failure>> {
  const base = baseUrl.replace(/\/+$/, '');
  const url = `${base}/v2/contract/${networkId}/${address}?fields=stdJsonInput,compilation`;
  const source = { name: NAME, url, maxBytes: MAX_INPUT_BYTES };
  const answer = await fetchJson(source, { signal, timeout: 60_000 });
  if (!answer.ok) return answer;
  if (answer.value === undefined) return ok(undefined);
  const parsed = safeParse(inputSchema, answer.value, { abortEarly: true });
  if (!parsed.success) return fail(badAnswer(NAME, parsed.issues[0].message));
  const { match, stdJsonInput, compilation } = parsed.output;
  if (!match || !stdJsonInput || !compilation) return ok(undefined);
  const input = parseStandardInput(stdJsonInput);
  if (!input.ok) return fail(badSources(NAME, input.error));
  const { name, compilerVersion, fullyQualifiedName } = compilation;
  const separator = fullyQualifiedName?.lastIndexOf(':') ?? -1;
  const isVyper = input.value.language === 'Vyper';
  const output = isVyper ? await fetchOutput(`${base}/v2/contract/${networkId}/${address}`, signal) : ok(undefined);
  if (!output.ok) return output;
  return ok({
    input: input.value,
    ...(output.value !== undefined && { output: output.value }),
    compilerVersion: compilerVersion.replace(/^v/, '').slice(0, 100),
    name,
    ...(fullyQualifiedName && separator > 0 ? { path: fullyQualifiedName.slice(0, separator) } : {}),
  });
}

/** What the compiler answered when the contract was verified: code and source maps, no trees. */
async function fetchOutput(contractUrl: string, signal: AbortSignal): Promise<Result<unknown, Failure>> {
  const source = { name: NAME, url: `${contractUrl}?fields=stdJsonOutput`, maxBytes: MAX_BYTES };
  const answer = await fetchJson(source, { signal, timeout: 60_000 });
  if (!answer.ok) return answer;
  const parsed = safeParse(object({ stdJsonOutput: nullish(unknown()) }), answer.value);
  return parsed.success
    ? ok(parsed.output.stdJsonOutput ?? undefined)
    : fail(badAnswer(NAME, parsed.issues[0].message));
}

function nameOf(text: string | null | undefined): Pick<ContractKnowledge, 'name'> {
  return text ? { name: { text: text.slice(0, MAX_NAME), origin: 'sourcify' } } : {};
}

/** Sourcify writes `v0.8.30+commit…` for some compilations, `0.8.30+commit…` for others. */
function versionOf(version: string | null | undefined): Pick<ContractKnowledge, 'compilerVersion'> {
  return version ? { compilerVersion: version.replace(/^v/, '').slice(0, 100) } : {};
}
