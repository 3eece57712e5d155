/**
 * What a hosted API gives as a provider among the others: transactions of an address, and the names, ABIs and sources of
 * contracts, which it gives by transaction, so that of the contract's creation is asked for first.
 */
import type { TransactionSummary } from '../../../core/chain/summaries';
import type { VerifiedSource } from '../../../core/contract/build-output/standard-input';
import type { ContractKnowledge } from '../../../core/contract/knowledge';
import type { Failure } from '../../../core/values/failure';
import { ok, type Result } from '../../../core/values/result';
import type { AddressQuestion, TransactionOrigin } from '../address-lists';
import { type Consent, type ContractQuestion, type Provider, type ProviderPage, pageOf } from '../provider';
import { type SourceHosts, type SourceQuestion, sourceUrl } from '../source-hosts';
import type { HostedContractInfo } from './contract-shape';
import type { HostedApi } from './hosted-api';

/** Id of the reader's consent. */
export const HOSTED = 'hosted';

/** Returns whether the host of an access may be asked: the reader switched it on or entered it. */
export function mayAskHost({ access }: HostedApi, consent: Consent): boolean {
  return access.isOwn || consent[HOSTED] === true;
}

function identityOf(api: HostedApi) {
  return {
    id: HOSTED,
    name: api.access.name,
    origin: HOSTED,
    allowed: (consent: Consent) => mayAskHost(api, consent),
  } as const;
}

/** Contracts and wallets are listed at paths of their own, so what an address is is asked for before its first page. */
export function hostedTransactions(api: HostedApi): Provider<AddressQuestion, TransactionSummary, TransactionOrigin> {
  return {
    ...identityOf(api),
    async ask({ networkId, address, part: txType }, cursor, signal) {
      const [, given, theirs] = /^(contract|wallet)\s(.*)$/s.exec(cursor ?? '') ?? [];
      let type: 'contract' | 'wallet' = given === 'contract' ? 'contract' : 'wallet';
      if (given === undefined) {
        const info = await api.addressInfo({ networkId, address }, signal);
        if (!info.ok) return info;
        if (info.value === undefined) return ok({ rows: [] });
        type = info.value.type === 'wallet' ? 'wallet' : 'contract';
      }
      const filter = { txType, ...(theirs === undefined ? {} : { cursor: theirs }) };
      const page = await api.transactions({ networkId, address }, type, filter, signal);
      if (!page.ok) return page;
      const { rows, next }: ProviderPage<TransactionSummary> = page.value ?? { rows: [] };
      return ok({ rows, ...(next === undefined ? {} : { next: `${type} ${next}` as typeof next }) });
    },
  };
}

/** Returns the provider of the name and ABI of a contract. */
export function hostedContracts(api: HostedApi): Provider<ContractQuestion, ContractKnowledge, typeof HOSTED> {
  return {
    ...identityOf(api),
    async ask(question, _cursor, signal) {
      const found = await contractOf(api, question, signal);
      if (!found.ok) return found;
      const contract = found.value;
      if (contract === undefined || contract.verification === 'unverified') return ok({ rows: [] });
      const { networkId, address } = question;
      const knowledge: ContractKnowledge = {
        networkId,
        address,
        abi: contract.abi,
        ...(contract.abi.length > 0 ? { abiOrigin: HOSTED } : {}),
        ...(contract.name === undefined ? {} : { name: { text: contract.name, origin: HOSTED } }),
        ...(contract.compilerVersion === undefined ? {} : { compilerVersion: contract.compilerVersion }),
        fetchedAt: Date.now(),
      };
      return ok(pageOf(knowledge));
    },
  };
}

/** Returns the provider of the compiler input of a contract. */
export function hostedSources(api: HostedApi): Provider<ContractQuestion, VerifiedSource, typeof HOSTED> {
  return {
    ...identityOf(api),
    async ask(question, _cursor, signal) {
      const found = await contractOf(api, question, signal);
      return found.ok ? ok(pageOf(found.value?.source)) : found;
    },
  };
}

/** Returns the provider of texts of sources by their addresses at `hosts`, so that those hosts do not learn who asks. */
export function hostedTexts(api: HostedApi, hosts: SourceHosts): Provider<SourceQuestion, string, typeof HOSTED> {
  return {
    ...identityOf(api),
    async ask(question, _cursor, signal) {
      const texts = await api.texts({ [TEXT]: [sourceUrl(question, hosts)] }, signal);
      return texts.ok ? ok(pageOf(texts.value?.[TEXT])) : texts;
    },
  };
}

/** The path under which one text is asked for. */
const TEXT = 'source';

async function contractOf(
  api: HostedApi,
  { networkId, address }: ContractQuestion,
  signal: AbortSignal,
): Promise<Result<HostedContractInfo | undefined, Failure>> {
  const created = await api.creation({ networkId, address }, signal);
  if (!created.ok || created.value === undefined) return created as Result<undefined, Failure>;
  const contracts = await api.contractsOf({ networkId, hash: created.value }, signal);
  if (!contracts.ok) return contracts;
  return ok(contracts.value?.find((one) => one.address === address && one.networkId === networkId));
}
