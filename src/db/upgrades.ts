/** The upgrades of databases of older versions. This is loaded only for such a database, before it is opened. */
import type { Dexie, Transaction } from 'dexie';
import { listWhatIsKept } from './upgrade-to-version-5';
import { addSearchKeys } from './upgrade-to-version-8';
import { listItems } from './upgrade-to-version-9';
import { packLists } from './upgrade-to-version-14';
import { joinLists } from './upgrade-to-version-17';
import type { Tables } from './versions';

/** The functions that change records, by the version that they lead to. */
const UPGRADES: Readonly<Record<number, (upgrading: Transaction) => PromiseLike<unknown>>> = {
  4: moveLogs,
  5: listWhatIsKept,
  8: addSearchKeys,
  9: listItems,
  14: packLists,
  17: joinLists,
};

/** Declares all `versions` on `db`, so that a database of any of them is upgraded when it opens. */
export function declareUpgrades(db: Dexie, versions: readonly Tables[]): void {
  versions.forEach((tables, index) => {
    const declared = db.version(index + 1).stores(tables);
    const upgrade = UPGRADES[index + 1];
    if (upgrade !== undefined) declared.upgrade(upgrade);
  });
}

/**
 * Moves the logs of receipts to a table of their own, one transaction at a time: together they may not fit into memory.
 */
async function moveLogs(upgrading: Transaction): Promise<void> {
  const transactions = upgrading.table('transactions');
  for (const key of await transactions.toCollection().primaryKeys()) {
    const { receipt, ...row } = await transactions.get(key);
    if (receipt === undefined) continue;
    const { logs, ...head } = receipt;
    await transactions.put({ ...row, receipt: { ...head, logCount: logs.length } });
    await upgrading.table('receiptLogs').put({ networkId: row.networkId, hash: row.hash, logs });
  }
}
