/**
 * The items of a project in its file: reads each with all its rows, and keeps the items of a file that this browser
 * lacks.
 */
import type { BackupRow } from '../../core/backup/backup-file';
import type { NetworkId } from '../../core/chain/primitives';
import type { ProjectUid } from '../../core/projects/project';
import type { CarriedAbi, CarriedItem, CarriedRun, ProjectItem } from '../../core/projects/project-items';
import type { SimulationId } from '../../core/simulation/simulation-hash';
import type { Watch } from '../../core/watch/watch';
import { countArtifactsOf, readGivenAbi, readRunOfFile } from '../contracts/artifacts';
import { withDatabase } from '../database';
import type { LoupeDatabase } from '../loupe-database';
import { readSimulation, saveSimulation } from '../reader/simulations';
import { fromArtifactRow } from '../rows/artifact-row';
import { fromCompilationRow } from '../rows/compilation-row';
import { fromNetworkRow } from '../rows/network-row';
import { fromSimulationRow } from '../rows/simulation-row';
import { fromVirtualNetworkRow } from '../rows/virtual-network-row';
import { fromWatchRow } from '../rows/watch-row';
import { readNetworkRows } from '../virtual/network-rows';
import { blocksOf, createVirtualNetwork, readsOf, readVirtualNetwork } from '../virtual/virtual-networks';
import { readWatches, saveWatch } from '../watches/watches';
import { assignItem, readItemsOf, readProjectOfItem } from './project-items';

/** Reads the items of a project and the watches whose scope it is, each with its rows. Damaged and deleted items are left out. */
export async function readCarriedItems(uid: ProjectUid): Promise<readonly CarriedItem[]> {
  const items = await readItemsOf(uid);
  const watches = (await readWatches()).filter(({ scope }) => scope.of === 'project' && scope.project === uid);
  return withDatabase<readonly CarriedItem[]>([], async (db) => {
    const carried: CarriedItem[] = watches.map(carryWatch);
    for (const item of items) {
      const found = await CARRY[item.kind](db, item);
      if (found !== undefined) carried.push(found);
    }
    return carried;
  });
}

const CARRY = { simulation: carrySimulation, network: carryNetwork, verification: carryVerification } as const;

async function carrySimulation(db: LoupeDatabase, item: ProjectItem): Promise<CarriedItem | undefined> {
  const row = await db.simulations.get(item.id);
  const kept = fromSimulationRow(row);
  return kept && row && { ...item, name: kept.name || kept.summary, rows: [{ table: 'simulations', row }] };
}

async function carryNetwork(db: LoupeDatabase, item: ProjectItem): Promise<CarriedItem | undefined> {
  const id = Number(item.id) as NetworkId;
  const [row, network] = [await db.virtualNetworks.get(id), await db.networks.get(id)];
  const kept = fromVirtualNetworkRow(row);
  if (kept === undefined || network === undefined) return undefined;
  const of = (table: string, rows: readonly unknown[]) => rows.map((each): BackupRow => ({ table, row: each }));
  const rows = [
    ...of('networks', [network]),
    ...of('virtualNetworks', [row]),
    ...of('virtualBlocks', await blocksOf(db, id).toArray()),
    ...of('parentReads', await readsOf(db, kept)),
  ];
  return { ...item, name: kept.name, rows };
}

async function carryVerification(_: LoupeDatabase, item: ProjectItem): Promise<CarriedItem | undefined> {
  const given = await readGivenAbi(item.id);
  if (given !== undefined) return { ...item, name: given.importedFrom, rows: [{ table: 'artifacts', row: given }] };
  const run = await readRunOfFile(item.id);
  if (run === undefined) return undefined;
  const { name, ...row } = run;
  return { ...item, name, rows: [{ table: 'compilations', row }] };
}

/**
 * The watch switched off and without its webhook: a webhook may hold a key, and whoever takes the watch decides
 * whether anything is asked.
 */
function carryWatch({ webhook: _, ...watch }: Watch): CarriedItem {
  const row = { ...watch, isOn: false, notifies: false };
  return { kind: 'watch', id: watch.id, name: watch.name, rows: [{ table: 'watches', row }] };
}

/**
 * Keeps a verification of a file; false where its content does not have the digest that the file states, or storage
 * refused.
 */
export type TakeVerification = {
  run(run: CarriedRun): Promise<boolean>;
  abi(abi: CarriedAbi): Promise<boolean>;
};

/**
 * Keeps the items that this browser lacks, and puts those that belong to no other project into this one. Returns the
 * names of the items that were left out: damaged ones, ones whose id something else has here, and ones that storage
 * refused.
 */
export async function takeItems(
  uid: ProjectUid,
  items: readonly CarriedItem[],
  verifications: TakeVerification,
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const item of items) {
    const isHere = await takeItem(uid, item, verifications);
    if (!isHere) {
      left.push(item.name);
      continue;
    }
    const { kind, id } = item;
    if (kind === 'watch') continue;
    if ((await readProjectOfItem({ kind, id })) === undefined) await assignItem({ kind, id }, uid);
  }
  return left;
}

function takeItem(uid: ProjectUid, item: CarriedItem, verifications: TakeVerification): Promise<boolean> {
  switch (item.kind) {
    case 'simulation':
      return takeSimulation(item);
    case 'network':
      return takeNetwork(item);
    case 'verification':
      return takeVerification(item, verifications);
    case 'watch':
      return takeWatch(uid, item);
  }
}

/** Keeps a watch; true when this project has it now. A watch that was here stays as it is. */
async function takeWatch(uid: ProjectUid, { id, rows }: CarriedItem): Promise<boolean> {
  const watch = fromWatchRow(rowsOf(rows, 'watches')[0]);
  if (watch?.id !== id) return false;
  const here = (await readWatches()).find((each) => each.id === id);
  if (here !== undefined) return here.scope.of === 'project' && here.scope.project === uid;
  const { webhook: _, ...rest } = watch;
  return saveWatch({ ...rest, scope: { of: 'project', project: uid }, isOn: false, notifies: false });
}

/** Keeps a verification; true when it is kept here now. */
async function takeVerification({ id, name, rows }: CarriedItem, take: TakeVerification): Promise<boolean> {
  if ((await countArtifactsOf(id)) > 0) return true;
  const given = fromArtifactRow(rowsOf(rows, 'artifacts')[0]);
  if (given !== undefined) {
    const { abi, runtimeBytecode } = given;
    return take.abi({ id, name, contract: given.name, text: JSON.stringify(abi), code: `0x${runtimeBytecode}` });
  }
  const run = fromCompilationRow(rowsOf(rows, 'compilations')[0]);
  if (run?.input === undefined || run.output === undefined) return false;
  return take.run({ id, name, version: run.version, input: run.input, output: run.output });
}

/**
 * Keeps a simulation; true when it is kept here now. One that was here stays as it is: its name and note may be the
 * reader's.
 */
async function takeSimulation({ id, rows }: CarriedItem): Promise<boolean> {
  const kept = fromSimulationRow(rowsOf(rows, 'simulations')[0]);
  if (kept?.id !== id) return false;
  return (await readSimulation(kept.id as SimulationId)) !== undefined || saveSimulation(kept);
}

/**
 * Keeps a virtual network; true when it is kept here now. A network with the same chain id that was made at another
 * time is another network.
 */
async function takeNetwork({ id, rows }: CarriedItem): Promise<boolean> {
  const [row] = rowsOf(rows, 'virtualNetworks');
  const kept = fromVirtualNetworkRow(row);
  const network = fromNetworkRow(rowsOf(rows, 'networks')[0]);
  if (kept === undefined || network?.id !== kept.networkId || String(kept.networkId) !== id) return false;
  const here = await readVirtualNetwork(kept.networkId);
  if (here !== undefined) return here.createdAt === kept.createdAt;
  const isTaken = await withDatabase(true, async (db) => (await db.networks.get(kept.networkId)) !== undefined);
  if (isTaken) return false;
  const whole = await readNetworkRows({
    network: row,
    blocks: rowsOf(rows, 'virtualBlocks'),
    reads: rowsOf(rows, 'parentReads'),
  });
  return whole.ok && createVirtualNetwork(whole.value, network, 'file');
}

function rowsOf(rows: readonly BackupRow[], table: string): readonly unknown[] {
  return rows.filter((each) => each.table === table).map(({ row }) => row);
}
