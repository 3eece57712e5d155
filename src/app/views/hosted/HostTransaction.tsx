/** What the hosted API has of a transaction that no endpoint knows. */
import type { Network } from '../../../core/chain/network';
import type { Hash } from '../../../core/chain/primitives';
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import { Field, FieldList } from '../../ui/Facts';
import { AddressView } from '../../ui/identity/AddressView';
import { AmountView } from '../../ui/identity/AmountView';
import { TimeView } from '../../ui/identity/TimeView';
import { Panel } from '../../ui/Panel';
import { useHost } from './use-host';

export function HostTransaction({ network, hash }: { network: Network; hash: Hash }) {
  const answer = useHost<'transaction'>({ of: 'transaction', networkId: network.id, hash });
  if (answer.state !== 'here' || answer.value?.told === undefined) return null;
  const { host, told } = answer.value;
  return (
    <Panel title="Known to the hosted API" aside={`from ${harmlessText(host, 60)}`}>
      <FieldList label="The transaction in the hosted API">
        {told.status !== undefined && <Field label="Status">{told.status === 'success' ? 'Success' : 'Failed'}</Field>}
        {told.blockNumber !== undefined && (
          <Field label="Block">
            {formatInteger(told.blockNumber)}
            {told.timestamp !== undefined && (
              <>
                {' '}
                <TimeView time={told.timestamp * 1_000} />
              </>
            )}
          </Field>
        )}
        <Field label="From">
          <AddressView address={told.from} />
        </Field>
        <Field label="To">{told.to === undefined ? 'Contract creation' : <AddressView address={told.to} />}</Field>
        <Field label="Value">
          <AmountView wei={told.value} currency={network.nativeCurrency} />
        </Field>
        {told.gasUsed !== undefined && <Field label="Gas Used">{formatInteger(told.gasUsed)}</Field>}
      </FieldList>
      <p className="border-line border-t px-3 py-2 text-muted">
        This data was not compared with the chain: the host alone states it. Its trace needs an endpoint that has the
        transaction.
      </p>
    </Panel>
  );
}
