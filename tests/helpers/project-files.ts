/** A project as the file that goes from one browser to another. */
import { mergeProjects } from '../../src/core/projects/merge-projects';
import type { ProjectUid } from '../../src/core/projects/project';
import {
  chooseContent,
  DEFAULT_EXPORT,
  formatProjectFile,
  type ProjectContent,
  parseProjectFile,
} from '../../src/core/projects/project-file';
import type { TakeVerification } from '../../src/db/projects/carried-items';
import { readContentHere, readProjectContent, type Taken, takeContent } from '../../src/db/projects/project-content';

/** The text of the file that is saved unless something else is chosen. */
export async function fileOfProject(uid: ProjectUid): Promise<string> {
  const content = await readProjectContent(uid, []);
  if (content === undefined) throw new Error('The project is gone.');
  return formatProjectFile(chooseContent(content, DEFAULT_EXPORT));
}

export function readProjectFile(text: string): ProjectContent {
  const parsed = parseProjectFile(text);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

/** Merges a file with what is here, what was changed last going before. */
export async function takeProjectFile(file: ProjectContent, verifications: TakeVerification): Promise<Taken> {
  const here = await readContentHere(file.project.uid, file);
  const merged = mergeProjects(here, file, ({ newer }) => newer, 5);
  const taken = await takeContent(merged, false, verifications);
  if (taken === undefined) throw new Error('Storage refused the project.');
  return taken;
}
