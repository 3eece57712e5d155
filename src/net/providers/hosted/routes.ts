/** Requests of the hosted API: method, path below `/api/v1`, parameters and payload, a function for each. docs/hosted-api.md has the table. */
import type { Abi } from 'viem';
import type { Address, Hash, NetworkId } from '../../../core/chain/primitives';
import { type HostedAccess, hostedProject } from '../../../core/hosted/hosted-access';

export type HostedRequest = {
  method: 'GET' | 'POST';
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
};

type Of = { networkId: NetworkId; address: Address };
type OfTransaction = { networkId: NetworkId; hash: Hash };

/** Builds the request for the transaction that created a contract. */
export function creationRequest({ networkId, address }: Of): HostedRequest {
  return get(`/public-contracts/contract/${networkId}/${address}/creation-tx`);
}

export function balanceRequest({ networkId, address }: Of): HostedRequest {
  return get(`/public-contracts/${networkId}/${address}/balance`);
}

/** One file of sources with what it imports, and the contract of it that stands at an address. */
export type HostedContract = {
  contract_name: string;
  contract_path: string;
  source: string;
  imports: readonly string[];
  /** Network of the contract that is verified; files it imports have none. */
  network_id?: string;
  address?: Address;
};

export type HostedVerification = {
  contracts: readonly HostedContract[];
  compiler: HostedCompiler;
};

export type HostedCompiler = {
  /** `solc` and its version. */
  name: string;
  version: string;
  settings: {
    optimizations_used: boolean;
    optimizations_count: number;
    evm_version: string;
    details?: unknown;
    remappings: readonly string[];
    via_ir: boolean;
  };
};

export function verifyRequest({ contracts, compiler }: HostedVerification): HostedRequest {
  return post('/public/verify-contracts', { config: compiler, contracts });
}

/** Builds the request that verifies an ABI in the project of the access where it names one, and publicly otherwise. */
export function verifyAbiRequest(
  { project }: HostedAccess,
  { networkId, address }: Of,
  { abi, contractName }: { abi: Abi; contractName: string },
): HostedRequest {
  const target = hostedProject(project);
  const path =
    target === undefined
      ? `/public/contract/${networkId}/${address}/verify/abi`
      : `/account/${target.owner}/project/${target.slug}/contract/${networkId}/${address}/abi`;
  return post(path, { abi, contract_name: contractName, is_public_verification: target === undefined });
}

/** Builds the request for texts of files that are only named by where they are, by path. */
export function storageRequest(urls: Readonly<Record<string, readonly string[]>>): HostedRequest {
  return post('/storage/fetch', urls);
}

/** Builds the request for a transaction of any network. */
export function anyTransactionRequest(hash: Hash): HostedRequest {
  return get(`/explorer/${hash}`);
}

export function cachedTransactionRequest({ networkId, hash }: OfTransaction): HostedRequest {
  return get(`/public/cached-tx-data/network/${networkId}/tx/${hash}`);
}

export function transactionContractsRequest({ networkId, hash }: OfTransaction, simulate = false): HostedRequest {
  return get(`/public-contract/${networkId}/tx/${hash}/contracts`, { simulate: String(simulate) });
}

export type TraceFlags = { retrace?: boolean; simulate?: boolean };

/** Builds the request for the whole trace; where the host has none, `lightTraceRequest` asks for one without its details. */
export function traceRequest({ networkId, hash }: OfTransaction, flags: TraceFlags = {}): HostedRequest {
  const { retrace = false, simulate = false } = flags;
  return get(`/public-contract/${networkId}/trace/${hash}`, { retrace: String(retrace), simulate: String(simulate) });
}

export function lightTraceRequest({ networkId, hash }: OfTransaction): HostedRequest {
  return get(`/explorer/trace/${networkId}/${hash}`);
}

/** An expression at a place of a trace; the range is of the source's text. */
export type HostedExpression = {
  address: Address;
  expression: string;
  line: number;
  fileId: number;
  tracePoint: string;
  codeStart: number;
  codeLength: number;
};

export function evaluateRequest({ networkId, hash }: OfTransaction, asked: HostedExpression): HostedRequest {
  const { address, expression, line, fileId, tracePoint, codeStart, codeLength } = asked;
  return post(`/account/me/network/${networkId}/trace/${hash}/eval`, {
    address,
    expression,
    line,
    fileId,
    trace_point: tracePoint,
    code_start: codeStart,
    code_length: codeLength,
  });
}

export function blockNumberRequest(networkId: NetworkId): HostedRequest {
  return get(`/network/${networkId}/block-number`);
}

export function networksRequest(): HostedRequest {
  return get('/public-networks');
}

/** Filters of the transactions of an address; times in ms since the epoch. */
export type HostedTransactionFilter = {
  txType: 'all' | 'internal' | 'direct';
  functionSelector?: string;
  after?: number;
  before?: number;
  contractId?: string;
  tag?: string;
  status?: 'success' | 'failed';
  limit?: number;
  cursor?: string;
};

const STATUS = { success: '1', failed: '2' } as const;
/** Rows of a page unless another number is asked for. */
export const HOSTED_PAGE = 20;

/** Contracts and wallets have lists of their own. */
export function transactionsRequest(
  { networkId, address }: Of,
  type: 'contract' | 'wallet',
  { txType, status, after, before, limit = HOSTED_PAGE, ...rest }: HostedTransactionFilter,
): HostedRequest {
  const query: Record<string, string> = { networkId: String(networkId), txType, limit: String(limit) };
  if (status !== undefined) query.status = STATUS[status];
  if (after !== undefined) query.after = new Date(after).toISOString();
  if (before !== undefined) query.before = new Date(before).toISOString();
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) query[name] = value;
  return type === 'contract'
    ? get(`/public-contract/${networkId}/address/${address}/explorer/transactions`, query)
    : get(`/public/wallet/${address}/network/${networkId}/explorer/transactions`, query);
}

/** Builds the request for information on an address, as far as the project and virtual network of the access may see. */
export function addressInfoRequest({ project, vnet }: HostedAccess, { networkId, address }: Of): HostedRequest {
  return get(`/address/info/${networkId}/${address}`, {
    ...(project === undefined ? {} : { projectId: project }),
    ...(vnet === undefined ? {} : { vnetId: vnet }),
  });
}

function get(path: string, query?: Readonly<Record<string, string>>): HostedRequest {
  return query === undefined ? { method: 'GET', path } : { method: 'GET', path, query };
}

function post(path: string, body: unknown): HostedRequest {
  return { method: 'POST', path, body };
}
