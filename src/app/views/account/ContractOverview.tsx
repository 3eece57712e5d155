/** The first tab of a contract: its functions, and what is known of its code. */
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import type { AccountSummary } from '../../../workers/contracts/contracts.api';
import { Field, FieldList } from '../../ui/Facts';
import { AddressView } from '../../ui/identity/AddressView';
import { HashView } from '../../ui/identity/HashView';
import { ORIGIN_WORDS } from '../../ui/identity/NameView';
import { Panel } from '../../ui/Panel';
import { useAccount } from './account-context';
import { FunctionList } from './FunctionList';

export function ContractOverview() {
  const account = useAccount();
  return (
    <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <FunctionList knowledge={account.knowledge} implementation={account.implementation} />
      <ContractFields account={account} />
    </div>
  );
}

function ContractFields({ account: { codeHash, knowledge } }: { account: AccountSummary }) {
  const { proxy, abiOrigin, compilerVersion, match, sources } = knowledge;
  return (
    <Panel title="Contract">
      <FieldList>
        {codeHash && (
          <Field label="Code hash">
            <HashView hash={codeHash} of="code" />
          </Field>
        )}
        {proxy && <Field label="Proxy">{proxy.kind}</Field>}
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
        <Field label="ABI">{abiOrigin ? `from ${ORIGIN_WORDS[abiOrigin]}` : 'not known'}</Field>
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
