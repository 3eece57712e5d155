import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Address, NetworkId } from '../../../core/chain/primitives';
import { labelOf, MAX_LABEL_LENGTH } from '../../../core/contract/labels/label';
import { deleteLabel, readLabel, saveLabel } from '../../../db/reader/labels';
import { Button } from '../../ui/Button';
import { toast } from '../../ui/toast';
import { useStored } from '../../use-stored';
import { useContractsApi } from '../../wiring';

/**
 * Shows the reader's own name of an address: to add, change and remove beside the name that is shown. Another
 * address is another `key`.
 */
export function LabelEdit({ networkId, address }: { networkId: NetworkId; address: Address }) {
  const api = useContractsApi();
  const label = useStored(() => readLabel(networkId, address), [networkId, address]);
  const [editing, setEditing] = useState(false);
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (editing) field.current?.select();
    else if (wasOpen.current) opener.current?.focus();
    wasOpen.current = editing;
  }, [editing]);

  const close = () => setEditing(false);
  async function keep(name: string) {
    const kept = await (name === '' ? deleteLabel(networkId, address) : saveLabel({ networkId, address, name }));
    if (!kept) {
      toast({ text: 'The browser refused storage, so the label is not kept.', tone: 'failure' });
      return;
    }
    await api.labelsChanged();
    close();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    void keep(labelOf(text));
  }

  if (!editing) {
    return (
      <Button
        ref={opener}
        size="s"
        variant="quiet"
        onClick={() => {
          setText(label?.name ?? '');
          setEditing(true);
        }}
      >
        {label ? 'Edit label' : 'Add label'}
      </Button>
    );
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-1.5">
      <input
        ref={field}
        aria-label="Your label of this address"
        value={text}
        maxLength={MAX_LABEL_LENGTH}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
        }}
        className="h-7 w-56 rounded-m border border-line-strong bg-panel px-2"
      />
      <Button size="s" variant="primary" type="submit" disabled={labelOf(text) === '' && !label}>
        Save
      </Button>
      {label && (
        <Button size="s" variant="danger" onClick={() => void keep('')}>
          Remove
        </Button>
      )}
      <Button size="s" variant="quiet" onClick={close}>
        Cancel
      </Button>
    </form>
  );
}
