/** Hands a project over: it is closed here, and its file goes to the new owner. */
import { useState } from 'react';
import { type Project, usernameProblem } from '../../../core/projects/project';
import { setTransfer } from '../../../db/projects/projects';
import { Dialog } from '../../ui/Dialog';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { Segmented } from '../../ui/Segmented';
import { TextField } from '../../ui/TextField';
import { toast } from '../../ui/toast';
import { OWNER_KINDS } from './owner-kinds';

type Props = { project: Project; onClose: () => void; onMarked: () => void };

export function TransferDialog({ project, onClose, onMarked }: Props) {
  const [username, setUsername] = useState('');
  const [type, setType] = useState<(typeof OWNER_KINDS)[number]['value']>('user');
  const to = username.trim();
  const isOwn = to === project.owner.username && type === project.owner.type;
  async function hand() {
    if (await setTransfer(project.uid, { username: to, type })) onMarked();
    else toast({ text: 'The browser refused storage, so nothing was handed over.', tone: 'failure' });
  }
  return (
    <Dialog open title="Hand the project over" onClose={onClose}>
      <Form className="flex flex-col gap-3 p-4" onSubmit={hand}>
        <TextField
          label="New owner"
          required
          mono
          value={username}
          onChange={setUsername}
          error={usernameProblem(to) ?? (isOwn ? 'They own it already.' : undefined)}
          help="The file that you save next names them as its owner."
          end={<Segmented label="Kind of owner" size="s" value={type} segments={OWNER_KINDS} onChange={setType} />}
        />
        <p className="text-muted">
          From now on the project cannot be changed here, so that there is only one version of it. You can take it back,
          or remove it once they have it.
        </p>
        <div>
          <SubmitButton>Hand over and choose the content</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
