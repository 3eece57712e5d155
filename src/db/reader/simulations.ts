/** Simulations that the reader ran, with all that they read. They stay until the reader deletes them. */
import type { SimulationId } from '../../core/simulation/simulation-hash';
import { withDatabase, writeDatabase } from '../database';
import { readableRows } from '../rows/fields';
import { fromSimulationRow, type KeptSimulation, toSimulationRow } from '../rows/simulation-row';

/** A simulation as lists show it. */
export type SimulationEntry = Pick<
  KeptSimulation,
  'id' | 'networkId' | 'createdAt' | 'name' | 'note' | 'summary' | 'success' | 'steps'
>;

/** Reads the last `limit` simulations of all networks, newest first. */
export function readSimulations(limit: number): Promise<readonly SimulationEntry[]> {
  return withDatabase<readonly SimulationEntry[]>([], async (db) => {
    const rows = await db.simulations.orderBy('createdAt').reverse().limit(limit).toArray();
    return readableRows(rows, fromSimulationRow).map(entryOf);
  });
}

export function entryOf(kept: KeptSimulation): SimulationEntry {
  const { id, networkId, createdAt, name, note, summary, success, steps } = kept;
  return { id, networkId, createdAt, name, note, summary, success, steps };
}

/** Reads the kept simulation with this id, or undefined. */
export async function readSimulation(id: SimulationId): Promise<KeptSimulation | undefined> {
  return fromSimulationRow(await withDatabase(undefined, (db) => db.simulations.get(id)));
}

/** Keeps a simulation in place of an earlier one with its id; false when storage refused. */
export function saveSimulation(kept: KeptSimulation): Promise<boolean> {
  return writeDatabase((db) => db.simulations.put(toSimulationRow(kept)));
}

/** Changes the name and the note of a simulation; false when storage refused. */
export function renameSimulation(id: string, name: string, note: string): Promise<boolean> {
  return writeDatabase((db) => db.simulations.update(id, { name, note }));
}

/** Deletes a simulation and takes it out of its project; false when storage refused. */
export function deleteSimulation(id: string): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', db.simulations, db.projectItems, async () => {
      await db.simulations.delete(id);
      await db.projectItems.delete(['simulation', id]);
    }),
  );
}
