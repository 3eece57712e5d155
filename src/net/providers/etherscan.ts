/**
 * Verified sources from explorers with Etherscan's API (`getsourcecode`). Asked
 * with the reader's own key, which is the consent.
 */
import { array, object, optional, safeParse, string, union, unknown } from 'valibot';
import { parseStandardInput, type VerifiedSource } from '../../core/contract/build-output/standard-input';
import { type Failure, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { badAnswer, badSources, fetchJson } from './fetch-json';
import { type ContractQuestion, type Provider, pageOf } from './provider';

const NAME = 'Etherscan';
const MAX_BYTES = 80 * 1024 * 1024;

const rowSchema = object({
  SourceCode: string(),
  ContractName: string(),
  CompilerVersion: string(),
  OptimizationUsed: optional(string(), '0'),
  Runs: optional(string(), '200'),
  EVMVersion: optional(string(), 'Default'),
  Library: optional(string(), ''),
});
/** Errors come with status 200 as well: `status` is "0" and `result` a sentence. */
const answerSchema = object({
  status: string(),
  message: optional(string(), ''),
  result: union([array(rowSchema), unknown()]),
});

/** URL of the reader's explorer, and their key for it; '' where they have none. */
export type EtherscanAccess = { url: string; key: string };

export function etherscanSources(access: EtherscanAccess): Provider<ContractQuestion, VerifiedSource, 'etherscan'> {
  return {
    id: 'etherscan',
    name: NAME,
    origin: 'etherscan',
    allowed: () => access.key !== '',
    async ask(question, _cursor, signal) {
      const source = await fetchSource(access, question, signal);
      return source.ok ? ok(pageOf(source.value)) : source;
    },
  };
}

/** module=contract, action=getsourcecode. Undefined when the contract is not verified there. */
async function fetchSource(
  access: EtherscanAccess,
  { networkId, address }: ContractQuestion,
  signal: AbortSignal,
): Promise<Result<VerifiedSource | undefined, Failure>> {
  const url = new URL(access.url);
  const query = {
    chainid: String(networkId),
    module: 'contract',
    action: 'getsourcecode',
    address,
    apikey: access.key,
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const source = { name: NAME, url: url.href, maxBytes: MAX_BYTES };
  const answer = await fetchJson(source, { signal, timeout: 30_000 });
  if (!answer.ok) return answer;
  const parsed = safeParse(answerSchema, answer.value, { abortEarly: true });
  if (!parsed.success) return fail(badAnswer(NAME, parsed.issues[0].message));
  const rows = safeParse(array(rowSchema), parsed.output.result);
  if (!rows.success) return fail(refusal(String(parsed.output.result)));
  const row = rows.output[0];
  if (row === undefined || row.SourceCode === '') return ok(undefined);
  const stated = inputOf(row);
  const input = parseStandardInput(stated);
  if (!input.ok) return fail(badSources(NAME, input.error));
  // The name may hold the path, `contracts/Token.sol:Token`.
  const separator = row.ContractName.lastIndexOf(':');
  return ok({
    input: input.value,
    compilerVersion: row.CompilerVersion.replace(/^v/, '').slice(0, 100),
    name: row.ContractName.slice(separator + 1),
    ...(separator > 0 ? { path: row.ContractName.slice(0, separator) } : {}),
  });
}

type Row = {
  SourceCode: string;
  ContractName: string;
  CompilerVersion: string;
  OptimizationUsed: string;
  Runs: string;
  EVMVersion: string;
  Library: string;
};

/** `SourceCode` is one text, an object of sources, or standard JSON in one pair of braces too many. */
function inputOf(row: Row): unknown {
  const text = row.SourceCode.trim();
  const language = /^vyper/i.test(row.CompilerVersion) ? 'Vyper' : 'Solidity';
  const json = text.startsWith('{{') ? parse(text.slice(1, -1)) : text.startsWith('{') ? parse(text) : undefined;
  if (json !== undefined && 'sources' in json) return json;
  const sources = json ?? {
    [`${row.ContractName}.${language === 'Vyper' ? 'vy' : 'sol'}`]: { content: row.SourceCode },
  };
  const evmVersion = row.EVMVersion.toLowerCase();
  return {
    language,
    sources,
    settings: {
      optimizer: { enabled: row.OptimizationUsed === '1', runs: Number(row.Runs) || 200 },
      ...(evmVersion === 'default' || evmVersion === '' ? {} : { evmVersion }),
      libraries: { '': librariesOf(row.Library) },
    },
  };
}

/** `Name:address;Name:address`, addresses without 0x. */
function librariesOf(text: string): Record<string, string> {
  const pairs = text.split(';').map((pair) => pair.split(':'));
  return Object.fromEntries(
    pairs.flatMap(([name, address]) => (name && address ? [[name, `0x${address.replace(/^0x/, '')}`]] : [])),
  );
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function refusal(sentence: string): Failure {
  const limited = /rate limit/i.test(sentence);
  return failure(
    limited ? 'rateLimited' : 'badAnswer',
    limited ? `${NAME} limits how often it may be asked. Wait a little.` : `${NAME} did not answer the question.`,
    { raw: sentence.slice(0, 2_000), attempts: [{ source: NAME, method: 'getsourcecode', outcome: 'refused' }] },
  );
}
