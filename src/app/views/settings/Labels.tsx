import { useState } from 'react';
import type { Label } from '../../../core/contract/labels/label';
import { formatLabels, parseLabels } from '../../../core/contract/labels/label-file';
import { formatBytes, formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import { deleteLabel, importLabels, readLabels } from '../../../db/reader/labels';
import type { LabelRow } from '../../../db/rows/label-row';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { FileButton } from '../../ui/FileDrop';
import { AddressView } from '../../ui/identity/AddressView';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast';
import { useStored } from '../../use-stored';
import { useContractsApi, useNetworks } from '../../wiring';

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
          <Button size="s" disabled={!labels?.length} onClick={() => labels && download(labels)}>
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
    if (file.size > MAX_BYTES) {
      toast({
        text: `The file has ${formatBytes(file.size)}; at most ${formatBytes(MAX_BYTES)} are read.`,
        tone: 'failure',
      });
      return;
    }
    const parsed = parseLabels(await file.text());
    if (parsed.ok) await take(parsed.value, false);
    else toast({ text: `Nothing was imported. ${parsed.error}`, tone: 'failure', lasting: true });
  }
  return (
    <FileButton
      label="File of labels"
      accept=".json,application/json"
      size="s"
      onPick={({ files }) => {
        const [picked] = files;
        if (picked) read(picked.file).catch(() => toast({ text: 'The file could not be read.', tone: 'failure' }));
      }}
    >
      Import
    </FileButton>
  );
}

function download(labels: readonly LabelRow[]): void {
  const url = URL.createObjectURL(new Blob([formatLabels(labels)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'loupe-labels.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
