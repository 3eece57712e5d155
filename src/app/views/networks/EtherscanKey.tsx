import { useState } from 'react';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { TextField } from '../../ui/TextField';
import { toast } from '../../ui/toast';
import { usePreference } from '../../use-preference';

/** Takes the reader's own key for an explorer with Etherscan's API; without one it is not asked. */
export function EtherscanKey() {
  const [kept, save] = usePreference('etherscan');
  return kept === undefined ? null : <KeyForm key={`${kept.url} ${kept.key}`} kept={kept} onSave={save} />;
}

type Key = { url: string; key: string };

function KeyForm({ kept, onSave }: { kept: Key; onSave: (key: Key) => Promise<boolean> }) {
  const [url, setUrl] = useState(kept.url);
  const [key, setKey] = useState(kept.key);
  const problem = /^https?:\/\//i.test(url) && URL.canParse(url) ? undefined : 'This is not a URL.';
  async function save() {
    if (problem !== undefined) return;
    const saved = await onSave({ url: url.trim(), key: key.trim() });
    toast(saved ? { text: 'Key kept' } : { text: 'The browser refuses to keep this key', tone: 'failure' });
  }
  return (
    <Form label="Etherscan" className="flex flex-wrap items-start gap-2 px-3 py-2.5" onSubmit={save}>
      <p className="w-full">
        <span className="font-semibold">Etherscan</span>{' '}
        <span className="text-muted">
          gives verified sources. It is asked once you enter a key of your own, and then learns the contracts you look
          at, and your IP address; for lists of addresses it is asked where you allow these in the settings. The key is
          kept in this browser and sent to this address only.
        </span>
      </p>
      <TextField label="API address" value={url} onChange={setUrl} error={problem} className="min-w-60 flex-1" mono />
      <TextField label="API key" value={key} onChange={setKey} className="min-w-60 flex-1" mono />
      <SubmitButton variant="plain" disabled={url.trim() === kept.url && key.trim() === kept.key} className="mt-6">
        Keep
      </SubmitButton>
    </Form>
  );
}
