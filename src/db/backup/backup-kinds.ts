/**
 * The kinds of data that a backup can contain: the tables of each kind, and for each table the function that checks a
 * row of a file and rebuilds it.
 */
import * as v from 'valibot';
import { MAX_LABEL_LENGTH } from '../../core/contract/labels/label';
import { isPreference } from '../reader/preferences';
import { fromAddressVisitRow } from '../rows/address-visit-row';
import { fromArtifactRow } from '../rows/artifact-row';
import { fromCompilationRow } from '../rows/compilation-row';
import { fromEndpointRow, toEndpointRow, toStoredCapabilities } from '../rows/endpoint-row';
import { hash, networkId, parseRow } from '../rows/fields';
import { fromIndexChoiceRow } from '../rows/index-choice-row';
import { fromLabelRow } from '../rows/label-row';
import { checkListedTokenRow } from '../rows/listed-token-row';
import { fromNetworkRow, toNetworkRow } from '../rows/network-row';
import { fromProjectItemRow } from '../rows/project-item-row';
import { fromProjectAccountRow, fromProjectRow } from '../rows/project-row';
import { fromReceiptLogsRow, type ReceiptLogsRow, toReceiptLogsRow } from '../rows/receipt-logs-row';
import { fromRowNoteRow, toRowNoteRow } from '../rows/row-note-row';
import { fromSimulationRow, toSimulationRow } from '../rows/simulation-row';
import { fromTokenListRow } from '../rows/token-list-row';
import { fromTraceChecksRow } from '../rows/trace-checks-row';
import { fromTraceRow, toTraceRow } from '../rows/trace-row';
import { checkTransactionRow } from '../rows/transaction-row';
import { fromVerificationDraftRow } from '../rows/verification-draft-row';
import { fromVisitRow } from '../rows/visit-row';
import { fromWatchMatchRow, fromWatchProgressRow, fromWatchRow } from '../rows/watch-row';

/** The row as it is stored, without fields that its table does not have; undefined where it is damaged. */
type CheckRow = (row: unknown) => object | undefined;

/**
 * Kinds in the order of their importance to the reader, each with its tables. Traces come late, because they can be
 * made again while a node has the state of the chain.
 */
export const BACKUP_KINDS = {
  labels: { labels: checkLabel },
  notes: { rowNotes: checkNote },
  projects: { projects: fromProjectRow, projectAccounts: fromProjectAccountRow, projectItems: fromProjectItemRow },
  watches: { watches: fromWatchRow, watchMatches: fromWatchMatchRow, watchProgress: fromWatchProgressRow },
  simulations: { simulations: checkSimulation },
  networks: { networks: checkNetwork, endpoints: checkEndpoint },
  tokenLists: { tokenLists: fromTokenListRow, listedTokens: checkListedTokenRow },
  settings: { preferences: checkPreference, indexChoices: fromIndexChoiceRow },
  drafts: { verificationDrafts: fromVerificationDraftRow },
  visits: { visits: fromVisitRow, addressVisits: fromAddressVisitRow },
  traces: {
    transactions: checkTransactionRow,
    receiptLogs: checkLogs,
    traces: checkTrace,
    traceChecks: fromTraceChecksRow,
  },
  buildOutput: { artifacts: fromArtifactRow, artifactSources: checkSource, compilations: fromCompilationRow },
} as const satisfies Readonly<Record<string, Readonly<Record<string, CheckRow>>>>;

export type BackupKind = keyof typeof BACKUP_KINDS;
export const BACKUP_KIND_NAMES = Object.keys(BACKUP_KINDS) as readonly BackupKind[];

/** Returns the names of the tables of a kind. */
export function tablesOfKind(kind: BackupKind): readonly string[] {
  return Object.keys(BACKUP_KINDS[kind]);
}

/** Returns the kind that a table belongs to and the check of its rows; undefined for a table that is in no backup. */
export function kindOfTable(table: string): { kind: BackupKind; check: CheckRow } | undefined {
  for (const kind of BACKUP_KIND_NAMES) {
    const checks: Readonly<Record<string, CheckRow>> = BACKUP_KINDS[kind];
    const check = Object.hasOwn(checks, table) ? checks[table] : undefined;
    if (check !== undefined) return { kind, check };
  }
  return undefined;
}

function checkTrace(row: unknown) {
  const kept = fromTraceRow(row);
  return kept && toTraceRow(kept);
}

const transactionId = v.object({ networkId, hash });

function checkLogs(row: unknown) {
  const key = parseRow(transactionId, row);
  const logs = fromReceiptLogsRow(row as ReceiptLogsRow);
  return key && logs && toReceiptLogsRow(key, logs);
}

function checkLabel(row: unknown) {
  const label = fromLabelRow(row);
  return label !== undefined && label.name.length <= MAX_LABEL_LENGTH ? label : undefined;
}

const noteKey = v.object({ networkId, hash, changedAt: v.number() });

function checkNote(row: unknown) {
  const note = fromRowNoteRow(row);
  const key = parseRow(noteKey, row);
  return note && key && toRowNoteRow(key, note, key.changedAt);
}

function checkSimulation(row: unknown) {
  const kept = fromSimulationRow(row);
  return kept && toSimulationRow(kept);
}

const networkAge = v.object({ addedAt: v.number() });

function checkNetwork(row: unknown) {
  const network = fromNetworkRow(row);
  const age = parseRow(networkAge, row);
  return network && age && toNetworkRow(network, age.addedAt);
}

function checkEndpoint(row: unknown) {
  const endpoint = fromEndpointRow(row);
  if (endpoint === undefined) return undefined;
  const { capabilities, servedAt } = endpoint;
  return {
    ...toEndpointRow(endpoint),
    ...(capabilities && { capabilities: toStoredCapabilities(capabilities) }),
    ...(servedAt !== undefined && { servedAt }),
  };
}

const preference = v.object({ key: v.string(), value: v.unknown() });

function checkPreference(row: unknown) {
  const parsed = parseRow(preference, row);
  return parsed && isPreference(parsed.key, parsed.value) ? parsed : undefined;
}

const source = v.object({ id: v.string(), text: v.string() });

function checkSource(row: unknown) {
  return parseRow(source, row);
}
