import { useState } from 'react';
import type { Label } from '../../../core/contract/labels/label';
import { formatLabels, parseLabels } from '../../../core/contract/labels/label-file';
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import { deleteLabel, importLabels, readLabels } from '../../../db/reader/labels';
import type { LabelRow } from '../../../db/rows/label-row';
import { download } from '../../download';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { AddressView } from '../../ui/identity/AddressView';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast';
import { useStored } from '../../use-stored';
import { useContractsApi, useNetworks } from '../../wiring';
import { OneFileButton } from './OneFileButton';

const MAX_BYTES = 50_000_000; // of an imported file
const SHOWN = 200;

/** Shows the reader's labels of addresses: all of them, to remove, to save as a file and to read from one. */
export function Labels() {
  const api = useContractsApi();
  const networks = useNetworks();
  const labels = useStored(() => readLabels(), []);
  const [all, setAll] = useState(false);
  const shown = all ? labels : labels?.slice(0, SHOWN);
  async function remove({ networkId, address, name }: LabelRow) {
    if (await deleteLabel(networkId, address)) await api.labelsChanged();
    else toast({ text: `The browser refused storage, so ${harmlessText(name, 40)} stays.`, tone: 'failure' });
  }
  return (
    <Panel
      title="Labels"
      aside={labels && labels.length > 0 ? formatInteger(labels.length) : 'your own names of addresses'}
      actions={
        <>
          <ImportButton />
          <Button
            size="s"
            disabled={!labels?.length}
            onClick={() => labels && download('loupe-labels.json', 'application/json', formatLabels(labels))}
          >
            Export
          </Button>
        </>
      }
    >
      {labels?.length === 0 && (
        <EmptyState title="No labels yet">
          Open the page of an address and choose “Add label”. Loupe then shows your name for it everywhere.
        </EmptyState>
      )}
      <ul className="divide-y divide-line">
        {shown?.map((label) => (
          <li key={`${label.networkId} ${label.address}`} className="flex flex-wrap items-center gap-x-3 px-3 py-1">
            <AddressView
              address={label.address}
              name={{ text: label.name, origin: 'reader' }}
              form="full"
              link={false}
            />
            <span className="ml-auto text-muted">
              {harmlessText(networks?.find(({ id }) => id === label.networkId)?.name ?? `Chain ${label.networkId}`, 40)}
            </span>
            <Button
              size="s"
              variant="quiet"
              aria-label={`Remove the label ${harmlessText(label.name, 64)}`}
              onClick={() => void remove(label)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {labels && !all && labels.length > SHOWN && (
        <div className="border-line border-t px-3 py-1.5">
          <Button size="s" onClick={() => setAll(true)}>
            Show all {formatInteger(labels.length)}
          </Button>
        </div>
      )}
    </Panel>
  );
}

/** Reads a file of labels; says what it did, and offers to take over names that differ. */
function ImportButton() {
  const api = useContractsApi();

  async function take(labels: readonly Label[], replace: boolean): Promise<void> {
    const done = await importLabels(labels, replace);
    if (done === undefined) {
      toast({ text: 'The browser refused storage, so no label was imported.', tone: 'failure' });
      return;
    }
    await api.labelsChanged();
    const { added, same, differing } = done;
    const told = [`${formatInteger(added)} new`, `${formatInteger(same)} as before`];
    if (differing === 0 || replace) {
      if (differing > 0) told.push(`${formatInteger(differing)} replaced`);
      toast({ text: `Labels imported: ${told.join(', ')}.`, tone: 'success' });
      return;
    }
    toast({
      text: `Labels imported: ${told.join(', ')}. ${formatInteger(differing)} have other names in the file; yours stay.`,
      lasting: true,
      action: { label: 'Take the file’s', run: () => void take(labels, true) },
    });
  }
  async function read(file: File): Promise<void> {
    const parsed = parseLabels(await file.text());
    if (parsed.ok) await take(parsed.value, false);
    else toast({ text: `Nothing was imported. ${parsed.error}`, tone: 'failure', lasting: true });
  }
  return (
    <OneFileButton label="File of labels" accept=".json,application/json" size="s" most={MAX_BYTES} onFile={read}>
      Import
    </OneFileButton>
  );
}
