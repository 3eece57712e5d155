/** What brings a database of an older version up to date. Loaded for such a database alone, before it is opened. */
import type { Dexie, Transaction } from 'dexie';
import { listWhatIsKept } from './upgrade-to-version-5';
import { addSearchKeys } from './upgrade-to-version-8';
import { listItems } from './upgrade-to-version-9';
import { packLists } from './upgrade-to-version-14';
import { joinLists } from './upgrade-to-version-17';
import { versions } from './versions';

/** What changes the records, by the version that it leads to. */
const UPGRADES: Readonly<Record<number, (upgrading: Transaction) => PromiseLike<unknown>>> = {
  4: moveLogs,
  5: listWhatIsKept,
  8: addSearchKeys,
  9: listItems,
  14: packLists,
  17: joinLists,
};

/** Declares every version on `db`, so that a database of any of them is brought up to date when it opens. */
export function declareUpgrades(db: Dexie): void {
  versions.forEach((tables, index) => {
    const declared = db.version(index + 1).stores(tables);
    const upgrade = UPGRADES[index + 1];
    if (upgrade !== undefined) declared.upgrade(upgrade);
  });
}

/** Moves the logs of receipts to a table of their own, one transaction after the other: they may be more than memory holds. */
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
