import { useEffect, useState } from 'react';
import type { NetworkId } from '../../../core/chain/primitives';
import { hostedProject, isBearerToken, type OwnHosted } from '../../../core/hosted/hosted-access';
import { hostedToken } from '../../hosted-token';
import { Button } from '../../ui/Button';
import { draftFields } from '../../ui/form/draft-fields';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { TextField } from '../../ui/TextField';
import { toast } from '../../ui/toast';
import { usePreference } from '../../use-preference';
import { useWiring } from '../../wiring';
import { HostState } from '../hosted/HostState';
import { useAskHost, usePermissions } from '../permissions/use-permissions';

/** The account's keys are asked for, and no project's. */
const NO_PROJECTS = [] as const;
const NONE: OwnHosted = { url: '', project: '', vnet: '' };

/** Shows a host with the interface of docs/hosted-api.md: the reader's own for one network, or the deployment's, and the token for it. */
export function HostedApi({ networkId }: { networkId: NetworkId }) {
  const [kept, save] = usePreference('hostedApis');
  return kept === undefined ? null : (
    <HostForm
      key={JSON.stringify(kept[networkId])}
      kept={kept[networkId] ?? NONE}
      onSave={(own) => save({ ...kept, [networkId]: own })}
      networkId={networkId}
    />
  );
}

function HostForm({
  kept,
  onSave,
  networkId,
}: {
  kept: OwnHosted;
  onSave: (own: OwnHosted) => Promise<boolean>;
  networkId: NetworkId;
}) {
  const { config } = useWiring();
  const [fields, setFields] = useState(kept);
  const { url, project, vnet } = fields;
  const [token, setToken] = useState('');
  useAskHost(NO_PROJECTS);
  const host = url.trim() || config.hostedApi?.url;
  // The deployment's host answers for its own token alone.
  const permission = usePermissions()('manage_access_tokens');
  const isClosed = host === config.hostedApi?.url && !permission.allowed;
  const [hasToken, setHasToken] = useState(false);
  useEffect(() => {
    let isOpen = true;
    const read = host === undefined || !URL.canParse(host) ? Promise.resolve(undefined) : hostedToken(host);
    void read.then((kept) => isOpen && setHasToken(kept !== undefined));
    return () => {
      isOpen = false;
    };
  }, [host]);
  const problems = {
    url: url.trim() === '' || isWebUrl(url.trim()) ? undefined : 'This is not a URL.',
    project: project.trim() === '' || hostedProject(project.trim()) ? undefined : 'A project is owner:slug.',
    token: token === '' || isBearerToken(token.trim()) ? undefined : 'This is not an access token.',
  };
  const field = draftFields(fields, (part) => setFields((before) => ({ ...before, ...part })), problems);
  async function keep() {
    if (Object.values(problems).some((problem) => problem !== undefined)) return;
    // The token first: once the host is kept, it is asked.
    if (token !== '' && host !== undefined) await hostedToken(host, token.trim());
    const isKept = await onSave({ url: url.trim(), project: project.trim(), vnet: vnet.trim() });
    toast(isKept ? { text: 'Kept' } : { text: 'The browser refuses to keep this', tone: 'failure' });
    if (!isKept) return;
    if (token !== '') setHasToken(true);
    setToken('');
  }
  async function removeToken() {
    if (host === undefined) return;
    await hostedToken(host, '');
    setHasToken(false);
    toast({ text: 'The access token is removed' });
  }
  return (
    <Form label="Hosted API" className="grid items-start gap-2 px-3 py-2.5 md:grid-cols-2" onSubmit={keep}>
      <p className="text-muted md:col-span-2">
        A host of your own or of your team provides verified sources, transactions of addresses and deployers of
        contracts.{' '}
        {config.hostedApi === undefined
          ? 'It is asked once you enter its address'
          : `Without an address here, the host of this site is asked if Settings allow it (${config.hostedApi.url})`}
        . It learns the addresses you look at, and your IP address.
      </p>
      <TextField
        label="Address of the host"
        type="url"
        mono
        {...field('url')}
        placeholder={config.hostedApi?.url ?? 'https://…'}
      />
      <TextField
        label="Access token"
        type="password"
        mono
        value={token}
        disabled={isClosed}
        help={
          isClosed && !permission.allowed
            ? permission.reason
            : 'Kept in a cookie of this site for 30 days, and replaced when the host sends another.'
        }
        onChange={setToken}
        error={problems.token}
      />
      <TextField label="Project there (optional)" mono {...field('project')} placeholder="owner:slug" />
      <TextField label="Virtual network there (optional)" mono {...field('vnet')} />
      <div className="flex flex-wrap gap-2 md:col-span-2">
        <SubmitButton variant="plain">Keep</SubmitButton>
        {hasToken && (
          <Button variant="danger" disabled={isClosed} onClick={() => void removeToken()}>
            Remove the access token
          </Button>
        )}
      </div>
      <HostState networkId={networkId} />
    </Form>
  );
}

function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
