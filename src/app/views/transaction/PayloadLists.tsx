/** The lists a transaction carries: access list (EIP-2930), blobs (EIP-4844), authorisations (EIP-7702). */

import type { ReactNode } from 'react';
import type { Transaction } from '../../../core/chain/transaction';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { AddressView } from '../../ui/identity/AddressView';
import { HashView } from '../../ui/identity/HashView';
import { Panel } from '../../ui/Panel';
import { useNames } from '../../use-names';
import { ScrollBox } from '../ScrollBox';
import { AuthorizationEntry, useAuthorizations } from './AuthorizationEntry';

/** Entries of one list that are drawn. */
const DRAWN = 200;

export function PayloadLists({ transaction }: { transaction: Transaction }) {
  const { accessList, blobVersionedHashes, authorizationList } = transaction;
  const outcomes = useAuthorizations(authorizationList !== undefined && authorizationList.length > 0);
  const listed = [...(authorizationList ?? []), ...(accessList ?? [])].slice(0, DRAWN);
  const names = useNames(transaction.networkId, [
    ...listed.map(({ address }) => address),
    ...(outcomes ?? []).slice(0, DRAWN).map(({ authority }) => authority),
  ]);
  return (
    <>
      {authorizationList && authorizationList.length > 0 && (
        <List title="Authorisations" note="EIP-7702" entries={authorizationList}>
          {(authorization, at) => (
            <AuthorizationEntry
              key={`${at} ${authorization.address}`}
              authorization={authorization}
              outcome={outcomes?.[at]}
              names={names}
            />
          )}
        </List>
      )}
      {blobVersionedHashes && blobVersionedHashes.length > 0 && (
        <List title="Blobs" note="versioned hashes, EIP-4844" entries={blobVersionedHashes}>
          {(hash, at) => (
            <div key={`${at} ${hash}`} className="px-3 py-1">
              <HashView hash={hash} of="hash" form="full" />
            </div>
          )}
        </List>
      )}
      {accessList && accessList.length > 0 && (
        <List title="Access list" note="EIP-2930" entries={accessList}>
          {(entry, at) => (
            <div key={`${at} ${entry.address}`} className="px-3 py-1.5">
              <AddressView address={entry.address} name={names[entry.address]} />{' '}
              <span className="text-muted">{countOf(entry.storageKeys.length, 'key')}</span>
              <ul className="pl-5">
                {entry.storageKeys.slice(0, DRAWN).map((key) => (
                  <li key={key}>
                    <HashView hash={key} of="hash" form="full" />
                  </li>
                ))}
              </ul>
              <More all={entry.storageKeys.length} />
            </div>
          )}
        </List>
      )}
    </>
  );
}

function List<T>({
  title,
  note,
  entries,
  children,
}: {
  title: string;
  note: string;
  entries: readonly T[];
  children: (entry: T, at: number) => ReactNode;
}) {
  return (
    <Panel title={title} aside={`${formatInteger(entries.length)} · ${note}`}>
      <ScrollBox label={`Entries: ${title}`} className="max-h-[420px] divide-y divide-line">
        {entries.slice(0, DRAWN).map(children)}
      </ScrollBox>
      <More all={entries.length} />
    </Panel>
  );
}

function More({ all }: { all: number }) {
  return all > DRAWN ? <p className="px-3 py-1 text-muted">… {formatInteger(all - DRAWN)} more</p> : null;
}
