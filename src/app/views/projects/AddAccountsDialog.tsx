/** Adds addresses to a project: one, or a list of them. Each is looked at on its chain, to tell contracts from wallets. */
import { useEffect, useRef, useState } from 'react';
import type { Network } from '../../../core/chain/network';
import { formatInteger } from '../../../core/format/counts';
import { type AddressLine, parseAddressLines } from '../../../core/projects/address-lines';
import { type Project, type ProjectAccount, parseTags } from '../../../core/projects/project';
import { addAccounts } from '../../../db/projects/projects';
import { saveLabel } from '../../../db/reader/labels';
import { useNearestNetwork } from '../../network-context';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { Dialog } from '../../ui/Dialog';
import { draftFields } from '../../ui/form/draft-fields';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { useDraft } from '../../ui/form/use-draft';
import { NativeSelect } from '../../ui/NativeSelect';
import { ProgressBar } from '../../ui/ProgressBar';
import { TextArea } from '../../ui/TextArea';
import { TextField } from '../../ui/TextField';
import { toast } from '../../ui/toast';
import { newJobId } from '../../use-question';
import { useContractsApi } from '../../wiring';
import { NetworkChoice } from '../network/NetworkChoice';

const KINDS = [
  { value: 'chain', label: 'as the chain says' },
  { value: 'contract', label: 'contracts' },
  { value: 'wallet', label: 'wallets' },
] as const;
type Kind = (typeof KINDS)[number]['value'];

type Props = { project: Project; networks: readonly Network[]; onClose: () => void };

export function AddAccountsDialog({ project, networks, onClose }: Props) {
  const api = useContractsApi();
  const here = useNearestNetwork();
  const [fields, change, reset] = useDraft(`project add ${project.uid}`, { addresses: '', tags: '' });
  const field = draftFields(fields, change);
  const [networkId, setNetworkId] = useState<number>();
  const [kind, setKind] = useState<Kind>('chain');
  const [progress, setProgress] = useState<{ done: number; of: number }>();
  const [problem, setProblem] = useState<string>();
  const stopped = useRef(false);
  useEffect(() => {
    // Strict mode runs effects twice.
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);
  const network = networks.find(({ id }) => id === networkId) ?? here?.network ?? networks[0];
  const parsed = parseAddressLines(fields.addresses);

  /** Finds out whether the address has code; undefined where the chain does not say. */
  async function typeOf(line: AddressLine): Promise<ProjectAccount['type'] | undefined> {
    if (kind !== 'chain') return kind;
    if (network === undefined) return undefined;
    const account = await api.loadAccount(newJobId(), network.id, line.address);
    return account.ok ? account.value.type : undefined;
  }

  async function add(): Promise<void> {
    if (!parsed.ok || network === undefined) return;
    setProblem(undefined);
    const now = Date.now();
    const tags = parseTags(fields.tags);
    const accounts: ProjectAccount[] = [];
    for (const [at, line] of parsed.value.entries()) {
      setProgress({ done: at, of: parsed.value.length });
      const type = await typeOf(line);
      if (stopped.current) return;
      if (type === undefined) {
        setProgress(undefined);
        setProblem(
          `No endpoint of ${network.name} says what ${line.address} is, so nothing was added. Say what the addresses are, or try again.`,
        );
        return;
      }
      accounts.push({ networkId: network.id, address: line.address, type, tags, addedAt: now + at, changedAt: now });
    }
    const done = await addAccounts(project.uid, accounts);
    if (done === undefined) {
      setProgress(undefined);
      setProblem('The browser refused storage, so nothing was added.');
      return;
    }
    const labelled = parsed.value.filter(({ label }) => label !== '');
    for (const { address, label } of labelled) await saveLabel({ networkId: network.id, address, name: label });
    if (labelled.length > 0) await api.labelsChanged();
    toast({ text: wordsOf(done), tone: done.refused > 0 ? 'failure' : 'success' });
    reset();
    onClose();
  }

  return (
    <Dialog open title="Add addresses" onClose={onClose}>
      <Form className="flex flex-col gap-3 p-4" onSubmit={add}>
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-muted">On</span>
          <NetworkChoice networks={networks} value={network?.id} onChange={setNetworkId} />
          <span className="text-muted">these are</span>
          <NativeSelect label="What they are" value={kind} options={KINDS} onChange={setKind} />
        </div>
        <TextArea
          label="Addresses"
          mono
          required
          rows={4}
          {...field('addresses')}
          error={fields.addresses.trim() === '' || parsed.ok ? undefined : parsed.error}
          help="One a line. What stands behind an address becomes your label of it."
        />
        <TextField label="Tags" {...field('tags')} help="Of all of them, separated by commas." />
        {problem !== undefined && (
          <Callout tone="failure" role="alert">
            {problem}
          </Callout>
        )}
        {progress && progress.of > 1 && (
          <ProgressBar label="Looking at them" done={progress.done} total={progress.of} unit="addresses" />
        )}
        <div className="flex gap-2">
          <SubmitButton>
            {parsed.ok && parsed.value.length > 1 ? `Add ${formatInteger(parsed.value.length)} addresses` : 'Add'}
          </SubmitButton>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Dialog>
  );
}

function wordsOf({ added, known, refused }: { added: number; known: number; refused: number }): string {
  const words = [`${formatInteger(added)} added`];
  if (known > 0) words.push(`${formatInteger(known)} in it before`);
  if (refused > 0) words.push(`${formatInteger(refused)} left out, as the project is full`);
  return `${words.join(', ')}.`;
}
