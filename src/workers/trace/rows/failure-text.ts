/**
 * The words of a failure: where it arose, its error, and what caused it.
 *
 *     Art.safeMint reverted: ERC721InvalidReceiver(Lab), because Lab.onERC721Received does not exist
 *
 * Texts come from the chain, so names and reasons are bounded and harmless.
 */
import { callText } from '../../../core/abi/value-text';
import type { Name } from '../../../core/chain/name';
import { contractOf, creationOf } from '../../../core/contract/labels/callee-name';
import { formatInteger } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import { type FailureStage, isRevert } from '../../../core/trace/failure-stages';
import { isCreateKind } from '../../../core/trace/frame-kind';
import { forwarderOf } from '../../../core/trace/row-fields';
import type { RowIndex } from '../../../core/trace/rows';
import { WITHOUT_REASON } from '../../../core/trace/unexplained-reverts';
import { codesRun } from '../decoding/known-abis';
import type { ErrorWords, FrameRow, Outcome, Piece, RowError } from '../rows.api';
import { frameView, type Showing } from './row-view';

/** UTF-16 units of a name and of a reason. */
const NAME = 60;
const REASON = 160;
/** UTF-16 units of an error within the first one of a sentence that goes on with the cause: it must be read in two lines. */
const BEFORE_CAUSE = 8;

/** Describes the failure of a transaction; `stages` are at least one. */
export function failingOf(showing: Showing, stages: readonly FailureStage[]): Outcome['failing'] {
  const { error } = frameView(showing, stages[0].origin);
  if (error === undefined) return undefined;
  const said = errorPieces(showing, stages[0].origin, error, nestedRoomOf(stages));
  const verb = isRevert(showing.trace, stages[0].origin) ? ' reverted' : ' failed';
  return {
    depthId: showing.tree.depthIdOf(stages[0].origin),
    error,
    sentence: [words(verb), ...whereAndWhy(showing, stages)],
    reason: [...said, ...becauseOf(showing, stages)].map(({ text }) => text).join(''),
  };
}

/**
 * Returns where the failure of a frame arose, unless in itself, and why, as the end of a sentence: ` in Sink.fill: out of gas`,
 * `: TooEarly(77)`, ` without a reason`; nothing where no more is known. `stages` are at least one.
 */
export function whereAndWhy(showing: Showing, stages: readonly FailureStage[]): Piece[] {
  const [{ outer, origin }] = stages;
  const ended = frameView(showing, siteOf(showing, origin));
  const site = ended.row <= outer ? [] : [words(' in '), name(placeOf(ended))];
  return [...site, ...reasonOf(showing, origin, nestedRoomOf(stages)), ...becauseOf(showing, stages)];
}

function becauseOf(showing: Showing, stages: readonly FailureStage[]): Piece[] {
  const last = stages[stages.length - 1];
  return stages.length === 1 ? [] : [words(', because '), ...causeOf(showing, last.origin)];
}

/** Returns room for what the first error holds; undefined where no cause follows it. */
function nestedRoomOf({ length }: readonly FailureStage[]): number | undefined {
  return length === 1 ? undefined : BEFORE_CAUSE;
}

function reasonOf(showing: Showing, row: RowIndex, nestedRoom?: number): Piece[] {
  const { error } = frameView(showing, row);
  if (error === undefined || isUntold(error)) return [];
  return error.said === WITHOUT_REASON
    ? [words(' without a reason')]
    : [words(': '), ...errorPieces(showing, row, error, nestedRoom)];
}

/** Whether the error tells nothing but that it is one, as that of a receipt (`receipt-trace.ts`). */
function isUntold(error: RowError): boolean {
  return error.reason === undefined && error.name === undefined && error.message === 'failed';
}

/** The clause about what caused the error that the transaction ended with. */
function causeOf(showing: Showing, origin: RowIndex): Piece[] {
  const view = frameView(showing, siteOf(showing, origin));
  const { error } = frameView(showing, origin);
  const subject = isCreateKind(view.kind)
    ? [words('creating '), name(createdText(view, creationOf(view)))]
    : [name(placeOf(view))];
  if (error === undefined || isUntold(error)) return [...subject, words(' failed')];
  if (error.missing && view.selector) return [...subject, words(' does not exist')];
  if (error.said === WITHOUT_REASON) return [...subject, words(' reverted without a reason')];
  const verb = isRevert(showing.trace, origin) ? ' reverted: ' : ' failed: ';
  return [...subject, words(verb), ...errorPieces(showing, origin, error)];
}

/** The row that a reader takes the error to have arisen in: of a proxy and its code it is the proxy's. */
function siteOf({ trace, knowledge }: Showing, origin: RowIndex): RowIndex {
  let site = origin;
  for (;;) {
    const proxy = forwarderOf(trace, site);
    if (proxy === undefined || codesRun(trace, proxy, knowledge.contracts).length === 1) return site;
    site = proxy;
  }
}

function errorPieces(showing: Showing, row: RowIndex, error: RowError, nestedRoom?: number): Piece[] {
  const told: Piece = { text: errorText(error, nestedRoom), as: error.said === undefined ? 'reason' : 'words' };
  const burnt = burntGas(showing, row);
  return burnt === '' ? [told] : [told, words(burnt)];
}

/** A halt takes all gas of its frame, which its own words do not say (yellow paper, exceptional halting). */
function burntGas({ trace }: Showing, row: RowIndex): string {
  const { rows, texts } = trace;
  const text = texts[rows.error[row]] ?? '';
  if (!/^(invalid |stack |write protection|return data|contract address)/.test(text)) return '';
  if (row === 0) return ', which took all gas';
  return Number.isNaN(rows.gasUsed[row]) ? '' : `, which took ${formatInteger(rows.gasUsed[row])} gas`;
}

/** Returns the contract and the function of a call, `Pair.swap`; name or address alone where the function has no name. `named`: the function by the sources. */
export function placeOf(view: FrameRow, named?: string): string {
  const { to, selector } = view;
  if (isCreateKind(view.kind)) return `${createdText(view, view.toName)}.constructor`;
  const callee = contractOf(view);
  const contract = callee ? harmless(callee) : to ? shorten(to) : '';
  const method = named ?? (view.functionName ? harmless(view.functionName) : (selector ?? ''));
  return [contract, method].filter((part) => part !== '').join('.');
}

function createdText(view: FrameRow, created: Name | undefined): string {
  return created ? harmless(created) : view.to ? shorten(view.to) : 'a contract';
}

/** Returns the words of the stack trace on the error of a frame. */
export function errorWordsOf(showing: Showing, row: RowIndex): ErrorWords | undefined {
  const { error } = frameView(showing, row);
  if (error === undefined) return undefined;
  const verb = isRevert(showing.trace, row) ? 'Reverted' : 'Halted';
  const text = errorPieces(showing, row, error).map((piece) => piece.text);
  return { text: text.join(''), verb, bare: error.said === WITHOUT_REASON };
}

/** Returns the decoded reason or error, else the words for it: `InsufficientLiquidity(980, 1240)`, `out of gas`. `nestedRoom`: see `callText`. */
export function errorText(error: RowError, nestedRoom?: number): string {
  if (error.reason !== undefined && error.reason !== '') return harmlessText(error.reason, REASON);
  if (error.reason === '') return 'an empty reason';
  if (error.name) return callText(error.name.text, error.args ?? [], REASON, nestedRoom);
  return harmlessText(error.said ?? error.message, REASON);
}

function harmless(given: Name): string {
  return harmlessText(given.text, NAME);
}

function words(text: string): Piece {
  return { text, as: 'words' };
}

function name(text: string): Piece {
  return { text, as: 'name' };
}
