/** What the kinds of a backup are called. */
import type { BackupKind } from '../../../db/backup/backup-kinds';

export const KIND_NAMES: Readonly<Record<BackupKind, string>> = {
  labels: 'Labels of addresses',
  notes: 'Notes at rows of traces',
  projects: 'Projects with their contracts and wallets',
  watches: 'Watches and their finds',
  simulations: 'Simulations with the state they read',
  networks: 'Your networks and endpoints',
  tokenLists: 'Token lists you added',
  settings: 'Settings',
  drafts: 'Verifications that are not finished',
  visits: 'Recently opened',
  traces: 'Transactions and traces that are kept',
  buildOutput: 'Imported build output',
};

/** Returns the name of the file that is written at this time: its day, in UTC. */
export function backupName(now: number): string {
  return `loupe-backup-${new Date(now).toISOString().slice(0, 10)}.jsonl`;
}
