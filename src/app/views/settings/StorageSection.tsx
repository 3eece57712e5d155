import { type ReactNode, useState } from 'react';
import { formatBytes, formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { evictOver } from '../../../db/storage/eviction';
import {
  clearStorage,
  readStorageUsage,
  requestPersistence,
  type StorageKind,
  type StorageSize,
} from '../../../db/storage/storage';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Panel } from '../../ui/Panel';
import { Select } from '../../ui/Select';
import { SkeletonRows } from '../../ui/Skeleton';
import { toast } from '../../ui/toast';
import { usePreference } from '../../use-preference';
import { useStored } from '../../use-stored';
import { useWiring } from '../../wiring';

const NAMES: Record<StorageKind, string> = {
  traces: 'Traces',
  transactions: 'Transactions and receipts',
  lists: 'Lists of transactions, and the index of chains',
  blocks: 'Blocks',
  contracts: 'Knowledge of contracts',
  screens: 'First screens of pages',
  artifacts: 'Imported build output',
  signatures: 'Signatures looked up',
  visits: 'Recently opened',
  callCounts: 'Counts of calls',
  labels: 'Your labels',
  tokenLists: 'Token lists you added',
  rowNotes: 'Notes at rows of traces',
  projects: 'Your projects',
  watches: 'Watches and their finds',
  simulations: 'Your simulations',
  testProjects: 'Projects with tests',
  verificationDrafts: 'Verifications that are not finished',
  networks: 'Your networks',
  endpoints: 'Your endpoints',
  preferences: 'Your choices',
};

/** Kinds that can be fetched again. */
const FETCHED: readonly StorageKind[] = [
  'traces',
  'transactions',
  'lists',
  'blocks',
  'contracts',
  'signatures',
  'screens',
];
const BUDGETS = [50, 100, 250, 500, 1_000, 2_000, 5_000]; // MB

export function StorageSection() {
  const usage = useStored(readStorageUsage, []);
  const [budget, saveBudget] = usePreference('storageBudget');
  const [clearing, setClearing] = useState<readonly StorageKind[]>();
  return (
    <Panel
      title="Storage"
      aside={
        usage?.browser &&
        `${formatBytes(usage.browser.usage)} of ${formatBytes(usage.browser.quota)} the browser allows`
      }
      actions={
        <Button size="s" variant="danger" onClick={() => setClearing(FETCHED)}>
          Clear what can be fetched again
        </Button>
      }
    >
      <div className="flex flex-col gap-2 border-line border-b px-3 py-2.5">
        <Budget budget={budget} onSave={saveBudget} />
        <Persistence persisted={usage?.persisted} />
      </div>
      {usage === undefined ? (
        <SkeletonRows count={6} label="Counting" />
      ) : (
        <ul className="divide-y divide-line">
          {usage.sizes.map((size) => (
            <SizeRow key={size.kind} size={size} onClear={() => setClearing([size.kind])} />
          ))}
        </ul>
      )}
      <ClearDialog kinds={clearing} onClose={() => setClearing(undefined)} />
    </Panel>
  );
}

function SizeRow({ size: { kind, records, bytes }, onClear }: { size: StorageSize; onClear: () => void }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_auto_auto] items-center gap-3 px-3 py-1">
      <span>{NAMES[kind]}</span>
      <span className="mono w-20 text-right">{formatInteger(records)}</span>
      <span className="mono w-20 text-right text-muted">{formatBytes(bytes)}</span>
      <Button size="s" variant="quiet" disabled={records === 0} aria-label={`Clear ${NAMES[kind]}`} onClick={onClear}>
        Clear
      </Button>
    </li>
  );
}

type BudgetProps = { budget: number | undefined; onSave: (bytes: number) => Promise<boolean> };

function Budget({ budget, onSave }: BudgetProps) {
  const megabytes = budget === undefined ? undefined : Math.round(budget / 1_000_000);
  const choices =
    megabytes === undefined || BUDGETS.includes(megabytes) ? BUDGETS : [...BUDGETS, megabytes].sort((a, b) => a - b);
  async function choose(bytes: number) {
    await onSave(bytes);
    const gone = await evictOver(bytes);
    if (gone > 0) toast({ text: `${countOf(gone, 'record')} made room, the least recently used` });
  }
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      Traces, transactions, blocks and contracts may take
      <Select
        label="Traces, transactions, blocks and contracts may take"
        size="s"
        value={megabytes}
        disabled={megabytes === undefined}
        placeholder=""
        choices={choices.map((size) => ({ value: size, label: formatBytes(size * 1_000_000) }))}
        onChange={(size) => void choose(size * 1_000_000)}
        className="w-24"
      />
      <span className="text-muted">then the least recently used are deleted.</span>
    </p>
  );
}

function Persistence({ persisted }: { persisted: boolean | undefined }) {
  const [answer, setAnswer] = useState<boolean>();
  const state = answer === true || persisted === true;
  let words: ReactNode = 'The browser may delete all of it when the disk is full.';
  if (state) words = 'The browser will not delete it without asking.';
  else if (answer === false)
    words = 'The browser declined; its decision depends on how often you use Loupe and whether it is installed.';
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {words}
      {!state && (
        <Button size="s" onClick={() => void requestPersistence().then(setAnswer)}>
          Ask the browser to keep it
        </Button>
      )}
    </p>
  );
}

function ClearDialog({ kinds, onClose }: { kinds: readonly StorageKind[] | undefined; onClose: () => void }) {
  const wiring = useWiring();
  if (!kinds) return null;
  async function clear(going: readonly StorageKind[]) {
    await clearStorage(going);
    onClose();
    if (going.includes('networks') || going.includes('endpoints')) wiring.reconfigure();
    if (going.includes('labels')) await wiring.workers.contracts.labelsChanged();
    toast({ text: 'Cleared', tone: 'success' });
  }
  const fetchable = kinds.every((kind) => FETCHED.includes(kind));
  return (
    <Dialog
      open
      title="Clear from this browser?"
      description={
        fetchable
          ? 'It can be fetched again while the network it came from still has it.'
          : 'This data was made here and cannot be restored.'
      }
      width="s"
      onClose={onClose}
    >
      <ul className="list-disc px-8 py-3">
        {kinds.map((kind) => (
          <li key={kind}>{NAMES[kind]}</li>
        ))}
      </ul>
      <div className="flex justify-end gap-2 border-line border-t bg-raised px-4 py-3">
        <Button onClick={onClose}>Keep</Button>
        <Button variant="danger" onClick={() => void clear(kinds)}>
          Clear
        </Button>
      </div>
    </Dialog>
  );
}
