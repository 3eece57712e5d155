/** What a project is called, whose it is and whom it is meant for: of a new one, or of one that is there. */
import { useState } from 'react';
import {
  MAX_DESCRIPTION,
  nameProblem,
  type Project,
  type ProjectOwner,
  slugOf,
  tidyName,
  usernameProblem,
  type Visibility,
} from '../../../core/projects/project';
import { changeProject, createProject } from '../../../db/projects/projects';
import { Dialog } from '../../ui/Dialog';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { RadioGroup } from '../../ui/RadioGroup';
import { Segmented } from '../../ui/Segmented';
import { TextArea } from '../../ui/TextArea';
import { TextField } from '../../ui/TextField';
import { toast } from '../../ui/toast';
import { OWNER_KINDS } from './owner-kinds';
import { CHOSEN_VISIBILITIES } from './visibility-text';

type Props = {
  /** The project to change; absent for a new one. */
  project?: Project;
  /** Owner that the form of a new project begins with. */
  owner?: ProjectOwner | undefined;
  onClose: () => void;
  onKept: (project: Project) => void;
};

export function ProjectDialog({ project, owner = { username: 'me', type: 'user' }, onClose, onKept }: Props) {
  const [name, setName] = useState(project?.name ?? '');
  const [username, setUsername] = useState(owner.username);
  const [type, setType] = useState(owner.type);
  const [visibility, setVisibility] = useState<Visibility>(project?.visibility ?? 'PRIVATE');
  const [description, setDescription] = useState(project?.description ?? '');
  const slug = slugOf(name);

  async function keep() {
    const given = { name: tidyName(name), visibility, description: description.trim().slice(0, MAX_DESCRIPTION) };
    const kept = await (project === undefined
      ? createProject({ ...given, owner: { username: username.trim(), type } })
      : changeProject(project.uid, given));
    if (kept === undefined) {
      toast({ text: 'The browser refused storage, so the project is not kept.', tone: 'failure' });
      return;
    }
    onClose();
    onKept(kept);
  }

  return (
    <Dialog open title={project === undefined ? 'New project' : 'Name and visibility'} onClose={onClose}>
      <Form className="flex flex-col gap-3 p-4" onSubmit={keep}>
        <TextField
          label="Name"
          required
          value={name}
          onChange={setName}
          error={nameProblem(name)}
          help={
            slug === '' ? 'Its address is made of it.' : `Its address: ${project?.owner.username ?? username}/${slug}`
          }
        />
        {project === undefined && (
          <TextField
            label="Owner"
            required
            mono
            value={username}
            onChange={setUsername}
            error={usernameProblem(username.trim())}
            help="Your name when you share it. It is a name, not an account."
            end={<Segmented label="Kind of owner" size="s" value={type} segments={OWNER_KINDS} onChange={setType} />}
          />
        )}
        <div>
          <p className="mb-1 font-[550]">Visibility</p>
          <RadioGroup
            label="Visibility"
            look="cards"
            value={visibility}
            options={CHOSEN_VISIBILITIES}
            onChange={setVisibility}
          />
        </div>
        <TextArea label="Description" value={description} maxLength={MAX_DESCRIPTION} onChange={setDescription} />
        <div>
          <SubmitButton>{project === undefined ? 'Create the project' : 'Keep the changes'}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
