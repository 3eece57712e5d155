/** Rows as the page shows them: decoded, named, texts cut. */

import { decodeCalldata, decodeWithSignature } from '../../../core/abi/decode';
import { withNestedCalls } from '../../../core/abi/nested-calls';
import type { Address } from '../../../core/chain/primitives';
import type { Name } from '../../../core/contract/knowledge';
import { bytesToHex, bytesToSelector } from '../../../core/hex';
import type { FailureStage } from '../../../core/trace/failure-stages';
import { WITHOUT_REASON } from '../../../core/trace/failure-words';
import {
  codesOf,
  fromOf,
  inputOf,
  isCreate,
  isLog,
  logOf,
  outputOf,
  selectorOf,
  toOf,
} from '../../../core/trace/row-fields';
import { RowFlag, type RowIndex, RowKind, type Trace } from '../../../core/trace/rows';
import type { Knowledge } from '../../contracts/knowledge-base';
import { decodeRow, type KnownAbi, type RowWords } from '../decoding/decode-row';
import { nameAddresses, namePaths, nameValues } from '../decoding/name-values';
import type { RowDetail, RowView, Siteless } from '../rows.api';
import type { SourceViews } from '../source/source-views';
import type { ShownTree } from './shown-tree';

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
  known: () => readonly KnownAbi[];
  tree: ShownTree;
  /** The errors on the way of the transaction's failure; none when it succeeded. */
  stages: readonly FailureStage[];
  /** What the sources say of a row; nothing while they are not known. */
  fromSources: SourceViews | undefined;
};

export function rowView(showing: Showing, row: RowIndex, textLimit = rowText): RowView {
  const { trace, knowledge } = showing;
  const { rows } = trace;
  if (row >= rows.length) return insideView(showing, row);
  const flags = rows.flags[row];
  const from = fromOf(trace, row);
  const to = toOf(trace, row);
  const selector = selectorOf(trace, row);
  const value = rows.value[row] < 0 ? undefined : trace.words[rows.value[row]];
  return {
    row,
    depthId: showing.tree.depthIdOf(row),
    kind: rows.kind[row] as RowView['kind'],
    ...showing.tree.placed(row),
    from,
    ...named('fromName', knowledge, from),
    ...(to === undefined ? {} : { to }),
    ...calleeName(trace, row, knowledge),
    ...implementationOf(trace, row, knowledge),
    ...(selector === undefined ? {} : { selector }),
    ...withCheck(
      showing,
      row,
      cutName(
        nameValues(trace, row, decodeRow(trace, row, knowledge, showing.known, textLimit), knowledge.contracts),
        textLimit,
      ),
    ),
    ...(value === undefined ? {} : { value }),
    ...amount('gas', rows.gas[row]),
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

/** What the compiler checked where a frame reverted without a word: the sources tell. */
function withCheck({ fromSources }: Showing, row: RowIndex, words: RowWords): RowWords {
  const { error } = words;
  const check = error?.said === WITHOUT_REASON ? fromSources?.checkOf(row) : undefined;
  return error && check ? { ...words, error: { ...error, said: check } } : words;
}

/** A function may have a name of any length, and a window has hundreds of rows. */
function cutName<T extends { functionName?: Name }>(words: T, limit: number): T {
  const { functionName } = words;
  if (functionName === undefined || functionName.text.length <= limit) return words;
  return { ...words, functionName: { ...functionName, text: `${functionName.text.slice(0, limit)}…` } };
}

/** Who has no source may have an interface. */
function withInterface(siteless: Siteless, { contracts }: Knowledge): Siteless {
  const abi = siteless.address && contracts.knowledge(siteless.address)?.abi;
  return siteless.kind === 'unverified' && abi && abi.length > 0 ? { ...siteless, kind: 'abi' } : siteless;
}

/** A row of the sources. */
function insideView(showing: Showing, row: RowIndex): RowView {
  const { trace, knowledge, tree, fromSources } = showing;
  const frame = tree.traceRowOf(row);
  const self = toOf(trace, frame) ?? fromOf(trace, frame);
  const flags = trace.rows.flags[frame];
  const inside = fromSources?.inside(tree.sourceIndexOf(row));
  if (inside === undefined) throw new RangeError(`no row ${row}`);
  return {
    row,
    depthId: tree.depthIdOf(row),
    ...tree.placed(row),
    frame,
    from: self,
    ...named('fromName', knowledge, self),
    to: self,
    ...named('toName', knowledge, self),
    inputLength: 0,
    outputLength: 0,
    failed: inside.open === true && (flags & RowFlag.failed) !== 0,
    undone: (flags & (RowFlag.failed | RowFlag.undone)) !== 0,
    caught: false,
    // Running when its frame failed, a call failed with it.
    ...(inside.open ? partInFailure(showing, frame) : {}),
    ...inside,
    ...namedValues(inside, knowledge),
    ...(inside.access && { access: { ...inside.access, ...namePaths(inside.access.values, knowledge.contracts) } }),
  };
}

function partInFailure({ trace, stages }: Showing, row: RowIndex): Pick<RowView, 'failure'> {
  if (stages.some(({ origin }) => origin === row)) return { failure: 'arose' };
  // The failure went through all that the frames it passed enclose it by.
  const passed = stages.some(({ origin }) => row < origin && origin < trace.rows.subtreeEnd[row]);
  return passed ? { failure: 'handedOn' } : {};
}

/** Of a creation without a name of its own the one of its init code. */
function calleeName(trace: Trace, row: RowIndex, knowledge: Knowledge): Pick<RowView, 'toName'> {
  const to = toOf(trace, row);
  const known = to === undefined ? {} : named('toName', knowledge, to);
  if (known.toName !== undefined || !isCreate(trace, row)) return known;
  const creation = knowledge.artifacts.ofInitCode(inputOf(trace, row));
  return creation ? { toName: { text: creation.artifact.name, origin: 'buildOutput' } } : {};
}

/** The details hold what was read, and nothing in its place. */
function read({ unread, inputs, ...view }: RowView): RowView {
  return unread || inputs === undefined ? view : { ...view, inputs };
}

function namedValues(
  { inputs, outputs }: Pick<RowView, 'inputs' | 'outputs'>,
  { contracts }: Knowledge,
): Pick<RowView, 'inputs' | 'outputs'> {
  return {
    ...(inputs && { inputs: nameAddresses(inputs, contracts) }),
    ...(outputs && { outputs: nameAddresses(outputs, contracts) }),
  };
}

/** The row in full; texts and bytes cut at the limits. */
export function rowDetail(showing: Showing, row: RowIndex, textLimit = detailText, byteLimit = detailBytes): RowDetail {
  const { trace, knowledge, tree, fromSources } = showing;
  const { siteless, ...others } = fromSources?.detail(tree.sourceIndexOf(row)) ?? {};
  const fromSource = { ...others, ...(siteless && { siteless: withInterface(siteless, knowledge) }) };
  if (row >= trace.rows.length)
    return {
      ...read(insideView(showing, row)),
      ...fromSource,
      ...namedValues(fromSource, knowledge),
      input: '0x',
      output: '0x',
      signatureCandidates: [],
    };
  const log = isLog(trace, row) ? logOf(trace, row) : undefined;
  const selector = log === undefined ? selectorOf(trace, row) : log.topics[0];
  const candidates = selector === undefined ? [] : knowledge.signatures.candidates(selector);
  return {
    ...withCalls(showing, rowView(showing, row, textLimit), textLimit),
    ...fromSource,
    input: bytesToHex((log?.data ?? inputOf(trace, row)).subarray(0, byteLimit)),
    output: bytesToHex(outputOf(trace, row).subarray(0, byteLimit)),
    ...(log === undefined ? {} : { topics: log.topics }),
    signatureCandidates: candidates.map(({ signature }) => signature),
  };
}

/** The arguments of a call with the calls that their bytes hold, as any ABI of the trace or a known signature tells. */
function withCalls({ knowledge, known }: Showing, view: RowView, textLimit: number): RowView {
  const { inputs, functionName, kind } = view;
  if (inputs === undefined || kind === RowKind.log) return view;
  const find = (calldata: Uint8Array) => {
    for (const { index } of known()) {
      const call = decodeCalldata(index, calldata, textLimit);
      if (call?.kind === 'function' && call.canonical) return call;
    }
    const candidates = knowledge.signatures.candidates(bytesToSelector(calldata.subarray(0, 4)));
    for (const { signature } of candidates) {
      const call = decodeWithSignature(signature, calldata, textLimit);
      if (call) return call;
    }
    return undefined;
  };
  const nested = withNestedCalls(functionName?.text ?? '', inputs, find);
  return { ...view, inputs: nameAddresses(nested, knowledge.contracts) };
}

function named<Key extends 'fromName' | 'toName' | 'implementationName'>(
  key: Key,
  { contracts }: Knowledge,
  address: Address,
): Partial<Record<Key, Name>> {
  const name = key === 'toName' ? contracts.calleeName(address) : contracts.name(address);
  return name === undefined ? {} : ({ [key]: name } as Record<Key, Name>);
}

/** The code that ran when it was not the callee's own. */
function implementationOf(
  trace: Trace,
  row: RowIndex,
  knowledge: Knowledge,
): Pick<RowView, 'implementation' | 'implementationName'> {
  const { contracts } = knowledge;
  if (isLog(trace, row)) return {};
  const codes = codesOf(trace, row);
  const shown = codes.length > 1 ? codes.at(-1) : undefined;
  const stored = codes.length === 1 ? contracts.knowledge(codes[0])?.proxy?.implementation : undefined;
  const implementation = shown ?? stored;
  return implementation === undefined
    ? {}
    : { implementation, ...named('implementationName', knowledge, implementation) };
}

function amount<Key extends 'gas' | 'gasUsed'>(key: Key, gas: number) {
  return Number.isNaN(gas) ? {} : ({ [key]: gas } as Record<Key, number>);
}
