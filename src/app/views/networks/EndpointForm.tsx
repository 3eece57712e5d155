import type { NetworkId } from '../../../core/chain/primitives';
import { draftFields } from '../../ui/form/draft-fields';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { useDraft } from '../../ui/form/use-draft';
import { TextField } from '../../ui/TextField';
import { endpointName, endpointProblem, type ListedEndpoint } from './endpoint-list';

const MAX_NAME = 60; // characters

/** Takes the URL and name of an endpoint. The name falls back to the URL's host. */
export function EndpointForm({
  networkId,
  taken,
  start,
  submit,
  onSave,
}: {
  networkId: NetworkId;
  taken: readonly ListedEndpoint[];
  start?: ListedEndpoint;
  submit: string;
  /** False when storage refused. */
  onSave: (url: string, name: string) => Promise<boolean>;
}) {
  const first = { url: start?.url ?? '', name: start?.name ?? '' };
  const [draft, change, reset] = useDraft(`endpoint ${networkId} ${first.url}`, first);
  const { url, name } = draft;
  const field = draftFields(draft, change, { url: endpointProblem(url, taken) });
  async function save() {
    if (await onSave(url.trim(), name.trim().slice(0, MAX_NAME) || endpointName(url))) reset();
  }
  return (
    <Form className="grid items-start gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]" onSubmit={save}>
      <TextField label="Endpoint" type="url" mono {...field('url')} placeholder="https://…" required />
      <TextField
        label="Name (optional)"
        {...field('name')}
        maxLength={MAX_NAME}
        placeholder={url === '' ? '' : endpointName(url)}
      />
      <SubmitButton className="sm:mt-6">{submit}</SubmitButton>
    </Form>
  );
}
