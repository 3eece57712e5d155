/** Keeps a project in step with its file in a folder, while its page is open. */
import { useEffect, useRef, useState } from 'react';
import type { Network } from '../../../core/chain/network';
import type { Project } from '../../../core/projects/project';
import {
  chooseContent,
  DEFAULT_EXPORT,
  formatProjectFile,
  MAX_PROJECT_FILE,
  type ProjectContent,
  parseProjectFile,
} from '../../../core/projects/project-file';
import { harmlessText } from '../../../core/text/harmless';
import { readProjectContent } from '../../../db/projects/project-content';
import { setPushed } from '../../../db/projects/projects';
import { followFolder } from '../../folder-access';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { TimeView } from '../../ui/identity/TimeView';
import { useStored } from '../../use-stored';
import { ImportDialog } from './ImportDialog';
import { type FolderStep, stepFolder } from './project-folder';

type Props = {
  project: Project;
  networks: readonly Network[];
  folder: FileSystemDirectoryHandle;
  onStop: () => void;
};

export function FolderSync({ project, networks, folder, onStop }: Props) {
  // A later name of the project is written into the file that was begun.
  const [fileName] = useState(`${project.slug}.loupe-project.json`);
  const content = useStored(() => readProjectContent(project.uid, networks), [project.uid, networks]);
  const ours = content && formatProjectFile(chooseContent(content, DEFAULT_EXPORT));
  /** The text that both sides had last. */
  const known = useRef<string>(undefined);
  const looks = useRef(Promise.resolve());
  const lookNow = useRef<() => void>(undefined);
  const [step, setStep] = useState<FolderStep>();
  /** What is being merged, and the text it was read from: the file may get another one meanwhile. */
  const [merging, setMerging] = useState<{ content: ProjectContent; text: string }>();
  const { uid } = project;
  useEffect(() => {
    if (ours === undefined) return;
    let isOpen = true;
    let isNext = false;
    const look = () => {
      // One look at a time; what has not begun yet sees what changed meanwhile.
      if (isNext) return;
      isNext = true;
      looks.current = looks.current.then(async () => {
        isNext = false;
        if (!isOpen) return;
        const next = await stepFolder(folder, fileName, { ours, known: known.current, limit: MAX_PROJECT_FILE });
        if (next.state === 'inStep') known.current = ours;
        if (next.state === 'inStep' && next.written) await setPushed(uid);
        if (!isOpen) return;
        setStep((before) => (before?.state === 'inStep' && next.state === 'inStep' && !next.written ? before : next));
      });
    };
    look();
    lookNow.current = look;
    const stopFollowing = followFolder(folder, look);
    return () => {
      isOpen = false;
      stopFollowing();
    };
  }, [folder, fileName, ours, uid]);
  const theirs = step?.state === 'theirs' ? step.text : undefined;
  return (
    <>
      <Callout
        role="status"
        tone={step?.state === 'inStep' ? 'success' : step === undefined ? 'accent' : 'pending'}
        actions={
          <>
            {theirs !== undefined && (
              <MergeButton
                text={theirs}
                project={project}
                onMerge={(content) => setMerging({ content, text: theirs })}
                onKeepOurs={() => {
                  known.current = theirs;
                  lookNow.current?.();
                }}
              />
            )}
            <Button size="s" onClick={onStop}>
              Stop
            </Button>
          </>
        }
      >
        {step === undefined && `Looking into the folder ${harmlessText(folder.name, 60)}.`}
        {step?.state === 'inStep' && (
          <>
            {fileName} in the folder {harmlessText(folder.name, 60)} is kept up to date while this page is open. Private
            notes and endpoints stay here.
            {project.lastPushAt !== undefined && (
              <>
                {' '}
                Written <TimeView time={project.lastPushAt} />.
              </>
            )}
          </>
        )}
        {step?.state === 'theirs' && `${fileName} in the folder has another version. Writing is paused.`}
        {step?.state === 'refused' &&
          `The folder cannot be used: ${harmlessText(step.reason, 200)} It is tried again in a moment.`}
      </Callout>
      {merging !== undefined && (
        <ImportDialog
          file={merging.content}
          onClose={() => setMerging(undefined)}
          onTaken={() => {
            setMerging(undefined);
            // The merged project is written once it was read anew.
            known.current = merging.text;
          }}
        />
      )}
    </>
  );
}

/** What can be done with the version of a folder: merged where it is one of this project, else only replaced. */
function MergeButton({
  text,
  project,
  onMerge,
  onKeepOurs,
}: {
  text: string;
  project: Project;
  onMerge: (content: ProjectContent) => void;
  onKeepOurs: () => void;
}) {
  const file = parseProjectFile(text);
  const isOurs = file.ok && file.value.project.uid === project.uid;
  return (
    <>
      {isOurs ? (
        <Button size="s" variant="primary" onClick={() => onMerge(file.value)}>
          Compare and merge
        </Button>
      ) : (
        <span className="text-s">
          {file.ok ? 'It is another project.' : harmlessText(file.error, 200)} Choose another folder, or replace it.
        </span>
      )}
      <Button size="s" variant="danger" onClick={onKeepOurs}>
        Replace it with this project
      </Button>
    </>
  );
}
