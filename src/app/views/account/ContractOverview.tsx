/** The first tab of a contract: what is known of its code, and what can be called. */

import { Link } from '@tanstack/react-router';
import type { Abi } from 'viem';
import { nameText } from '../../../core/abi/value-text';
import { CUT, ENDLESS, isWithoutSource, whyNoFacets } from '../../../core/contract/contract-kind';
import { type CallTab, callTabs, verificationLevel } from '../../../core/contract/functions/call-tabs';
import type { Facet, ProxyInfo } from '../../../core/contract/knowledge';
import { facetFunctions } from '../../../core/contract/proxies/facet-functions';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { harmlessText } from '../../../core/text/harmless';
import type { AccountSummary } from '../../../workers/contracts/contracts.api';
import { useAccount } from '../../account-context';
import { useNetwork } from '../../network-context';
import { buttonClass } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { CopyButton } from '../../ui/CopyButton';
import { Field, FieldList } from '../../ui/Facts';
import { AddressView } from '../../ui/identity/AddressView';
import { HashView } from '../../ui/identity/HashView';
import { ORIGIN_TEXT } from '../../ui/identity/NameView';
import { Panel } from '../../ui/Panel';
import { CALL_TAB_TEXT } from '../calls/call-tab-text';
import { DeploymentField } from './DeploymentField';
import { FacetList } from './FacetList';

export function ContractOverview() {
  const account = useAccount();
  return (
    <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <VerifyInvitation account={account} />
      <ContractFields account={account} />
      <Functions account={account} />
      {account.facets !== undefined && <FacetList account={account} facets={account.facets} />}
    </div>
  );
}

/** What is missing of a contract that nobody verified, and the way to have it. */
function VerifyInvitation({ account: { address, knowledge, implementation } }: { account: AccountSummary }) {
  const { segment } = useNetwork();
  const clone = isWithoutSource(knowledge.proxy) ? knowledge.proxy : undefined;
  const level = verificationLevel(clone === undefined ? knowledge : implementation);
  if (level === 'verified') return null;
  return (
    <div className="lg:col-span-2">
      <Callout
        tone="accent"
        actions={
          <Link
            to="/{-$network}/contract/$address/verify"
            params={{ network: segment, address: clone?.implementation ?? address }}
            className={buttonClass({ size: 's' })}
          >
            {clone === undefined ? 'Verify Contract' : 'Verify the implementation'}
          </Link>
        }
      >
        {clone !== undefined
          ? 'This clone has no source of its own. With the source of its implementation, its functions, events, errors and storage have names.'
          : level === 'abi'
            ? 'Only the ABI of this contract is known. With its source you can follow calls line by line and call functions that write.'
            : 'This contract is not verified. With its source, its functions, events, errors and storage have names, and you can follow calls line by line.'}
      </Callout>
    </div>
  );
}

function ContractFields({ account }: { account: AccountSummary }) {
  const { codeHash, knowledge } = account;
  const { diamond, proxy, abiOrigin, compilerVersion, match, sources } = knowledge;
  return (
    <Panel title="Contract">
      <FieldList>
        {codeHash && (
          <Field label="Code hash">
            <HashView hash={codeHash} of="code" />
          </Field>
        )}
        <DeploymentField account={account} />
        {diamond && (
          <Field label="Diamond">
            {diamond.facets === undefined
              ? whyNoFacets(diamond)
              : `${account.areSeen ? 'seen in kept traces' : 'EIP-2535'}, ${countOf(diamond.facets.length, 'facet')} with ${countOf(functionsOf(diamond.facets), 'function')}`}
          </Field>
        )}
        {account.blueprint && (
          <Field label="Blueprint">
            ERC-5202{account.blueprint.creates && `, creates ${nameText(account.blueprint.creates.contract)}`}
          </Field>
        )}
        {proxy && <Field label="Proxy">{proxy.kind}</Field>}
        {proxy && (diamond?.facets === undefined || diamond.isBehind) && (
          <Field label="Implementation">
            <AddressView address={proxy.implementation} name={account.implementation?.name} kind="contract" />
          </Field>
        )}
        {proxy && <ProxiesBetween proxy={proxy} />}
        {proxy?.arguments !== undefined && (
          <Field label="Arguments of the clone">
            <code className="break-all">{proxy.arguments}</code> <CopyButton text={proxy.arguments} what="Arguments" />
          </Field>
        )}
        {proxy?.beacon && (
          <Field label="Beacon">
            <AddressView address={proxy.beacon} kind="contract" />
          </Field>
        )}
        {proxy?.admin && (
          <Field label="Admin">
            <AddressView address={proxy.admin} />
          </Field>
        )}
        <Field label="ABI">{abiOrigin ? `from ${ORIGIN_TEXT[abiOrigin]}` : 'not known'}</Field>
        {match && (
          <Field label="Match">{match === 'exact' ? 'Exact: metadata equal too' : 'Partial: code equal'}</Field>
        )}
        {compilerVersion !== undefined && (
          <Field label="Compiler">
            <code>{harmlessText(compilerVersion, 80)}</code>
          </Field>
        )}
        {sources && <Field label="Source files">{formatInteger(Object.keys(sources).length)}</Field>}
      </FieldList>
    </Panel>
  );
}

/** The proxies that a call goes through before its implementation, and why it may reach none. */
function ProxiesBetween({ proxy: { through, isEndless, isCut } }: { proxy: ProxyInfo }) {
  return (
    <>
      {through?.map(({ address, kind }) => (
        <Field key={address} label="Through">
          <AddressView address={address} kind="contract" /> {kind}
        </Field>
      ))}
      {(isEndless || isCut) && <Field label="End">{isEndless ? ENDLESS : CUT}</Field>}
    </>
  );
}

function functionsOf(facets: readonly Facet[]): number {
  return facets.reduce((sum, { selectors }) => sum + selectors.length, 0);
}

/** The headings of Read/Write, with how many functions each has. */
function Functions({ account: { address, knowledge, implementation, facets } }: { account: AccountSummary }) {
  const { segment } = useNetwork();
  const counts = countFunctions(knowledge.abi);
  const behind = countFunctions(
    facets ? facetFunctions(facets).map(({ entry }) => entry) : (implementation?.abi ?? []),
  );
  const known: Partial<Record<CallTab, number>> = {
    read: counts.reads,
    write: counts.writes,
    'read-proxy': behind.reads,
    'write-proxy': behind.writes,
  };
  return (
    <Panel title="Functions">
      <ul className="divide-y divide-line">
        {callTabs(knowledge, implementation, facets).map((tab) => (
          <li key={tab}>
            <Link
              to="/{-$network}/contract/$address/$subtab"
              params={{ network: segment, address, subtab: tab }}
              search={{}}
              className="flex justify-between px-3 py-1.5 hover:bg-hover"
            >
              {CALL_TAB_TEXT[tab]}
              <span className="text-muted tabular-nums">{known[tab]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function countFunctions(abi: Abi): { reads: number; writes: number } {
  const functions = abi.filter((entry) => entry.type === 'function');
  const reads = functions.filter(({ stateMutability }) => stateMutability === 'view' || stateMutability === 'pure');
  return { reads: reads.length, writes: functions.length - reads.length };
}
