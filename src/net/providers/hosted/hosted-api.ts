/**
 * Everything that is asked of a hosted API, one function for each path, answers validated. What a host does not know is
 * undefined; a failure leaves that open.
 */
import { type GenericSchema, type InferOutput, object, pipe, record, string, transform, unknown } from 'valibot';
import type { Abi } from 'viem';
import type { Network } from '../../../core/chain/network';
import type { Address, Hash, NetworkId } from '../../../core/chain/primitives';
import type { TransactionSummary } from '../../../core/chain/summaries';
import type { HostedBalance, HostedSafety, HostedUsage, HostedVerdict } from '../../../core/hosted/answers';
import type { HostedFound } from '../../../core/hosted/found';
import type { HostedAccess, HostedPath, TokenKeeper } from '../../../core/hosted/hosted-access';
import type { PermissionKey } from '../../../core/projects/permissions';
import type { Failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { hash } from '../../rpc/fields';
import { badAnswer } from '../fetch-json';
import type { ProviderPage } from '../provider';
import { addressInfoSchema, balanceSchema } from './account-shape';
import { askHost, withType } from './ask-host';
import { contractsIn, contractsSchema, type HostedContractInfo } from './contract-shape';
import { plain, readAs } from './fields';
import {
  actionSafetySchema,
  blockNumberSchema,
  permissionsSchema,
  storageSchema,
  usageSchema,
  verificationSchema,
  verifiedAbiSchema,
  whereaboutsSchema,
} from './more-shapes';
import { networksIn, networksSchema } from './network-shape';
import * as requests from './routes';
import { foundIn, searchSchema } from './search-shape';
import { pageOfTransactions, transactionSchema, transactionsSchema } from './transaction-shape';

type Answer<T> = Promise<Result<T, Failure>>;
type Of = { networkId: NetworkId; address: Address };
type OfTransaction = { networkId: NetworkId; hash: Hash };

/** A trace as the host has it: its shape is the host's. */
export type HostedTrace = { trace: Readonly<Record<string, unknown>>; isLight: boolean };

const traceSchema = plain(record(string(), unknown()));
const creationSchema = pipe(
  object({ hash }),
  transform((answer) => answer.hash),
);

export type HostedApi = ReturnType<typeof createHostedApi>;

export function createHostedApi(access: HostedAccess, tokens: TokenKeeper | undefined) {
  /** Undefined for 404. */
  async function ask<Schema extends GenericSchema>(
    request: requests.HostedRequest,
    schema: Schema,
    signal: AbortSignal,
  ): Answer<InferOutput<Schema> | undefined> {
    const answer = await askHost(access, request, { signal, tokens });
    if (!answer.ok || answer.value === undefined) return answer as Result<undefined, Failure>;
    const value = readAs(schema, answer.value, access.name);
    return value.ok ? value : fail(withType(value.error, request));
  }

  /** What `read` makes of an answer, its error being that the answer has another shape. */
  async function askAndRead<Schema extends GenericSchema, T>(
    request: requests.HostedRequest,
    schema: Schema,
    read: (answer: InferOutput<Schema>) => Result<T, string>,
    signal: AbortSignal,
  ): Answer<T | undefined> {
    const answer = await ask(request, schema, signal);
    if (!answer.ok || answer.value === undefined) return answer as Result<undefined, Failure>;
    const value = read(answer.value);
    return value.ok ? value : fail(withType(badAnswer(access.name, value.error), request));
  }

  /** The path that the configuration names for it; undefined where it names none. */
  function named(path: HostedPath): string | undefined {
    return access.paths[path];
  }

  return {
    access,

    creation: (of: Of, signal: AbortSignal): Answer<Hash | undefined> =>
      ask(requests.creationRequest(of), creationSchema, signal),
    balance: (of: Of, signal: AbortSignal): Answer<HostedBalance | undefined> =>
      ask(requests.balanceRequest(of), balanceSchema, signal),
    addressInfo: (of: Of, signal: AbortSignal) =>
      ask(requests.addressInfoRequest(access, of), addressInfoSchema, signal),
    blockNumber: (networkId: NetworkId, signal: AbortSignal) =>
      ask(requests.blockNumberRequest(networkId), blockNumberSchema, signal),
    networks: (signal: AbortSignal): Answer<readonly Network[] | undefined> =>
      askAndRead(requests.networksRequest(), networksSchema, networksIn, signal),

    /** The network that a transaction is on. */
    networkOf: (of: Hash, signal: AbortSignal): Answer<NetworkId | undefined> =>
      ask(requests.anyTransactionRequest(of), whereaboutsSchema, signal),
    cachedTransaction: (of: OfTransaction, signal: AbortSignal): Answer<TransactionSummary | undefined> =>
      askAndRead(
        requests.cachedTransactionRequest(of),
        transactionSchema,
        (row): Result<TransactionSummary, string> => {
          const page = pageOfTransactions([row], of.networkId, 2);
          if (!page.ok) return page;
          const [summary] = page.value.rows;
          return summary?.hash === of.hash ? ok(summary) : fail('the answer is about another transaction');
        },
        signal,
      ),
    /** The contracts that took part in a transaction. */
    contractsOf: (of: OfTransaction, signal: AbortSignal): Answer<readonly HostedContractInfo[] | undefined> =>
      askAndRead(requests.transactionContractsRequest(of), contractsSchema, contractsIn, signal),
    transactions: (
      of: Of,
      type: 'contract' | 'wallet',
      filter: requests.HostedTransactionFilter,
      signal: AbortSignal,
    ): Answer<ProviderPage<TransactionSummary> | undefined> =>
      askAndRead(
        requests.transactionsRequest(of, type, filter),
        transactionsSchema,
        (answer) => pageOfTransactions(answer, of.networkId, filter.limit ?? requests.HOSTED_PAGE),
        signal,
      ),

    /** The whole trace, or the light one where the host cannot give that. */
    async trace(of: OfTransaction, flags: requests.TraceFlags, signal: AbortSignal): Answer<HostedTrace | undefined> {
      const whole = await ask(requests.traceRequest(of, flags), traceSchema, signal);
      if (whole.ok) return whole.value === undefined ? ok(undefined) : ok({ trace: whole.value, isLight: false });
      if (whole.error.code === 'cancelled' || whole.error.code === 'rateLimited') return whole;
      const light = await ask(requests.lightTraceRequest(of), traceSchema, signal);
      // Why there is none is what the first answer said.
      if (!light.ok || light.value === undefined) return whole;
      return ok({ trace: light.value, isLight: true });
    },
    evaluate: (of: OfTransaction, asked: requests.HostedExpression, signal: AbortSignal): Answer<unknown> =>
      ask(requests.evaluateRequest(of, asked), unknown(), signal),

    verify: (asked: requests.HostedVerification, signal: AbortSignal): Answer<HostedVerdict | undefined> =>
      ask(requests.verifyRequest(asked), verificationSchema, signal),
    verifyAbi: (of: Of, asked: { abi: Abi; contractName: string }, signal: AbortSignal) =>
      ask(requests.verifyAbiRequest(access, of, asked), verifiedAbiSchema, signal),
    /** The texts of files by path; files the host does not have are absent. */
    texts: (urls: Readonly<Record<string, readonly string[]>>, signal: AbortSignal) =>
      askAndRead(requests.storageRequest(urls), storageSchema, textsOf, signal),

    /** The keys that are withdrawn, for a project (`owner:slug`) or the account; undefined where the host does not know it or has no such path. */
    async withdrawn(project: string | undefined, signal: AbortSignal): Answer<readonly PermissionKey[] | undefined> {
      const path = named('permissions');
      if (path === undefined) return ok(undefined);
      const query = project === undefined ? {} : { query: { projectId: project } };
      return ask({ method: 'GET', path, ...query }, permissionsSchema, signal);
    },
    async search(query: string, signal: AbortSignal): Answer<readonly HostedFound[] | undefined> {
      const path = named('search');
      if (path === undefined) return ok(undefined);
      const project = access.project === undefined ? {} : { projectId: access.project };
      const request = { method: 'GET', path, query: { query, ...project } } as const;
      return askAndRead(request, searchSchema, (answer) => ok(foundIn(answer)), signal);
    },
    async usage(signal: AbortSignal): Answer<HostedUsage | undefined> {
      const path = named('usage');
      return path === undefined ? ok(undefined) : ask({ method: 'GET', path }, usageSchema, signal);
    },
    /** `action` is what is about to be done, in the fields of JSON-RPC. */
    async actionSafety(
      networkId: NetworkId,
      action: Readonly<Record<string, unknown>>,
      signal: AbortSignal,
    ): Answer<HostedSafety | undefined> {
      const path = named('actionSafety');
      if (path === undefined) return ok(undefined);
      const body = { network_id: String(networkId), ...action };
      return ask({ method: 'POST', path, body }, actionSafetySchema, signal);
    },
  };
}

function textsOf(files: Readonly<Record<string, string>>): Result<Readonly<Record<string, string>>, string> {
  const texts: [string, string][] = [];
  for (const [path, base64] of Object.entries(files)) {
    try {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      texts.push([path, new TextDecoder('utf-8', { fatal: true }).decode(bytes)]);
    } catch {
      return fail(`the text of ${path.slice(0, 200)} is no base64 of UTF-8`);
    }
  }
  return ok(Object.fromEntries(texts));
}
