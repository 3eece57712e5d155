/** The tables as Dexie has them. A module of its own, so that Dexie is loaded when the database is first opened. */
import { Dexie, type Table } from 'dexie';
import type {
  ArtifactRow,
  ArtifactSourceRow,
  BlockRow,
  CallCountRow,
  CompilationRow,
  ContractRow,
  ContractSourceRow,
  EndpointRow,
  FirstScreenRow,
  LabelRow,
  NetworkRow,
  PreferenceRow,
  ReceiptLogsRow,
  RowNoteRow,
  SignatureRow,
  TraceRow,
  TransactionRow,
  UseRow,
  VisitRow,
} from './schema';
import { defineVersions } from './versions';

export class LoupeDatabase extends Dexie {
  declare transactions: Table<TransactionRow, [number, string]>;
  declare receiptLogs: Table<ReceiptLogsRow, [number, string]>;
  declare blocks: Table<BlockRow, [number, string]>;
  declare traces: Table<TraceRow, [number, string]>;
  declare firstScreens: Table<FirstScreenRow, [number, string]>;
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
