/** The transactions of a project's accounts on one network, as one list. */
import type { Network } from '../../../core/chain/network';
import type { Address } from '../../../core/chain/primitives';
import type { Project, ProjectAccount } from '../../../core/projects/project';
import { readTransactionsOfAddresses } from '../../../db/chain/transactions-of-addresses';
import { EmptyState } from '../../ui/EmptyState';
import { Panel } from '../../ui/Panel';
import { useChainIndex } from '../../use-chain-index';
import { useCursorPaging } from '../../use-cursor-paging';
import { IndexNote, originOf } from '../lists/IndexNote';
import { ListPanel } from '../lists/ListPanel';
import { NoRows, ONLY_SEEN } from '../lists/NoRows';
import { toneOfTransaction } from '../lists/transaction-columns';
import { useOpenTransactionOn } from '../lists/use-open-transaction';
import { useTransactionColumns } from '../lists/use-transaction-columns';
import { NetworkLinks } from '../network/NetworkLinks';

export const MONITOR = 'Monitor transactions to track activity and validate outcomes';

type Props = { network: Network | undefined; project: Project; accounts: readonly ProjectAccount[] };

export function ProjectTransactions({ network, project, accounts }: Props) {
  if (network === undefined) {
    return (
      <Panel>
        <EmptyState title={MONITOR}>Add contracts or wallets: their transactions are listed here.</EmptyState>
      </Panel>
    );
  }
  const addresses = addressesOn(network, accounts);
  return (
    <NetworkLinks segment={network.route}>
      <Transactions
        key={`${project.uid} ${addresses.join()}`}
        network={network}
        project={project}
        addresses={addresses}
      />
    </NetworkLinks>
  );
}

/** Other addresses are another list. */
function Transactions({
  network,
  project,
  addresses,
}: {
  network: Network;
  project: Project;
  addresses: readonly Address[];
}) {
  const index = useChainIndex(network);
  const paging = useCursorPaging((request) => readTransactionsOfAddresses(network.id, addresses, request), {
    name: `project ${project.uid} ${network.id} ${addresses.join()}`,
  });
  const { columns } = useTransactionColumns(network, paging.rows ?? []);
  return (
    <>
      <IndexNote network={network} index={index} what="Transactions" />
      <ListPanel
        label="Transactions of the project"
        unit="transaction"
        {...originOf(index)}
        columns={columns}
        paging={paging}
        rowKey={({ hash }) => hash}
        csvName={`transactions-${project.slug}`}
        open={useOpenTransactionOn(network.route)}
        tone={toneOfTransaction}
        empty={
          <NoRows
            index={index}
            what="transactions of its accounts"
            title="No transaction of its accounts was seen here"
            off={ONLY_SEEN}
          >
            The indexed blocks have none.
          </NoRows>
        }
      />
    </>
  );
}

export function addressesOn({ id }: Network, accounts: readonly ProjectAccount[]) {
  return accounts.filter(({ networkId }) => networkId === id).map(({ address }) => address);
}
