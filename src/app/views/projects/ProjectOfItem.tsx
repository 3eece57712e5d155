/** The project that an item belongs to, to choose. */
import type { Project, ProjectUid } from '../../../core/projects/project';
import type { ItemKind } from '../../../core/projects/project-items';
import { harmlessText } from '../../../core/text/harmless';
import { assignItem, readProjectOfItem } from '../../../db/projects/project-items';
import { readProjects } from '../../../db/projects/projects';
import { NativeSelect } from '../../ui/NativeSelect';
import { toast } from '../../ui/toast';
import { useStored } from '../../use-stored';
import { usePermissions } from '../permissions/use-permissions';

type Props = {
  kind: ItemKind;
  id: string;
  /** Name of the item, which labels the choice for assistive technology. */
  name: string;
  /** Stands beside the choice. */
  note?: string;
  /** Called once the item belongs to another project. */
  onChosen?: (project: Project) => Promise<unknown>;
};

/** Shows the project of an item; nothing where there are no projects. */
export function ProjectOfItem({ kind, id, name, note, onChosen }: Props) {
  const projects = useStored(readProjects, [])?.map(({ project }) => project);
  const chosen = useStored(async () => (await readProjectOfItem({ kind, id })) ?? null, [kind, id]);
  const askPermission = usePermissions();
  if (projects === undefined || projects.length === 0 || chosen === undefined) return null;
  const owner = projects.find(({ uid }) => uid === chosen);
  const permission = owner && askPermission('update_project', owner);
  async function choose(uid: string) {
    if (!(await assignItem({ kind, id }, uid === '' ? undefined : (uid as ProjectUid)))) {
      toast({ text: 'The browser refused storage, so nothing was changed.', tone: 'failure' });
      return;
    }
    const project = projects?.find((each) => each.uid === uid);
    if (project !== undefined) await onChosen?.(project);
  }
  const choice = (
    <NativeSelect
      label={`Project of ${name}`}
      look="small"
      value={owner?.uid ?? ''}
      disabled={permission?.allowed === false}
      title={permission?.allowed === false ? permission.reason : undefined}
      options={[
        { value: '', label: 'No project' },
        ...projects.map((project) => ({
          value: project.uid as string,
          label: harmlessText(project.name, 40),
          disabled: !askPermission('update_project', project).allowed,
        })),
      ]}
      onChange={(uid) => void choose(uid)}
    />
  );
  if (note === undefined) return choice;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {choice}
      <span className="text-muted">{note}</span>
    </p>
  );
}
