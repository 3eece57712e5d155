/** The tables as Dexie has them. A module of its own, so that Dexie is loaded when the database is first opened. */
import { Dexie, type Table } from 'dexie';
import type { AddressActivityRow } from './rows/address-activity-row';
import type { ArtifactRow } from './rows/artifact-row';
import type { ArtifactSourceRow } from './rows/artifact-source-row';
import type { BlockRangeRow } from './rows/block-range-row';
import type { BlockRow } from './rows/block-row';
import type { BlockSummaryRow } from './rows/block-summary-row';
import type { CallCountRow } from './rows/call-count-row';
import type { CompilationRow } from './rows/compilation-row';
import type { ContractRow } from './rows/contract-row';
import type { ContractSourceRow } from './rows/contract-source-row';
import type { EndpointRow } from './rows/endpoint-row';
import type { FirstScreenRow } from './rows/first-screen-row';
import type { LabelRow } from './rows/label-row';
import type { NetworkRow } from './rows/network-row';
import type { PreferenceRow } from './rows/preference-row';
import type { ReceiptLogsRow } from './rows/receipt-logs-row';
import type { RowNoteRow } from './rows/row-note-row';
import type { SignatureRow } from './rows/signature-row';
import type { StorageTotalRow } from './rows/storage-total-row';
import type { TraceRow } from './rows/trace-row';
import type { TransactionRow } from './rows/transaction-row';
import type { TransactionSummaryRow } from './rows/transaction-summary-row';
import type { UseRow } from './rows/use-row';
import type { VisitRow } from './rows/visit-row';
import { defineVersions } from './versions';

export class LoupeDatabase extends Dexie {
  declare transactions: Table<TransactionRow, [number, string]>;
  declare receiptLogs: Table<ReceiptLogsRow, [number, string]>;
  declare blocks: Table<BlockRow, [number, string]>;
  declare traces: Table<TraceRow, [number, string]>;
  declare firstScreenCache: Table<FirstScreenRow, [number, string]>;
  declare blockSummaries: Table<BlockSummaryRow, [number, number]>;
  declare transactionSummaries: Table<TransactionSummaryRow, [number, number, number]>;
  declare addressActivity: Table<AddressActivityRow, [number, string, number, number]>;
  declare blockRanges: Table<BlockRangeRow, [number, number]>;
  declare storageTotals: Table<StorageTotalRow, string>;
  declare contracts: Table<ContractRow, [number, string]>;
  declare artifacts: Table<ArtifactRow, string>;
  declare artifactSources: Table<ArtifactSourceRow, string>;
  declare compilations: Table<CompilationRow, string>;
  declare contractSources: Table<ContractSourceRow, [number, string]>;
  declare signatures: Table<SignatureRow, string>;
  declare preferences: Table<PreferenceRow, string>;
  declare networks: Table<NetworkRow, number>;
  declare endpoints: Table<EndpointRow, string>;
  declare callCounts: Table<CallCountRow, [number, string, string, number]>;
  declare labels: Table<LabelRow, [number, string]>;
  declare rowNotes: Table<RowNoteRow, [number, string, string]>;
  declare visits: Table<VisitRow, [number, string]>;
  declare uses: Table<UseRow, [string, [number, string]]>;

  constructor(name: string) {
    super(name);
    defineVersions(this);
  }
}
