/** The reader's labels of addresses. Never evicted. */

import type { Address, NetworkId } from '../../core/chain/primitives';
import { type Label, labelOf, MAX_LABEL_LENGTH } from '../../core/contract/labels/label';
import { bestMatches } from '../../core/text/match-words';
import { withDatabase, writeDatabase } from '../database';
import { readableRows } from '../rows/fields';
import { fromLabelRow, type LabelRow } from '../rows/label-row';

/** Reads all labels, or those of one network, sorted by name. */
export function readLabels(networkId?: NetworkId): Promise<readonly LabelRow[]> {
  return withDatabase<readonly LabelRow[]>([], async (db) => {
    const rows = await (networkId === undefined
      ? db.labels.toArray()
      : db.labels.where('[networkId+address]').between([networkId, ''], [networkId, '\uffff']).toArray());
    return [...readableRows(rows, fromLabelRow)].sort((a, b) => a.name.localeCompare(b.name));
  });
}

/** Reads the reader's label of an address, undefined when they gave none. */
export async function readLabel(networkId: NetworkId, address: Address): Promise<LabelRow | undefined> {
  return fromLabelRow(await withDatabase(undefined, (db) => db.labels.get([networkId, address])));
}

/** Returns at most `limit` labels whose name matches `text`, best first. Reads all labels. */
export async function findLabels(text: string, limit: number): Promise<readonly LabelRow[]> {
  return bestMatches(await readLabels(), text, ({ name }) => name).slice(0, limit);
}

/** Keeps a label in place of an earlier one of the address, cut at 64 characters; false when storage refused. */
export function saveLabel({ networkId, address, name }: Label): Promise<boolean> {
  const row = { networkId, address, name: labelOf(name).slice(0, MAX_LABEL_LENGTH), changedAt: Date.now() };
  return writeDatabase((db) => db.labels.put(row));
}

/** Drops a label; false when storage refused. */
export function deleteLabel(networkId: NetworkId, address: Address): Promise<boolean> {
  return writeDatabase((db) => db.labels.delete([networkId, address]));
}

/**
 * The numbers of imported labels that were new, that were kept with the same name, and that were kept with another
 * name.
 */
export type LabelImport = { added: number; same: number; differing: number };

/**
 * Keeps all labels or none. Another name that the reader gave an address stays, unless `replace` is set. Undefined when
 * storage refused.
 */
export function importLabels(labels: readonly Label[], replace: boolean): Promise<LabelImport | undefined> {
  let done: LabelImport = { added: 0, same: 0, differing: 0 };
  return writeDatabase((db) =>
    db.transaction('rw', db.labels, async () => {
      const keys = labels.map(({ networkId, address }): [number, string] => [networkId, address]);
      const present = await db.labels.bulkGet(keys);
      const added = labels.filter((_, at) => present[at] === undefined);
      const differing = labels.filter(({ name }, at) => present[at] !== undefined && present[at].name !== name);
      const changedAt = Date.now();
      const written = replace ? [...added, ...differing] : added;
      await db.labels.bulkPut(written.map(({ networkId, address, name }) => ({ networkId, address, name, changedAt })));
      done = {
        added: added.length,
        differing: differing.length,
        same: labels.length - added.length - differing.length,
      };
    }),
  ).then((kept) => (kept ? done : undefined));
}
