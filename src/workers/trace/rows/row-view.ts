/** Rows as the page shows them: decoded, named, texts cut. */

import { cutTexts } from '../../../core/abi/decoded';
import { bytesToHex } from '../../../core/chain/hex';
import type { Name } from '../../../core/chain/name';
import type { Address, Hex, Selector } from '../../../core/chain/primitives';
import { codeBehind } from '../../../core/contract/proxies/code-behind';
import type { FailureStage } from '../../../core/trace/failure-stages';
import { isCreateKind } from '../../../core/trace/frame-kind';
import { fromOf, inputOf, isCreate, isLog, logOf, outputOf, selectorOf, toOf } from '../../../core/trace/row-fields';
import { RowFlag, type RowIndex, RowKind, type Trace } from '../../../core/trace/rows';
import { WITHOUT_REASON } from '../../../core/trace/unexplained-reverts';
import type { Knowledge } from '../../contracts/knowledge/knowledge-base';
import { decoder, wordsOf } from '../decoding/decoder';
import { codesRun, type KnownAbi } from '../decoding/known-abis';
import type { ValueNames } from '../decoding/name-values';
import type { RowWords } from '../decoding/plain-words';
import type {
  FrameKind,
  FrameRow,
  InternalCallRow,
  LogDetail,
  LogRow,
  RowDetail,
  RowView,
  Siteless,
  StorageRow,
} from '../rows.api';
import type { SourceViews } from '../source/source-views';
import type { ShownTree } from './shown-tree';

/** Characters of a text in a row, and in its details (trace.api.ts). */
const ROW_TEXT = 200;
const DETAIL_TEXT = 100_000;
/** Characters of bytes that are looked into for a call or an error, also where less of them is shown. */
const HELD_TEXT = 4_000;
/** Bytes of calldata or returndata a detail carries; their lengths are always stated. */
const DETAIL_BYTES = 1_000_000;

/** Everything beside the row itself that its view is made of. */
export type Showing = {
  trace: Trace;
  knowledge: Knowledge;
  /** ABIs of all contracts of the trace. */
  known: () => readonly KnownAbi[];
  /** Names the values of its rows, once what names them is loaded. */
  values: () => ValueNames | undefined;
  tree: ShownTree;
  /** The errors on the way of the transaction's failure; none when it succeeded. */
  stages: readonly FailureStage[];
  /** What the sources say of a row; nothing while they are not known. */
  fromSources: SourceViews | undefined;
};

export function rowView(showing: Showing, row: RowIndex, textLimit = ROW_TEXT): RowView {
  const { trace } = showing;
  if (row >= trace.rows.length) return insideView(showing, row);
  return isLog(trace, row) ? logView(showing, row, textLimit) : frameView(showing, row, textLimit);
}

function logView(showing: Showing, row: RowIndex, textLimit: number): LogRow {
  return { ...ownView(showing, row, textLimit), kind: RowKind.log };
}

/** Returns the row of a call or create. */
export function frameView(showing: Showing, row: RowIndex, textLimit = ROW_TEXT): FrameRow {
  const { trace, knowledge } = showing;
  const { rows } = trace;
  const value = rows.value[row] < 0 ? undefined : trace.words[rows.value[row]];
  return {
    ...ownView(showing, row, textLimit),
    kind: rows.kind[row] as FrameKind,
    ...implementationOf(trace, row, knowledge),
    ...(value === undefined ? {} : { value }),
    ...amount('gas', rows.gas[row]),
  };
}

/** Returns the fields that frames and logs share. */
function ownView(showing: Showing, row: RowIndex, textLimit: number) {
  const { trace, knowledge } = showing;
  const { rows } = trace;
  const flags = rows.flags[row];
  const from = fromOf(trace, row);
  const to = toOf(trace, row);
  const selector = shownSelector(trace, row);
  return {
    row,
    depthId: showing.tree.depthIdOf(row),
    ...showing.tree.placed(row),
    from,
    ...named('fromName', knowledge, from),
    ...(to === undefined ? {} : { to }),
    ...calleeName(trace, row, knowledge),
    ...(selector === undefined ? {} : { selector }),
    ...withCheck(showing, row, cutWords(namedWords(showing, row, Math.max(textLimit, HELD_TEXT)), textLimit)),
    ...amount('gasUsed', rows.gasUsed[row]),
    inputLength: rows.inputLength[row],
    outputLength: rows.outputLength[row],
    failed: (flags & RowFlag.failed) !== 0,
    undone: (flags & RowFlag.undone) !== 0,
    caught: (flags & RowFlag.caught) !== 0,
    ...partInFailure(showing, row),
    ...showing.fromSources?.ofTraceRow(showing.tree.sourceIndexOf(row)),
  };
}

function namedWords({ trace, knowledge, known, values }: Showing, row: RowIndex, textLimit: number): RowWords {
  const words = wordsOf(trace, row, knowledge, known, textLimit);
  return values()?.ofRow(row, words) ?? words;
}

/** The selector of a call or of an event; none of a log whose first topic is a small number, and so no hash of a signature. */
function shownSelector(trace: Trace, row: RowIndex): Selector | undefined {
  const isNumber =
    isLog(trace, row) &&
    inputOf(trace, row)
      .subarray(0, 16)
      .every((byte) => byte === 0);
  return isNumber ? undefined : selectorOf(trace, row);
}

/** The words of a frame that reverted without a reason, with the check of the compiler that the sources name. */
function withCheck({ fromSources }: Showing, row: RowIndex, words: RowWords): RowWords {
  const { error } = words;
  const check = error?.said === WITHOUT_REASON ? fromSources?.checkOf(row) : undefined;
  return error && check ? { ...words, error: { ...error, said: check } } : words;
}

/** A function may have a name of any length, a value a text of any, and a window has hundreds of rows. */
function cutWords(words: RowWords, limit: number): RowWords {
  const { functionName, inputs, outputs, error } = words;
  const isLong = functionName !== undefined && functionName.text.length > limit;
  return {
    ...words,
    ...(isLong && { functionName: { ...functionName, text: `${functionName.text.slice(0, limit)}…` } }),
    ...(inputs && { inputs: cutTexts(inputs, limit) }),
    ...(outputs && { outputs: cutTexts(outputs, limit) }),
    ...(error?.args && { error: { ...error, args: cutTexts(error.args, limit) } }),
  };
}

/** A contract whose source nobody has may have a known interface. */
function withInterface(siteless: Siteless, { contracts }: Knowledge): Siteless {
  const abi = siteless.address && contracts.knowledge(siteless.address)?.abi;
  return siteless.kind === 'unverified' && abi && abi.length > 0 ? { ...siteless, kind: 'abi' } : siteless;
}

/** A row of the sources. */
function insideView(showing: Showing, row: RowIndex): InternalCallRow | StorageRow {
  const { trace, knowledge, tree, fromSources } = showing;
  const { contracts } = knowledge;
  const frame = tree.traceRowOf(row);
  const self = fromSources?.selfOf(frame) ?? fromOf(trace, frame);
  const flags = trace.rows.flags[frame];
  const inside = fromSources?.inside(tree.sourceIndexOf(row));
  if (inside === undefined) throw new RangeError(`no row ${row}`);
  // A creation that failed left no contract to know; it has the name of its init code.
  const { toName: made } = isCreate(trace, frame) ? calleeName(trace, frame, knowledge) : {};
  const common = {
    row,
    depthId: tree.depthIdOf(row),
    ...tree.placed(row),
    frame,
    from: self,
    ...(made && { fromName: made, toName: made }),
    ...named('fromName', knowledge, self),
    to: self,
    ...named('toName', knowledge, self),
    undone: (flags & (RowFlag.failed | RowFlag.undone)) !== 0,
    caught: false,
  };
  if (inside.kind !== RowKind.internal) {
    const access = { ...inside.access, ...decoder.part?.namePaths(inside.access.values, contracts, self) };
    return { ...common, failed: false, ...inside, access };
  }
  return {
    ...common,
    failed: inside.open && (flags & RowFlag.failed) !== 0,
    // A call that still ran when its frame failed, failed with it.
    ...(inside.open ? partInFailure(showing, frame) : {}),
    ...inside,
    ...showing
      .values()
      ?.ofInternal(inside.functionName?.text ?? '', common, inside, showing.fromSources?.internalCalls),
  };
}

function partInFailure({ trace, stages }: Showing, row: RowIndex): Pick<RowView, 'failure'> {
  if (stages.some(({ origin }) => origin === row)) return { failure: 'arose' };
  // The failure passed through every failed row that encloses its origin.
  const isFailed = (trace.rows.flags[row] & RowFlag.failed) !== 0;
  const passed = isFailed && stages.some(({ origin }) => row < origin && origin < trace.rows.subtreeEnd[row]);
  return passed ? { failure: 'handedOn' } : {};
}

/** The name of a creation: its own, else that of its init code. */
function calleeName(trace: Trace, row: RowIndex, knowledge: Knowledge): Pick<RowView, 'toName'> {
  const to = toOf(trace, row);
  const known = (to && named('toName', knowledge, to)) ?? {};
  if (known.toName !== undefined || !isCreate(trace, row)) return known;
  const creation = knowledge.artifacts.ofInitCode(inputOf(trace, row));
  return creation ? { toName: { text: creation.artifact.name, origin: 'buildOutput' } } : {};
}

/** Returns the row in full; texts and bytes cut at the limits. */
export function rowDetail(
  showing: Showing,
  row: RowIndex,
  textLimit = DETAIL_TEXT,
  byteLimit = DETAIL_BYTES,
): RowDetail {
  const { trace, knowledge } = showing;
  if (row < trace.rows.length && isLog(trace, row)) return logDetail(showing, row, textLimit, byteLimit);
  const fromSource = detailFromSource(showing, row);
  if (row >= trace.rows.length) return insideDetail(showing, insideView(showing, row), fromSource);
  const input = bytesToHex(inputOf(trace, row).subarray(0, byteLimit));
  const output = bytesToHex(outputOf(trace, row).subarray(0, byteLimit));
  const signatureCandidates = candidatesOf(selectorOf(trace, row), knowledge);
  return { ...frameView(showing, row, textLimit), ...fromSource, input, output, signatureCandidates };
}

/** Does as `rowDetail`, for a log. */
export function logDetail(showing: Showing, row: RowIndex, textLimit: number, byteLimit: number): LogDetail {
  const { topics, data } = logOf(showing.trace, row);
  return {
    ...logView(showing, row, textLimit),
    ...detailFromSource(showing, row),
    topics,
    input: bytesToHex(data.subarray(0, byteLimit)),
    signatureCandidates: candidatesOf(topics[0], showing.knowledge),
  };
}

type FromSource = Pick<RowDetail, 'inputs' | 'outputs' | 'gasUsed' | 'site' | 'siteless'>;

function detailFromSource({ knowledge, tree, fromSources }: Showing, row: RowIndex): FromSource {
  const { siteless, ...others } = fromSources?.detail(tree.sourceIndexOf(row)) ?? {};
  return { ...others, ...(siteless && { siteless: withInterface(siteless, knowledge) }) };
}

/** The details hold what was read, and nothing in its place. */
function insideDetail(showing: Showing, view: InternalCallRow | StorageRow, fromSource: FromSource): RowDetail {
  if (view.kind !== RowKind.internal) return { ...view, ...fromSource };
  const { unread, inputs, ...call } = view;
  const read = unread || inputs === undefined ? call : { ...call, inputs };
  return {
    ...read,
    ...fromSource,
    ...showing
      .values()
      ?.ofInternal(view.functionName?.text ?? '', view, fromSource, showing.fromSources?.internalCalls),
  };
}

/** Signatures that a selector of a function or a topic of an event may be of. */
function candidatesOf(selector: Hex | undefined, { signatures }: Knowledge): readonly string[] {
  return selector === undefined ? [] : signatures.candidates(selector).map(({ signature }) => signature);
}

function named<Key extends 'fromName' | 'toName' | 'implementationName'>(
  key: Key,
  { contracts }: Knowledge,
  address: Address,
): Partial<Record<Key, Name>> | undefined {
  const name = key === 'toName' ? contracts.calleeName(address) : contracts.name(address);
  return name && ({ [key]: name } as Record<Key, Name>);
}

/** The code that ran when it was not the callee's own. */
function implementationOf(
  trace: Trace,
  row: RowIndex,
  knowledge: Knowledge,
): Pick<FrameRow, 'implementation' | 'implementationName'> | undefined {
  const { contracts } = knowledge;
  const codes = codesRun(trace, row, contracts);
  const known = contracts.knowledge(codes[0]);
  // A call tree shows what a proxy handed on: a proxy without a call below it answered by itself, as to its admin.
  const isHidden =
    trace.source === 'receipt' || isCreateKind(trace.rows.kind[row]) || known?.proxy?.kind === 'EIP-7702';
  const behind = isHidden ? codeBehind(known, selectorOf(trace, row)) : undefined;
  const implementation = codes.length > 1 ? codes.at(-1) : behind;
  return implementation && { implementation, ...named('implementationName', knowledge, implementation) };
}

function amount<Key extends 'gas' | 'gasUsed'>(key: Key, gas: number) {
  return Number.isNaN(gas) ? {} : ({ [key]: gas } as Record<Key, number>);
}
