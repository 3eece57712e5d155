/** The newest transactions of a project. Without any it shows what would be here, as rows that are plainly samples. */
import type { ReactNode } from 'react';
import type { Network } from '../../../core/chain/network';
import type { ProjectAccount } from '../../../core/projects/project';
import { readTransactionsOfAddresses } from '../../../db/chain/transactions-of-addresses';
import { StatusGlyph } from '../../ui/Badge';
import { DataTable } from '../../ui/DataTable';
import { Panel } from '../../ui/Panel';
import { useChainIndex } from '../../use-chain-index';
import { useStored } from '../../use-stored';
import { useUrlValue } from '../../use-url-value';
import { toneOfTransaction } from '../lists/transaction-columns';
import { useOpenTransactionOn } from '../lists/use-open-transaction';
import { useTransactionColumns } from '../lists/use-transaction-columns';
import { NetworkLinks } from '../network/NetworkLinks';
import { addressesOn, MONITOR } from './ProjectTransactions';

/** Rows of the widget. */
const LATEST = 10;
/** Columns of the list of all transactions for which the widget has no room. */
const LEFT_OUT = ['Index', 'Gas Used', 'UTC Timestamp'];
const TITLE = 'Latest transactions';

export function LatestOfProject({
  network,
  accounts,
}: {
  network: Network | undefined;
  accounts: readonly ProjectAccount[];
}) {
  if (network === undefined) {
    return (
      <Widget>
        <SampleRows />
      </Widget>
    );
  }
  return (
    <NetworkLinks segment={network.route}>
      <Latest network={network} accounts={accounts} />
    </NetworkLinks>
  );
}

/** Shows a panel as tall as its ten rows, whether it has some or not. */
function Widget({ children, all }: { children: ReactNode; all?: ReactNode }) {
  return (
    <Panel title={TITLE} actions={all} className="md:min-h-[672px]">
      {children}
    </Panel>
  );
}

function Latest({ network, accounts }: { network: Network; accounts: readonly ProjectAccount[] }) {
  const addresses = addressesOn(network, accounts);
  const [, setTab] = useUrlValue<string | undefined>('tab');
  useChainIndex(network);
  const page = useStored(
    () => readTransactionsOfAddresses(network.id, addresses, { limit: LATEST }),
    [network.id, addresses.join()],
  );
  const { columns } = useTransactionColumns(network, page?.rows ?? []);
  return (
    <Widget
      all={
        <button type="button" className="link" onClick={() => setTab('transactions')}>
          All transactions
        </button>
      }
    >
      <DataTable
        label={TITLE}
        columns={columns.filter(({ label }) => !LEFT_OUT.includes(label))}
        rows={page?.rows}
        loadingRows={LATEST}
        rowKey={({ hash }) => hash}
        open={useOpenTransactionOn(network.route)}
        tone={toneOfTransaction}
        empty={<SampleRows />}
      />
    </Widget>
  );
}

const SAMPLE_FUNCTIONS = ['transfer', 'swap', 'approve', 'deposit', 'mint'];

/** No transaction of any chain: rows in grey behind the sentence, which assistive technology does not read. */
function SampleRows() {
  return (
    <div className="relative">
      <div aria-hidden inert className="select-none opacity-30">
        {Array.from({ length: LATEST }, (_, at) => (
          <div
            // They are all the same kind of nothing.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={at}
            className="grid h-[63px] grid-cols-[1fr_1fr_1fr_auto] items-center gap-4 border-line border-b px-3 last:border-0"
          >
            <span className="mono truncate">0x{String(at).repeat(6)}…0000</span>
            <code className="truncate">{SAMPLE_FUNCTIONS[at % SAMPLE_FUNCTIONS.length]}</code>
            <span className="mono truncate">0x0000…0000</span>
            <span className="inline-flex items-center gap-1.5 text-muted">
              <StatusGlyph status={at % 4 === 3 ? 'failed' : 'success'} /> sample
            </span>
          </div>
        ))}
      </div>
      <div className="absolute inset-0 grid place-items-center p-4">
        <div className="max-w-[52ch] rounded-l border border-line bg-panel px-5 py-4 text-center shadow-layer">
          <p className="font-semibold">{MONITOR}</p>
          <p className="text-muted">
            The rows behind are samples. Transactions of the project’s accounts come here when this browser indexes
            their chain, or when you open them.
          </p>
        </div>
      </div>
    </div>
  );
}
