/** Runs of compilers. */
import { withDatabase, writeDatabase } from '../database';
import { type CompilationRow, fromCompilationRow } from '../rows/compilation-row';
import { estimateSize } from '../storage/estimate-size';
import { forgetUses, LEDGER_TABLES, ledgerKey, NOWHERE, recordUses, touch } from '../storage/use-ledger';

/** Reads the kept run with this id, or undefined. Marks a run with an output as used now, so a live query may not call it. */
export async function readCompilation(id: string): Promise<CompilationRow | undefined> {
  const row = fromCompilationRow(await withDatabase(undefined, (db) => db.compilations.get(id)));
  if (row?.output !== undefined) await touch('compilations', [[NOWHERE, id]]);
  return row;
}

/**
 * Keeps a run of the reader's, which is never evicted. An input or output that `row` lacks stays as it is kept. False
 * when storage refused.
 */
export function saveCompilation(row: CompilationRow): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', ['compilations', ...LEDGER_TABLES], async () => {
      const known = fromCompilationRow(await db.compilations.get(row.id));
      await db.compilations.put({ ...known, ...row, version: row.version || known?.version || '' });
      await forgetUses(db, 'compilations', [[NOWHERE, row.id]]);
    }),
  );
}

/** Keeps a run that can be fetched again and may be evicted. False when storage refused. */
export function keepCompilation(row: CompilationRow): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', ['compilations', ...LEDGER_TABLES], async () => {
      const known = fromCompilationRow(await db.compilations.get(row.id));
      const isEntered = (await db.uses.get(ledgerKey('compilations', [NOWHERE, row.id]))) !== undefined;
      const isReaders = !isEntered && (known?.input !== undefined || known?.output !== undefined);
      await db.compilations.put({ ...known, ...row });
      // A run that the reader imported is never evicted.
      if (!isReaders) await recordUses(db, 'compilations', [{ key: [NOWHERE, row.id], size: estimateSize(row) }]);
    }),
  );
}

/**
 * Keeps that a run did not produce the code with this hash, with a sentence that says why. False when storage refused.
 */
export function saveRefusal(id: string, version: string, codeHash: string, sentence: string): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', db.compilations, async () => {
      const known = fromCompilationRow(await db.compilations.get(id));
      await db.compilations.put({ version, ...known, id, refused: { ...known?.refused, [codeHash]: sentence } });
    }),
  );
}
