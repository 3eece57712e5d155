/** On the page of an address: the projects that have it, and the way into one. */
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Address, NetworkId } from '../../../core/chain/primitives';
import type { Project, ProjectAccount } from '../../../core/projects/project';
import { harmlessText } from '../../../core/text/harmless';
import { addAccounts, readProjects, readProjectsOf } from '../../../db/projects/projects';
import { projectLink } from '../../project-link';
import { Button } from '../../ui/Button';
import { lazyPart } from '../../ui/lazy-part';
import { Menu } from '../../ui/Menu';
import { toast } from '../../ui/toast';
import { useStored } from '../../use-stored';
import { useWiring } from '../../wiring';
import { useAskHost, usePermissions } from '../permissions/use-permissions';

const ProjectDialog = lazyPart(async () => (await import('./ProjectDialog')).ProjectDialog);

type Props = { networkId: NetworkId; address: Address; type: ProjectAccount['type'] };

export function InProjects(props: Props) {
  const { config } = useWiring();
  return config.variant === 'explorer' ? null : <Projects {...props} />;
}

function Projects({ networkId, address, type }: Props) {
  const navigate = useNavigate();
  const all = useStored(readProjects, []);
  const having = useStored(() => readProjectsOf(networkId, address), [networkId, address]) ?? [];
  const [making, setMaking] = useState(false);
  const askPermission = usePermissions();
  useAskHost(all?.map(({ project }) => project));
  const others = (all ?? []).filter(({ project }) => having.every(({ uid }) => uid !== project.uid));

  async function add(project: Project) {
    const now = Date.now();
    const done = await addAccounts(project.uid, [{ networkId, address, type, tags: [], addedAt: now, changedAt: now }]);
    const name = harmlessText(project.name, 60);
    if (done === undefined || done.refused > 0) {
      const why = done === undefined ? 'the browser refused storage' : 'it is full';
      toast({ text: `Not added to ${name}: ${why}.`, tone: 'failure' });
      return;
    }
    toast({
      text: `Added to ${name}.`,
      tone: 'success',
      action: {
        label: 'Open the project',
        run: () => void navigate(projectLink(project)),
      },
    });
  }

  return (
    <>
      {having.map((project) => (
        <Link key={project.uid} {...projectLink(project)} title="In this project" className="link">
          <bdi>{harmlessText(project.name, 40)}</bdi>
        </Link>
      ))}
      <Menu
        label="Projects"
        items={[
          ...others.map(({ project }) => ({
            label: `${harmlessText(project.name, 40)} (${project.owner.username}:${project.slug})`,
            disabled: !askPermission('add_contract', project).allowed,
            onSelect: () => void add(project),
          })),
          {
            label: 'New project…',
            disabled: !askPermission('create_project').allowed,
            onSelect: () => setMaking(true),
          },
        ]}
        trigger={(props) => (
          <Button {...props} size="s" variant="quiet">
            Add to project
          </Button>
        )}
      />
      {making && (
        <ProjectDialog
          owner={all?.[0]?.project.owner}
          onClose={() => setMaking(false)}
          onKept={(project) => void add(project)}
        />
      )}
    </>
  );
}
