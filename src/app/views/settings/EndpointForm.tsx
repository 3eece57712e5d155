import { useState } from 'react';
import { Button } from '../../ui/Button';
import { TextField } from '../../ui/TextField';
import { endpointName, endpointProblem, type ListedEndpoint } from './endpoint-list';

const MOST_NAME = 60; // characters

/** URL and name of an endpoint. The name falls back to the URL's host. */
export function EndpointForm({
  taken,
  start,
  submit,
  onSave,
}: {
  taken: readonly ListedEndpoint[];
  start?: ListedEndpoint;
  submit: string;
  onSave: (url: string, name: string) => Promise<void>;
}) {
  const [url, setUrl] = useState(start?.url ?? '');
  const [name, setName] = useState(start?.name ?? '');
  const [tried, setTried] = useState(false);
  const problem = endpointProblem(url, taken);
  async function save() {
    setTried(true);
    if (problem !== undefined) return;
    await onSave(url.trim(), name.trim().slice(0, MOST_NAME) || endpointName(url));
    setUrl('');
    setName('');
    setTried(false);
  }
  return (
    <form
      className="grid items-start gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        label="Endpoint"
        type="url"
        mono
        value={url}
        placeholder="https://…"
        onChange={(event) => setUrl(event.target.value)}
        problem={tried ? problem : undefined}
      />
      <TextField
        label="Name (optional)"
        value={name}
        maxLength={MOST_NAME}
        placeholder={url === '' ? '' : endpointName(url)}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" variant="primary" className="sm:mt-[22px]">
        {submit}
      </Button>
    </form>
  );
}
