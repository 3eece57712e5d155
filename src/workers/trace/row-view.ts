/** Rows as the page shows them: decoded, named, texts cut. */
import type { Address } from '../../core/chain/primitives';
import { depthIdOf } from '../../core/trace/depth-id';
import { RowFlag, type RowIndex, type Trace } from '../../core/trace/rows';
import { decodeRow, type Knowledge, type Source } from './decode-row';
import { codesOf, fromOf, hexOf, inputOf, isLog, logOf, outputOf, selectorOf, toOf } from './frames';
import { nameValues } from './name-values';
import type { RowDetail, RowView } from './trace.api';

/** Characters of a text in a row, and in its details (trace.api.ts). */
const rowText = 200;
const detailText = 100_000;
/** Bytes of calldata or returndata a detail carries; their lengths are always stated. */
const detailBytes = 1_000_000;

/** What a row is shown with beside the trace. */
export type Showing = {
  trace: Trace;
  knowledge: Knowledge;
  /** ABIs of all contracts of the trace. */
  known: () => readonly Source[];
  isExpanded: (row: RowIndex) => boolean;
  hasChildren: (row: RowIndex) => boolean;
  /** Place among the siblings that are shown now, 1-based, and their number. */
  placeOf: (row: RowIndex) => { position: number; siblings: number };
};

export function rowView(showing: Showing, row: RowIndex, textLimit = rowText): RowView {
  const { trace, knowledge } = showing;
  const { rows } = trace;
  const flags = rows.flags[row];
  const from = fromOf(trace, row);
  const to = toOf(trace, row);
  const selector = selectorOf(trace, row);
  const value = rows.value[row] < 0 ? undefined : trace.words[rows.value[row]];
  return {
    row,
    depthId: depthIdOf(trace, row),
    kind: rows.kind[row] as RowView['kind'],
    depth: rows.depth[row],
    hasChildren: showing.hasChildren(row),
    expanded: showing.hasChildren(row) && showing.isExpanded(row),
    ...showing.placeOf(row),
    from,
    ...named('fromName', knowledge, from),
    ...(to === undefined ? {} : { to, ...named('toName', knowledge, to) }),
    ...implementationOf(trace, row, knowledge),
    ...(selector === undefined ? {} : { selector }),
    ...nameValues(trace, row, decodeRow(trace, row, knowledge, showing.known, textLimit), knowledge.book),
    ...(value === undefined ? {} : { value }),
    ...amount('gas', rows.gas[row]),
    ...amount('gasUsed', rows.gasUsed[row]),
    inputLength: rows.inputLength[row],
    outputLength: rows.outputLength[row],
    failed: (flags & RowFlag.failed) !== 0,
    undone: (flags & RowFlag.undone) !== 0,
    caught: (flags & RowFlag.caught) !== 0,
  };
}

/** The row in full; texts and bytes cut at the limits. */
export function rowDetail(showing: Showing, row: RowIndex, textLimit = detailText, byteLimit = detailBytes): RowDetail {
  const { trace, knowledge } = showing;
  const log = isLog(trace, row) ? logOf(trace, row) : undefined;
  const selector = log === undefined ? selectorOf(trace, row) : log.topics[0];
  const candidates = selector === undefined ? [] : knowledge.signatures.candidates(selector);
  return {
    ...rowView(showing, row, textLimit),
    input: hexOf((log?.data ?? inputOf(trace, row)).subarray(0, byteLimit)),
    output: hexOf(outputOf(trace, row).subarray(0, byteLimit)),
    ...(log === undefined ? {} : { topics: log.topics }),
    signatureCandidates: candidates.map(({ signature }) => signature),
  };
}

function named<Key extends 'fromName' | 'toName' | 'implementationName'>(
  key: Key,
  { book }: Knowledge,
  address: Address,
) {
  const name = book.name(address);
  return name === undefined ? {} : ({ [key]: name } as Record<Key, typeof name>);
}

/** The code that ran when it was not the callee's own. */
function implementationOf(
  trace: Trace,
  row: RowIndex,
  knowledge: Knowledge,
): Pick<RowView, 'implementation' | 'implementationName'> {
  const { book } = knowledge;
  if (isLog(trace, row)) return {};
  const codes = codesOf(trace, row);
  const shown = codes.length > 1 ? codes.at(-1) : undefined;
  const stored = codes.length === 1 ? book.knowledge(codes[0])?.proxy?.implementation : undefined;
  const implementation = shown ?? stored;
  return implementation === undefined
    ? {}
    : { implementation, ...named('implementationName', knowledge, implementation) };
}

function amount<Key extends 'gas' | 'gasUsed'>(key: Key, gas: number) {
  return Number.isNaN(gas) ? {} : ({ [key]: gas } as Record<Key, number>);
}
