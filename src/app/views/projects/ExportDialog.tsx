/** Writes a project to a file: what leaves is said before it does. */
import { useMemo, useState } from 'react';
import type { Network } from '../../../core/chain/network';
import { formatBytes } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import type { Project } from '../../../core/projects/project';
import {
  chooseContent,
  DEFAULT_EXPORT,
  type ExportChoice,
  formatProjectFile,
  MAX_PROJECT_FILE,
  type ProjectContent,
} from '../../../core/projects/project-file';
import type { CarriedKind } from '../../../core/projects/project-items';
import { harmlessText } from '../../../core/text/harmless';
import { readProjectContent } from '../../../db/projects/project-content';
import { setPushed } from '../../../db/projects/projects';
import { download } from '../../download';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { Checkbox } from '../../ui/Checkbox';
import { Dialog } from '../../ui/Dialog';
import { Loading } from '../../ui/Loading';
import { useStored } from '../../use-stored';

type Props = { project: Project; networks: readonly Network[]; onClose: () => void };

export function ExportDialog({ project, networks, onClose }: Props) {
  const content = useStored(() => readProjectContent(project.uid, networks), [project.uid, networks]);
  const transferTo = content?.project.transferTo;
  return (
    <Dialog
      open
      title={transferTo === undefined ? 'Save as a file' : `A file for ${transferTo.username}`}
      description="Whoever has the file can read all of it."
      onClose={onClose}
    >
      {content === undefined ? <Loading label="Reading the project" /> : <Choice content={content} onClose={onClose} />}
    </Dialog>
  );
}

function Choice({ content, onClose }: { content: ProjectContent; onClose: () => void }) {
  const [choice, setChoice] = useState(DEFAULT_EXPORT);
  const { project, accounts, labels, endpoints, items } = content;
  const itemsOf = (kind: CarriedKind) => items.filter((item) => item.kind === kind).length;
  const isPrivate = (wanted: boolean) => accounts.filter(({ note }) => note?.isPrivate === wanted).length;
  const file = useMemo(() => formatProjectFile(chooseContent(content, choice)), [content, choice]);
  const isTooLarge = file.length > MAX_PROJECT_FILE;
  const box = (key: keyof ExportChoice, count: number, label: string, note?: string) => (
    <li>
      <Checkbox
        checked={choice[key] && count > 0}
        disabled={count === 0}
        note={note}
        onChange={(checked) => setChoice({ ...choice, [key]: checked })}
      >
        {label} ({count})
      </Checkbox>
    </li>
  );
  return (
    <div className="flex flex-col gap-3 p-4">
      <p>
        The file has the name, the owner, the visibility and the description of{' '}
        <bdi className="font-semibold">{harmlessText(project.name, 60)}</bdi>,{' '}
        {countOf(accounts.length, 'address', 'addresses')} with their tags, and:
      </p>
      <ul className="flex flex-col gap-2">
        {box('labels', labels.length, 'Your labels of these addresses')}
        {box('notes', isPrivate(false), 'Notes')}
        {box('privateNotes', isPrivate(true), 'Private notes', 'They stay here unless you select them.')}
        {box('simulations', itemsOf('simulation'), 'Its simulations, with the state they read')}
        {box('virtualNetworks', itemsOf('network'), 'Its virtual networks, with their blocks')}
        {box('verifications', itemsOf('verification'), 'Its private verifications, with sources and ABI')}
        {box('watches', itemsOf('watch'), 'Its watches, without their webhooks')}
        {box(
          'endpoints',
          endpoints.length,
          'Endpoints that you added to its networks',
          'Their addresses may hold your keys. They stay here unless you select them.',
        )}
      </ul>
      <p className="text-muted">
        The file has no traces, other sources, build output or chain data: they can be loaded again.
      </p>
      {isTooLarge && (
        <Callout>
          A project’s file has at most {formatBytes(MAX_PROJECT_FILE)}. Leave virtual networks, simulations or
          verifications out.
        </Callout>
      )}
      <div className="flex items-center gap-2">
        <Button
          variant="primary"
          disabled={isTooLarge}
          onClick={() => {
            download(`${project.slug}.loupe-project.json`, 'application/json', file);
            void setPushed(project.uid);
            onClose();
          }}
        >
          Save {formatBytes(new Blob([file]).size)}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </div>
  );
}
