import { useState } from 'react';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
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
  const problem = endpointProblem(url, taken);
  async function save() {
    await onSave(url.trim(), name.trim().slice(0, MOST_NAME) || endpointName(url));
    setUrl('');
    setName('');
  }
  return (
    <Form className="grid items-start gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]" onSubmit={save}>
      <TextField
        label="Endpoint"
        type="url"
        mono
        value={url}
        placeholder="https://…"
        onChange={(event) => setUrl(event.target.value)}
        error={problem}
        required
      />
      <TextField
        label="Name (optional)"
        value={name}
        maxLength={MOST_NAME}
        placeholder={url === '' ? '' : endpointName(url)}
        onChange={(event) => setName(event.target.value)}
      />
      <SubmitButton className="sm:mt-6">{submit}</SubmitButton>
    </Form>
  );
}
