/** All of the reader's own data as one file, and back from one: for another browser, or for the case that this one forgets. */
import { useState } from 'react';
import { type BackupFile, MAX_BACKUP_BYTES, parseBackup } from '../../../core/backup/backup-file';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast';
import { BackupDialog } from './BackupDialog';
import { OneFileButton } from './OneFileButton';
import { RestoreDialog } from './RestoreDialog';

export function BackupSection() {
  const [isWriting, setWriting] = useState(false);
  const [file, setFile] = useState<BackupFile>();

  async function read(picked: File): Promise<void> {
    const parsed = await parseBackup(piecesOf(picked));
    if (parsed.ok) setFile(parsed.value);
    else toast({ text: `Nothing was restored. ${parsed.error}`, tone: 'failure', lasting: true });
  }

  return (
    <Panel title="Backup" aside="one file with all your data">
      <div className="flex flex-wrap items-center gap-2 px-3 py-2.5">
        <p className="min-w-60 flex-1">
          Labels, notes, projects, watches, simulations, settings and networks are kept in this browser only. A backup
          moves them to another browser. You see its content before it is written and before it is restored.
        </p>
        <Button onClick={() => setWriting(true)}>Back up…</Button>
        <OneFileButton label="Backup file" accept=".jsonl,application/jsonl" most={MAX_BACKUP_BYTES} onFile={read}>
          Restore…
        </OneFileButton>
      </div>
      {isWriting && <BackupDialog onClose={() => setWriting(false)} />}
      {file && <RestoreDialog file={file} onClose={() => setFile(undefined)} />}
    </Panel>
  );
}

/** The text of a file, piece by piece: one of hundreds of megabytes is not held as a whole. */
async function* piecesOf(file: File): AsyncGenerator<string> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
