/** What the network takes of this browser, and deleting it. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatBytes } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import { readVirtualSize } from '../../../db/virtual/virtual-network-lists';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Field, FieldList } from '../../ui/Facts';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast';
import { useLoaded } from '../../use-loaded';
import { useWiring } from '../../wiring';
import type { Steered } from './use-virtual-network';

export function KeptCard({ kept, ask }: Steered) {
  const { workers, reconfigure } = useWiring();
  const navigate = useNavigate();
  const { networkId, parent, head } = kept;
  const size = useLoaded(`size ${networkId}`, () => readVirtualSize(networkId), { version: head.hash });
  const [isAsked, setAsked] = useState(false);
  const [isResetAsked, setResetAsked] = useState(false);
  const name = harmlessText(kept.name, 60);
  async function reset() {
    const failed = await ask(['anvil_reset']);
    toast(failed ? { text: failed.message, tone: 'failure', lasting: true } : { text: 'Reset', tone: 'success' });
  }
  async function remove() {
    // Away from its pages first: they would ask a network that is no more.
    await navigate({ to: '/{-$network}/virtual', params: { network: undefined } });
    const removed = await workers.virtual.remove(networkId);
    reconfigure();
    if (!removed.ok) toast({ text: removed.error.message, tone: 'failure', lasting: true });
  }
  return (
    <Panel
      title="Kept in this browser"
      actions={
        <>
          <Button onClick={() => setResetAsked(true)}>Reset</Button>
          <Button onClick={() => setAsked(true)}>Delete this network</Button>
        </>
      }
    >
      <FieldList label="Kept in this browser">
        <Field label="Blocks and receipts">{size && formatBytes(size.blocks)}</Field>
        <Field label="State and how to undo it">{size && formatBytes(size.changes)}</Field>
        {parent && (
          <Field
            label={`Read of ${harmlessText(parent.name, 40)}`}
            hint="Shared by networks that began at the same block"
          >
            {size && formatBytes(size.reads)}
          </Field>
        )}
      </FieldList>
      <ConfirmDialog
        open={isResetAsked}
        title={`Reset ${name}?`}
        action="Reset the network"
        onConfirm={() => void reset()}
        onClose={() => setResetAsked(false)}
      >
        It begins again{parent ? ' at the block that it was forked at' : ''}: its blocks, transactions, values,
        snapshots and settings are deleted, and there is no other copy.
      </ConfirmDialog>
      <ConfirmDialog
        open={isAsked}
        title={`Delete ${name}?`}
        action="Delete the network"
        onConfirm={() => void remove()}
        onClose={() => setAsked(false)}
      >
        Its blocks, transactions and values are deleted from this browser, and there is no other copy.
      </ConfirmDialog>
    </Panel>
  );
}
