/** Projects with tests that the reader opened, with the files of their build. They stay until the reader closes them. */
import type { TestProjectId } from '../../core/testing/test-hash';
import { withDatabase, writeDatabase } from '../database';
import { readableRows } from '../rows/fields';
import { fromTestFileRow, type TestFileRow } from '../rows/test-file-row';
import { fromTestProjectRow, type KeptTestResult, type TestProjectRow } from '../rows/test-project-row';

/** Reads all projects, the one that was opened last first. */
export function readTestProjects(): Promise<readonly TestProjectRow[]> {
  return withDatabase<readonly TestProjectRow[]>([], async (db) => {
    const rows = await db.testProjects.orderBy('openedAt').reverse().toArray();
    return readableRows(rows, fromTestProjectRow);
  });
}

/** Reads a project; undefined where it is not kept. */
export async function readTestProject(id: TestProjectId): Promise<TestProjectRow | undefined> {
  return fromTestProjectRow(await withDatabase(undefined, (db) => db.testProjects.get(id)));
}

/** Reads the files of a project, in the order of their paths. */
export function readTestFiles(id: TestProjectId): Promise<readonly TestFileRow[]> {
  return withDatabase<readonly TestFileRow[]>([], async (db) => {
    const rows = await db.testFiles.where('projectId').equals(id).toArray();
    return readableRows(rows, fromTestFileRow);
  });
}

/**
 * Keeps a project, the files that are new or changed, and none of the paths that are gone. False when storage refused:
 * then nothing of it is changed.
 */
export function saveTestProject(
  project: TestProjectRow,
  files: readonly TestFileRow[],
  gone: readonly string[],
): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', db.testProjects, db.testFiles, async () => {
      await db.testProjects.put(project);
      await db.testFiles.bulkDelete(gone.map((path): [string, string] => [project.id, path]));
      await db.testFiles.bulkPut([...files]);
    }),
  );
}

/** Keeps how the tests of a project came out; false when storage refused. */
export function saveTestResults(id: TestProjectId, results: readonly KeptTestResult[]): Promise<boolean> {
  return writeDatabase((db) => db.testProjects.update(id, { results: [...results] }));
}

/** Keeps the variables that the tests of a project read, as the text of a file `.env`; false when storage refused. */
export function saveTestEnvironment(id: TestProjectId, environment: string): Promise<boolean> {
  return writeDatabase((db) => db.testProjects.update(id, { environment }));
}

/** Deletes a project with its files; false when storage refused. */
export function deleteTestProject(id: TestProjectId): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', db.testProjects, db.testFiles, async () => {
      await db.testProjects.delete(id);
      await db.testFiles.where('projectId').equals(id).delete();
    }),
  );
}
