/** What goes into a backup, chosen kind by kind before the file is written. */
import { useState } from 'react';
import { countOf } from '../../../core/format/plural';
import { countBackupRows, writeBackup } from '../../../db/backup/backup';
import { BACKUP_KIND_NAMES, type BackupKind } from '../../../db/backup/backup-kinds';
import { download } from '../../download';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';
import { Dialog } from '../../ui/Dialog';
import { Loading } from '../../ui/Loading';
import { toast } from '../../ui/toast';
import { useStored } from '../../use-stored';
import { backupName, KIND_NAMES } from './backup-text';

/** Kinds that are left out of a backup until the reader chooses them: they can be fetched again. */
const LEFT_AT_FIRST: ReadonlySet<BackupKind> = new Set(['traces']);

export function BackupDialog({ onClose }: { onClose: () => void }) {
  const counts = useStored(countBackupRows, []);
  const [left, setLeft] = useState<ReadonlySet<BackupKind>>(LEFT_AT_FIRST);
  const [secrets, setSecrets] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const present = BACKUP_KIND_NAMES.filter((kind) => (counts?.get(kind) ?? 0) > 0);
  const chosen = present.filter((kind) => !left.has(kind));

  async function write() {
    setBusy(true);
    const now = Date.now();
    const pieces = await writeBackup({ kinds: new Set(chosen), secrets }, now);
    setBusy(false);
    if (pieces === undefined) {
      toast({ text: 'The browser refused storage, so no backup was written.', tone: 'failure' });
      return;
    }
    download(backupName(now), 'application/jsonl', new Blob([...pieces]));
    onClose();
  }

  return (
    <Dialog open title="Back up" description="Choose the content of the file." width="m" onClose={onClose}>
      {counts === undefined ? (
        <Loading label="Counting" />
      ) : (
        <div className="flex flex-col gap-2 p-4">
          {present.length === 0 && <p>This browser has no data of yours yet.</p>}
          {present.map((kind) => (
            <Checkbox
              key={kind}
              checked={!left.has(kind)}
              note={countOf(counts.get(kind) ?? 0, 'entry', 'entries')}
              onChange={(goes) => {
                const next = new Set(left);
                if (goes) next.delete(kind);
                else next.add(kind);
                setLeft(next);
              }}
            >
              {KIND_NAMES[kind]}
            </Checkbox>
          ))}
          {present.length > 0 && (
            <div className="border-line border-t pt-2">
              <Checkbox
                checked={secrets}
                note="Without them, your API key, the webhooks of watches, and endpoints of yours whose address may hold a key stay here."
                onChange={setSecrets}
              >
                With secrets
              </Checkbox>
            </div>
          )}
          <p className="text-muted">
            The index of a chain and its blocks are not in it: they are fetched again. So can traces be, as long as an
            endpoint has the state; they are large, and go where you choose them.
          </p>
        </div>
      )}
      <div className="flex justify-end gap-2 border-line border-t bg-raised px-4 py-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={chosen.length === 0 || isBusy} onClick={() => void write()}>
          {isBusy ? 'Writing…' : 'Save the file'}
        </Button>
      </div>
    </Dialog>
  );
}
