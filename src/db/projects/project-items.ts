/** The simulations, virtual networks and private verifications of projects. Each belongs to at most one project. */
import type { NetworkId } from '../../core/chain/primitives';
import type { ProjectUid } from '../../core/projects/project';
import { MAX_ITEMS, type ProjectItem } from '../../core/projects/project-items';
import { readVerificationEntry, type VerificationEntry } from '../contracts/artifacts';
import { withDatabase, writeDatabase } from '../database';
import { entryOf, type SimulationEntry } from '../reader/simulations';
import { readableRows } from '../rows/fields';
import { fromProjectItemRow } from '../rows/project-item-row';
import { fromSimulationRow } from '../rows/simulation-row';
import { fromVirtualNetworkRow, type KeptVirtualNetwork } from '../rows/virtual-network-row';

/** Reads the project that an item belongs to; undefined for none. */
export async function readProjectOfItem({ kind, id }: ProjectItem): Promise<ProjectUid | undefined> {
  return fromProjectItemRow(await withDatabase(undefined, (db) => db.projectItems.get([kind, id])))?.projectUid;
}

/** Reads the items of a project, at most `MAX_ITEMS`. */
export function readItemsOf(uid: ProjectUid): Promise<readonly ProjectItem[]> {
  return withDatabase<readonly ProjectItem[]>([], async (db) => {
    const rows = await db.projectItems.where({ projectUid: uid }).limit(MAX_ITEMS).toArray();
    return readableRows(rows, fromProjectItemRow);
  });
}

/**
 * Puts an item into a project and takes it out of any other; with undefined it belongs to no project. False when
 * storage refused.
 */
export function assignItem({ kind, id }: ProjectItem, uid: ProjectUid | undefined): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', db.projectItems, db.projects, async () => {
      const before = fromProjectItemRow(await db.projectItems.get([kind, id]))?.projectUid;
      if (uid === undefined) await db.projectItems.delete([kind, id]);
      else await db.projectItems.put({ kind, id, projectUid: uid });
      const changedAt = Date.now();
      for (const changed of new Set([before, uid])) {
        if (changed !== undefined) await db.projects.update(changed, { changedAt });
      }
    }),
  );
}

/** The items of a project that its page lists, the newest first. */
export type ItemEntries = {
  simulations: readonly SimulationEntry[];
  networks: readonly KeptVirtualNetwork[];
  verifications: readonly VerificationEntry[];
};

/** Reads the items of a project as its page lists them. Damaged and deleted items are left out. */
export async function readItemEntries(uid: ProjectUid): Promise<ItemEntries> {
  const items = await readItemsOf(uid);
  const ids = (kind: ProjectItem['kind']) => items.filter((item) => item.kind === kind).map(({ id }) => id);
  return withDatabase<ItemEntries>({ simulations: [], networks: [], verifications: [] }, async (db) => {
    const simulations = await db.simulations.bulkGet(ids('simulation'));
    const networks = await db.virtualNetworks.bulkGet(ids('network').map((id) => Number(id) as NetworkId));
    const verifications: VerificationEntry[] = [];
    for (const id of ids('verification')) {
      const entry = await readVerificationEntry(id);
      if (entry !== undefined) verifications.push(entry);
    }
    const newest = (a: { createdAt: number }, b: { createdAt: number }) => b.createdAt - a.createdAt;
    return {
      simulations: readableRows(present(simulations), fromSimulationRow).map(entryOf).sort(newest),
      networks: [...readableRows<unknown, KeptVirtualNetwork>(present(networks), fromVirtualNetworkRow)].sort(newest),
      verifications: verifications.sort((a, b) => b.keptAt - a.keptAt),
    };
  });
}

function present<Row>(rows: readonly (Row | undefined)[]): Row[] {
  return rows.filter((row) => row !== undefined);
}
