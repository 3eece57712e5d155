/** What Loupe says of a transaction, on every tab: the answers the pages show, asked of the engine. */
import { asText, happenedText } from '../../../src/app/views/open-trace/happened-text';
import type { ReceiptWithoutLogs, Transaction } from '../../../src/core/chain/transaction';
import { type Flame, flameIndex, ownGas } from '../../../src/core/gas/flame';
import { ALL_SHOWN } from '../../../src/core/trace/toggles';
import type { TransactionRecord } from '../../../src/workers/chain/chain.api';
import type { Engine } from '../../../src/workers/engine';
import type { TransactionKey } from '../../../src/workers/ids';
import type { TraceSummary } from '../../../src/workers/trace/open-trace.api';
import type { Outcome, RowDetail, VisibleIndex } from '../../../src/workers/trace/rows.api';
import type { SlotVariables, SourceTraceSummary } from '../../../src/workers/trace/source-trace.api';
import type { AuthorizationOutcome } from '../../../src/workers/trace/steps.api';
import type { StepSource } from '../../../src/workers/trace/steps-in-source.api';
import type { EventView, InvolvedContract, StateChanges, Transfers } from '../../../src/workers/trace/views.api';
import { type GasByForm, gasByForm } from '../../../tools/gas-forms';
import { openTrace } from '../../../tools/open-trace';
import { arrowsAstray } from '../debugger-arrows';
import { newJob } from '../demo-engine';

export type Said = {
  summary: TraceSummary;
  record: TransactionRecord;
  transaction: Transaction;
  receipt: ReceiptWithoutLogs;
  outcome: Outcome;
  sentence: string;
  /** Frames, internal calls, events and accesses in their order, whole. */
  rows: readonly RowDetail[];
  source: SourceTraceSummary | undefined;
  events: readonly EventView[];
  state: StateChanges;
  variables: readonly SlotVariables[];
  transfers: Transfers;
  contracts: readonly InvolvedContract[];
  /** What the authorisations of the transaction came to. */
  authorizations: readonly AuthorizationOutcome[];
  /** Own gas of all frames together, the initial gas, and what was refunded. */
  gas: { own: number; initial: number; refunded: number; isExact: boolean };
  /** Gas by each form of the profile. */
  gasByForm: GasByForm;
  /** Step that the debugger opens at. */
  failing: StepSource | undefined;
  /** Steps from which the debugger's arrows do not lead back. */
  arrows: readonly string[];
};

/** Opens the transaction as the page does, waits until nothing more becomes known, and asks for everything. */
export async function askAll(engine: Engine, key: TransactionKey): Promise<Said> {
  const opened = await openTrace(engine, newJob(), key);
  if (!opened.ok) throw new Error(opened.error.message);
  const { handle } = opened.value;
  await engine.settled();
  const traced = await engine.trace.sourceTrace(newJob(), handle);
  const source = traced.ok ? traced.value : undefined;
  await engine.trace.setToggles(handle, ALL_SHOWN);
  await engine.trace.expandAll(handle);
  const { visibleCount } = await engine.trace.view(handle);
  const seen = await engine.trace.rows(handle, 0 as VisibleIndex, visibleCount);
  const rows = await Promise.all(seen.rows.map(({ row }) => engine.trace.detail(handle, row)));
  const outcome = await engine.trace.outcome(handle);
  const fetched = await engine.chain.loadTransaction(newJob(), key, false);
  if (!fetched.ok) throw new Error(fetched.error.message);
  const { transaction, receipt } = fetched.value;
  if (receipt === undefined) throw new Error('There is no receipt.');
  const currency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
  const state = await engine.trace.stateChanges(handle);
  if (!state.ok) throw new Error(state.error.message);
  const variables = await engine.trace.storageVariables(handle);
  const events = await engine.trace.events(handle, { undone: false }, 0, 200);
  const graph = await engine.trace.flame(handle);
  if (graph === undefined) throw new Error('There is no flame graph.');
  const forms = await gasByForm(engine, handle);
  if (forms === undefined) throw new Error('There is no profile.');
  const last = source?.stack.findLast(({ step }) => step >= 0);
  const failing = last && (await engine.trace.sourceAt(handle, last.step));
  const authorized = await engine.trace.authorizations(handle);
  const said: Said = {
    summary: opened.value,
    record: fetched.value,
    transaction,
    receipt,
    outcome,
    sentence: asText(happenedText({ transaction, receipt, outcome, currency })),
    rows,
    source,
    events: events.events,
    state: state.value,
    variables: variables.ok ? variables.value : [],
    transfers: await engine.trace.transfers(handle),
    contracts: await engine.trace.contracts(handle),
    authorizations: authorized.ok ? authorized.value : [],
    gas: gasOf(graph.flame),
    gasByForm: forms,
    failing: failing?.ok ? failing.value : undefined,
    arrows: source === undefined ? [] : await arrowsAstray(engine, handle, stepsOf(source)),
  };
  await engine.trace.closeTrace(handle);
  return said;
}

function stepsOf({ stack }: SourceTraceSummary): number[] {
  return stack.flatMap(({ step }) => (step >= 0 ? [step] : []));
}

function gasOf(flame: Flame): Said['gas'] {
  let own = 0;
  for (let frame = 0; frame < flame.length; frame++) {
    if ((flame.row[frame] ?? 0) < 0 && frame > 0) continue;
    own += ownGas(flame, flameIndex(frame));
  }
  return { own, initial: flame.initialGas, refunded: flame.refundedGas, isExact: flame.isExact };
}
