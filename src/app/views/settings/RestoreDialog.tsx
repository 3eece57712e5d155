/** What a backup brings, and where it differs from what is here, before anything is taken. */
import { useState } from 'react';
import type { BackupFile } from '../../../core/backup/backup-file';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { formatUtc } from '../../../core/format/times';
import { BACKUP_KIND_NAMES, type BackupKind } from '../../../db/backup/backup-kinds';
import { type BackupPart, compareBackup, type RestoreWay, takeBackup } from '../../../db/backup/restore';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { Checkbox } from '../../ui/Checkbox';
import { Dialog } from '../../ui/Dialog';
import { Loading } from '../../ui/Loading';
import { RadioGroup } from '../../ui/RadioGroup';
import { toast } from '../../ui/toast';
import { useStored } from '../../use-stored';
import { useContractsApi, useWiring } from '../../wiring';
import { startWatching } from '../watch/start-watching';
import { KIND_NAMES } from './backup-text';

const WAYS: readonly { value: RestoreWay; label: string; note: string }[] = [
  { value: 'keepMine', label: 'Add what is missing', note: 'Where both have an entry, yours stays.' },
  { value: 'takeTheirs', label: 'Add, and take the file’s', note: 'Where both have an entry, the file’s counts.' },
  { value: 'replace', label: 'Replace', note: 'Your data of the selected kinds is deleted first.' },
];

/** Kinds by which somebody else is asked, or told. */
const ASKING: readonly BackupKind[] = ['networks', 'settings', 'watches'];

export function RestoreDialog({ file, onClose }: { file: BackupFile; onClose: () => void }) {
  const api = useContractsApi();
  const wiring = useWiring();
  const parts = useStored(() => compareBackup(file.rows), [file]);
  const [left, setLeft] = useState<ReadonlySet<BackupKind>>(new Set());
  const [way, setWay] = useState<RestoreWay>('keepMine');
  const [isBusy, setBusy] = useState(false);
  const present = BACKUP_KIND_NAMES.flatMap((kind) => parts?.find((part) => part.kind === kind) ?? []);
  const chosen = new Set(present.map(({ kind }) => kind).filter((kind) => !left.has(kind)));
  const damaged = file.damaged + present.reduce((sum, part) => sum + part.damaged, 0);

  async function take() {
    setBusy(true);
    const written = await takeBackup(file.rows, chosen, way);
    setBusy(false);
    if (written === undefined) {
      toast({ text: 'The browser refused storage, so nothing was restored.', tone: 'failure' });
      return;
    }
    wiring.reconfigure();
    await api.labelsChanged();
    // Visitors of an explorer have no watches.
    if (chosen.has('watches') && wiring.config.variant !== 'explorer') await startWatching(wiring);
    toast({ text: `${countOf(written, 'entry', 'entries')} restored.`, tone: 'success' });
    onClose();
  }

  return (
    <Dialog open width="m" title="Restore" description={`A backup of ${formatUtc(file.createdAt)}`} onClose={onClose}>
      {parts === undefined ? (
        <Loading label="Comparing it with what is here" />
      ) : (
        <div className="flex flex-col gap-2 p-4">
          {present.length === 0 && <p>The file has nothing that this version of Loupe can restore.</p>}
          {present.map((part) => (
            <Checkbox
              key={part.kind}
              checked={chosen.has(part.kind)}
              note={wordsOf(part)}
              onChange={(goes) => {
                const next = new Set(left);
                if (goes) next.delete(part.kind);
                else next.add(part.kind);
                setLeft(next);
              }}
            >
              {KIND_NAMES[part.kind]}
            </Checkbox>
          ))}
          {damaged > 0 && (
            <Callout>
              {countOf(
                damaged,
                'entry of the file that cannot be read is',
                'entries of the file that cannot be read are',
              )}{' '}
              left out.
            </Callout>
          )}
          {present.length > 0 && (
            <div className="border-line border-t pt-3">
              <RadioGroup label="How to restore" value={way} options={WAYS} look="cards" onChange={setWay} />
            </div>
          )}
          {ASKING.some((kind) => chosen.has(kind)) && (
            <p className="text-muted">
              Loupe will use the endpoints, third parties and webhooks of the file. Restore only a file from somebody
              you trust.
            </p>
          )}
        </div>
      )}
      <div className="flex justify-end gap-2 border-line border-t bg-raised px-4 py-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant={way === 'replace' ? 'danger' : 'primary'}
          disabled={chosen.size === 0 || isBusy}
          onClick={() => void take()}
        >
          {isBusy ? 'Restoring…' : way === 'replace' ? 'Replace' : 'Restore'}
        </Button>
      </div>
    </Dialog>
  );
}

function wordsOf({ added, same, differing, damaged }: BackupPart): string {
  const words = [
    added > 0 && `${formatInteger(added)} new`,
    differing > 0 && countOf(differing, 'differs here', 'differ here'),
    same > 0 && countOf(same, 'is the same', 'are the same'),
    damaged > 0 && `${formatInteger(damaged)} damaged`,
  ];
  return words.filter((each) => each !== false).join(', ');
}
